import { addDays, LAST_DAY, nextBatchAt, osloDay, osloInstant } from './calendar.ts'
import { byRule, DomainError, type Fault } from './errors.ts'
import { FREQUENCIES_BY_DAYS, type Frequency } from './frequencies.ts'
import type { Warning } from './payments.ts'
import { type Execution, executions, type PeriodicPlan } from './schedule.ts'
import { isClock, LAST_CLOCK_DAY } from './worlds.ts'

/** When periodic payments run, in Oslo (D38). */
const PERIODIC_TIME = '06:00'

/** An execution day must be today or later, and one that a clock can reach: EXECUTION_DATE_INVALID. An instant payment is for now (D35). */
export function assertExecutionDate(requested: string | undefined, now: Date, instant: boolean): void {
  const today = osloDay(now)
  const last = instant ? today : LAST_CLOCK_DAY
  if (requested === undefined || (requested >= today && requested <= last)) return
  const right = instant
    ? `An instant payment is executed at its SCA: leave it out, or give today, ${today}.`
    : requested < today
      ? `must be today (${today} in this world) or later.`
      : byRule.D74`must be ${last} or earlier: no clock of a world goes further.`
  throw new DomainError('EXECUTION_DATE_INVALID', right, 'requestedExecutionDate')
}

/** D38: startDate today or later, endDate not before it. Both faults together. */
export function assertPeriod({ startDate, endDate }: Pick<PeriodicPlan, 'startDate' | 'endDate'>, now: Date): void {
  const today = osloDay(now)
  const faults: Fault[] = []
  if (startDate < today)
    faults.push({ path: 'startDate', ...byRule.D38`must be today (${today} in this world) or later.` })
  if ((endDate ?? LAST_DAY) < startDate) faults.push({ path: 'endDate', ...byRule.D38`must not be before startDate.` })
  if (faults.length > 0) throw new DomainError('EXECUTION_DATE_INVALID', faults)
}

/** A period without any execution, or with a first one that no clock reaches, can never pay: EXECUTION_DATE_INVALID. */
export function assertRuns(plan: PeriodicPlan, now: Date): void {
  const first = firstRun(plan, now)
  if (first !== undefined && isClock(first.dueAt)) return
  if (first !== undefined) {
    const late = byRule.D74`The first execution falls on ${first.date}: no clock of a world goes further than ${LAST_CLOCK_DAY}.`
    throw new DomainError('EXECUTION_DATE_INVALID', late, 'startDate')
  }
  const text = byRule.D38`No execution falls between startDate and endDate: each runs at ${PERIODIC_TIME} in Oslo, on a banking day.`
  throw new DomainError('EXECUTION_DATE_INVALID', text, 'endDate')
}

/** D38: frequencies for which dayOfExecution has no effect. */
export function dayOfExecutionWarnings(frequency: Frequency, dayOfExecution: string | undefined): Warning[] {
  if (dayOfExecution === undefined || !FREQUENCIES_BY_DAYS.includes(frequency)) return []
  return [{ code: 'EXECUTION_DATE_INVALID', path: 'dayOfExecution', text: `is ignored for ${frequency} (D38).` }]
}

/** The batch that executes a payment authorised now: the first future one on the requested day or later. */
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

type PlannedRun = { readonly date: string; readonly dueAt: Date }

/** The instant of a day's execution (D38). */
function periodicRunAt(date: string): Date {
  return osloInstant(date, PERIODIC_TIME)
}

/** The first execution of a plan that is approved now: at 06:00 of a day for which that has not passed (D38); `undefined` when there is none. */
export function firstRun(plan: PeriodicPlan, now: Date): PlannedRun | undefined {
  for (const { date } of executions(plan, addDays(osloDay(now), -1))) {
    const dueAt = periodicRunAt(date)
    if (dueAt >= now) return { date, dueAt }
  }
  return undefined
}

/** Returns the execution of a plan after the day `after`, for many payments and days. Results are kept for later questions. */
export function planRuns(): (plan: PeriodicPlan, after: string) => PlannedRun | undefined {
  const calendars = new Map<
    string,
    { readonly from: string; readonly runs: PlannedRun[]; readonly later: Generator<Execution> }
  >()
  return (plan, after) => {
    const key = JSON.stringify(plan)
    let calendar = calendars.get(key)
    if (calendar === undefined || after < calendar.from) {
      calendar = { from: after, runs: [], later: executions(plan, after) }
      calendars.set(key, calendar)
    }
    const { runs, later } = calendar
    let place = runs.length
    while ((runs[place - 1]?.date ?? '') > after) place -= 1
    while (place === runs.length) {
      const next = later.next()
      if (next.done === true) return undefined
      const { date } = next.value
      runs.push({ date, dueAt: periodicRunAt(date) })
      if (date <= after) place += 1
    }
    return runs[place]
  }
}
