import type { Agreement } from '../../generated/client.ts'
import { idOf, type Loading } from './loading.ts'

export function agreementLoaders({ db, lookup, children, withIds }: Loading) {
  const find = (ids: string[]) => db.agreement.findMany(withIds(ids))
  return {
    agreement: lookup<Agreement>('agreement', idOf, find),
    agreementsOfOwner: children('Agreement', 'ownerId', find),
  }
}
