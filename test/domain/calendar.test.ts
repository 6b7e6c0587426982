import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  BATCH_TIMES,
  bankHoliday,
  dayOfMonth,
  dayOfWeek,
  daysBetween,
  isBankingDay,
  isDay,
  monthOf,
  nextBankingDay,
  nextBatchAt,
  osloDay,
  osloInstant,
  previousBankingDay,
} from '../../src/domain/calendar.ts'
import { EASTER_SUNDAYS } from './easter-sundays.ts'

/** The same day, `count` months later, or the last of that month. */
const addMonths = (day: string, count: number) => dayOfMonth(monthOf(day) + count, Number(day.slice(8)))

const anyDay = fc
  .integer({ min: 0, max: daysBetween('1990-01-01', '2100-12-31') })
  .map(days => addDays('1990-01-01', days))
const anyInstant = fc.date({
  min: new Date('1981-01-01T00:00:00Z'),
  max: new Date('2100-12-31T00:00:00Z'),
  noInvalidDate: true,
})

const osloClock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Oslo', dateStyle: 'short', timeStyle: 'short' })
const shownInOslo = (instant: Date) => osloClock.format(instant)

describe('days', () => {
  test.each(['2026-01-01', '2024-02-29', '2000-02-29', '2026-12-31', '0001-01-01', '9999-12-31'])(
    '%s is a day',
    day => {
      expect(isDay(day)).toBe(true)
    },
  )

  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
    '0000-01-01',
    '2026-1-1',
    '26-01-01',
    '20260101',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '+002026-01-01',
    '٢٠٢٦-01-01',
    '2026/01/01',
    '',
  ])('%j is none', text => {
    expect(isDay(text)).toBe(false)
    expect(() => addDays(text, 1)).toThrow(RangeError)
  })

  test('days are added across months, leap days and years', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError)
    expect(() => addDays('0001-01-01', -1)).toThrow(RangeError)
    expect(() => addDays('0001-01-01', -400)).toThrow(RangeError)
  })

  test('months are added by keeping the day, or the month end where there is no such day', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29')
    expect(addMonths('2026-01-31', 3)).toBe('2026-04-30')
    expect(addMonths('2026-11-15', 2)).toBe('2027-01-15')
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
    expect(addMonths('2024-02-29', 12)).toBe('2025-02-28')
    expect(addMonths('2100-01-31', 1)).toBe('2100-02-28')
    expect(addMonths('0099-12-31', 2)).toBe('0100-02-28')
    expect(() => addMonths('9999-12-01', 1)).toThrow(RangeError)
  })

  test('the days between two days are those one has to add', () => {
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (day, count) => {
        expect(daysBetween(day, addDays(day, count))).toBe(count)
      }),
    )
  })

  test('Monday is 1 and Sunday is 7', () => {
    expect(dayOfWeek('2026-11-16')).toBe(1)
    expect(dayOfWeek('2026-11-22')).toBe(7)
    expect(dayOfWeek('1969-12-29')).toBe(1)
    fc.assert(
      fc.property(anyDay, day => {
        expect(dayOfWeek(day) % 7).toBe(new Date(`${day}T12:00:00Z`).getUTCDay())
      }),
    )
  })
})

