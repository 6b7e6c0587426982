import { expect, it } from 'vitest'
import { customer, makeAccount, makeCustomer } from '../../support/builders/graphql-data.ts'
import { type GraphqlWorld, startGraphql } from '../../support/clients/graphql-server.ts'

const server = await startGraphql()

const advance = (world: GraphqlWorld, args: string) =>
  world.run(`mutation { advanceClock(input: { ${args} }) { clock { now frozen nextDueAt } } }`)

it('runs with the machine until it is frozen, and then stands still', async () => {
  const world = await server.world()
  const running = await world.run('{ clock { now frozen nextDueAt } world { frozen nextDueAt } }')
  expect(Math.abs(Date.parse(running.data.clock.now) - Date.now())).toBeLessThan(60_000)
  expect(running.data).toMatchObject({
    clock: { frozen: false, nextDueAt: null },
    world: { frozen: false, nextDueAt: null },
  })
  const frozen = await world.run('mutation { freezeClock{ clock { now frozen } } }')
  expect(frozen.data.freezeClock.clock.frozen).toBe(true)
  const later = await world.run('{ clock { now } world { now frozen } }')
  expect(later.data).toEqual({
    clock: { now: frozen.data.freezeClock.clock.now },
    world: { now: frozen.data.freezeClock.clock.now, frozen: true },
  })
})

it('is advanced by a duration of the calendar of Oslo, or to an instant with any offset', async () => {
  const world = await server.world()
  await world.run('mutation { freezeClock{ clock { now } } }')
  const to = await advance(world, 'to: "2030-03-30T12:00:00+01:00"')
  expect(to.data.advanceClock.clock).toEqual({ now: '2030-03-30T11:00:00.000Z', frozen: true, nextDueAt: null })
  // Over the change to summer time, a day has 23 hours.
  expect((await advance(world, 'by: "P1D"')).data.advanceClock.clock.now).toBe('2030-03-31T10:00:00.000Z')
  const resumed = await world.run('mutation { resumeClock{ clock { now frozen } } }')
  expect(resumed.data.resumeClock.clock.frozen).toBe(false)
  expect(Date.parse(resumed.data.resumeClock.clock.now) - Date.parse('2030-03-31T10:00:00.000Z')).toBeLessThan(60_000)
})

it('never moves backwards, and takes exactly one of a duration and an instant', async () => {
  const world = await server.world()
  const refusal = async (args: string) => {
    const { errors } = await advance(world, args)
    return [errors[0].extensions.code, errors[0].extensions.tppMessages[0].path]
  }
  expect(await refusal('to: "2020-01-01T00:00:00Z"')).toEqual(['BAD_REQUEST', 'input.to'])
  expect(await refusal('by: "-PT1S"')).toEqual(['BAD_REQUEST', 'input.by'])
  expect(await refusal('by: "a day"')).toEqual(['FORMAT_ERROR', 'input.by'])
  expect(await refusal('by: "P2000Y"')).toEqual(['FORMAT_ERROR', 'input.by'])
  for (const [wrong, said] of [
    ['by: "P1D", to: "2030-01-01T00:00:00Z"', 'Give exactly one of by, to.'],
    ['', 'Give exactly one of by, to.'],
    ['by: null', '"AdvanceClockInput.by" must be non-null.'],
  ] as const) {
    const { errors } = await advance(world, wrong)
    expect(errors[0]).toMatchObject({ message: expect.stringContaining(said), extensions: { code: 'FORMAT_ERROR' } })
  }
  for (const to of ['2030-01-01', '2030-13-01T00:00:00Z', '2030-01-01T00:00:00', 'now'])
    expect([to, (await refusal(`to: "${to}"`))[0]]).toEqual([to, 'FORMAT_ERROR'])
})

it('says what falls due next, and does it on the way', async () => {
  const world = await server.world()
  await makeCustomer(world, customer())
  await makeAccount(world)
  await world.run('mutation { freezeClock{ clock { now } } }')
  const offered = await world.run('mutation { offerConsent(input: {}) { authorisation { id expiresAt } } }')
  const { id, expiresAt } = offered.data.offerConsent.authorisation
  const { data } = await world.run('{ clock { nextDueAt } world { nextDueAt } worlds { nodes { name nextDueAt } } }')
  expect(data.clock.nextDueAt).toBe(expiresAt)
  expect(data.world.nextDueAt).toBe(expiresAt)
  expect((await advance(world, 'by: "PT1H"')).data.advanceClock.clock.nextDueAt).toBeNull()
  const after = await world.run('query ($id: ID!) { authorisation(id: $id) { status finishedAt } }', { id })
  expect(after.data.authorisation).toEqual({ status: 'EXPIRED', finishedAt: expiresAt })
  expect(server.faults).toEqual([])
})

it('freezes the clock at an instant to come, and leaves it as it was for one that has passed', async () => {
  const world = await server.world()
  const freeze = 'mutation ($at: DateTime) { freezeClock(at: $at) { clock { now frozen } } }'
  const past = await world.run(freeze, { at: '2020-01-01T00:00:00Z' })
  expect(past.errors?.[0].extensions).toMatchObject({ code: 'BAD_REQUEST', tppMessages: [{ path: 'at' }] })
  expect((await world.run('{ clock { frozen } }')).data.clock.frozen).toBe(false)
  const at = '2033-05-15T10:00:00.000Z'
  expect((await world.run(freeze, { at })).data.freezeClock.clock).toEqual({ now: at, frozen: true })
  expect((await world.run('{ clock { now frozen } }')).data.clock).toEqual({ now: at, frozen: true })
})
