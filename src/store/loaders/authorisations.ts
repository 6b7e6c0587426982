import type { Authorisation } from '../../generated/client.ts'
import { idOf, type Loading } from './loading.ts'

export function authorisationLoaders({ db, lookup, children, withIds }: Loading) {
  const find = (ids: string[]) => db.authorisation.findMany(withIds(ids))
  return {
    authorisation: lookup<Authorisation>('authorisation', idOf, find),
    authorisationsOfResource: children('Authorisation', 'resourceId', find),
    authorisationsOfCustomer: children('Authorisation', 'customerId', find),
  }
}
