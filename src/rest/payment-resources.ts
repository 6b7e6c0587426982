import { z } from '@hono/zod-openapi'
import { scaStatus } from '../domain/authorisations.ts'
import type { ServicePath } from '../domain/products.ts'
import type { AuthorisationPurpose } from '../generated/client.ts'
import { authoriseCancellation, cancelPayment, startPaymentAuthorisation } from '../resolvers/payments/cancel.ts'
import {
  findAuthorisation,
  getPayment,
  getPaymentWithEntries,
  listAuthorisations,
  type PaymentPath,
} from '../resolvers/payments/read.ts'
import { readAccess } from './access.ts'
import { scaState } from './consents.ts'
import { links, linkTo } from './links.ts'
import {
  paymentAnswer,
  paymentPath,
  showPayment,
  showStarted,
  startedAuthorisation,
  transactionStatus,
} from './payment-shapes.ts'
import { NOTHING, type RequestParts, type Route, route } from './route.ts'

const ONE = '/v1/{paymentService}/{paymentProduct}/{paymentId}'
const described = { ...NOTHING, tag: 'Payments', service: 'payments' } as const
const READ_REFUSALS = ['RESOURCE_UNKNOWN', 'PRODUCT_UNKNOWN', 'PRODUCT_INVALID', 'PSU_CREDENTIALS_INVALID'] as const

/** What can be done with a payment of any service once it is registered. */
export const paymentResourceRoutes = [
  route({
    ...described,
    method: 'GET',
    path: ONE,
    operation: 'payment',
    summary: 'Get a payment',
    description:
      'A payment as it was registered, and how it stands. Its id stays valid whatever becomes of it ([I] Payment status).',
    headerSet: 'basket',
    success: 200,
    answer: paymentAnswer,
    refusals: READ_REFUSALS,
    handle: async (ctx, request) => {
      const { payment, entries } = await getPaymentWithEntries(ctx, readAccess(request.header), readPath(request))
      return { body: showPayment(ctx, payment, entries) }
    },
  }),
  route({
    ...described,
    method: 'GET',
    path: `${ONE}/status`,
    operation: 'paymentStatus',
    summary: 'Get the status of a payment',
    description: 'The status, and whether funds were available once that was checked: at execution ([I] 1.14.2, D37).',
    headerSet: 'basket',
    success: 200,
    answer: z
      .strictObject({ transactionStatus, fundsAvailable: z.boolean().optional() })
      .openapi('PaymentStatusAnswer'),
    refusals: READ_REFUSALS,
    handle: async (ctx, request) => {
      const { status, fundsAvailable } = await getPayment(ctx, readAccess(request.header), readPath(request))
      return { body: { transactionStatus: status, fundsAvailable: fundsAvailable ?? undefined } }
    },
  }),
  route({
    ...described,
    method: 'DELETE',
    path: ONE,
    operation: 'cancelPayment',
    summary: 'Cancel a payment',
    description:
      'Before its SCA: cancelled at once, 204. Authorised and not executed: 202 with a link to the SCA that cancels it. Final: CANCELLATION_INVALID (D36).',
    headerSet: 'basket',
    success: 204,
    mayBeAccepted: true,
    answer: z.strictObject({ transactionStatus, _links: links }).openapi('CancellationAnswer'),
    refusals: [...READ_REFUSALS, 'CANCELLATION_INVALID'],
    handle: async (ctx, request) => {
      const { payment, needsSca } = await cancelPayment(ctx, readAccess(request.header), readPath(request))
      if (!needsSca) return {}
      const startAuthorisation = linkTo(ctx, `${paymentPath(payment)}/cancellation-authorisations`, 'POST')
      return { status: 202, body: { transactionStatus: payment.status, _links: { startAuthorisation } } }
    },
  }),
  ...authorisationRoutes('PAYMENT', 'authorisations', {
    start: 'startPaymentAuthorisation',
    list: 'paymentAuthorisations',
    read: 'paymentAuthorisation',
  }),
  ...authorisationRoutes('CANCELLATION', 'cancellation-authorisations', {
    start: 'authoriseCancellation',
    list: 'cancellationAuthorisations',
    read: 'cancellationAuthorisation',
  }),
]

type Operations = { readonly start: string; readonly list: string; readonly read: string }

/** Starting and reading the SCAs of a payment, and those of its cancellation, which differ in nothing but what they bring about. */
function authorisationRoutes(
  purpose: Extract<AuthorisationPurpose, 'PAYMENT' | 'CANCELLATION'>,
  collection: string,
  operations: Operations,
): Route[] {
  const path = `${ONE}/${collection}`
  const what = purpose === 'PAYMENT' ? 'a payment' : 'a cancellation'
  return [
    route({
      ...described,
      method: 'POST',
      path,
      operation: operations.start,
      summary: `Authorise ${what}`,
      description: `Starts the SCA of ${what}. Send the PSU to scaRedirect (D33, D36).`,
      headerSet: 'basket',
      success: 201,
      answer: startedAuthorisation,
      refusals: [...READ_REFUSALS, purpose === 'PAYMENT' ? 'CONFLICT' : 'CANCELLATION_INVALID'],
      handle: async (ctx, request) => {
        const start = purpose === 'PAYMENT' ? startPaymentAuthorisation : authoriseCancellation
        const started = await start(ctx, readAccess(request.header), readPath(request))
        return showStarted(
          ctx,
          started,
          `/v1/${request.param('paymentService')}/${request.param('paymentProduct')}/${request.param('paymentId')}/${collection}`,
        )
      },
    }),
    route({
      ...described,
      method: 'GET',
      path,
      operation: operations.list,
      summary: `List the authorisations of ${what}`,
      description: 'Ids of all SCAs that were started, oldest first.',
      headerSet: 'basket',
      success: 200,
      answer: z.strictObject({ authorisationIds: z.array(z.string()) }).openapi('AuthorisationIds'),
      refusals: READ_REFUSALS,
      handle: async (ctx, request) => {
        const { id } = await getPayment(ctx, readAccess(request.header), readPath(request))
        return { body: { authorisationIds: (await listAuthorisations(ctx, id, purpose)).map(one => one.id) } }
      },
    }),
    route({
      ...described,
      method: 'GET',
      path: `${path}/{authorisationId}`,
      operation: operations.read,
      summary: `Read an authorisation of ${what}`,
      description: 'How an SCA stands: received, finalised or failed.',
      headerSet: 'basket',
      success: 200,
      answer: z.strictObject({ scaStatus: scaState }).openapi('ScaStatusAnswer'),
      refusals: READ_REFUSALS,
      handle: async (ctx, request) => {
        const { id } = await getPayment(ctx, readAccess(request.header), readPath(request))
        const found = await findAuthorisation(ctx, id, purpose, request.param('authorisationId'))
        return { body: { scaStatus: scaStatus(found, ctx.now) } }
      },
    }),
  ]
}

function readPath({ param }: RequestParts): PaymentPath {
  return {
    service: servicePath(param('paymentService')),
    product: param('paymentProduct'),
    paymentId: param('paymentId'),
  }
}

// The router lets only these through.
function servicePath(text: string): ServicePath {
  return text === 'bulk-payments' || text === 'periodic-payments' ? text : 'payments'
}
