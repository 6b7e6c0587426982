import { CONSENT_DAYS, type ConsentState, consentFault, goodSince } from '../../../domain/consents.ts'
import { DomainError } from '../../../domain/errors.ts'
import { given } from '../../../domain/given.ts'
import type { PageArgs } from '../../../domain/paging.ts'
import type { Account, CardAccount, Consent, Customer } from '../../../generated/client.ts'
import type { Condition } from '../../../platform/store/page-sql.ts'
import type { Context } from '../../context.ts'
import type { ConsentFilter } from '../../inputs/filters.ts'
import { condition, countRows, equal, idOfCustomer, idOfTpp, type Listing, listWorld, rowsOf } from '../lists.ts'

/** All consents that pass a filter, oldest first. */
export async function pageOfConsents(
  ctx: Context,
  args: PageArgs,
  filter?: ConsentFilter | null,
): Promise<Listing<Consent>> {
  const conditions = [...(await conditionsOf(ctx, filter)), ...inState(ctx, filter?.state)]
  return listWorld(ctx, filter?.state === undefined ? 'Consent' : 'StandingConsent', args, conditions, ids =>
    ctx.db.consent.findMany(rowsOf(ctx, ids)),
  )
}

/** How many consents that pass a filter are in each of these states. Customer and TPP of the filter are looked up once. */
export async function countConsentStates<State extends ConsentState>(
  ctx: Context,
  filter: Omit<ConsentFilter, 'state'>,
  states: readonly State[],
) {
  const conditions = await conditionsOf(ctx, filter)
  const countOf = (state: State) => countRows(ctx, 'StandingConsent', [...conditions, ...inState(ctx, state)])
  return Promise.all(states.map(async state => ({ state, count: await countOf(state) })))
}

async function conditionsOf(ctx: Context, filter: ConsentFilter | null | undefined): Promise<Condition[]> {
  const customer = await idOfCustomer(ctx, filter)
  return [...equal('tppId', await idOfTpp(ctx, filter?.tpp)), ...equal('customerId', customer)]
}

const inState = (ctx: Context, state: ConsentState | undefined) =>
  state === undefined ? [] : STANDING[state](goodSince(ctx.now).toISOString().slice(0, -1))

/**
 * The states of `consentState` as conditions on the rows. Instants are stored with a zone; text without a zone sorts just before the same instant.
 */
const STANDING: Readonly<Record<ConsentState, (since: string) => readonly Condition[]>> = {
  VALID: since => [...equal('standing', 'NEWEST'), ...condition('grantedAt', 'atLeast', since)],
  EXPIRED: since => [...equal('standing', 'NEWEST'), ...condition('grantedAt', 'below', since)],
  REPLACED: () => equal('standing', 'REPLACED'),
  REVOKED: () => equal('standing', 'REVOKED'),
}

/** The state of a consent (D32). */
export async function consentState(ctx: Context, consent: Consent): Promise<ConsentState> {
  const history = await ctx.load.consentHistory(consent.customerId)
  const newest = history.find(
    ({ tppId, context, agreementId }) =>
      tppId === consent.tppId && context === consent.context && agreementId === consent.agreementId,
  )
  return stateOf(consent, newest?.id === consent.id, ctx.now)
}

/** The state that a consent had at an earlier instant: what was granted or revoked after it counts for nothing. Undefined if it was not granted then. */
export async function consentStateAt(ctx: Context, consent: Consent, at: Date): Promise<ConsentState | undefined> {
  if (consent.grantedAt > at) return undefined
  const { customerId, tppId, context, agreementId, revokedAt } = consent
  const where = { worldId: ctx.world.id, customerId, tppId, context, agreementId, grantedAt: { lte: at } }
  const newest = await ctx.db.consent.findFirst({ where, orderBy: [{ grantedAt: 'desc' }, { id: 'desc' }] })
  const then = { ...consent, revokedAt: revokedAt !== null && revokedAt > at ? null : revokedAt }
  return stateOf(then, newest?.id === consent.id, at)
}

/** When a consent must be renewed ([I] Limits). */
export function consentExpiry({ grantedAt }: Consent): Date {
  return new Date(grantedAt.getTime() + CONSENT_DAYS * 86_400_000)
}

/** The accounts and card accounts of a consent that are not closed. */
export async function accountsOfConsent(ctx: Context, { id }: Consent): Promise<Account[]> {
  return (await ctx.load.accountsOfConsent(id)).map(row => row.account)
}
export async function cardAccountsOfConsent(ctx: Context, { id }: Consent): Promise<CardAccount[]> {
  return (await ctx.load.cardAccountsOfConsent(id)).map(row => row.cardAccount)
}

/** A consent as its PSU sees it. The agreement is undefined if it was deleted since. */
export type ConsentListing = {
  readonly consent: Consent
  readonly state: ConsentState
  readonly validUntil: Date
  readonly agreement: { readonly name: string; readonly ownerName: string } | undefined
  readonly accounts: readonly Account[]
  readonly cardAccounts: readonly CardAccount[]
}

/** Which of a customer's consents: a number of them after the newest `skip`, or one. */
export type ConsentQuery = { readonly skip: number; readonly take: number } | { readonly id: string }

/** Some of a customer's consents. `more` says whether there are older ones. */
export type ConsentsOf = {
  readonly customer: Customer
  readonly consents: readonly ConsentListing[]
  readonly more: boolean
}

/** The consents of a customer, newest first, in slices. PSU_CREDENTIALS_INVALID for a number that the bank does not have. */
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
      validUntil: consentExpiry(consent),
      agreement: names.get(consent.agreementId),
      accounts: accounts.map(row => row.account),
      cardAccounts: cardAccounts.map(row => row.cardAccount),
    }
  })
  return { customer, consents, more: found.length > take }
}

/** The ids of consents that no later one of the same TPP, PSU, context and agreement has replaced. */
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

/** The state of a consent at an instant; only the newest of its TPP, PSU, context and agreement counts. */
function stateOf(consent: Consent, isNewest: boolean, now: Date): ConsentState {
  if (consent.revokedAt !== null) return 'REVOKED'
  if (!isNewest) return 'REPLACED'
  return consentFault(consent, now, CONSENT_DAYS) === undefined ? 'VALID' : 'EXPIRED'
}
