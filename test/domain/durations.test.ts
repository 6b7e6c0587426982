import { describe, expect, it } from 'vitest'
import { firstIdAt, after as instantAfter } from '../../src/domain/calendar.ts'

const start = new Date('2030-03-30T10:00:00.000Z')

describe('An instant that is a duration after another', () => {
  it.each([
    ['PT0S', '2030-03-30T10:00:00.000Z'],
    ['PT1H', '2030-03-30T11:00:00.000Z'],
    // The clocks of Oslo go forward that night: the same hour there is an hour earlier here.
    ['P1D', '2030-03-31T09:00:00.000Z'],
    ['P366D', '2031-03-31T09:00:00.000Z'],
  ])('is by the calendar of Oslo: %s', (duration, expected) => {
    expect(instantAfter(start, duration)?.toISOString()).toBe(expected)
  })

  it('is a year away at most, to the millisecond', () => {
    const longest = 366 * 24
    expect(instantAfter(start, `PT${longest}H`)?.getTime()).toBe(start.getTime() + longest * 3_600_000)
    expect(instantAfter(start, `PT${longest}H0.001S`)).toBeUndefined()
  })

  it.each(['-PT1H', 'P2Y', 'soon', ''])('is none for %j', duration => {
    expect(instantAfter(start, duration)).toBeUndefined()
  })
})

it('the first id of an instant sorts before all that are made then, and after those of before (D20)', () => {
  expect(firstIdAt(new Date(0))).toBe('00000000-0000-7000-8000-000000000000')
  expect(firstIdAt(new Date(0x0123456789ab))).toBe('01234567-89ab-7000-8000-000000000000')
})
