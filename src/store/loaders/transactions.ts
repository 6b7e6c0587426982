import type { Transaction } from '../../generated/client.ts'
import { idOf, type Loading } from './loading.ts'

export function transactionLoaders({ db, lookup, children, withIds }: Loading) {
  const find = (ids: string[]) => db.transaction.findMany(withIds(ids))
  return {
    transaction: lookup<Transaction>('transaction', idOf, find),
    transactionsOfAccount: children('Transaction', 'accountId', find),
    transactionsOfPayment: children('Transaction', 'paymentId', find),
  }
}
