import type { AuthorisationStatus, PaymentStatus } from '../generated/client.ts'
import { actWanted, byRule, DomainError } from './errors.ts'
import { namesOf } from './given.ts'

export type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>

/** Single and bulk payments (D35). A status without a transition is final. */
export const PAYMENT_TRANSITIONS = {
  RCVD: ['PDNG', 'ACTC', 'ACWC', 'RJCT', 'CANC', 'ACCP', 'ACWP'],
  // Only a scenario gives these two, instead of RCVD (D88).
  ACCP: ['PDNG', 'ACTC', 'ACWC', 'RJCT', 'CANC'],
  ACWP: ['PDNG', 'ACTC', 'ACWC', 'RJCT', 'CANC'],
  PDNG: ['ACTC', 'ACWC', 'RJCT', 'CANC'],
  // Another channel may move the day to one without batches (D36).
  ACTC: ['ACWC', 'ACSP', 'ACSC', 'PART', 'RJCT', 'CANC'],
  ACWC: ['ACSP', 'ACSC', 'PART', 'RJCT', 'CANC'],
  ACSP: ['ACSC'],
  ACSC: [],
  PART: [],
  RJCT: [],
  CANC: [],
} as const satisfies Transitions<PaymentStatus>

/** Periodic payments (D38): ACTC while they run, ACSC after the last execution. A failed execution does not change the status. */
export const PERIODIC_TRANSITIONS = {
  RCVD: ['PDNG', 'ACTC', 'RJCT', 'CANC', 'ACCP', 'ACWP'],
  ACCP: ['PDNG', 'ACTC', 'RJCT', 'CANC'],
  ACWP: ['PDNG', 'ACTC', 'RJCT', 'CANC'],
  PDNG: ['ACTC', 'RJCT', 'CANC'],
  ACTC: ['ACSC', 'CANC'],
  ACWC: [],
  ACSP: [],
  ACSC: [],
  PART: [],
  RJCT: [],
  CANC: [],
} as const satisfies Transitions<PaymentStatus>

/** Authorisations (D33). */
export const AUTHORISATION_TRANSITIONS = {
  RECEIVED: ['FINALISED', 'FAILED', 'EXPIRED'],
  FINALISED: [],
  FAILED: [],
  EXPIRED: [],
} as const satisfies Transitions<AuthorisationStatus>

/** [I] Payment status. */
export const PAYMENT_STATUSES = namesOf(PAYMENT_TRANSITIONS)

/** One word for each status, beside its code (D107). */
export const PAYMENT_WORDS = {
  RCVD: 'waiting',
  ACCP: 'waiting, profile checked',
  ACWP: 'waiting, without posting',
  PDNG: 'partly approved',
  ACTC: 'approved',
  ACWC: 'approved, day moved',
  ACSP: 'on its way',
  ACSC: 'booked',
  PART: 'partly booked',
  RJCT: 'rejected',
  CANC: 'cancelled',
} as const satisfies Record<PaymentStatus, string>

/** The payments that are not finished: an account with one cannot be deleted (D29). */
export const UNFINISHED_STATUSES = [
  'RCVD',
  'ACCP',
  'ACWP',
  'PDNG',
  'ACTC',
  'ACWC',
  'ACSP',
] as const satisfies readonly PaymentStatus[]

/** The payments that their PSU has not approved yet: RCVD, or the status that a scenario shows instead (D35, D88). */
export const REGISTERED_STATUSES = ['RCVD', 'ACCP', 'ACWP'] as const satisfies readonly PaymentStatus[]

/** Whether a payment waits for the SCA of the PSU that registered it. */
export function isRegistered({ status }: { readonly status: PaymentStatus }): boolean {
  return REGISTERED_STATUSES.some(one => one === status)
}

/** The payments that wait for their SCA, or for that of another member (D35). */
export const UNAUTHORISED_STATUSES = [...REGISTERED_STATUSES, 'PDNG'] as const satisfies readonly PaymentStatus[]

/** Whether a payment waits for its SCA, or for that of another member (D35). */
export function waitsForSca({ status }: { readonly status: PaymentStatus }): boolean {
  return UNAUTHORISED_STATUSES.some(waiting => waiting === status)
}

/** The payments that are authorised and wait for their batch: their amounts are reserved and pending (D42). */
export const WAITING_STATUSES = ['ACTC', 'ACWC'] as const satisfies readonly PaymentStatus[]

type Stateful = {
  readonly id: string
  readonly service: 'SINGLE' | 'BULK' | 'PERIODIC'
  readonly status: PaymentStatus
}

/** Whether a payment may go to another status. */
export function mayBecome({ service, status }: Pick<Stateful, 'service' | 'status'>, next: PaymentStatus): boolean {
  const table: Transitions<PaymentStatus> = service === 'PERIODIC' ? PERIODIC_TRANSITIONS : PAYMENT_TRANSITIONS
  return table[status].includes(next)
}

/** Whether a payment may still be cancelled: until its execution has begun (D36). */
export function mayBeCancelled(payment: Pick<Stateful, 'service' | 'status'>): boolean {
  return mayBecome(payment, 'CANC')
}

/** The one check for every change of a payment's status. A change outside of the table is a fault of ours, or of two callers at once: CONFLICT. */
export function assertTransition(payment: Stateful, next: PaymentStatus): void {
  if (mayBecome(payment, next)) return
  throw new DomainError(
    'CONFLICT',
    actWanted('LOOK_AT_STATE', byRule.D35`The payment ${payment.id} is ${payment.status} and cannot become ${next}.`),
  )
}

/** Whether an SCA of a payment took effect, other than to reject it: its basket can no longer be deleted (D39). */
export function isAuthorised(payment: { readonly status: PaymentStatus }): boolean {
  return !isRegistered(payment) && !REFUSED_STATUSES.some(refused => refused === payment.status)
}

/** [I] Limits: payments per signing basket. */
export const MAX_BASKET_PAYMENTS = 10

/** [I] Signing basket status. */
export const BASKET_STATUSES = ['RCVD', 'PATC', 'ACTC', 'RJCT'] as const
export type BasketStatus = (typeof BASKET_STATUSES)[number]

/** Payments that are final because they were rejected or cancelled. */
export const REFUSED_STATUSES = ['RJCT', 'CANC'] as const satisfies readonly PaymentStatus[]

/**
 * The status of a basket: the worst case among its payments (D39). RJCT when any was rejected or cancelled; RCVD when none is
 * authorised yet; PATC when some are, or wait for another member; ACTC when all are.
 */
export function basketStatus(payments: readonly { readonly status: PaymentStatus }[]): BasketStatus {
  if (payments.some(({ status }) => REFUSED_STATUSES.some(refused => refused === status))) return 'RJCT'
  if (payments.every(isRegistered)) return 'RCVD'
  return payments.some(waitsForSca) ? 'PATC' : 'ACTC'
}

/**
 * How the status of a basket changes with its payments (D39). It is never stored, but computed from the payments: this table binds no code.
 * /docs/states shows it, and a test compares it with the possible changes of payments.
 */
export const BASKET_MOVES = {
  RCVD: ['PATC', 'ACTC', 'RJCT'],
  PATC: ['ACTC', 'RJCT'],
  ACTC: ['RJCT'],
  RJCT: [],
} as const satisfies Transitions<BasketStatus>
