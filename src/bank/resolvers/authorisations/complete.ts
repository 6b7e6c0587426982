import { endAs, redirectTarget } from '../../../domain/authorisations.ts'
import { byRule, DomainError } from '../../../domain/errors.ts'
import type { Authorisation, AuthorisationPurpose, Customer, PsuContext } from '../../../generated/client.ts'
import type { Context } from '../../context.ts'
import { command } from '../command.ts'
import { grantConsent } from '../consents/grant.ts'
import { type Offer, offersOf } from '../consents/offers.ts'
import { approveBasket, approvePayment, rejectPayments } from '../payments/approve.ts'
import { approveCancellation } from '../payments/cancel.ts'
import { type Approval, type Decision, getAuthorisation } from './read.ts'
import { requireOpen } from './settled.ts'
import { addWrongNumber, countWrongNumbers } from './wrong-numbers.ts'

export type CompletedAuthorisation = { readonly authorisation: Authorisation; readonly redirectTo: string }

/** The PSU of an open authorisation and the accounts it may choose from. PSU_CREDENTIALS_INVALID for a number that is not the one the TPP named. */
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
    throw new DomainError('PSU_CREDENTIALS_INVALID', 'The bank has no customer with this number.', 'psu')
  }
  if (authorisation.customerId !== null && authorisation.customerId !== customer.id) {
    throw new DomainError('PSU_CREDENTIALS_INVALID', 'This authorisation is meant for another customer.', 'psu')
  }
  const offers = (await offersOf(ctx, customer)).filter(
    offer =>
      (authorisation.context ?? offer.context) === offer.context &&
      (authorisation.agreementId ?? offer.agreement.id) === offer.agreement.id,
  )
  return { customer, offers }
}

/**
 * The same for a PSU that may guess numbers: no PSU for a wrong number, and the count of wrong numbers. Each attempt has a turn of its own, so that parallel attempts are
 * counted, too, at every server (D121).
 */
export function tryNumberAt(
  ctx: Context,
  { id }: Pick<Authorisation, 'id'>,
  customerNumber: string,
  address: string,
): Promise<TriedNumber> {
  return command(ctx, async tx => {
    const authorisation = await getAuthorisation(tx, id)
    await requireOpen(tx, authorisation)
    const caller = { customerId: authorisation.customerId, address }
    try {
      const psu = await identifyAt(tx, authorisation, customerNumber)
      return { psu, wrongNumbers: await countWrongNumbers(tx, caller) }
    } catch (error) {
      if (!isWrongNumber(error)) throw error
      return { wrongNumbers: await addWrongNumber(tx, caller) }
    }
  })
}

type TriedNumber = { readonly psu?: Awaited<ReturnType<typeof identifyAt>>; readonly wrongNumbers: number }

/** The PSU's decision, made on the page or on the PSU's behalf through GraphQL (D33). Returns where the PSU's browser goes. */
export function completeAuthorisation(
  ctx: Context,
  id: string,
  decision: Decision,
  find: (tx: Context, id: string) => Promise<Authorisation> = getAuthorisation,
): Promise<CompletedAuthorisation> {
  return command(ctx, async tx => {
    const authorisation = await find(tx, id)
    await requireOpen(tx, authorisation)
    return decision.outcome === 'APPROVED' ? approve(tx, authorisation, decision) : reject(tx, authorisation, decision)
  })
}

// A rejection is a decision, too: it needs the right customerNumber, of a PSU that may see the subject of the SCA (D33).
async function reject(
  tx: Context,
  authorisation: Authorisation,
  { customerNumber }: Decision,
): Promise<CompletedAuthorisation> {
  const { customer, offers } = await identifyAt(tx, authorisation, customerNumber)
  if (authorisation.purpose !== 'CONSENT' && offers.length === 0 && authorisation.customerId !== customer.id)
    throw new DomainError('FORBIDDEN', byRule.D33`This customer has no access under the agreement of the payment.`)
  await rejectPayments(tx, authorisation, customer)
  const rejected = await finish(tx, authorisation, 'FAILED')
  return { authorisation: rejected, redirectTo: redirectTarget(authorisation.redirectUri, { error: 'access_denied' }) }
}

async function approve(tx: Context, authorisation: Authorisation, decision: Decision): Promise<CompletedAuthorisation> {
  const { customer, offers } = await identifyAt(tx, authorisation, decision.customerNumber)
  const offer = chooseOffer(offers, decision)
  await APPROVALS[authorisation.purpose](tx, { authorisation, customer, offer, decision })
  const sessionId = tx.newId()
  const { context, agreement } = offer
  const approved = await finish(tx, authorisation, 'FINALISED', {
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

/** The effect of each kind of authorisation after the PSU's approval. */
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
  if (only === undefined)
    throw new DomainError(
      'SCA_INVALID',
      'The customer has no access in this context and under this agreement.',
      agreementId === undefined ? 'context' : 'agreementId',
    )
  if (others.length === 0) return only
  const corporate = fitting.filter(offer => offer.context === 'CORPORATE').map(offer => offer.agreement.id)
  if (corporate.length < fitting.length)
    throw new DomainError('SCA_INVALID', [
      {
        path: 'context',
        text: `The customer can act for itself, context: PRIVATE, or for a corporation, context: CORPORATE with agreementId: ${corporate.join(' or ')}. The TPP can say which when it starts the SCA.`,
        want: { kind: 'value', value: 'PRIVATE' },
      },
    ])
  throw new DomainError('SCA_INVALID', [
    {
      path: 'agreementId',
      text: `The customer can act under ${fitting.length} agreements: choose one of ${fitting.map(offer => offer.agreement.id).join(', ')}.`,
      want: { kind: 'value', value: only.agreement.id },
    },
  ])
}

type Approver = { customerId: string; context: PsuContext; agreementId: string; sessionId: string }

function finish(
  tx: Context,
  authorisation: Authorisation,
  status: 'FINALISED' | 'FAILED',
  approved?: Approver,
): Promise<Authorisation> {
  return tx.db.authorisation.update({
    where: { worldId_id: { worldId: tx.world.id, id: authorisation.id } },
    data: { ...endAs(authorisation, status, tx.now), ...approved },
  })
}

/** Whether a wrong customerNumber was entered. */
function isWrongNumber(error: unknown): error is DomainError {
  return (
    error instanceof DomainError &&
    error.code === 'PSU_CREDENTIALS_INVALID' &&
    error.faults.some(({ path }) => path === 'psu')
  )
}
