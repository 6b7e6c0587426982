import { expect, it } from 'vitest'
import { frequencyNamed, frequencyRule } from '../../src/domain/frequencies.ts'
import { monthsIn, monthsText, planOf } from '../../src/domain/schedule.ts'

const stored = {
  startDate: '2030-05-15',
  endDate: '2031-05-15',
  frequency: 'MonthlyVariable',
  executionRule: 'preceeding',
  dayOfExecution: 31,
  monthsOfExecution: '1 7 12',
} as const

it('the plan of a payment is what was asked for', () => {
  expect(planOf(stored)).toEqual({ ...stored, monthsOfExecution: [1, 7, 12] })
  const bare = { endDate: null, executionRule: null, dayOfExecution: null, monthsOfExecution: null }
  expect(planOf({ ...stored, ...bare, frequency: 'Daily' })).toEqual({
    startDate: '2030-05-15',
    frequency: 'Daily',
    endDate: undefined,
    executionRule: undefined,
    dayOfExecution: undefined,
    monthsOfExecution: undefined,
  })
})

it('a payment without a start or with an unknown frequency has no plan', () => {
  for (const wrong of [{ startDate: null }, { frequency: null }, { frequency: 'Yearly' }])
    expect(() => planOf({ ...stored, ...wrong })).toThrow('The payment has no plan.')
})

it('months are kept in their order, as numbers and not as words', () => {
  expect(monthsText([12, 1, 7])).toBe('1 7 12')
  expect(monthsText(undefined)).toBeUndefined()
  expect(monthsIn('1 7 12')).toEqual([1, 7, 12])
  expect(monthsIn(null)).toBeUndefined()
})

it('a frequency is known by its name alone', () => {
  expect([frequencyNamed('Weekly'), frequencyNamed('weekly'), frequencyNamed(null)]).toEqual([
    'Weekly',
    undefined,
    undefined,
  ])
  expect(frequencyRule('Weekly')?.meaning).toBe('Every 7 days.')
  expect(frequencyRule('constructor')).toBeUndefined()
})
