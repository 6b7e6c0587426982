import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, BATCH_TIMES, isBankingDay, osloDay, osloInstant } from '../../src/domain/calendar.ts'
import { FREQUENCIES } from '../../src/domain/frequencies.ts'
import {
  assertExecutionDate,
  assertPeriod,
  assertRuns,
  batchFor,
  dayOfExecutionWarnings,
  firstRun,
  planRuns,
} from '../../src/domain/payment-dates.ts'
import { executions } from '../../src/domain/schedule.ts'
import { expectRefusal, refusalOf } from '../support/clients/refusals.ts'

const NOON = new Date('2030-05-15T10:00:00Z')
const anyInstant = fc.date({
  min: new Date('2024-01-01T00:00:00Z'),
  max: new Date('2040-01-01T00:00:00Z'),
  noInvalidDate: true,
})

describe('the batch of a payment (D35, D40)', () => {
  it.each([
    [undefined, '2030-05-15T10:00:00Z', '2030-05-15T11:30:00Z', false],
    [undefined, '2030-05-15T15:30:00Z', '2030-05-16T03:40:00Z', false],
    [undefined, '2030-05-16T20:00:00Z', '2030-05-20T03:40:00Z', false],
    ['2030-05-15', '2030-05-15T10:00:00Z', '2030-05-15T11:30:00Z', false],
    ['2030-05-15', '2030-05-15T15:29:59Z', '2030-05-15T15:30:00Z', false],
    ['2030-05-15', '2030-05-15T15:30:00Z', '2030-05-16T03:40:00Z', true],
    ['2030-05-16', '2030-05-15T10:00:00Z', '2030-05-16T03:40:00Z', false],
    ['2030-05-17', '2030-05-15T10:00:00Z', '2030-05-20T03:40:00Z', true],
    ['2030-01-15', '2030-01-10T10:00:00Z', '2030-01-15T04:40:00Z', false],
    ['2030-05-01', '2030-05-15T10:00:00Z', '2030-05-15T11:30:00Z', true],
  ])('asked for on %s and authorised at %s is at %s', (requested, now, dueAt, moved) => {
    const batch = batchFor(requested, new Date(now))
    expect(batch).toEqual({ dueAt: new Date(dueAt), executionDate: osloDay(new Date(dueAt)), moved })
  })

  it('is always to come, at one of the five times of a banking day, and not before the day asked for', () => {
    fc.assert(
      fc.property(anyInstant, fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }), (now, ahead) => {
        const requested = ahead === undefined ? undefined : addDays(osloDay(now), ahead)
        const { dueAt, executionDate, moved } = batchFor(requested, now)
        expect(dueAt > now).toBe(true)
        expect(isBankingDay(executionDate)).toBe(true)
        const times = BATCH_TIMES.map(time => osloInstant(executionDate, time).getTime())
        expect(times).toContain(dueAt.getTime())
        if (requested !== undefined) {
          expect(executionDate >= requested).toBe(true)
          expect(moved).toBe(executionDate !== requested)
        }
      }),
    )
  })
})

describe('the day asked for', () => {
  it.each([undefined, '2030-05-15', '2030-05-16', '2200-12-31'])('may be %s', day => {
    expect(() => assertExecutionDate(day, NOON, false)).not.toThrow()
  })

  it('must not have passed; of an instant payment it can only be today', () => {
    const past = () => assertExecutionDate('2030-05-14', NOON, false)
    expectRefusal(past, 'EXECUTION_DATE_INVALID', /must be today \(2030-05-15 in this world\) or later/)
    const later = () => assertExecutionDate('2030-05-16', NOON, true)
    for (const refused of [past, later])
      expect(refusalOf(refused).faults[0]).toMatchObject({
        path: 'requestedExecutionDate',
      })
    expectRefusal(later, 'EXECUTION_DATE_INVALID', /leave it out, or give today, 2030-05-15/)
    const beyond = () => assertExecutionDate('2201-01-01', NOON, false)
    expectRefusal(beyond, 'EXECUTION_DATE_INVALID', /^requestedExecutionDate: must be 2200-12-31 or earlier/)
    expect(() => assertExecutionDate('2030-05-15', NOON, true)).not.toThrow()
  })
})

describe('the period of a periodic payment (D38)', () => {
  it('begins today or later and does not end before it begins; both faults are named together', () => {
    expect(() => assertPeriod({ startDate: '2030-05-15', endDate: '2030-05-15' }, NOON)).not.toThrow()
    const { code, faults } = refusalOf(() => assertPeriod({ startDate: '2030-05-14', endDate: '2030-05-13' }, NOON))
    expect(code).toBe('EXECUTION_DATE_INVALID')
    expect(faults.map(({ path }) => path)).toEqual(['startDate', 'endDate'])
  })

  it('must have a day on which it runs', () => {
    const closed = { startDate: '2030-05-17', endDate: '2030-05-19', frequency: 'Daily' } as const
    const { faults } = expectRefusal(() => assertRuns(closed, NOON), 'EXECUTION_DATE_INVALID', /No execution falls/)
    expect(faults.map(({ path }) => path)).toEqual(['endDate'])
    expect(() => assertRuns({ ...closed, endDate: '2030-05-20' }, NOON)).not.toThrow()
  })

  it('must have a run that a clock can reach (D74)', () => {
    for (const startDate of ['2200-12-20', '9999-12-31']) {
      const beyond = { startDate, frequency: 'Monthly', dayOfExecution: 15 } as const
      const late = { ...beyond, dayOfExecution: startDate === '9999-12-31' ? 31 : 15 }
      const { faults } = expectRefusal(() => assertRuns(late, NOON), 'EXECUTION_DATE_INVALID', /no clock of a world/)
      expect(faults.map(({ path }) => path)).toEqual(['startDate'])
    }
    const open = { startDate: '2200-12-15', endDate: '9999-12-31', frequency: 'Monthly' } as const
    expect(() => assertRuns(open, NOON)).not.toThrow()
  })

  it('must have a run that is still to come: today at 06:00 has passed at noon', () => {
    const today = { startDate: '2030-05-15', endDate: '2030-05-15', frequency: 'Daily' } as const
    expectRefusal(() => assertRuns(today, NOON), 'EXECUTION_DATE_INVALID', /each runs at 06:00 in Oslo/)
    expect(() => assertRuns(today, new Date('2030-05-15T03:59:59Z'))).not.toThrow()
  })

  it('warns of a dayOfExecution only where it says nothing', () => {
    const warned = FREQUENCIES.filter(frequency => dayOfExecutionWarnings(frequency, '20').length > 0)
    expect(warned).toEqual(['Daily', 'Weekly', 'EveryTwoWeeks'])
    for (const frequency of FREQUENCIES) expect(dayOfExecutionWarnings(frequency, undefined)).toEqual([])
  })
})

