import type { Engagement } from '../../generated/client.ts'
import { idOf, type Loading } from './loading.ts'

export function engagementLoaders({ db, lookup, children, withIds }: Loading) {
  const find = (ids: string[]) => db.engagement.findMany(withIds(ids))
  return {
    engagement: lookup<Engagement>('engagement', idOf, find),
    engagementsOfAgreement: children('Engagement', 'agreementId', find),
    engagementsOfCustomer: children('Engagement', 'customerId', find),
    engagementsOfAccount: children('Engagement', 'accountId', find),
  }
}
