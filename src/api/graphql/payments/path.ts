import type { Context } from '../../../bank/context.ts'
import { pathOfPayment } from '../../../bank/resolvers/payments/list.ts'

/** The parts of REST's path of a payment, by its id alone. */
export async function pathOf(bank: Context, id: string) {
  const { service, product, paymentId } = await pathOfPayment(bank, id)
  return { paymentService: service, paymentProduct: product, paymentId }
}
