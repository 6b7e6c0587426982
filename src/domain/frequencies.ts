import { namesOf } from './given.ts'

type FrequencyRule = {
  /**
   * The distance of planned days, counted from the start date or from its month. Where it is counted in days, `dayOfExecution` has no effect (D38).
   */
  readonly apart: { readonly days: number } | { readonly months: number }
  /** Whether it runs on banking days only: a planned day that is not one is skipped; with other frequencies it moves. */
  readonly bankingDaysOnly: boolean
  /** Whether the plan lists its months. */
  readonly choosesMonths: boolean
  /** Why an execution falls on its day. */
  readonly reason: string
  /** Its meaning, as a sentence of the API's descriptions. */
  readonly meaning: string
  /** The text for the PSU, before the word for "from" and the start date. */
  readonly en: string
  readonly nb: string
}

const usual = { bankingDaysOnly: false, choosesMonths: false } as const

/**
 * The frequencies of a periodic payment ([I] Create periodic payment), with everything that the bank knows of them. A new frequency is one more
 * record here.
 */
export const FREQUENCY_RULES = {
  Daily: {
    ...usual,
    apart: { days: 1 },
    bankingDaysOnly: true,
    reason: 'every banking day',
    meaning: 'On every banking day.',
    en: 'every banking day',
    nb: 'hver bankdag',
  },
  Weekly: {
    ...usual,
    apart: { days: 7 },
    reason: 'every 7 days from the start date',
    meaning: 'Every 7 days.',
    en: 'weekly',
    nb: 'ukentlig',
  },
  EveryTwoWeeks: {
    ...usual,
    apart: { days: 14 },
    reason: 'every 14 days from the start date',
    meaning: 'Every 14 days.',
    en: 'every 14 days',
    nb: 'hver 14. dag',
  },
  Monthly: {
    ...usual,
    apart: { months: 1 },
    reason: 'every month',
    meaning: 'Every month.',
    en: 'monthly',
    nb: 'månedlig',
  },
  EveryTwoMonths: {
    ...usual,
    apart: { months: 2 },
    reason: 'every 2nd month from the month of the start date',
    meaning: 'Every 2nd month.',
    en: 'every 2 months',
    nb: 'annenhver måned',
  },
  Quarterly: {
    ...usual,
    apart: { months: 3 },
    reason: 'every 3rd month from the month of the start date',
    meaning: 'Every 3rd month.',
    en: 'quarterly',
    nb: 'kvartalsvis',
  },
  SemiAnnual: {
    ...usual,
    apart: { months: 6 },
    reason: 'every 6th month from the month of the start date',
    meaning: 'Every 6th month.',
    en: 'every 6 months',
    nb: 'halvårlig',
  },
  Annual: {
    ...usual,
    apart: { months: 12 },
    reason: 'every 12th month from the month of the start date',
    meaning: 'Every 12th month.',
    en: 'yearly',
    nb: 'årlig',
  },
  // Checks every month, and runs in those that the plan lists.
  MonthlyVariable: {
    ...usual,
    apart: { months: 1 },
    choosesMonths: true,
    reason: 'in the months chosen',
    meaning: 'In the months that monthsOfExecution names.',
    en: 'in the chosen months,',
    nb: 'i valgte måneder',
  },
} as const satisfies Readonly<Record<string, FrequencyRule>>

export type Frequency = keyof typeof FREQUENCY_RULES

export const FREQUENCIES = namesOf(FREQUENCY_RULES)

/** The frequencies for which `dayOfExecution` has no effect (D38). */
export const FREQUENCIES_BY_DAYS: readonly Frequency[] = FREQUENCIES.filter(
  name => 'days' in FREQUENCY_RULES[name].apart,
)

/** The frequencies that need `monthsOfExecution`; all others refuse it (D38). */
export const FREQUENCIES_OF_MONTHS: readonly Frequency[] = FREQUENCIES.filter(
  name => FREQUENCY_RULES[name].choosesMonths,
)

/** The frequency with a name. */
export function frequencyNamed(name: string | null): Frequency | undefined {
  return FREQUENCIES.find(one => one === name)
}

/** The record of the frequency with a name. */
export function frequencyRule(name: string | null): FrequencyRule | undefined {
  const frequency = frequencyNamed(name)
  return frequency && FREQUENCY_RULES[frequency]
}
