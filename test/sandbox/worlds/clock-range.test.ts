import { afterAll, describe, expect, it } from 'vitest'
import { startBank } from '../../support/clients/bank.ts'
import { ask, refused } from '../../support/clients/both-doors.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const BEYOND = [
  '2201-01-01T00:00:00.000Z',
  '2999-12-31T00:00:00.000Z',
  '1899-12-31T23:59:59.999Z',
  '9999-12-31T23:00:00Z',
]
const ENDS = ['1900-01-01T00:00:00.000Z', '2200-12-31T23:59:59.999Z']

const EMPTY =
  'mutation ($clock: FixtureClockInput!) { createWorld(input: { clock: $clock, source: { empty: true } }) { world { name now } } }'
const FIXED =
  'mutation ($fixture: FixtureInput!) { createWorld(input: { source: { fixture: $fixture } }) { world { name now } } }'
const WAYS = [
  ['createWorld(clock:)', EMPTY, (at: string) => ({ clock: { now: at, frozen: true } }), 'input.clock.now'],
  ['createWorld(fixture:)', FIXED, (at: string) => ({ fixture: { clock: { now: at, frozen: true } } }), 'clock.now'],
  [
    'applyFixture',
    'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { __typename } }',
    (at: string) => ({ fixture: { clock: { now: at } } }),
    'clock.now',
  ],
  [
    'advanceClock',
    'mutation ($to: DateTime!) { advanceClock(input: { to: $to }) { clock { now } } }',
    (at: string) => ({ to: at }),
    'input.to',
  ],
  [
    'freezeClock',
    'mutation ($at: DateTime!) { freezeClock(at: $at) { clock { now } } }',
    (at: string) => ({ at }),
    'at',
  ],
] as const

describe('A clock of a world lies between the years 1900 and 2200 (D74)', () => {
  it.each(
    WAYS.flatMap(([name, query, variables, path]) => BEYOND.map(at => [name, at, query, variables(at), path] as const)),
  )('%s refuses %s, and leaves the clock as it was', async (_, __, query, variables, path) => {
    const world = await bank.world()
    const {
      freezeClock: { clock: before },
    } = await ask(world, 'mutation { freezeClock{ clock { now frozen } } }')
    const { code, tppMessages } = await refused(world, query, variables)
    expect([code, tppMessages]).toEqual([
      'FORMAT_ERROR',
      [expect.objectContaining({ path, text: expect.stringContaining('years 1900 to 2200') })],
    ])
    expect((await ask(world, '{ clock { now frozen } }')).clock).toEqual(before)
  })

  it.each(ENDS)('and may stand at %s', async now => {
    const world = await bank.world()
    expect((await ask(world, EMPTY, { clock: { now, frozen: true } })).createWorld.world.now).toBe(now)
    const { name } = (await ask(world, FIXED, { fixture: { clock: { now, frozen: true } } })).createWorld.world
    expect((await ask(bank.at(name), '{ clock { now } }')).clock.now).toBe(now)
  })

  it('and ends there, also moved by a duration', async () => {
    const { name } = (await ask(await bank.world(), EMPTY, { clock: { now: ENDS[1], frozen: true } })).createWorld.world
    const { code, tppMessages } = await refused(
      bank.at(name),
      'mutation { advanceClock(input: { by: "P1D" }) { clock { now } } }',
    )
    expect([code, tppMessages[0].path]).toEqual(['FORMAT_ERROR', 'input.by'])
  })
})
