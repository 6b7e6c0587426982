import type { Context } from '../../context.ts'
import { addDays, osloDay } from '../../domain/calendar.ts'
import { DomainError } from '../../domain/errors.ts'
import { MAX_PAGE } from '../../domain/paging.ts'
import { planOf } from '../../domain/periodic-plans.ts'
import { executions, type PeriodicPlan, type Execution as PlannedExecution } from '../../domain/schedule.ts'
import { mayBecome } from '../../domain/status.ts'
import type { Payment } from '../../generated/client.ts'
import type { PeriodicPlanInput } from '../../inputs/payments.ts'

/** How many of them are shown by default. */
export const DEFAULT_PREVIEW = 12

/** The runs that a periodic payment still has before it, as it is planned now; none once it is final, and for other payments. */
export function nextExecutions(ctx: Context, payment: Payment, first: number): PlannedExecution[] {
  const count = assertCount(first)
  if (payment.service !== 'PERIODIC' || !mayBecome(payment, 'CANC')) return []
  // Authorised, its next run is stored; before, it can run from today on.
  const from = payment.dueAt === null ? osloDay(ctx.now) : (payment.executionDate ?? osloDay(ctx.now))
  return take(planOf(payment), count, from)
}

/** The first runs of a plan, without a payment (D38). EXECUTION_DATE_INVALID for a period that ends before it starts. */
export function previewExecutions(plan: PeriodicPlanInput, first: number): PlannedExecution[] {
  const count = assertCount(first)
  const { startDate, endDate, dayOfExecution } = plan
  if (endDate !== undefined && endDate < startDate)
    throw new DomainError('EXECUTION_DATE_INVALID', 'must not be before startDate (D38).', 'endDate')
  return take({ ...plan, dayOfExecution: dayOfExecution === undefined ? undefined : Number(dayOfExecution) }, count)
}

function take(plan: PeriodicPlan, count: number, from?: string): PlannedExecution[] {
  const found: PlannedExecution[] = []
  if (count === 0) return found
  for (const execution of executions(plan, from === undefined ? undefined : addDays(from, -1))) {
    found.push(execution)
    if (found.length === count) break
  }
  return found
}

function assertCount(first: number): number {
  if (Number.isInteger(first) && first >= 0 && first <= MAX_PAGE) return first
  throw new DomainError('FORMAT_ERROR', `A page has 0 to ${MAX_PAGE} rows; ${first} were asked for.`, 'first')
}
