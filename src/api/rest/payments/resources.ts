import { z } from '@hono/zod-openapi'
import type { Context } from '../../../bank/context.ts'
import * as operations from '../../../bank/operations/payments.ts'
import type { CreatedPayment } from '../../../bank/resolvers/payments/register.ts'
import { feesMinor } from '../../../domain/products.ts'
import { chooseLanguage } from '../../../platform/http/negotiation.ts'
import { links, linkTo } from '../answers.ts'
import { authorisationRoutes } from '../authorisations.ts'
import { type Request, serve } from '../serve.ts'
import { createdPayment, paymentAnswer, paymentPath, showCreated, showPayment, transactionStatus } from './shapes.ts'

const ONE = '/v1/{paymentService}/{paymentProduct}/{paymentId}'
const http = { headerSet: 'basket', success: 200 } as const

/** The operations on a registered payment of any service. */
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
  ...authorisationRoutes(`${ONE}/authorisations`, {
    start: operations.startPaymentAuthorisation,
    list: operations.paymentAuthorisations,
    read: operations.paymentAuthorisation,
  }),
  ...authorisationRoutes(`${ONE}/cancellation-authorisations`, {
    start: operations.authoriseCancellation,
    list: operations.cancellationAuthorisations,
    read: operations.cancellationAuthorisation,
  }),
]

const creating = {
  method: 'POST',
  headerSet: 'periodicPayment',
  success: 201,
  answer: createdPayment,
  show: showRegistered,
} as const

export const paymentRoutes = [
  serve(operations.createPayment, { ...creating, path: '/v1/payments/{paymentProduct}' }),
  serve(operations.createBulkPayment, { ...creating, path: '/v1/bulk-payments/{paymentProduct}' }),
  serve(operations.createPeriodicPayment, { ...creating, path: '/v1/periodic-payments/{paymentProduct}' }),
]

function showRegistered(
  ctx: Context,
  made: CreatedPayment,
  { header, origin }: Pick<Request<never, unknown>, 'header' | 'origin'>,
) {
  const language = chooseLanguage(header('Accept-Language'))
  return { location: paymentPath(made.payment), body: showCreated(ctx, made, feesMinor(made), { language, origin }) }
}
