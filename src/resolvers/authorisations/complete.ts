import { type Context, tppOf } from '../../context.ts'
import {
  assertOpen,
  expiresAt,
  type Outcome,
  redirectTarget,
  ScaNeeded,
  type ScaRequest,
} from '../../domain/authorisations.ts'
import { DomainError } from '../../domain/errors.ts'
import { worldBasePath } from '../../domain/worlds.ts'
import type { Authorisation, AuthorisationPurpose, Customer, PsuContext } from '../../generated/client.ts'
import { command } from '../command.ts'
import { grantConsent } from '../consents/grant.ts'
import { type Offer, offersOf } from '../consents/offers.ts'
import { fallsDue } from '../due-work.ts'
import { approveBasket, approveCancellation, approvePayment, rejectPayments } from '../payments/approve.ts'
import { pruneAuthorisations } from './prune.ts'

/** What the PSU says on the bank's page (D33). */
export type Decision = {
  /** Who decides; to reject needs it too. */
  readonly customerNumber?: string | undefined
  readonly context?: PsuContext | undefined
  readonly agreementId?: string | undefined
  /** Ids of accounts and card accounts to open; all that are offered when not given. */
  readonly accountIds?: readonly string[] | undefined
  readonly outcome: Outcome
}

export type Decided = { readonly authorisation: Authorisation; readonly redirectTo: string }

/**
 * Starts an SCA for a TPP. One of the same PSU that is still open is used again, so that asking in vain does not pile them up; `anew` makes
 * another one all the same, since two PSUs that the TPP has not named yet must not share one.
 */
export function startAuthorisation(
  ctx: Context,
  request: ScaRequest & { purpose: AuthorisationPurpose; resourceId?: string; anew?: boolean },
): Promise<Authorisation> {
  const { tppId, tppName } = tppOf(ctx)
  const {
    customerId = null,
    context = null,
    agreementId = null,
    redirectUri,
    redirectPreferred,
    purpose,
    resourceId = null,
  } = request
  const key = {
    worldId: ctx.world.id,
    tppId,
    purpose,
    resourceId,
    customerId,
    context,
    agreementId,
    redirectUri,
    redirectPreferred,
    status: 'RECEIVED',
  } as const
  return command(ctx, async tx => {
    // Who asks for nobody in particular may ask for two people at once: each gets a link of its own.
    const reusable = request.anew !== true && customerId !== null
    const open = reusable ? await tx.db.authorisation.findFirst({ where: { ...key, expiresAt: { gt: tx.now } } }) : null
    if (open !== null) return open
    await pruneAuthorisations(tx)
    const until = expiresAt(tx.now)
    await fallsDue(tx, until)
    return tx.db.authorisation.create({
      data: { ...key, id: tx.newId(), tppName, createdAt: tx.now, expiresAt: until },
    })
  })
}

/** Runs a call; a refusal that an SCA would lift gets a link to one (D32). The SCA is stored apart from what is rolled back. */
export async function linkSca<Result>(ctx: Context, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ScaNeeded) || ctx.inTransaction) throw error
    const authorisation = await startAuthorisation(ctx, { ...error.request, purpose: 'CONSENT' })
    throw new DomainError(error.code, error.faults, undefined, { scaRedirect: scaPath(ctx, authorisation) })
  }
}

/** Where the PSU decides, from the world's base path on (D19, D33). */
export function scaPath(ctx: Context, { id }: { readonly id: string }): string {
  return `${worldBasePath(ctx.world)}/sca/${id}`
}

/** One authorisation, whoever asks: SCA_NOT_FOUND when the world does not have it. */
export async function getAuthorisation(ctx: Context, id: string): Promise<Authorisation> {
  const authorisation = await ctx.db.authorisation.findUnique({ where: { worldId_id: { worldId: ctx.world.id, id } } })
  if (authorisation !== null) return authorisation
  throw new DomainError('SCA_NOT_FOUND', `There is no authorisation ${JSON.stringify(id.slice(0, 80))} in this world.`)
}

