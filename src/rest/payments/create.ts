import type { Context } from '../../context.ts'
import { feesMinor } from '../../domain/products.ts'
import { chooseLanguage } from '../../http/negotiation.ts'
import * as operations from '../../operations/payments.ts'
import type { CreatedPayment } from '../../resolvers/payments/register.ts'
import { type Request, serve } from '../serve.ts'
import { createdPayment, paymentPath, showCreated } from './shapes.ts'

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

function showRegistered(ctx: Context, made: CreatedPayment, { header }: Pick<Request<never, unknown>, 'header'>) {
  return {
    location: paymentPath(made.payment),
    body: showCreated(ctx, made, feesMinor(made), chooseLanguage(header('Accept-Language'))),
  }
}
