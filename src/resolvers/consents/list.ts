import { type Context, tppOf } from '../../context.ts'
import { CONSENT_DAYS, goodSince } from '../../domain/consents.ts'
import { DomainError } from '../../domain/errors.ts'
import type { PageArgs } from '../../domain/paging.ts'
import type {
  Account,
  Agreement,
  Authorisation,
  CardAccount,
  Consent,
  Customer,
  PsuContext,
} from '../../generated/client.ts'
import type { ConsentFilter } from '../../inputs/filters.ts'
import type { Condition } from '../../store/page-sql.ts'
import { completeAuthorisation, identifyAt } from '../authorisations/complete.ts'
import type { Decision } from '../authorisations/read.ts'
import { command } from '../command.ts'
import { condition, equal, idOfCustomer, idOfTpp, type Listing, listChildren, listWorld, rowsOf } from '../lists.ts'
import type { Access } from '../psus.ts'
import { offerConsent } from './grant.ts'
import type { Offer } from './offers.ts'
import { type ConsentState, stateOf } from './state.ts'

/** All consents that a filter leaves, oldest first. */
export async function pageOfConsents(
  ctx: Context,
  args: PageArgs,
  filter?: ConsentFilter | null,
): Promise<Listing<Consent>> {
  const customer = await idOfCustomer(ctx, filter)
  const conditions = [
    ...equal('tppId', await idOfTpp(ctx, filter?.tpp)),
    ...equal('customerId', customer),
    ...(filter?.state === undefined ? [] : STANDING[filter.state](goodSince(ctx.now).toISOString().slice(0, -1))),
  ]
  return listWorld(ctx, filter?.state === undefined ? 'Consent' : 'StandingConsent', args, conditions, ids =>
    ctx.db.consent.findMany(rowsOf(ctx, ids)),
  )
}

/** How `consentState` says it, in conditions on the rows. Instants are stored with a zone, so that one without it comes just before its own. */
const STANDING: Readonly<Record<ConsentState, (since: string) => readonly Condition[]>> = {
  VALID: since => [...equal('standing', 'NEWEST'), ...condition('grantedAt', 'atLeast', since)],
  EXPIRED: since => [...equal('standing', 'NEWEST'), ...condition('grantedAt', 'below', since)],
  REPLACED: () => equal('standing', 'REPLACED'),
  REVOKED: () => equal('standing', 'REVOKED'),
}

/** The consents that a customer gave, oldest first. */
export function pageOfCustomerConsents(ctx: Context, customer: Customer, args: PageArgs): Promise<Listing<Consent>> {
  return listChildren(ctx.load.consentsOfCustomer, customer.id, args)
}

/** The consents that were given under an agreement, oldest first. */
export function pageOfAgreementConsents(ctx: Context, { id }: Agreement, args: PageArgs): Promise<Listing<Consent>> {
  return listChildren(ctx.load.consentsOfAgreement, id, args)
}

/** The consents that open an account, or opened it, oldest first. */
export function pageOfAccountConsents(ctx: Context, { id }: Account, args: PageArgs): Promise<Listing<Consent>> {
  return listChildren(ctx.load.consentsOfAccount, id, args)
}
export function pageOfCardAccountConsents(ctx: Context, card: CardAccount, args: PageArgs): Promise<Listing<Consent>> {
  return listChildren(ctx.load.consentsOfCardAccount, card.id, args)
}

/** How a consent stands (D32). */
export async function consentState(ctx: Context, consent: Consent): Promise<ConsentState> {
  const history = await ctx.load.consentHistory(consent.customerId)
  const newest = history.find(
    ({ tppId, context, agreementId }) =>
      tppId === consent.tppId && context === consent.context && agreementId === consent.agreementId,
  )
  return stateOf(consent, newest?.id === consent.id, ctx.now)
}

/** When a consent must be renewed ([I] Limits). */
export function consentExpiry({ grantedAt }: Consent): Date {
  return new Date(grantedAt.getTime() + CONSENT_DAYS * 86_400_000)
}

/** The accounts and card accounts of a consent that are still open. */
export async function accountsOfConsent(ctx: Context, { id }: Consent): Promise<Account[]> {
  return (await ctx.load.accountsOfConsent(id)).map(row => row.account)
}
export async function cardAccountsOfConsent(ctx: Context, { id }: Consent): Promise<CardAccount[]> {
  return (await ctx.load.cardAccountsOfConsent(id)).map(row => row.cardAccount)
}

/** What a PSU could choose from on the bank's page. The number may be left out where the TPP named the PSU. Refuses as the page does. */
export async function offersAt(
  ctx: Context,
  authorisation: Authorisation,
  customerNumber: string | null | undefined,
): Promise<Offer[]> {
  const { customerId } = authorisation
  const named = customerId === null ? undefined : (await ctx.load.customer(customerId)).customerNumber
  return (await identifyAt(ctx, authorisation, customerNumber ?? named)).offers
}

/** A consent as it was just given, and what the TPP gets for it. */
export type GrantedConsent = {
  readonly consent: Consent
  readonly psuId: string
  readonly sessionId: string
  readonly redirectTo: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
}

/** The whole journey of a consent without a browser, as one (D33): the TPP's offer, the PSU's approval, what the redirect hands over. */
export function grantConsentAtOnce(
  ctx: Context,
  access: Access,
  { at, ...decision }: Omit<Decision, 'outcome'> & { readonly at?: Date | undefined },
): Promise<GrantedConsent> {
  return command(ctx, async now => {
    if (at !== undefined && !(at <= now.now))
      throw new DomainError(
        'FORMAT_ERROR',
        `is after the clock of this world, which shows ${now.now.toISOString()}.`,
        'at',
      )
    // As if all of it had happened then: an older consent is had without moving the clock.
    const tx = at === undefined ? now : { ...now, now: at }
    const offer = await offerConsent(tx, access)
    const { authorisation, redirectTo } = await completeAuthorisation(tx, offer.id, {
      ...decision,
      outcome: 'APPROVED',
    })
    const { customerId, context, agreementId, sessionId } = authorisation
    if (customerId === null || context === null || agreementId === null || sessionId === null)
      throw new TypeError(`The approved authorisation ${offer.id} lacks its PSU.`)
    const consent = await tx.db.consent.findFirstOrThrow({
      where: { worldId: tx.world.id, tppId: tppOf(tx).tppId, customerId, context, agreementId },
      orderBy: { id: 'desc' },
    })
    const { psuId } = await tx.load.customer(customerId)
    return { consent, psuId, sessionId, redirectTo, headers: psuHeaders(psuId, sessionId, context, agreementId) }
  })
}

function psuHeaders(psuId: string, sessionId: string, context: PsuContext, agreementId: string) {
  return [
    { name: 'PSU-ID', value: psuId },
    { name: 'TPP-Session-ID', value: sessionId },
    { name: 'PSU-Context', value: context },
    ...(context === 'CORPORATE' ? [{ name: 'PSU-Corporate-ID', value: agreementId }] : []),
  ]
}
