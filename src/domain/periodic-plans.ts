import type { Payment } from '../generated/client.ts'
import { FREQUENCIES, type PeriodicPlan } from './schedule.ts'

/** The plan of a stored periodic payment. */
export function planOf(
  payment: Pick<
    Payment,
    'startDate' | 'endDate' | 'frequency' | 'executionRule' | 'dayOfExecution' | 'monthsOfExecution'
  >,
): PeriodicPlan {
  const { startDate, endDate, executionRule, dayOfExecution, monthsOfExecution } = payment
  const frequency = FREQUENCIES.find(one => one === payment.frequency)
  if (startDate === null || frequency === undefined) throw new TypeError('The payment has no plan.')
  return {
    startDate,
    frequency,
    endDate: endDate ?? undefined,
    executionRule: executionRule ?? undefined,
    dayOfExecution: dayOfExecution ?? undefined,
    monthsOfExecution: monthsOfExecution?.split(' ').map(Number),
  }
}
