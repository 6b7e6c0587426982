import { afterAll, expect, it } from 'vitest'
import { addDailyPayments } from '../../support/builders/daily-payments.ts'
import { type GraphqlWorld, startGraphql } from '../../support/clients/graphql-server.ts'

const server = await startGraphql()
afterAll(() => expect(server.faults).toEqual([]))

const ADVANCE = 'mutation ($by: Duration!) { advanceClock(input: { by: $by }) { clock { now moving { to } } } }'
const CLOCK = '{ clock { now nextDueAt moving { from to } } }'

/** A world whose clock stands still, with payments of every day. */
async function addPayers(count: number): Promise<{ world: GraphqlWorld; start: string }> {
  const world = await server.world()
  const { data } = await world.run('mutation { freezeClock{ clock { now } } }')
  const start = data.freezeClock.clock.now
  await server.store.transaction(tx => addDailyPayments(tx, world.name, count, new Date(start)), {
    worlds: [world.name],
  })
  return { world, start }
}

const sound = async (world: GraphqlWorld) =>
  expect((await world.run('{ audit { findings { rule subject } } }')).data.audit.findings).toEqual([])

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

/** The clock while a call is moving it, a little way already. */
const pendingCommit = (world: GraphqlWorld, start: string) =>
  until(async () => {
    const { clock } = (await world.run(CLOCK)).data
    return clock.moving !== null && clock.now > start ? clock : undefined
  })

it('is moved once by each of several calls at the same time', async () => {
  const { world, start } = await addPayers(2)
  const answers = await Promise.all(['P1D', 'P2D', 'P4D', 'P1D'].map(by => world.run(ADVANCE, { by })))
  expect(answers.map(({ errors }) => errors)).toEqual([[], [], [], []])
  const days = (now: string) => Math.round((Date.parse(now) - Date.parse(start)) / 86_400_000)
  const ends = answers.map(({ data }) => days(data.advanceClock.clock.now)).sort((a, b) => a - b)
  expect(ends.at(-1)).toBe(8)
  expect(new Set(ends).size).toBe(4)
  expect(days((await world.run(CLOCK)).data.clock.now)).toBe(8)
  await sound(world)
})

it('shows how far it got while it is moved, and the world answers meanwhile', async () => {
  const { world, start } = await addPayers(40)
  const moving = world.run(ADVANCE, { by: 'P1Y' })
  const clock = await pendingCommit(world, start)
  expect(clock.moving.from).toBe(start)
  expect(clock.now < clock.moving.to).toBe(true)
  const made = await world.run(
    'mutation { createCustomer(input: { customerNumber: "77", name: "Siri", type: PRIVATE }) { customer { customerNumber } } }',
  )
  expect(made.data.createCustomer.customer.customerNumber).toBe('77')
  expect((await world.run(CLOCK)).data.clock.moving).not.toBeNull()
  const { data } = await moving
  expect(data.advanceClock.clock).toEqual({ now: clock.moving.to, moving: null })
  await sound(world)
})

it('is stopped by another call at the point that it reached; its caller gets an answer that says so, and can move it on', async () => {
  const { world, start } = await addPayers(40)
  const STOP = 'mutation { stopAdvance{ clock { now moving { to } } } }'
  const standing = (await world.run(STOP)).data.stopAdvance.clock
  expect(standing).toEqual({ now: start, moving: null })
  const moving = world.run(ADVANCE, { by: 'P9Y' })
  const { now, moving: move } = await pendingCommit(world, start)
  const asked = (await world.run(STOP)).data.stopAdvance.clock
  const { data, errors } = await moving
  expect(errors).toEqual([])
  expect(data.advanceClock.clock.moving).toBeNull()
  expect(data.advanceClock.clock.now >= now && data.advanceClock.clock.now < move.to).toBe(true)
  expect(data.advanceClock.clock.now >= asked.now).toBe(true)
  const after = (await world.run(ADVANCE, { by: 'P1D' })).data.advanceClock.clock.now
  expect(after > data.advanceClock.clock.now).toBe(true)
  await sound(world)
})

it('stays where it got to when the caller hangs up, and can be moved on from there', async () => {
  const { world, start } = await addPayers(40)
  const patience = new AbortController()
  const body = JSON.stringify({ query: ADVANCE, variables: { by: 'P3Y' } })
  const headers = { 'Content-Type': 'application/json' }
  const call = fetch(world.url, { method: 'POST', headers, body, signal: patience.signal })
  const { moving } = await pendingCommit(world, start)
  patience.abort()
  await expect(call).rejects.toThrow()
  const left = await until(async () => {
    const { clock } = (await world.run(CLOCK)).data
    return clock.moving === null ? clock : undefined
  })
  expect(start < left.now && left.now < moving.to).toBe(true)
  await sound(world)
  const { data } = await world.run(ADVANCE, { by: 'P1D' })
  expect(data.advanceClock.clock.now > left.now).toBe(true)
  await sound(world)
})

it('ends with CONFLICT when the world is reset meanwhile, and leaves the new one alone', async () => {
  const { world, start } = await addPayers(40)
  const moving = world.run(ADVANCE, { by: 'P3Y' })
  await pendingCommit(world, start)
  await world.run(
    'mutation ($name: String!) { resetWorld(input: { name: $name, source: { standard: true } }) { world { name } } }',
    {
      name: world.name,
    },
  )
  const { errors } = await moving
  expect(errors[0].extensions.code).toBe('CONFLICT')
  const after = await world.run('{ clock { now frozen moving { to } } world { counts { payments } } }')
  expect(after.data).toMatchObject({
    clock: { frozen: false, moving: null },
    world: { counts: { payments: 0 } },
  })
  expect(Math.abs(Date.parse(after.data.clock.now) - Date.now())).toBeLessThan(120_000)
  await sound(world)
})

it('is not waited for by those who have hung up: a world that runs does what is due up to there, and the rest for who comes next', async () => {
  const { world, start } = await addPayers(12)
  await world.run('mutation { resumeClock{ clock { now } } }')
  const twoYears = BigInt(2 * 365 * 86_400_000)
  const wakesAt = new Date(start)
  await server.store.transaction(tx =>
    tx.world.update({ where: { id: world.name }, data: { clockOffsetMs: twoYears, wakesAt } }),
  )
  const ran = () => server.store.reader.execution.count({ where: { worldId: world.name } })
  const patience = new AbortController()
  const body = JSON.stringify({ query: CLOCK })
  const headers = { 'Content-Type': 'application/json' }
  const call = fetch(world.url, { method: 'POST', headers, body, signal: patience.signal })
  await until(async () => ((await ran()) > 0 ? true : undefined))
  patience.abort()
  await expect(call).rejects.toThrow()
  const still = await until(async () => {
    const before = await ran()
    await new Promise(resolve => setTimeout(resolve, 100))
    return (await ran()) === before ? before : undefined
  })
  expect((await world.run(CLOCK)).data.clock.nextDueAt > new Date().toISOString()).toBe(true)
  expect(await ran()).toBeGreaterThan(still)
  await sound(world)
})
