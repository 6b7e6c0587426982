import type { Account, CardAccount, Consent, ConsentAccount, ConsentCardAccount } from '../../generated/client.ts'
import { idOf, type Loading } from './loading.ts'

export function consentLoaders({ db, worldId, lookup, children, list, withIds }: Loading) {
  const find = (ids: string[]) => db.consent.findMany(withIds(ids))
  const inConsents = (ids: string[]) => ({ where: { worldId, consentId: { in: ids } } })
  const ofConsent = (row: { readonly consentId: string }) => row.consentId
  return {
    consent: lookup<Consent>('consent', idOf, find),
    consentsOfCustomer: children('Consent', 'customerId', find),
    consentsOfAgreement: children('Consent', 'agreementId', find),
    consentsOfAccount: children('ConsentOfAccount', 'accountId', find),
    consentsOfCardAccount: children('ConsentOfCardAccount', 'cardAccountId', find),
    /** All consents of a customer, newest first. */
    consentHistory: list<Consent>(
      row => row.customerId,
      customers =>
        db.consent.findMany({
          where: { worldId, customerId: { in: customers } },
          orderBy: [{ grantedAt: 'desc' }, { id: 'desc' }],
        }),
    ),
    accountsOfConsent: list<ConsentAccount & { account: Account }>(ofConsent, ids =>
      db.consentAccount.findMany({ ...inConsents(ids), include: { account: true }, orderBy: { accountId: 'asc' } }),
    ),
    cardAccountsOfConsent: list<ConsentCardAccount & { cardAccount: CardAccount }>(ofConsent, ids =>
      db.consentCardAccount.findMany({
        ...inConsents(ids),
        include: { cardAccount: true },
        orderBy: { cardAccountId: 'asc' },
      }),
    ),
  }
}
