import { z } from '@hono/zod-openapi'
import { scaStatus } from '../../domain/authorisations.ts'
import * as operations from '../../operations/payments.ts'
import { scaState } from '../consents.ts'
import { links, linkTo } from '../links.ts'
import { serve } from '../serve.ts'
import {
  paymentAnswer,
  paymentPath,
  showPayment,
  showStarted,
  startedAuthorisation,
  transactionStatus,
} from './shapes.ts'

const ONE = '/v1/{paymentService}/{paymentProduct}/{paymentId}'
const http = { headerSet: 'basket', success: 200 } as const
const authorisationIds = z.strictObject({ authorisationIds: z.array(z.string()) }).openapi('AuthorisationIds')
const scaStatusAnswer = z.strictObject({ scaStatus: scaState }).openapi('ScaStatusAnswer')

/** What can be done with a payment of any service once it is registered. */
export const paymentResourceRoutes = [
  serve(operations.payment, {
    ...http,
    method: 'GET',
    path: ONE,
    answer: paymentAnswer,
    show: (ctx, { payment, entries }) => ({ body: showPayment(ctx, payment, entries) }),
  }),
  serve(operations.paymentStatus, {
    ...http,
    method: 'GET',
    path: `${ONE}/status`,
    answer: z
      .strictObject({ transactionStatus, fundsAvailable: z.boolean().optional() })
      .openapi('PaymentStatusAnswer'),
    show: (_, { status, fundsAvailable }) => ({
      body: { transactionStatus: status, fundsAvailable: fundsAvailable ?? undefined },
    }),
  }),
  serve(operations.cancelPayment, {
    ...http,
    method: 'DELETE',
    path: ONE,
    success: 204,
    mayBeAccepted: true,
    answer: z.strictObject({ transactionStatus, _links: links }).openapi('CancellationAnswer'),
    show: (ctx, { payment, needsSca }) => {
      if (!needsSca) return {}
      const startAuthorisation = linkTo(ctx, `${paymentPath(payment)}/cancellation-authorisations`, 'POST')
      return { status: 202, body: { transactionStatus: payment.status, _links: { startAuthorisation } } }
    },
  }),
  ...authorisationRoutes('authorisations', {
    start: operations.startPaymentAuthorisation,
    list: operations.paymentAuthorisations,
    read: operations.paymentAuthorisation,
  }),
  ...authorisationRoutes('cancellation-authorisations', {
    start: operations.authoriseCancellation,
    list: operations.cancellationAuthorisations,
    read: operations.cancellationAuthorisation,
  }),
]

type Operations = {
  readonly start: typeof operations.startPaymentAuthorisation
  readonly list: typeof operations.paymentAuthorisations
  readonly read: typeof operations.paymentAuthorisation
}

/** Starting and reading the SCAs of a payment, and those of its cancellation: alike but for what they bring about. */
function authorisationRoutes(collection: string, { start, list, read }: Operations) {
  const path = `${ONE}/${collection}`
  return [
    serve(start, {
      ...http,
      method: 'POST',
      path,
      success: 201,
      answer: startedAuthorisation,
      show: (ctx, started, { ids }) =>
        showStarted(ctx, started, `/v1/${ids.paymentService}/${ids.paymentProduct}/${ids.paymentId}/${collection}`),
    }),
    serve(list, {
      ...http,
      method: 'GET',
      path,
      answer: authorisationIds,
      show: (_, rows) => ({ body: { authorisationIds: rows.map(({ id }) => id) } }),
    }),
    serve(read, {
      ...http,
      method: 'GET',
      path: `${path}/{authorisationId}`,
      answer: scaStatusAnswer,
      show: (ctx, found) => ({ body: { scaStatus: scaStatus(found, ctx.now) } }),
    }),
  ]
}
