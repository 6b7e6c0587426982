import type { Context } from '../../context.ts'
import { CONSENT_DAYS, type ConsentState, consentFault } from '../../domain/consents.ts'
import { DomainError } from '../../domain/errors.ts'
import { given } from '../../domain/given.ts'
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

/** Which of a customer's consents: so many after the newest `skip`, or one. */
export type ConsentQuery = { readonly skip: number; readonly take: number } | { readonly id: string }

/** Some of a customer's consents. `more` says whether older ones are left. */
export type ConsentsOf = {
  readonly customer: Customer
  readonly consents: readonly ConsentListing[]
  readonly more: boolean
}

/** The consents of a customer, newest first, some at a time. PSU_CREDENTIALS_INVALID for a number that the bank does not have. */
export async function listConsentsOf(ctx: Context, customerNumber: string, wanted: ConsentQuery): Promise<ConsentsOf> {
  const worldId = ctx.world.id
  const customer = await ctx.db.customer.findUnique({ where: { worldId_customerNumber: { worldId, customerNumber } } })
  if (customer === null)
    throw new DomainError('PSU_CREDENTIALS_INVALID', 'The bank has no customer with this number.', 'customerNumber')
  const { id, skip, take } = 'id' in wanted ? { id: wanted.id, skip: 0, take: 1 } : { ...wanted, id: undefined }
  const found = await ctx.db.consent.findMany({
    where: { worldId, customerId: customer.id, ...given({ id }) },
    include: {
      accounts: { include: { account: true }, orderBy: { accountId: 'asc' } },
      cardAccounts: { include: { cardAccount: true }, orderBy: { cardAccountId: 'asc' } },
    },
    orderBy: [{ grantedAt: 'desc' }, { id: 'desc' }],
    skip,
    take: take + 1,
  })
  const rows = found.slice(0, take)
  const agreements = await ctx.db.agreement.findMany({
    where: { worldId, id: { in: [...new Set(rows.map(row => row.agreementId))] } },
    include: { owner: true },
  })
  const names = new Map(agreements.map(({ id, name, owner }) => [id, { name, ownerName: owner.name }]))
  const newest = await newestOf(ctx, rows)
  const consents = rows.map(({ accounts, cardAccounts, ...consent }) => {
    return {
      consent,
      state: stateOf(consent, newest.has(consent.id), ctx.now),
      validUntil: new Date(consent.grantedAt.getTime() + CONSENT_DAYS * 86_400_000),
      agreement: names.get(consent.agreementId),
      accounts: accounts.map(row => row.account),
      cardAccounts: cardAccounts.map(row => row.cardAccount),
    }
  })
  return { customer, consents, more: found.length > take }
}

/** The ids of those that no later consent of the same TPP, PSU, context and agreement has replaced. */
async function newestOf(ctx: Context, rows: readonly Consent[]): Promise<ReadonlySet<string>> {
  const kinds = new Map(
    rows.map(({ customerId, tppId, context, agreementId }) => {
      const kind = { worldId: ctx.world.id, customerId, tppId, context, agreementId }
      return [JSON.stringify(kind), kind]
    }),
  )
  const ids = new Set<string>()
  for (const where of kinds.values()) {
    const orderBy = [{ grantedAt: 'desc' }, { id: 'desc' }] as const
    const last = await ctx.db.consent.findFirst({ where, select: { id: true }, orderBy: [...orderBy] })
    if (last !== null) ids.add(last.id)
  }
  return ids
}

/** How a consent stands at an instant; only the newest of its TPP, PSU, context and agreement counts. */
export function stateOf(consent: Consent, isNewest: boolean, now: Date): ConsentState {
  if (consent.revokedAt !== null) return 'REVOKED'
  if (!isNewest) return 'REPLACED'
  return consentFault(consent, now, CONSENT_DAYS) === undefined ? 'VALID' : 'EXPIRED'
}
