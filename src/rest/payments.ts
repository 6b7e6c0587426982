import { z } from '@hono/zod-openapi'
import Negotiator from 'negotiator'
import type { Context } from '../context.ts'
import { PRODUCT_RULES, requireProduct } from '../domain/products.ts'
import { createBulkPayment, createPayment, createPeriodicPayment } from '../inputs/payments.ts'
import { flag } from '../inputs/values.ts'
import * as payments from '../resolvers/payments/create.ts'
import type { CreatedPayment, PaymentCall } from '../resolvers/payments/register.ts'
import { readAccess } from './access.ts'
import { createdPayment, paymentPath, showCreated } from './payment-shapes.ts'
import { NOTHING, type RequestParts, route } from './route.ts'

const creating = {
  ...NOTHING,
  tag: 'Payments',
  service: 'payments',
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
]

function readCall({ header }: RequestParts): PaymentCall {
  return { ...readAccess(header), customerNumber: header('X-PSU-IDENTITY') }
}

function created(ctx: Context, { header }: RequestParts, made: CreatedPayment) {
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
