import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  dayOfMonth,
  isBankingDay,
  monthOf,
  nextBankingDay,
  previousBankingDay,
} from '../../src/domain/calendar.ts'
import { FREQUENCIES } from '../../src/domain/frequencies.ts'
import { EXECUTION_RULES, type Execution, executions, type PeriodicPlan } from '../../src/domain/schedule.ts'

/** The same day, `count` months later, or the last of that month. */
const addMonths = (day: string, count: number) => dayOfMonth(monthOf(day) + count, Number(day.slice(8)))

/** The first executions of a plan, which may have no end. */
function first(count: number, plan: PeriodicPlan): Execution[] {
  const list: Execution[] = []
  for (const execution of executions(plan)) if (list.push(execution) === count) break
  return list
}

const dates = (plan: PeriodicPlan, count = 1000) => first(count, plan).map(({ date }) => date)

describe('when payments fall', () => {
  test('daily is every banking day, once, also over weekends and holidays', () => {
    expect(dates({ frequency: 'Daily', startDate: '2026-03-28', endDate: '2026-04-09' })).toEqual([
      '2026-03-30',
      '2026-03-31',
      '2026-04-01',
      '2026-04-07',
      '2026-04-08',
      '2026-04-09',
    ])
  })

  test('weekly keeps the weekday of the start date and ignores dayOfExecution', () => {
    expect(dates({ frequency: 'Weekly', startDate: '2026-11-20', dayOfExecution: 5 }, 3)).toEqual([
      '2026-11-20',
      '2026-11-27',
      '2026-12-04',
    ])
  })

  test('every two weeks is every second week', () => {
    expect(dates({ frequency: 'EveryTwoWeeks', startDate: '2026-11-20' }, 3)).toEqual([
      '2026-11-20',
      '2026-12-04',
      '2026-12-18',
    ])
  })

  test.each([
    ['Monthly', ['2026-01-15', '2026-02-16', '2026-03-16', '2026-04-15']],
    ['EveryTwoMonths', ['2026-01-15', '2026-03-16', '2026-05-15', '2026-07-15']],
    ['Quarterly', ['2026-01-15', '2026-04-15', '2026-07-15', '2026-10-15']],
    ['SemiAnnual', ['2026-01-15', '2026-07-15', '2027-01-15', '2027-07-15']],
    ['Annual', ['2026-01-15', '2027-01-15', '2028-01-17', '2029-01-15']],
  ] as const)('%s counts months from the start date', (frequency, expected) => {
    expect(dates({ frequency, startDate: '2026-01-15' }, 4)).toEqual(expected)
    expect(dates({ frequency, startDate: '2026-01-10', dayOfExecution: 15 }, 4)).toEqual(expected)
  })

  test('a day of execution that has passed in the first month is skipped there, and the count goes on from that month', () => {
    expect(dates({ frequency: 'Monthly', startDate: '2026-01-15', dayOfExecution: 14 }, 2)).toEqual([
      '2026-02-16',
      '2026-03-16',
    ])
    expect(dates({ frequency: 'Quarterly', startDate: '2026-01-15', dayOfExecution: 14 }, 2)).toEqual([
      '2026-04-14',
      '2026-07-14',
    ])
    expect(dates({ frequency: 'Annual', startDate: '2026-01-15', dayOfExecution: 14 }, 1)).toEqual(['2027-01-14'])
  })

  test('day 31 is the last day of every month, and comes back to 31', () => {
    const plan = { frequency: 'Monthly', startDate: '2024-01-31', dayOfExecution: 31 } as const
    expect(first(4, plan).map(({ plannedDate }) => plannedDate)).toEqual([
      '2024-01-31',
      '2024-02-29',
      '2024-03-31',
      '2024-04-30',
    ])
    expect(dates({ ...plan, startDate: '2027-02-01' }, 1)).toEqual(['2027-03-01'])
  })

  test('a plan from 29 February runs on the 28th in other years', () => {
    expect(first(5, { frequency: 'Annual', startDate: '2024-02-29' }).map(({ plannedDate }) => plannedDate)).toEqual([
      '2024-02-29',
      '2025-02-28',
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
    ])
  })

  test('MonthlyVariable runs in the chosen months only, whatever their order, from the start date on', () => {
    const plan = {
      frequency: 'MonthlyVariable',
      startDate: '2026-03-20',
      dayOfExecution: 10,
      monthsOfExecution: [12, 3, 6],
    } as const
    expect(dates(plan, 4)).toEqual(['2026-06-10', '2026-12-10', '2027-03-10', '2027-06-10'])
    expect(dates({ ...plan, startDate: '2026-03-10' }, 1)).toEqual(['2026-03-10'])
    expect(dates({ ...plan, monthsOfExecution: [] })).toEqual([])
  })

  test('monthsOfExecution means nothing to another frequency', () => {
    expect(dates({ frequency: 'Monthly', startDate: '2026-01-15', monthsOfExecution: [6] }, 1)).toEqual(['2026-01-15'])
  })
})

