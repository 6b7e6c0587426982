import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { advanceClock, freezeClock, getClock, resumeClock } from '../../../src/sandbox/worlds/clock.ts'
import { addClockedWorld, MINUTE, START } from '../../support/builders/clocked-world.ts'

describe("A world's clock", () => {
  it("runs with the machine's from the start (D40)", async () => {
    const { operator, wait, now } = await addClockedWorld()
    expect(await getClock(await operator())).toEqual({
      now: new Date(START),
      frozen: false,
      offsetMs: 0n,
      nextDueAt: null,
      moving: null,
    })
    wait(1500)
    expect(await now()).toBe('2030-05-15T10:00:01.500Z')
  })

  it('stands still when frozen, can still be advanced, and runs on from where it stands', async () => {
    const { operator, wait, now } = await addClockedWorld()
    expect((await freezeClock(await operator())).frozen).toBe(true)
    wait(MINUTE)
    expect(await now()).toBe(START)
    await freezeClock(await operator())
    expect((await advanceClock(await operator(), { by: 'PT1H' })).frozen).toBe(true)
    wait(MINUTE)
    expect(await now()).toBe('2030-05-15T11:00:00.000Z')
    const clock = await resumeClock(await operator())
    expect([clock.frozen, clock.offsetMs]).toEqual([false, BigInt(58 * MINUTE)])
    wait(MINUTE)
    expect(await now()).toBe('2030-05-15T11:01:00.000Z')
    await resumeClock(await operator())
    expect(await now()).toBe('2030-05-15T11:01:00.000Z')
  })

  it('that runs can be advanced, and goes on running', async () => {
    const { operator, wait, now } = await addClockedWorld()
    const clock = await advanceClock(await operator(), { to: new Date('2030-06-01T00:00:00Z') })
    expect(clock).toMatchObject({ now: new Date('2030-06-01T00:00:00Z'), frozen: false })
    wait(1000)
    expect(await now()).toBe('2030-06-01T00:00:01.000Z')
  })

  it.each([
    ['P1D', '2030-03-30T10:00:00Z', '2030-03-31T09:00:00Z', 'into summer time: the same hour in Oslo'],
    ['P1D', '2030-10-26T10:00:00Z', '2030-10-27T11:00:00Z', 'out of it'],
    ['PT24H', '2030-03-30T10:00:00Z', '2030-03-31T10:00:00Z', 'hours are hours'],
    ['P1D', '2030-03-30T01:30:00Z', '2030-03-31T01:30:00Z', 'an hour that there is not: the one after'],
    ['P1M', '2030-01-31T11:00:00Z', '2030-02-28T11:00:00Z', 'the last day of a shorter month'],
    ['P1M', '2028-01-30T11:00:00Z', '2028-02-29T11:00:00Z', 'of a leap year'],
    ['P1M', '2030-02-28T11:00:00Z', '2030-03-28T11:00:00Z', 'the same day, not the last one'],
    ['P1Y', '2028-02-29T11:00:00Z', '2029-02-28T11:00:00Z', 'a year after a leap day'],
    ['P2W', '2030-05-15T10:00:00Z', '2030-05-29T10:00:00Z', 'weeks'],
    ['P180D', '2030-05-15T10:00:00Z', '2030-11-11T11:00:00Z', 'over a change, in Oslo'],
    ['P1DT2H30M5S', '2030-05-15T10:00:00Z', '2030-05-16T12:30:05Z', 'all together'],
    ['PT0.001S', '2030-05-15T10:00:00Z', '2030-05-15T10:00:00.001Z', 'a millisecond'],
    ['PT0S', '2030-05-15T10:00:00Z', '2030-05-15T10:00:00Z', 'not at all'],
  ])('advanced by %s from %s is at %s: %s', async (by, from, to) => {
    const { operator } = await addClockedWorld(from)
    expect((await advanceClock(await operator(), { by })).now).toEqual(new Date(to))
  })

  it('never moves backwards (D40)', async () => {
    const { operator, now } = await addClockedWorld()
    await freezeClock(await operator())
    const text = `The clock stands at ${START} and never moves backwards (D40). Make a new world, or reset this one, to be earlier.`
    for (const [advance, path] of [
      [{ to: new Date(Date.parse(START) - 1) }, 'to'],
      [{ by: '-PT0.001S' }, 'by'],
    ] as const) {
      await expect(advanceClock(await operator(), advance)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        faults: [{ text, path }],
      })
    }
    expect((await advanceClock(await operator(), { to: new Date(START) })).now).toEqual(new Date(START))
    expect(await now()).toBe(START)
  })

  it('is moved ten years in one call, and further in the next (D74)', async () => {
    const { operator } = await addClockedWorld()
    await freezeClock(await operator())
    expect((await advanceClock(await operator(), { by: 'P10Y' })).now).toEqual(new Date('2040-05-15T10:00:00Z'))
    const to = new Date('2050-05-15T10:00:00Z')
    expect((await advanceClock(await operator(), { to })).now).toEqual(to)
  })

  it.each([
    [{}, 'by', /either by, a duration, or to, an instant/],
    [{ by: 'P1D', to: new Date('2031-01-01T00:00:00Z') }, 'by', /either by/],
    [{ by: '' }, 'by', /no ISO 8601 duration/],
    [{ by: '1 day' }, 'by', /"1 day" is no ISO 8601 duration/],
    [{ by: 'P1.5D' }, 'by', /no ISO 8601 duration/],
    [{ by: 'P' }, 'by', /no ISO 8601 duration/],
    [{ by: 'P99999999Y' }, 'by', /no ISO 8601 duration that can be added/],
    [{ by: 'P1000Y' }, 'by', /years 1900 to 2200/],
    [{ to: new Date('2201-01-01T00:00:00Z') }, 'to', /years 1900 to 2200/],
    [{ by: 'P10YT0.001S' }, 'by', /by at most 10 years/],
    [{ to: new Date('2040-05-15T10:00:00.001Z') }, 'to', /by at most 10 years/],
    [{ to: new Date(Number.NaN) }, 'to', /must be an instant/],
  ])('refuses %o with FORMAT_ERROR', async (advance, path, text) => {
    const { operator, now } = await addClockedWorld()
    const refusal = { code: 'FORMAT_ERROR', faults: [{ path, text: expect.stringMatching(text) }] }
    await expect(advanceClock(await operator(), advance)).rejects.toMatchObject(refusal)
    expect(await now()).toBe(START)
  })

  it('whatever is done to it, never goes back', async () => {
    const { operator, wait, now } = await addClockedWorld()
    const steps = {
      freeze: async () => freezeClock(await operator()),
      resume: async () => resumeClock(await operator()),
      advance: async () => advanceClock(await operator(), { by: 'PT7M' }),
      wait: async () => wait(11_000),
    }
    const step = fc.constantFrom('freeze', 'resume', 'advance', 'wait')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async names => {
        let before = await now()
        for (const name of names) {
          await steps[name]()
          const after = await now()
          expect(after >= before, names.join()).toBe(true)
          before = after
        }
      }),
      { numRuns: 30 },
    )
  })
})
