import type { Execution, Payment, PaymentEntry } from '../../generated/client.ts'
import { idOf, type Loading } from './loading.ts'

export function paymentLoaders({ db, worldId, lookup, children, list, withIds }: Loading) {
  const find = (ids: string[]) => db.payment.findMany(withIds(ids))
  const findExecutions = (ids: string[]) => db.execution.findMany(withIds(ids))
  return {
    payment: lookup<Payment>('payment', idOf, find),
    paymentsOfCustomer: children('Payment', 'customerId', find),
    paymentsOfAgreement: children('Payment', 'agreementId', find),
    /** The payments that an account pays. */
    paymentsOfAccount: children('Payment', 'debtorAccountId', find),
    paymentsOfBasket: list<Payment>(
      row => row.basketId ?? '',
      baskets => db.payment.findMany({ where: { worldId, basketId: { in: baskets } }, orderBy: { id: 'asc' } }),
    ),
    entriesOfPayment: list<PaymentEntry>(
      row => row.paymentId,
      payments =>
        db.paymentEntry.findMany({ where: { worldId, paymentId: { in: payments } }, orderBy: { position: 'asc' } }),
    ),
    execution: lookup<Execution>('run of a periodic payment', idOf, findExecutions),
    executionsOfPayment: children('Execution', 'paymentId', findExecutions),
  }
}
