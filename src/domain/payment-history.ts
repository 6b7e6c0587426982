import type { Payment, PaymentStatus } from '../generated/client.ts'
import { namesOf } from './given.ts'
import { assertTransition, PAYMENT_STATUSES } from './status.ts'

/** The causes of a change of a payment's status. */
export const CAUSE_MEANINGS = {
  REGISTRATION: 'The TPP registered it.',
  APPROVAL: 'A PSU approved it, by itself or in a basket (D35, D39).',
  REJECTION: 'A PSU rejected it (D33).',
  EXECUTION: 'It was carried out, or could not be: in a batch, as an execution of a plan, or at once (D35, D38).',
  CANCELLATION: 'Its TPP cancelled it before it was authorised (D36).',
  CANCELLATION_APPROVAL: 'A PSU approved that it is cancelled (D36).',
  OTHER_CHANNEL: 'Another channel of the bank changed or cancelled it (D36).',
  FIXTURE: 'A fixture says that it stands so (D82).',
  SCENARIO: 'A scenario forced it (D88).',
  UNRECORDED: 'Unknown: it happened before this bank kept the histories of payments.',
} as const
export const STATUS_CAUSES = namesOf(CAUSE_MEANINGS)
export type StatusCause = (typeof STATUS_CAUSES)[number]

/** Why a payment changes now, and the customer who decided it, if any. */
export type ChangeCause = {
  readonly cause: Exclude<StatusCause, 'REGISTRATION' | 'UNRECORDED'>
  readonly customerId?: string
}

/** One step in the history of a payment. */
export type StatusChange = {
  /** By the world's clock. */
  readonly at: Date
  /** Absent for the first step. */
  readonly from: PaymentStatus | null
  readonly to: PaymentStatus
  readonly cause: StatusCause
  readonly customerId: string | null
}

type Stateful = Pick<Payment, 'status' | 'history' | 'createdAt' | 'changedAt'>

/**
 * Changes the status of a payment, as its table of transitions permits: all columns of the change. No other function changes the status. CONFLICT
 * outside of the table (D35).
 */
export function changeTo(
  payment: Pick<Payment, 'id' | 'service' | 'status' | 'history'>,
  status: PaymentStatus,
  at: Date,
  cause: ChangeCause,
): Pick<Payment, 'status' | 'history' | 'changedAt'> {
  assertTransition(payment, status)
  return { status, history: historyWith(payment, status, at, cause), changedAt: at }
}

/**
 * The history of a payment that gets `status` now, to be stored with it. It is a text in the payment's row, a line for each change: the row is
 * written at each change anyway, so the history costs no row and no index of its own, and goes with the payment into copies and snapshots.
 */
export function historyWith(
  { status: from, history }: Pick<Payment, 'status' | 'history'>,
  status: PaymentStatus,
  at: Date,
  { cause, customerId }: ChangeCause,
): string {
  return status === from ? history : `${history}${line(at, status, cause, customerId)}`
}

function line(at: Date, status: PaymentStatus, cause: StatusCause, customerId: string | null | undefined): string {
  return `${at.toISOString()} ${status} ${cause} ${customerId ?? NO_PSU}\n`
}

/** The history of a payment, oldest step first: from its registration to its present status. */
export function historyOf({ status, history, createdAt, changedAt }: Stateful): StatusChange[] {
  const way: StatusChange[] = [{ at: createdAt, from: null, to: 'RCVD', cause: 'REGISTRATION', customerId: null }]
  for (const text of history.split('\n')) {
    const change = changeIn(text, lastOf(way))
    if (change !== undefined) way.push(change)
  }
  // A payment that was stored before histories existed.
  if (lastOf(way) !== status)
    way.push({ at: changedAt, from: lastOf(way), to: status, cause: 'UNRECORDED', customerId: null })
  return way
}

const NO_PSU = '-'

function changeIn(text: string, from: PaymentStatus): StatusChange | undefined {
  const [instant = '', status, named, by = NO_PSU] = text.split(' ')
  const to = PAYMENT_STATUSES.find(one => one === status)
  const cause = STATUS_CAUSES.find(one => one === named)
  if (to === undefined || cause === undefined) return undefined
  return { at: new Date(instant), from, to, cause, customerId: by === NO_PSU ? null : by }
}

function lastOf(way: readonly StatusChange[]): PaymentStatus {
  return way.at(-1)?.to ?? 'RCVD'
}
