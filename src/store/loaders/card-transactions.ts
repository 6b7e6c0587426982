import type { CardTransaction } from '../../generated/client.ts'
import { idOf, type Loading } from './loading.ts'

export function cardTransactionLoaders({ db, lookup, children, withIds }: Loading) {
  const find = (ids: string[]) => db.cardTransaction.findMany(withIds(ids))
  return {
    cardTransaction: lookup<CardTransaction>('card transaction', idOf, find),
    transactionsOfCardAccount: children('CardTransaction', 'cardAccountId', find),
  }
}
