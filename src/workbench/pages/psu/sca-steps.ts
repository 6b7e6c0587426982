import type { Context } from '../../../bank/context.ts'
import { completeAuthorisation, tryNumberAt } from '../../../bank/resolvers/authorisations/complete.ts'
import type { Decision } from '../../../bank/resolvers/authorisations/read.ts'
import type { Offer } from '../../../bank/resolvers/consents/offers.ts'
import { DomainError, type ErrorCode } from '../../../domain/errors.ts'
import type { Authorisation, Customer, PsuContext } from '../../../generated/client.ts'
import { PURPOSES } from './purposes.tsx'
import { holdBack } from './wrong-numbers.ts'

/** The PSU's answers so far, in hidden fields. Each step checks them again, because the server keeps no session. */
export type Answers = {
  readonly customerNumber: string
  readonly context?: PsuContext | undefined
  readonly agreementId?: string | undefined
}

/** The next question to the PSU, or its redirect. */
export type Step =
  | { readonly kind: 'IDENTIFY'; readonly number: string; readonly fault?: 'MISSING' | 'UNKNOWN' | 'NOT_NAMED' }
  | { readonly kind: 'NO_ACCESS'; readonly customer: Customer }
  | (IdentifiedPsu & {
      readonly kind: 'CONTEXT' | 'AGREEMENT'
      readonly offers: readonly Offer[]
      readonly fault?: 'MISSING' | undefined
    })
  | (IdentifiedPsu & { readonly kind: 'DECIDE'; readonly offer: Offer; readonly fault?: 'MISSING' | 'FOREIGN' })
  | (IdentifiedPsu & { readonly kind: 'APP'; readonly offer: Offer })
  /** This PSU cannot decide so: another may, or it rejects. */
  | { readonly kind: 'REFUSED'; readonly refusal: DomainError }
  | { readonly kind: 'LEAVE'; readonly redirectTo: string; readonly decision: Decision }

type IdentifiedPsu = { readonly customer: Customer; readonly answers: Answers }

/** The next step after the PSU's answers (D33). A mistake that the PSU can correct becomes a fault of the step to repeat. */
export async function nextStep(
  ctx: Context,
  authorisation: Authorisation,
  form: URLSearchParams,
  address: string,
): Promise<Step> {
  try {
    return await stepAfter(ctx, authorisation, form, address)
  } catch (refusal) {
    if (!(refusal instanceof DomainError) || !OF_THIS_PSU.has(refusal.code)) throw refusal
    return { kind: 'REFUSED', refusal }
  }
}

/** Refusals of a decision that leave the SCA open (D35, D77). */
const OF_THIS_PSU: ReadonlySet<ErrorCode> = new Set(['FORBIDDEN', 'EXECUTION_DATE_INVALID'])

async function stepAfter(
  ctx: Context,
  authorisation: Authorisation,
  form: URLSearchParams,
  address: string,
): Promise<Step> {
  const number = form.get('customerNumber')?.trim() ?? ''
  if (number === '') return { kind: 'IDENTIFY', number, fault: 'MISSING' }
  const { psu, wrongNumbers } = await tryNumberAt(ctx, authorisation, number, address)
  await holdBack(wrongNumbers, ctx.deps)
  if (psu === undefined)
    return { kind: 'IDENTIFY', number, fault: authorisation.customerId === null ? 'UNKNOWN' : 'NOT_NAMED' }
  if (form.get('action') === 'reject') {
    const decision = { customerNumber: number, outcome: 'REJECTED' } as const
    const { redirectTo } = await completeAuthorisation(ctx, authorisation.id, decision)
    return { kind: 'LEAVE', redirectTo, decision }
  }
  const offers = psu.offers.filter(PURPOSES[authorisation.purpose].fits)
  return chooseOffer(ctx, authorisation, form, psu.customer, offers)
}

async function chooseOffer(
  ctx: Context,
  authorisation: Authorisation,
  form: URLSearchParams,
  customer: Customer,
  offers: readonly Offer[],
): Promise<Step> {
  const { customerNumber } = customer
  const contexts = new Set(offers.map(offer => offer.context))
  const context = pick([...contexts], one => one, form.get('context'))
  if (contexts.size === 0) return { kind: 'NO_ACCESS', customer }
  if (context === undefined)
    return { kind: 'CONTEXT', customer, offers, answers: { customerNumber }, ...faultAt(form, 'CONTEXT') }
  const within = offers.filter(offer => offer.context === context)
  const offer = pick(within, ({ agreement }) => agreement.id, form.get('agreementId'))
  if (offer === undefined)
    return {
      kind: 'AGREEMENT',
      customer,
      offers: within,
      answers: { customerNumber, context },
      ...faultAt(form, 'AGREEMENT'),
    }
  const answers = { customerNumber, context, agreementId: offer.agreement.id }
  return decide(ctx, authorisation, form, { customer, answers, offer })
}

async function decide(
  ctx: Context,
  authorisation: Authorisation,
  form: URLSearchParams,
  known: IdentifiedPsu & { readonly offer: Offer },
): Promise<Step> {
  const inApp = !authorisation.redirectPreferred
  const step = { kind: inApp ? 'APP' : 'DECIDE', ...known } as const
  if (form.get('action') !== 'approve') return step
  const accountIds = form.getAll('account')
  const picks = PURPOSES[authorisation.purpose].picksAccounts && !inApp
  if (picks && accountIds.length === 0) return { kind: 'DECIDE', ...known, fault: 'MISSING' }
  try {
    const decision = { ...known.answers, outcome: 'APPROVED', accountIds: picks ? accountIds : undefined } as const
    const { redirectTo } = await completeAuthorisation(ctx, authorisation.id, decision)
    return { kind: 'LEAVE', redirectTo, decision }
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'SCA_INVALID') throw error
    if (error.faults.every(({ path }) => path !== 'accountIds')) throw error
    return { kind: 'DECIDE', ...known, fault: 'FOREIGN' }
  }
}

/** The only item, or the named one. */
function pick<Item>(items: readonly Item[], keyOf: (item: Item) => string, named: string | null): Item | undefined {
  return items.length === 1 ? items[0] : items.find(item => keyOf(item) === named)
}

/** A choice counts as missing only when the form had offered it. */
function faultAt(form: URLSearchParams, step: 'CONTEXT' | 'AGREEMENT') {
  return form.get('step') === step ? ({ fault: 'MISSING' } as const) : {}
}
