import type { Payment } from '../generated/client.ts'
import { frequencyNamed } from './frequencies.ts'
import type { PeriodicPlan } from './schedule.ts'

/** The plan of a stored periodic payment. */
export function planOf(
  payment: Pick<
    Payment,
    'startDate' | 'endDate' | 'frequency' | 'executionRule' | 'dayOfExecution' | 'monthsOfExecution'
  >,
): PeriodicPlan {
  const { startDate, endDate, executionRule, dayOfExecution, monthsOfExecution } = payment
  const frequency = frequencyNamed(payment.frequency)
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
