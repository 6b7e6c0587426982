import type { Context } from '../../context.ts'
import { CONSENT_DAYS, type ConsentState, consentFault } from '../../domain/consents.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Account, CardAccount, Consent, Customer } from '../../generated/client.ts'

/** How a consent stands: only a VALID one opens anything to its TPP (D32). */
export type { ConsentState }

/** A consent as its PSU sees it. The agreement is undefined when it was deleted since. */
export type ConsentListing = {
  readonly consent: Consent
  readonly state: ConsentState
  readonly validUntil: Date
  readonly agreement: { readonly name: string; readonly ownerName: string } | undefined
  readonly accounts: readonly Account[]
  readonly cardAccounts: readonly CardAccount[]
}

/** All consents of a customer, newest first. PSU_CREDENTIALS_INVALID for a number that the bank does not have. */
export async function listConsentsOf(
  ctx: Context,
  customerNumber: string,
): Promise<{ customer: Customer; consents: ConsentListing[] }> {
  const worldId = ctx.world.id
  const customer = await ctx.db.customer.findUnique({ where: { worldId_customerNumber: { worldId, customerNumber } } })
  if (customer === null)
    throw new DomainError('PSU_CREDENTIALS_INVALID', 'The bank has no customer with this number.', 'customerNumber')
  const rows = await ctx.db.consent.findMany({
    where: { worldId, customerId: customer.id },
    include: {
      accounts: { include: { account: true }, orderBy: { accountId: 'asc' } },
      cardAccounts: { include: { cardAccount: true }, orderBy: { cardAccountId: 'asc' } },
    },
    orderBy: [{ grantedAt: 'desc' }, { id: 'desc' }],
  })
  const agreements = await ctx.db.agreement.findMany({
    where: { worldId, id: { in: [...new Set(rows.map(row => row.agreementId))] } },
    include: { owner: true },
  })
  const names = new Map(agreements.map(({ id, name, owner }) => [id, { name, ownerName: owner.name }]))
  const newest = new Set<string>()
  const consents = rows.map(({ accounts, cardAccounts, ...consent }) => {
    const key = JSON.stringify([consent.tppId, consent.context, consent.agreementId])
    const isNewest = !newest.has(key)
    newest.add(key)
    return {
      consent,
      state: stateOf(consent, isNewest, ctx.now),
      validUntil: new Date(consent.grantedAt.getTime() + CONSENT_DAYS * 86_400_000),
      agreement: names.get(consent.agreementId),
      accounts: accounts.map(row => row.account),
      cardAccounts: cardAccounts.map(row => row.cardAccount),
    }
  })
  return { customer, consents }
}

/** How a consent stands at an instant; only the newest of its TPP, PSU, context and agreement counts. */
export function stateOf(consent: Consent, isNewest: boolean, now: Date): ConsentState {
  if (consent.revokedAt !== null) return 'REVOKED'
  if (!isNewest) return 'REPLACED'
  return consentFault(consent, now, CONSENT_DAYS) === undefined ? 'VALID' : 'EXPIRED'
}
