import type { Payment } from '../generated/client.ts'
import {
  addDays,
  bankHoliday,
  dayOfMonth,
  dayOfWeek,
  daysBetween,
  isBankingDay,
  LAST_DAY,
  monthOf,
  nextBankingDay,
  previousBankingDay,
} from './calendar.ts'
import { FREQUENCY_RULES, type Frequency, frequencyNamed } from './frequencies.ts'

/** Where a planned day moves if it is not a banking day; `preceeding` is the interface's spelling. */
export const EXECUTION_RULES = ['following', 'preceeding'] as const
type ExecutionRule = (typeof EXECUTION_RULES)[number]

/** When a periodic payment runs. Days are `YYYY-MM-DD`, both ends included; `dayOfExecution` 1–31, `monthsOfExecution` 1–12 (D38). */
export type PeriodicPlan = {
  readonly startDate: string
  readonly endDate?: string | undefined
  readonly frequency: Frequency
  readonly executionRule?: ExecutionRule | undefined
  readonly dayOfExecution?: number | undefined
  readonly monthsOfExecution?: readonly number[] | undefined
}

/** One execution: its banking day, the day the plan names, and a sentence that explains the one by the other. */
export type Execution = { readonly date: string; readonly plannedDate: string; readonly reason: string }

/**
 * The executions of a plan, lazily, in order, on strictly later banking days (D38). A planned day counts if it lies within start and end. If it is
 * not a banking day, it moves by the execution rule; if that would leave the period, it moves the other way, because the PSU agreed to no day outside
 * of the period. If the period has no banking day on either side, there is no execution. Two planned days never become the same day: they are at
 * least a week apart, and banks never close for that long. Daily means every banking day, so nothing moves.
 * @param after only executions after this day, found without going through earlier ones
 */
export function* executions(plan: PeriodicPlan, after?: string): Generator<Execution> {
  const endDate = plan.endDate ?? LAST_DAY
  // A planned day moves by less than a week, so planned days from a week before can matter.
  const from = addDays(after ?? plan.startDate, -7)
  for (const planned of plannedDays(plan, endDate, from)) {
    const execution = executePlanned(plan, endDate, planned)
    if (execution !== undefined && (after === undefined || execution.date > after)) yield execution
  }
}

type PlannedDay = { readonly plannedDate: string; readonly reason: string }

function* plannedDays(plan: PeriodicPlan, endDate: string, from: string): Generator<PlannedDay> {
  const { apart } = FREQUENCY_RULES[plan.frequency]
  if ('days' in apart) yield* plannedByDay(plan, endDate, from, apart.days)
  else yield* plannedByMonth(plan, endDate, from, apart.months)
}

/** `dayOfExecution` has no effect here (D38). */
function* plannedByDay(plan: PeriodicPlan, endDate: string, from: string, daysApart: number): Generator<PlannedDay> {
  const last = daysBetween(plan.startDate, endDate)
  const first = Math.max(0, Math.floor(daysBetween(plan.startDate, from) / daysApart)) * daysApart
  for (let days = first; days <= last; days += daysApart) {
    yield { plannedDate: addDays(plan.startDate, days), reason: reasonOf(plan) }
  }
}

/** Months count from the month of the start date, even if the day has passed in it. The start date's day is the default. */
function* plannedByMonth(
  plan: PeriodicPlan,
  endDate: string,
  from: string,
  monthsApart: number,
): Generator<PlannedDay> {
  const day = plan.dayOfExecution ?? Number(plan.startDate.slice(8))
  const start = monthOf(plan.startDate)
  const skipped = Math.max(0, Math.floor((monthOf(from) - start) / monthsApart)) * monthsApart
  for (let month = start + skipped; month <= monthOf(endDate); month += monthsApart) {
    const plannedDate = dayOfMonth(month, day)
    if (!isChosenMonth(plan, month) || !isInside(plannedDate, plan.startDate, endDate)) continue
    const monthEnd = Number(plannedDate.slice(8))
    const short = monthEnd < day ? ` (this month ends on day ${monthEnd})` : ''
    yield { plannedDate, reason: `${reasonOf(plan)}, day ${day}${short}` }
  }
}

function reasonOf({ frequency }: PeriodicPlan): string {
  return `${frequency}: ${FREQUENCY_RULES[frequency].reason}`
}

function isChosenMonth(plan: PeriodicPlan, month: number): boolean {
  return !FREQUENCY_RULES[plan.frequency].choosesMonths || (plan.monthsOfExecution ?? []).includes((month % 12) + 1)
}

function executePlanned(plan: PeriodicPlan, endDate: string, planned: PlannedDay): Execution | undefined {
  const { plannedDate } = planned
  if (isBankingDay(plannedDate)) return { date: plannedDate, plannedDate, reason: `${planned.reason}.` }
  if (FREQUENCY_RULES[plan.frequency].bankingDaysOnly) return undefined
  const rule = MOVES[plan.executionRule ?? 'following']
  const move = [rule, MOVES[rule.instead]].find(({ find }) => isInside(find(plannedDate), plan.startDate, endDate))
  if (move === undefined) return undefined
  const closed = `${plannedDate} is ${bankHoliday(plannedDate) ?? `a ${WEEKDAYS[dayOfWeek(plannedDate) - 1]}`}`
  const because = move === rule ? '' : `, because the ${rule.word} one lies ${rule.outside}`
  const reason = `${planned.reason}; ${closed}, so it moves to the ${move.word} banking day${because}.`
  return { date: move.find(plannedDate), plannedDate, reason }
}

function isInside(day: string, startDate: string, endDate: string): boolean {
  return day >= startDate && day <= endDate
}

const MOVES = {
  following: { find: nextBankingDay, word: 'following', outside: 'after the end date', instead: 'preceeding' },
  preceeding: { find: previousBankingDay, word: 'preceding', outside: 'before the start date', instead: 'following' },
} as const

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** The columns that store a plan. */
export type PlanColumns = Pick<
  Payment,
  'startDate' | 'endDate' | 'frequency' | 'executionRule' | 'dayOfExecution' | 'monthsOfExecution'
>

/** The plan of a stored periodic payment. */
export function planOf(payment: PlanColumns): PeriodicPlan {
  const { startDate, endDate, executionRule, dayOfExecution, monthsOfExecution } = payment
  const frequency = frequencyNamed(payment.frequency)
  if (startDate === null || frequency === undefined) throw new TypeError('The payment has no plan.')
  return {
    startDate,
    frequency,
    endDate: endDate ?? undefined,
    executionRule: executionRule ?? undefined,
    dayOfExecution: dayOfExecution ?? undefined,
    monthsOfExecution: monthsIn(monthsOfExecution),
  }
}

/** The months of a plan in stored form: one text, in their order. */
export function monthsText(months: readonly number[] | undefined): string | undefined {
  return months?.toSorted((a, b) => a - b).join(' ')
}

export function monthsIn(text: string | null): number[] | undefined {
  return text?.split(' ').map(Number)
}
