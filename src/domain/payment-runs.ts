import type { Payment, PaymentEntry, PaymentStatus } from '../generated/client.ts'
import { nextBatchAt } from './calendar.ts'
import type { planRuns } from './payment-dates.ts'
import { PRODUCT_RULES, requireProduct } from './products.ts'
import { FORCED_LACK, forcedFailure } from './scenarios.ts'
import { planOf } from './schedule.ts'
import { type Balance, type Books, LACKING_FUNDS, type Payer, post, settle } from './settlement.ts'

export type DuePayment = Payment & { readonly entries: PaymentEntry[] }

/** The result for an entry: `failure` says why it was not paid. */
export type Outcome = { readonly id: string; readonly failure: string | null }

/** The result for a payment. */
export type Result = {
  readonly status: PaymentStatus
  readonly dueAt: Date | null
  readonly executionDate: string | null
  readonly fundsAvailable: boolean | null
  readonly entries: readonly Outcome[]
  readonly execution?: { readonly date: string; readonly failure: string | null }
}

/** The inputs of one run. */
export type Run = {
  readonly books: Books
  readonly debtor: Balance
  readonly payer: Omit<Payer, 'account'>
  readonly today: string
  readonly now: Date
  readonly creditorOf: (entry: PaymentEntry) => Balance | undefined
  readonly nextRun: ReturnType<typeof planRuns>
}

/** Executes a payment whose time has come; posts its bookings in the given state of accounts (D35, D38). */
export const RUNS: Record<Payment['service'], (payment: DuePayment, run: Run) => Result> = {
  SINGLE: runSingle,
  BULK: runBulk,
  PERIODIC: runPeriodic,
}

/** One batch, or two for payments abroad: under way after the first, arrived after the next (D35). */
function runSingle(payment: DuePayment, run: Run): Result {
  const done = { dueAt: null, executionDate: run.today }
  if (payment.status === 'ACSP') {
    const { executionDate, fundsAvailable } = payment
    return { ...done, status: 'ACSC', executionDate, fundsAvailable, entries: [] }
  }
  const entries = payAll(payment, run)
  const paid = { ...done, fundsAvailable: hadFunds(entries), entries }
  if (entries.some(entry => entry.failure !== null)) return { ...paid, status: 'RJCT' }
  const { batches } = PRODUCT_RULES[requireProduct(payment.service, payment.product)]
  return batches === 2 ? { ...paid, status: 'ACSP', dueAt: nextBatchAt(run.now) } : { ...paid, status: 'ACSC' }
}

/** Each entry on its own: PART when only some could be paid (D35). */
function runBulk(payment: DuePayment, run: Run): Result {
  const entries = payAll(payment, run)
  const failed = entries.filter(entry => entry.failure !== null).length
  const status = failed === 0 ? 'ACSC' : failed === entries.length ? 'RJCT' : 'PART'
  return { status, dueAt: null, executionDate: run.today, fundsAvailable: hadFunds(entries), entries }
}

/** One execution; a failed one is recorded and the payment continues (D38). */
function runPeriodic(payment: DuePayment, run: Run): Result {
  const date = payment.executionDate ?? run.today
  const outcomes = payAll(payment, run)
  const next = run.nextRun(planOf(payment), date)
  return {
    status: next === undefined ? 'ACSC' : 'ACTC',
    dueAt: next?.dueAt ?? null,
    executionDate: next?.date ?? date,
    // false means rejected for lack of funds ([I] Errors). The end of a plan is not that (D38): its executions show what failed.
    fundsAvailable: next === undefined && !hadFunds(outcomes) ? null : hadFunds(outcomes),
    entries: [],
    execution: { date, failure: outcomes[0]?.failure ?? null },
  }
}

// A scenario lets all transfers of a payment fail, or the last of them (D88).
function payAll({ entries, forcedStatus, forcedReason }: DuePayment, run: Run): Outcome[] {
  const failure = forcedReason ?? forcedFailure()
  return entries.map((entry, place) =>
    forcedStatus === 'RJCT' || (forcedStatus === 'PART' && place === entries.length - 1)
      ? { id: entry.id, failure }
      : payOne(entry, run),
  )
}

function payOne(entry: PaymentEntry, { books, debtor, payer, today, creditorOf }: Run): Outcome {
  const settled = settle(debtor, payer, entry, creditorOf(entry), today)
  if ('failure' in settled) return { id: entry.id, failure: settled.failure }
  post(books, settled)
  return { id: entry.id, failure: null }
}

function hadFunds(outcomes: readonly Outcome[]): boolean {
  return outcomes.every(({ failure }) => failure !== LACKING_FUNDS && failure !== FORCED_LACK)
}
