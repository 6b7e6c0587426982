import { z } from '@hono/zod-openapi'
import Negotiator from 'negotiator'
import type { Context } from '../context.ts'
import { scaStatus } from '../domain/authorisations.ts'
import { PRODUCT_RULES, requireProduct, type ServicePath } from '../domain/products.ts'
import type { AuthorisationPurpose } from '../generated/client.ts'
import { createBulkPayment, createPayment, createPeriodicPayment } from '../inputs/payments.ts'
import { flag } from '../inputs/values.ts'
import { authoriseCancellation, cancelPayment, startPaymentAuthorisation } from '../resolvers/payment-cancelling.ts'
import {
  findAuthorisation,
  getPayment,
  getPaymentWithEntries,
  listAuthorisations,
  type PaymentPath,
} from '../resolvers/payment-reading.ts'
import * as payments from '../resolvers/payments.ts'
import { readAccess } from './access.ts'
import { scaState } from './consents.ts'
import { links, linkTo } from './links.ts'
import {
  createdPayment,
  paymentAnswer,
  paymentPath,
  showCreated,
  showPayment,
  showStarted,
  startedAuthorisation,
  transactionStatus,
} from './payment-shapes.ts'
import { NOTHING, type Request, type Route, route } from './route.ts'

const ONE = '/v1/{paymentService}/{paymentProduct}/{paymentId}'
const described = { ...NOTHING, tag: 'Payments', service: 'payments' } as const
const creating = {
  ...described,
  method: 'POST',
  headerSet: 'periodicPayment',
  success: 201,
  answer: createdPayment,
} as const
const CREATE_REFUSALS = [
  'PRODUCT_UNKNOWN',
  'PRODUCT_INVALID',
  'PSU_CREDENTIALS_INVALID',
  'FORBIDDEN',
  'EXECUTION_DATE_INVALID',
  'KID_INVALID',
  'KID_MISSING',
  'BAD_REQUEST',
  'CONFLICT',
] as const
const READ_REFUSALS = ['RESOURCE_UNKNOWN', 'PRODUCT_UNKNOWN', 'PRODUCT_INVALID', 'PSU_CREDENTIALS_INVALID'] as const
const duplicates = z.strictObject({
  allowLogicalDuplicate: flag('true accepts a payment that looks like one already registered (D46).'),
})

export const paymentRoutes = [
  route({
    ...creating,
    path: '/v1/payments/{paymentProduct}',
    operation: 'createPayment',
    summary: 'Create a payment',
    description:
      'Registers a single payment: domestic, instant, cross-border or SEPA. It waits for its SCA (D35). With PSU-Context the link to the SCA comes at once (D45).',
    query: duplicates,
    body: createPayment,
    refusals: CREATE_REFUSALS,
    handle: async (ctx, request) =>
      created(
        ctx,
        request,
        await payments.createPayment(
          ctx,
          { ...readCall(request), ...request.query },
          request.param('paymentProduct'),
          request.body,
        ),
      ),
  }),
  route({
    ...creating,
    path: '/v1/bulk-payments/{paymentProduct}',
    operation: 'createBulkPayment',
    summary: 'Create a bulk payment',
    description:
      'Registers up to 500 domestic payments of one debtor that run together; each is carried out by itself (D35).',
    query: duplicates,
    body: createBulkPayment,
    refusals: CREATE_REFUSALS,
    handle: async (ctx, request) =>
      created(
        ctx,
        request,
        await payments.createBulkPayment(
          ctx,
          { ...readCall(request), ...request.query },
          request.param('paymentProduct'),
          request.body,
        ),
      ),
  }),
  route({
    ...creating,
    path: '/v1/periodic-payments/{paymentProduct}',
    operation: 'createPeriodicPayment',
    summary: 'Create a periodic payment',
    description: 'Registers a payment that runs again and again, at 06:00 of each of its days ([I] Endpoints 3, D38).',
    body: createPeriodicPayment,
    refusals: CREATE_REFUSALS,
    handle: async (ctx, request) =>
      created(
        ctx,
        request,
        await payments.createPeriodicPayment(ctx, readCall(request), request.param('paymentProduct'), request.body),
      ),
  }),
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

type AnyRequest = Pick<Request<unknown, unknown>, 'header' | 'param'>

function readCall({ header }: AnyRequest): payments.PaymentCall {
  return { ...readAccess(header), customerNumber: header('X-PSU-IDENTITY') }
}

function readPath({ param }: AnyRequest): PaymentPath {
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

function created(ctx: Context, { header }: AnyRequest, made: payments.CreatedPayment) {
  const { service, product } = made.payment
  const { feeMinor } = PRODUCT_RULES[requireProduct(service, product)]
  return {
    location: paymentPath(made.payment),
    body: showCreated(ctx, made, feeMinor, languageOf(header('Accept-Language'))),
  }
}

/** D19: nb or en; en when neither is wanted. */
function languageOf(accepted: string | undefined): 'en' | 'nb' {
  if (accepted === undefined) return 'en'
  const [best] = new Negotiator({ headers: { 'accept-language': accepted } }).languages(['en', 'nb'])
  return best === 'nb' ? 'nb' : 'en'
}