/** The PSU of an open authorisation and what it may choose from. PSU_CREDENTIALS_INVALID for a number that is not the one the TPP named. */
export async function identifyAt(
  ctx: Context,
  authorisation: Authorisation,
  customerNumber: string | undefined,
): Promise<{ customer: Customer; offers: Offer[] }> {
  const worldId = ctx.world.id
  const customer =
    customerNumber === undefined
      ? null
      : await ctx.db.customer.findUnique({ where: { worldId_customerNumber: { worldId, customerNumber } } })
  if (customer === null) {
    throw new DomainError('PSU_CREDENTIALS_INVALID', 'The bank has no customer with this number.', 'customerNumber')
  }
  if (authorisation.customerId !== null && authorisation.customerId !== customer.id) {
    throw new DomainError(
      'PSU_CREDENTIALS_INVALID',
      'This authorisation is meant for another customer.',
      'customerNumber',
    )
  }
  const offers = (await offersOf(ctx, customer)).filter(
    offer =>
      (authorisation.context ?? offer.context) === offer.context &&
      (authorisation.agreementId ?? offer.agreement.id) === offer.agreement.id,
  )
  return { customer, offers }
}

/** The PSU's decision, made on the page or in its stead through GraphQL (D33). Answers where the PSU's browser goes. */
export function completeAuthorisation(ctx: Context, id: string, decision: Decision): Promise<Decided> {
  return command(ctx, async tx => {
    const authorisation = await getAuthorisation(tx, id)
    assertOpen(authorisation, tx.now)
    return decision.outcome === 'APPROVED' ? approve(tx, authorisation, decision) : reject(tx, authorisation, decision)
  })
}

// To reject is a decision too: it needs the right customerNumber, of a PSU that may see what it is about (D33).
async function reject(tx: Context, authorisation: Authorisation, { customerNumber }: Decision): Promise<Decided> {
  const { customer, offers } = await identifyAt(tx, authorisation, customerNumber)
  if (authorisation.purpose !== 'CONSENT' && offers.length === 0 && authorisation.customerId !== customer.id)
    throw new DomainError('FORBIDDEN', 'This customer has no access under the agreement of the payment (D33).')
  await rejectPayments(tx, authorisation, customer)
  const rejected = await finish(tx, authorisation, { status: 'FAILED' })
  return { authorisation: rejected, redirectTo: redirectTarget(authorisation.redirectUri, { error: 'access_denied' }) }
}

async function approve(tx: Context, authorisation: Authorisation, decision: Decision): Promise<Decided> {
  const { customer, offers } = await identifyAt(tx, authorisation, decision.customerNumber)
  const offer = chooseOffer(offers, decision)
  await APPROVALS[authorisation.purpose](tx, { authorisation, customer, offer, decision })
  const sessionId = tx.newId()
  const { context, agreement } = offer
  const approved = await finish(tx, authorisation, {
    status: 'FINALISED',
    customerId: customer.id,
    context,
    agreementId: agreement.id,
    sessionId,
  })
  return {
    authorisation: approved,
    redirectTo: redirectTarget(authorisation.redirectUri, { 'psu-id': customer.psuId, 'tpp-session-id': sessionId }),
  }
}

export type Approval = {
  readonly authorisation: Authorisation
  readonly customer: Customer
  readonly offer: Offer
  readonly decision: Decision
}

/** What each kind of authorisation brings about once the PSU approves. */
const APPROVALS: Record<AuthorisationPurpose, (tx: Context, approval: Approval) => Promise<void>> = {
  CONSENT: grantConsent,
  PAYMENT: approvePayment,
  CANCELLATION: approveCancellation,
  BASKET: approveBasket,
}

function chooseOffer(offers: readonly Offer[], { context, agreementId }: Decision): Offer {
  const fitting = offers.filter(
    offer => (context ?? offer.context) === offer.context && (agreementId ?? offer.agreement.id) === offer.agreement.id,
  )
  const [only, ...others] = fitting
  if (only !== undefined && others.length === 0) return only
  if (only === undefined)
    throw new DomainError(
      'SCA_INVALID',
      'The customer has no access in this context and under this agreement.',
      agreementId === undefined ? 'context' : 'agreementId',
    )
  throw new DomainError(
    'SCA_INVALID',
    `The customer can act under ${fitting.length} agreements: choose one of ${fitting.map(offer => offer.agreement.id).join(', ')}.`,
    'agreementId',
  )
}

type Finished = {
  status: 'FINALISED' | 'FAILED'
  customerId?: string
  context?: PsuContext
  agreementId?: string
  sessionId?: string
}

function finish(tx: Context, { id }: Authorisation, data: Finished): Promise<Authorisation> {
  return tx.db.authorisation.update({
    where: { worldId_id: { worldId: tx.world.id, id } },
    data: { ...data, finishedAt: tx.now },
  })
}
