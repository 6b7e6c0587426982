import { nextBatchAt, osloDay, osloInstant } from './calendar.ts'
import { DomainError, type Fault } from './errors.ts'
import type { Warning } from './payments.ts'
import { executions, type Frequency, type PeriodicPlan } from './schedule.ts'

/** When periodic payments run, in Oslo (D38). */
const PERIODIC_TIME = '06:00'

/** A day to pay must be today or later: EXECUTION_DATE_INVALID. An instant payment is for now (D35). */
export function assertExecutionDate(requested: string | undefined, now: Date, instant: boolean): void {
  const today = osloDay(now)
  if (requested === undefined || (instant ? requested === today : requested >= today)) return
  const right = instant
    ? `An instant payment is executed at its SCA: leave it out, or give today, ${today}.`
    : `must be today (${today} in this world) or later.`
  throw new DomainError('EXECUTION_DATE_INVALID', right, 'requestedExecutionDate')
}

/** D38: startDate today or later, endDate not before it. Both faults together. */
export function assertPeriod({ startDate, endDate }: Pick<PeriodicPlan, 'startDate' | 'endDate'>, now: Date): void {
  const today = osloDay(now)
  const faults: Fault[] = []
  if (startDate < today)
    faults.push({ path: 'startDate', text: `must be today (${today} in this world) or later (D38).` })
  if (endDate !== undefined && endDate < startDate)
    faults.push({ path: 'endDate', text: 'must not be before startDate (D38).' })
  if (faults.length > 0) throw new DomainError('EXECUTION_DATE_INVALID', faults)
}

/** A period in which no execution falls can never pay: EXECUTION_DATE_INVALID. */
export function assertRuns(plan: PeriodicPlan): void {
  if (executions(plan).next().done !== true) return
  throw new DomainError('EXECUTION_DATE_INVALID', 'No execution falls between startDate and endDate.', 'endDate')
}

const DAYLESS: readonly Frequency[] = ['Daily', 'Weekly', 'EveryTwoWeeks']

/** D38: where dayOfExecution says nothing. */
export function dayOfExecutionWarnings(frequency: Frequency, dayOfExecution: string | undefined): Warning[] {
  if (dayOfExecution === undefined || !DAYLESS.includes(frequency)) return []
  return [{ code: 'EXECUTION_DATE_INVALID', path: 'dayOfExecution', text: `is ignored for ${frequency} (D38).` }]
}

/** The batch that takes a payment authorised now: the first one still to come, on the requested day or later. */
export function batchFor(
  requested: string | undefined,
  now: Date,
): { dueAt: Date; executionDate: string; moved: boolean } {
  const wanted =
    requested === undefined ? now : new Date(Math.max(now.getTime(), osloInstant(requested, '00:00').getTime()))
  const dueAt = nextBatchAt(wanted)
  const executionDate = osloDay(dueAt)
  return { dueAt, executionDate, moved: requested !== undefined && requested !== executionDate }
}

/** The next run of a plan after the day `after`, at 06:00 or at once when that has passed; `undefined` when there is none. */
export function nextRun(
  plan: PeriodicPlan,
  after: string | undefined,
  now: Date,
): { date: string; dueAt: Date } | undefined {
  for (const { date } of executions(plan, after)) {
    return { date, dueAt: new Date(Math.max(now.getTime(), osloInstant(date, PERIODIC_TIME).getTime())) }
  }
  return undefined
}