describe('bank holidays and weekends', () => {
  const sixteenthOfMay = {
    frequency: 'Monthly',
    startDate: '2026-05-01',
    endDate: '2026-05-31',
    dayOfExecution: 16,
  } as const

  test('without a rule the payment moves to the following banking day', () => {
    expect(dates(sixteenthOfMay)).toEqual(['2026-05-18'])
    expect(dates({ ...sixteenthOfMay, executionRule: 'following' })).toEqual(['2026-05-18'])
  })

  test('preceeding moves it to the banking day before', () => {
    expect(dates({ ...sixteenthOfMay, executionRule: 'preceeding' })).toEqual(['2026-05-15'])
  })

  test('following past the end date moves back instead, into the period', () => {
    expect(dates({ ...sixteenthOfMay, endDate: '2026-05-17' })).toEqual(['2026-05-15'])
  })

  test('preceeding before the start date moves forward instead, into the period', () => {
    expect(dates({ ...sixteenthOfMay, startDate: '2026-05-16', executionRule: 'preceeding' })).toEqual(['2026-05-18'])
  })

  test('a period of nothing but a weekend has no execution', () => {
    for (const frequency of FREQUENCIES) {
      for (const executionRule of EXECUTION_RULES) {
        const plan = {
          frequency,
          executionRule,
          startDate: '2026-11-21',
          endDate: '2026-11-22',
          monthsOfExecution: [11],
        }
        expect(dates(plan)).toEqual([])
      }
    }
  })

  test('a day planned after the end date is not executed, even if it would move before it', () => {
    expect(dates({ ...sixteenthOfMay, endDate: '2026-05-15', executionRule: 'preceeding' })).toEqual([])
  })

  test('start and end belong to the period, and an end before the start leaves nothing', () => {
    expect(dates({ frequency: 'Weekly', startDate: '2026-11-20', endDate: '2026-11-27' })).toEqual([
      '2026-11-20',
      '2026-11-27',
    ])
    expect(dates({ frequency: 'Daily', startDate: '2026-11-20', endDate: '2026-11-20' })).toEqual(['2026-11-20'])
    expect(dates({ frequency: 'Daily', startDate: '2026-11-20', endDate: '2026-11-19' })).toEqual([])
    expect(dates({ frequency: 'Monthly', startDate: '2026-11-20', endDate: '2026-10-19' })).toEqual([])
  })
})

describe('reasons', () => {
  const reason = (plan: PeriodicPlan) => first(1, plan)[0]?.reason

  test('every execution says in words why it is that day', () => {
    expect(reason({ frequency: 'Daily', startDate: '2026-11-20' })).toBe('Daily: every banking day.')
    expect(reason({ frequency: 'Monthly', startDate: '2026-01-15' })).toBe('Monthly: every month, day 15.')
    expect(reason({ frequency: 'Monthly', startDate: '2026-02-01', dayOfExecution: 30 })).toBe(
      'Monthly: every month, day 30 (this month ends on day 28); 2026-02-28 is a Saturday, so it moves to the following banking day.',
    )
    expect(reason({ frequency: 'Annual', startDate: '2026-12-24', executionRule: 'preceeding' })).toBe(
      'Annual: every 12th month from the month of the start date, day 24; 2026-12-24 is Christmas Eve, so it moves to the following banking day, because the preceding one lies before the start date.',
    )
    expect(reason({ frequency: 'Weekly', startDate: '2026-11-15', endDate: '2026-11-15' })).toBeUndefined()
  })

  test('a sunday is called a Sunday', () => {
    expect(reason({ frequency: 'Weekly', startDate: '2026-11-22' })).toContain('2026-11-22 is a Sunday')
  })
})

describe('every plan', () => {
  const day = fc.integer({ min: 0, max: 40_000 }).map(days => addDays('1995-01-01', days))
  const anyPlan = fc
    .record({
      frequency: fc.constantFrom(...FREQUENCIES),
      startDate: day,
      length: fc.integer({ min: 0, max: 900 }),
      executionRule: fc.constantFrom(...EXECUTION_RULES),
      dayOfExecution: fc.integer({ min: 1, max: 31 }),
      monthsOfExecution: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 11 }),
    })
    .map(({ length, ...plan }) => ({ ...plan, endDate: addDays(plan.startDate, length) }))

  test('executes on banking days within its period, each later than the one before', () => {
    fc.assert(
      fc.property(anyPlan, plan => {
        const list = [...executions(plan)]
        const wrong = list.filter(({ date, plannedDate }, index) => {
          const near = [plannedDate, nextBankingDay(plannedDate), previousBankingDay(plannedDate)]
          const isLater = index === 0 || date > (list[index - 1]?.date ?? '')
          return !isLater || !isBankingDay(date) || date < plan.startDate || date > plan.endDate || !near.includes(date)
        })
        expect(wrong).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('by month executes once for each of its months that has a banking day near the planned one', () => {
    fc.assert(
      fc.property(anyPlan, plan => {
        const planned = new Set<string>()
        for (let index = 0; index <= 31; index++) {
          const base = addMonths(`${plan.startDate.slice(0, 7)}-01`, index)
          const monthEnd = Number(addDays(addMonths(base, 1), -1).slice(8))
          const one = `${base.slice(0, 8)}${String(Math.min(plan.dayOfExecution, monthEnd)).padStart(2, '0')}`
          const hasExecutionDay = [nextBankingDay(one), previousBankingDay(one)].some(
            near => near >= plan.startDate && near <= plan.endDate,
          )
          if (one >= plan.startDate && one <= plan.endDate && hasExecutionDay) planned.add(one)
        }
        expect(first(1000, { ...plan, frequency: 'Monthly' }).map(({ plannedDate }) => plannedDate)).toEqual([
          ...planned,
        ])
      }),
      { numRuns: 100 },
    )
  })

  test('without an end goes on, and is worked out only as far as it is read', () => {
    expect(dates({ frequency: 'Annual', startDate: '2026-01-01' }, 100)).toHaveLength(100)
    expect(dates({ frequency: 'Monthly', startDate: '9999-10-31' })).toEqual(['9999-11-01', '9999-11-30', '9999-12-31'])
  })
})
