import type { Account } from '../../generated/client.ts'
import { idOf, type Loading } from './loading.ts'

export function accountLoaders({ db, worldId, lookup, children, withIds }: Loading) {
  const find = (ids: string[]) => db.account.findMany(withIds(ids))
  return {
    account: lookup<Account>('account', idOf, find),
    accountByIban: lookup<Account>(
      'account with the iban',
      row => row.iban,
      ibans => db.account.findMany({ where: { worldId, iban: { in: ibans } } }),
    ),
    accountsOfOwner: children('Account', 'ownerId', find),
  }
}
