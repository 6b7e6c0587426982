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
    monthsOfExecution: monthsIn(monthsOfExecution),
  }
}

/** The months of a plan as the store has them, in one text, in their order. */
export function monthsText(months: readonly number[] | undefined): string | undefined {
  return months?.toSorted((a, b) => a - b).join(' ')
}

export function monthsIn(text: string | null): number[] | undefined {
  return text?.split(' ').map(Number)
}