describe('the first run of a periodic payment that is approved (D38)', () => {
  const plan = { startDate: '2030-05-15', frequency: 'Daily' } as const
  const run = (date: string, dueAt: string) => ({ date, dueAt: new Date(dueAt) })

  it('is at 06:00 in Oslo, in winter and summer; one approved later on the day begins with the next', () => {
    expect(firstRun(plan, new Date('2030-05-15T03:00:00Z'))).toEqual(run('2030-05-15', '2030-05-15T04:00:00Z'))
    expect(firstRun(plan, new Date('2030-05-15T04:00:00Z'))).toEqual(run('2030-05-15', '2030-05-15T04:00:00Z'))
    expect(firstRun(plan, new Date('2030-05-15T04:00:01Z'))).toEqual(run('2030-05-16', '2030-05-16T04:00:00Z'))
    expect(firstRun({ ...plan, startDate: '2031-01-02' }, NOON)).toEqual(run('2031-01-02', '2031-01-02T05:00:00Z'))
  })

  it('is none when the period is over, or its last day has had its 06:00', () => {
    expect(firstRun({ ...plan, endDate: '2030-05-15' }, NOON)).toBeUndefined()
    expect(firstRun({ ...plan, startDate: '2030-05-01', endDate: '2030-05-14' }, NOON)).toBeUndefined()
  })
})

describe('the runs of periodic payments after a day (D38)', () => {
  const daily = { startDate: '2030-05-15', frequency: 'Daily' } as const

  it('are the same, in whatever order they are asked for, as the plan has them', () => {
    const plans = FREQUENCIES.map(frequency => ({ ...daily, frequency, monthsOfExecution: [2, 7] }))
    const next = planRuns()
    for (const after of ['2030-05-15', '2031-02-01', '2030-06-30', '2030-05-01', '2030-06-30', '2033-12-24'])
      for (const plan of plans)
        expect([after, plan.frequency, next(plan, after)?.date]).toEqual([
          after,
          plan.frequency,
          executions(plan, after).next().value?.date,
        ])
    expect(next(daily, '2030-05-16')).toEqual({ date: '2030-05-20', dueAt: new Date('2030-05-20T04:00:00Z') })
  })

  it('are later than the day, also where that is one of a run that was not computed yet', () => {
    const next = planRuns()
    const monthly = { startDate: '2030-05-15', frequency: 'Monthly' } as const
    expect(next(monthly, '2030-05-01')?.date).toBe('2030-05-15')
    expect(next(monthly, '2030-08-15')?.date).toBe('2030-09-16')
    expect(next(monthly, '2030-05-15')?.date).toBe('2030-06-17')
  })

  it('are none after the last', () => {
    const next = planRuns()
    const plan = { ...daily, endDate: '2030-05-16' }
    expect(next(plan, '2030-05-15')?.date).toBe('2030-05-16')
    expect(next(plan, '2030-05-16')).toBeUndefined()
    expect(next(plan, '2030-05-16')).toBeUndefined()
  })
})

describe('What is wrong with a day or a period is named at its field', () => {
  const now = new Date('2030-05-15T10:00:00Z')

  it('of a payment', () => {
    const refusal = expectRefusal(
      () => assertExecutionDate('2030-05-14', now, false),
      'EXECUTION_DATE_INVALID',
      /must be today \(2030-05-15 in this world\) or later/,
    )
    expect(refusal.faults[0]?.path).toBe('requestedExecutionDate')
  })

  it('of a plan: both ends together', () => {
    const refusal = refusalOf(() => assertPeriod({ startDate: '2030-05-14', endDate: '2030-05-13' }, now))
    expect([refusal.code, refusal.faults]).toEqual([
      'EXECUTION_DATE_INVALID',
      [
        {
          path: 'startDate',
          text: 'must be today (2030-05-15 in this world) or later (D38).',
          rule: 'D38',
        },
        { path: 'endDate', text: 'must not be before startDate (D38).', rule: 'D38' },
      ],
    ])
    expect(() => assertPeriod({ startDate: '2030-05-15', endDate: '2030-05-15' }, now)).not.toThrow()
    expect(() => assertPeriod({ startDate: '2030-05-15', endDate: undefined }, now)).not.toThrow()
  })

  it('of a day that says nothing where a plan goes by days', () => {
    expect(dayOfExecutionWarnings('Daily', '15')).toEqual([
      { code: 'EXECUTION_DATE_INVALID', path: 'dayOfExecution', text: 'is ignored for Daily (D38).' },
    ])
    expect(dayOfExecutionWarnings('Monthly', '15')).toEqual([])
    expect(dayOfExecutionWarnings('Daily', undefined)).toEqual([])
  })
})
