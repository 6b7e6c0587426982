import type { Authorisation, AuthorisationPurpose, Payment } from '../generated/client.ts'
import { historyOf } from './payment-history.ts'
import { mayBeCancelled, waitsForSca } from './status.ts'

/** Why nothing is left that an SCA could decide, and the sentence of a refusal for it. */
export type ScaEnd = {
  readonly cause: 'WITHDRAWN' | 'CANCELLED' | 'REJECTED' | 'APPROVED' | 'CARRIED_OUT' | 'NONE_WAITS'
  readonly text: string
}

/** Whether the payments of an SCA leave it anything to decide: undefined while they do (D35, D36, D39). A deleted basket has none. */
export function settledBy(
  purpose: Exclude<AuthorisationPurpose, 'CONSENT'>,
  payments: readonly Payment[],
): ScaEnd | undefined {
  const [payment] = payments
  if (payment === undefined)
    return { cause: 'WITHDRAWN', text: `The ${purpose === 'BASKET' ? 'signing basket' : 'payment'} was deleted.` }
  if (purpose === 'CANCELLATION')
    return mayBeCancelled(payment) ? undefined : settled(payment, 'CARRIED_OUT', 'to cancel')
  if (payments.some(waitsForSca)) return undefined
  return purpose === 'BASKET'
    ? { cause: 'NONE_WAITS', text: 'No payment of this basket waits for an authorisation.' }
    : settled(payment, 'APPROVED', 'to authorise')
}

function settled({ status }: Payment, otherwise: ScaEnd['cause'], whatFor: string): ScaEnd {
  const cause = status === 'CANC' ? 'CANCELLED' : status === 'RJCT' ? 'REJECTED' : otherwise
  return { cause, text: `The payment is ${status}: there is nothing ${whatFor}.` }
}

/** Whether a failed SCA was rejected, by its PSU or a scenario. Otherwise it ended with a change of its payments at the same instant. */
export function wasRejected({ purpose, finishedAt }: Authorisation, payments: readonly Payment[]): boolean {
  if (payments.length === 0) return purpose !== 'BASKET'
  const changes = payments.flatMap(historyOf).filter(({ at }) => at.getTime() === finishedAt?.getTime())
  return changes.length === 0 || changes.some(({ cause }) => cause === 'REJECTION' || cause === 'SCENARIO')
}
