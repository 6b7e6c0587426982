import type { CardAccount } from '../../generated/client.ts'
import { idOf, type Loading } from './loading.ts'

export function cardAccountLoaders({ db, lookup, children, withIds }: Loading) {
  const find = (ids: string[]) => db.cardAccount.findMany(withIds(ids))
  return {
    cardAccount: lookup<CardAccount>('card account', idOf, find),
    cardAccountsOfOwner: children('CardAccount', 'ownerId', find),
  }
}