describe('Oslo time', () => {
  test.each([
    ['2026-01-15T22:59:59.999Z', '2026-01-15'],
    ['2026-01-15T23:00:00Z', '2026-01-16'],
    ['2026-07-15T21:59:59.999Z', '2026-07-15'],
    ['2026-07-15T22:00:00Z', '2026-07-16'],
    ['2026-03-28T23:00:00Z', '2026-03-29'],
    ['2026-03-29T22:00:00Z', '2026-03-30'],
    ['2026-10-24T22:00:00Z', '2026-10-25'],
    ['2026-10-25T22:59:59Z', '2026-10-25'],
    ['2026-10-25T23:00:00Z', '2026-10-26'],
  ])('at %s it is %s in Oslo', (instant, day) => {
    expect(osloDay(new Date(instant))).toBe(day)
  })

  test.each([
    ['2026-01-15', '06:00', '2026-01-15T05:00:00.000Z'],
    ['2026-07-15', '06:00', '2026-07-15T04:00:00.000Z'],
    ['2026-03-29', '01:59', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29', '03:00', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25', '01:59', '2026-10-24T23:59:00.000Z'],
    ['2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
    ['2026-01-01', '00:00', '2025-12-31T23:00:00.000Z'],
  ])('%s at %s in Oslo is %s', (day, time, instant) => {
    expect(osloInstant(day, time).toISOString()).toBe(instant)
  })

  test.each(['24:00', '6:00', '12:60', '', '12:00:00'])('%j is no time of day', time => {
    expect(() => osloInstant('2026-01-01', time)).toThrow(RangeError)
  })

  test('an instant that does not exist has no day', () => {
    expect(() => osloDay(new Date(Number.NaN))).toThrow(RangeError)
  })

  test('the day is the one that the time zone database gives', () => {
    fc.assert(
      fc.property(anyInstant, instant => {
        expect(osloDay(instant)).toBe(shownInOslo(instant).slice(0, 10))
      }),
      { numRuns: 500 },
    )
  })

  test('around every change of the clocks until 2100 the day and the time are right', () => {
    for (let year = 1981; year <= 2100; year++) {
      for (const month of ['03', '09', '10']) {
        for (let day = `${year}-${month}-24`; day.slice(5, 7) === month; day = addDays(day, 1)) {
          expect(shownInOslo(osloInstant(day, '00:00'))).toBe(`${day} 00:00`)
          expect(shownInOslo(osloInstant(day, '05:40'))).toBe(`${day} 05:40`)
        }
      }
    }
  })

  test('Oslo clocks show the time that was asked for, unless summer time skips it', () => {
    const time = fc
      .tuple(fc.nat(23), fc.nat(59))
      .map(parts => parts.map(part => String(part).padStart(2, '0')).join(':'))
    fc.assert(
      fc.property(anyDay, time, (day, hhmm) => {
        const shown = shownInOslo(osloInstant(day, hhmm))
        const skipped = hhmm.startsWith('02:') && shown === `${day} 03:${hhmm.slice(3)}`
        expect(skipped || shown === `${day} ${hhmm}`).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('days of other centuries', () => {
  test('Easter is on its last day, 25 April, when the moon is', () => {
    for (const year of ['1734', '1886', '1943', '2038']) expect(bankHoliday(`${year}-04-25`)).toBe('Easter Sunday')
    expect(bankHoliday('1886-04-18')).toBeUndefined()
  })

  test('are days too, before the year 1000 and to both ends', () => {
    expect(bankHoliday('0999-07-01')).toBeUndefined()
    expect(addDays('0001-01-02', -1)).toBe('0001-01-01')
    expect(() => addDays('0001-01-01', -1)).toThrow('outside the years 1 to 9999')
  })

  test('a leap year is each fourth one, but of the hundreds each fourth one alone', () => {
    const last = (month: string) => dayOfMonth(monthOf(month), 31)
    expect(['1996-02-01', '1900-02-01', '2000-02-01', '2100-02-01', '2001-02-01'].map(last)).toEqual([
      '1996-02-29',
      '1900-02-28',
      '2000-02-29',
      '2100-02-28',
      '2001-02-28',
    ])
  })

  test('before 1981 there is no summer time', () => {
    expect(osloDay(new Date('1980-07-01T22:30:00Z'))).toBe('1980-07-01')
    expect(osloDay(new Date('1981-07-01T22:30:00Z'))).toBe('1981-07-02')
  })
})

describe('banking days', () => {
  test.each([
    ['2026-04-02', 'Maundy Thursday'],
    ['2026-04-03', 'Good Friday'],
    ['2026-04-06', 'Easter Monday'],
    ['2026-05-01', 'Labour Day'],
    ['2026-05-14', 'Ascension Day'],
    ['2026-05-17', 'Constitution Day'],
    ['2026-05-25', 'Whit Monday'],
    ['2026-12-24', 'Christmas Eve'],
    ['2026-12-25', 'Christmas Day'],
    ['2027-01-01', "New Year's Day"],
  ])('on %s banks observe %s', (day, name) => {
    expect(bankHoliday(day)).toBe(name)
    expect(isBankingDay(day)).toBe(false)
  })

  test.each(['2026-12-31', '2026-04-01', '2026-04-07', '2026-06-24', '2026-12-23'])('%s is a banking day', day => {
    expect(bankHoliday(day)).toBeUndefined()
    expect(isBankingDay(day)).toBe(true)
  })

  test('weekends are no banking days and no holidays', () => {
    expect([isBankingDay('2026-11-21'), isBankingDay('2026-11-22')]).toEqual([false, false])
    expect(bankHoliday('2026-11-21')).toBeUndefined()
  })

  test('the holidays from 1990 to 2100 are those that others publish, and Christmas Eve', () => {
    expect(EASTER_SUNDAYS).toHaveLength(111)
    for (const easter of EASTER_SUNDAYS) {
      const year = easter.slice(0, 4)
      const moving = [-3, -2, 0, 1, 39, 49, 50].map(days => addDays(easter, days))
      const fixed = ['01-01', '05-01', '05-17', '12-24', '12-25', '12-26'].map(day => `${year}-${day}`)
      const ours = daysOf(Number(year)).filter(day => bankHoliday(day) !== undefined)
      expect(ours).toEqual([...new Set([...moving, ...fixed])].sort())
    }
  })

  test('the next and the previous banking day are the nearest, and the day itself when it is one', () => {
    expect(nextBankingDay('2026-04-02')).toBe('2026-04-07')
    expect(previousBankingDay('2026-04-06')).toBe('2026-04-01')
    fc.assert(
      fc.property(anyDay, day => {
        const next = nextBankingDay(day)
        const previous = previousBankingDay(day)
        expect([isBankingDay(next), isBankingDay(previous), next >= day, previous <= day]).toEqual([
          true,
          true,
          true,
          true,
        ])
        for (let between = addDays(previous, 1); between < next; between = addDays(between, 1))
          expect(isBankingDay(between)).toBe(false)
        if (isBankingDay(day)) expect([next, previous]).toEqual([day, day])
      }),
    )
  })
})

describe('batches', () => {
  test.each([
    ['before the first batch', '2026-11-20T03:00:00Z', '2026-11-20T04:40:00.000Z'],
    ['at a batch: the next one', '2026-11-20T04:40:00Z', '2026-11-20T10:00:00.000Z'],
    ['a millisecond before a batch', '2026-11-20T12:29:59.999Z', '2026-11-20T12:30:00.000Z'],
    ['after the last on a Friday: Monday', '2026-11-20T16:30:00Z', '2026-11-23T04:40:00.000Z'],
    ['on a Saturday', '2026-11-21T12:00:00Z', '2026-11-23T04:40:00.000Z'],
    ['in summer', '2026-07-15T02:00:00Z', '2026-07-15T03:40:00.000Z'],
    ['before Easter, after the last', '2026-04-01T16:00:00Z', '2026-04-07T03:40:00.000Z'],
    ['over the weekend when summer time begins', '2026-03-27T17:00:00Z', '2026-03-30T03:40:00.000Z'],
    ['over the weekend when it ends', '2026-10-23T17:00:00Z', '2026-10-26T04:40:00.000Z'],
    ['when it is Monday in Oslo and still Sunday in London', '2026-11-22T23:30:00Z', '2026-11-23T04:40:00.000Z'],
  ])('%s', (_when, after, at) => {
    expect(nextBatchAt(new Date(after)).toISOString()).toBe(at)
  })

  test('a banking day has five batches at the published times, other days none', () => {
    const batches = new Map<string, string[]>()
    for (let at = nextBatchAt(osloInstant('2026-01-01', '00:00')); osloDay(at) <= '2026-12-31'; at = nextBatchAt(at)) {
      const [day = '', time = ''] = shownInOslo(at).split(' ')
      batches.set(day, [...(batches.get(day) ?? []), time])
    }
    expect([...batches.keys()]).toEqual(daysOf(2026).filter(isBankingDay))
    for (const times of batches.values()) expect(times).toEqual([...BATCH_TIMES])
  })
})

function daysOf(year: number): string[] {
  return Array.from({ length: daysBetween(`${year}-01-01`, `${year}-12-31`) + 1 }, (_, index) =>
    addDays(`${year}-01-01`, index),
  )
}

test.each(['x2030-05-15', '2030-05-15x', '2030-02-30', '0000-12-31', ''])('%j is no day', text => {
  expect(isDay(text)).toBe(false)
  expect(() => addDays(text, 1)).toThrow(`${text} is not a day, YYYY-MM-DD`)
})

test('the first day of the calendar is one, and there is none before it', () => {
  expect(addDays('0001-01-02', -1)).toBe('0001-01-01')
  expect(() => addDays('0001-01-01', -1)).toThrow('the day lies outside the years 1 to 9999')
})

test.each(['24:00', '12:60', 'noon'])('%s is no time of day', time => {
  expect(() => osloInstant('2030-05-15', time)).toThrow(`${time} is not a time of day, HH:MM`)
})
