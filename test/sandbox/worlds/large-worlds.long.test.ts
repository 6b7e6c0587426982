import { randomUUID } from 'node:crypto'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { addDailyPayments } from '../../support/builders/daily-payments.ts'
import { customer, makeAccount, makeCustomer } from '../../support/builders/graphql-data.ts'
import { addTransactions } from '../../support/builders/large-world.ts'
import { type GraphqlWorld, startGraphql } from '../../support/clients/graphql-server.ts'

const server = await startGraphql()
afterAll(() => expect(server.faults).toEqual([]))

// More than is copied and deleted at once, several times over.
const COUNT = 6_000

async function addLargeWorld(): Promise<GraphqlWorld> {
  const world = await server.world()
  await makeCustomer(world)
  const account = await makeAccount(world)
  await server.store.transaction(tx => addTransactions(tx, world.name, account, COUNT), { worlds: [world.name] })
  return world
}

const COUNTS = 'counts { customers transactions bookings }'
const whole = { transactions: COUNT, bookings: COUNT + 1 }

/** Registers customers one after the other while `work` runs. Answers how many there were before it began and when it was over. */
async function registering<T>(world: GraphqlWorld, work: () => Promise<T>) {
  let running = true
  onTestFinished(() => {
    running = false
  })
  let made = 0
  const writing = (async () => {
    for (; running; made += 1) await makeCustomer(world, customer(`n-${made}-${randomUUID().slice(0, 8)}`))
  })()
  await new Promise(resolve => setTimeout(resolve, 30))
  const least = made
  const result = await work()
  const most = made + 1
  running = false
  await writing
  return { result, least, most }
}

it('a large world that is written in is copied as it was at one moment', async () => {
  const world = await addLargeWorld()
  const name = `t-${randomUUID()}`
  const { result, least, most } = await registering(world, () =>
    world.run(
      `mutation { createWorld(input: { name: "${name}", source: { copyOf: "${world.name}" } }) { world { ${COUNTS} } } }`,
    ),
  )
  const { customers, ...rest } = result.data.createWorld.world.counts
  expect(rest).toEqual(whole)
  expect(customers).toBeGreaterThanOrEqual(least + 1)
  expect(customers).toBeLessThanOrEqual(most + 1)
  const audit = await server.at(name).run('{ audit { findings { rule } } }')
  const made = await server.at(name).run('{ customers(first: 100) { nodes { agreements { totalCount } } } }')
  expect(audit.data.audit.findings).toEqual([])
  // Each has its agreement: no customer was copied by half.
  for (const { agreements } of made.data.customers.nodes) expect(agreements.totalCount).toBe(1)
  // And it can be reset to that.
  await makeCustomer(server.at(name), customer('n-after'))
  const reset = await world.run(`mutation { resetWorld(input: { name: "${name}" }) { world { ${COUNTS} } } }`)
  expect(reset.data.resetWorld.world.counts).toEqual({ ...whole, customers })
})

async function addWorldOfPayments(): Promise<GraphqlWorld> {
  const world = await server.world()
  await server.store.transaction(tx => addDailyPayments(tx, world.name, COUNT / 2, new Date()), {
    worlds: [world.name],
  })
  return world
}

it.each([
  ['lines', addLargeWorld],
  ['open payments', addWorldOfPayments],
])('a world with many %s is written in while it is copied and while a snapshot is taken', async (_, add) => {
  const world = await add()
  const name = `t-${randomUUID()}`
  for (const work of [
    `createWorld(input: { name: "${name}", source: { copyOf: "${world.name}" } }) { world`,
    'takeSnapshot(name: "s") { snapshot',
  ]) {
    const { least, most } = await registering(world, () => world.run(`mutation { ${work} { name } } }`))
    expect([work, most - least > 3]).toEqual([work, true])
  }
  const read = '{ world { counts { accounts transactions bookings payments } } }'
  expect((await server.at(name).run(read)).data).toEqual((await world.run(read)).data)
})

it('a large world is kept and restored while others read it, who see one state or the other', async () => {
  const world = await addLargeWorld()
  await world.run('mutation { takeSnapshot(name: "s") { snapshot { name } } }')
  for (const { id } of (await world.run('{ accounts { nodes { id } } }')).data.accounts.nodes)
    await world.run('mutation ($id: ID!) { deleteTransactions(accountId: $id) { count } }', { id })
  await makeCustomer(world, customer('n-later'))
  const seen = new Set<string>()
  let running = true
  onTestFinished(() => {
    running = false
  })
  const read = async () => {
    const { data, status } = await world.run(`{ world { ${COUNTS} } customers { totalCount } }`)
    seen.add(JSON.stringify([status, data.world.counts, data.customers.totalCount]))
  }
  await read()
  const reading = Array.from({ length: 5 }, async () => {
    while (running) await read()
  })
  const restored = await world.run(`mutation { restoreSnapshot(name: "s") { world { ${COUNTS} } } }`)
  expect(restored.data.restoreSnapshot.world.counts).toEqual({ ...whole, customers: 1 })
  await read()
  running = false
  await Promise.all(reading)
  const before = [200, { customers: 2, transactions: 0, bookings: COUNT + 1 }, 2]
  const after = [200, { customers: 1, ...whole }, 1]
  for (const one of seen) expect([before, after]).toContainEqual(JSON.parse(one))
  expect(seen.size).toBe(2)
  const diff = await world.run(
    '{ diffWorlds(left: { snapshot: "s" }, right: {}) { equal } audit { findings { rule } } }',
  )
  expect(diff.data).toEqual({ diffWorlds: { equal: true }, audit: { findings: [] } })
})

it('a large statement is emptied in one moment; who writes in another world waits for nothing, in this one for its turn', async () => {
  const world = await addLargeWorld()
  const other = await server.world()
  const [{ id }] = (await world.run('{ accounts { nodes { id } } }')).data.accounts.nodes
  const seen = new Set<string>()
  let running = true
  onTestFinished(() => {
    running = false
  })
  const read = async () =>
    seen.add(JSON.stringify((await world.run(`{ world { ${COUNTS} } }`)).data.world.counts.transactions))
  await read()
  const reading = Array.from({ length: 3 }, async () => {
    while (running) await read()
  })
  const writing = (async () => {
    let made = 0
    for (; running; made += 1) await makeCustomer(other, customer(`o-${made}`))
    return made
  })()
  const { result } = await registering(world, () =>
    world.run(`mutation { deleteTransactions(accountId: "${id}") { count } }`),
  )
  expect(result.data.deleteTransactions.count).toBe(COUNT)
  await read()
  running = false
  await Promise.all(reading)
  expect(await writing).toBeGreaterThan(5)
  expect([...seen].toSorted()).toEqual(['0', String(COUNT)])
  // Who registered meanwhile is there, and what is booked stays.
  const { data } = await world.run(
    `{ world { counts { bookings } } customers(first: 500) { nodes { customerNumber agreements { totalCount } } } audit { findings { rule } } }`,
  )
  expect(data.world.counts.bookings).toBe(COUNT + 1)
  const numbers = data.customers.nodes.map((one: { customerNumber: string }) => one.customerNumber)
  expect(numbers).toContainEqual(expect.stringMatching(/^n-0-/))
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(data.audit.findings).toEqual([])
})

it('a customer with a large statement is deleted with it; no call sees half of that', async () => {
  const world = await addLargeWorld()
  const [customerOf] = (await world.run('{ customers { nodes { id } } }')).data.customers.nodes
  await world.run('mutation { takeSnapshot(name: "s") { snapshot { name } } }')
  const counts = `{ world { ${COUNTS} } accounts { totalCount } }`
  const seen = new Set<string>()
  let running = true
  onTestFinished(() => {
    running = false
  })
  const reading = (async () => {
    while (running) {
      const { data } = await world.run(counts)
      seen.add(JSON.stringify([data.world.counts, data.accounts.totalCount]))
    }
  })()
  const deleted = await world.run(`mutation { deleteCustomer(id: "${customerOf.id}") { customer { id } } }`)
  expect(deleted.data.deleteCustomer.customer).toEqual({ id: customerOf.id })
  await world.run(counts)
  running = false
  await reading
  const before = [{ customers: 1, ...whole }, 1]
  const after = [{ customers: 0, transactions: 0, bookings: COUNT + 2 }, 0]
  for (const one of seen) expect([before, after]).toContainEqual(JSON.parse(one))
  expect((await world.run('{ audit { findings { rule } } }')).data.audit.findings).toEqual([])
})

const APPLY = 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { key } } }'
const CREATE =
  'mutation ($name: String, $fixture: FixtureInput!) { createWorld(input: { name: $name, source: { fixture: $fixture } }) { world { name } } }'

/** A customer whose account has more lines than one transaction holds. */
const largeFixture = (lines = 4_000) => ({
  customers: [
    {
      key: 'kari',
      name: 'Kari',
      type: 'PRIVATE',
      accounts: [
        {
          key: 'current',
          accountName: 'Current',
          currency: 'NOK',
          product: 'Current',
          cashAccountType: 'CACC',
          creditLine: 0,
          balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 1_000, currency: 'NOK' } }],
          generate: { profile: 'household', transactions: lines },
        },
      ],
    },
  ],
})

/** Worlds that no call can open or delete, besides those that others are reset to. */
async function leftBehind() {
  const kept = await server.store.reader.world.findMany({ where: { name: { not: null } }, select: { imageId: true } })
  const snapshots = await server.store.reader.snapshot.findMany()
  const used = [...kept.map(one => one.imageId), ...snapshots.map(one => one.contentId)]
  const unnamed = await server.store.reader.world.findMany({ where: { name: null } })
  const soon = Date.now() + 60_000
  return unnamed.filter(({ id, discardedAt }) => !used.includes(id) && (discardedAt === null || +discardedAt > soon))
}

it('a large fixture comes into a world in one moment, and what was in the world stays', async () => {
  const world = await server.world()
  await makeCustomer(world, customer('first'))
  const seen = new Set<string>()
  let running = true
  onTestFinished(() => {
    running = false
  })
  const reading = (async () => {
    while (running) seen.add(JSON.stringify((await world.run(`{ world { ${COUNTS} } }`)).data.world.counts))
  })()
  const applied = await world.run(APPLY, { fixture: largeFixture() })
  expect(applied.data.applyFixture.ids).toEqual([{ key: 'kari' }, { key: 'current' }])
  await world.run(`{ world { ${COUNTS} } }`)
  running = false
  await reading
  const before = { customers: 1, transactions: 0, bookings: 0 }
  const after = { customers: 2, transactions: 4_000, bookings: 4_001 }
  for (const one of seen) expect([before, after]).toContainEqual(JSON.parse(one))
  // The same once more changes nothing.
  await world.run(APPLY, { fixture: largeFixture() })
  const { data } = await world.run(`{ world { ${COUNTS} } audit { findings { rule } } }`)
  expect(data).toEqual({ world: { counts: after }, audit: { findings: [] } })
  expect(await leftBehind()).toEqual([])
})

it('of a large fixture that is refused, or whose caller hangs up, nothing stays', async () => {
  const world = await server.world()
  const [refused, abandoned] = [`t-${randomUUID()}`, `t-${randomUUID()}`]
  const broken = { ...largeFixture(), consents: [{ psu: 'nobody' }] }
  for (const [document, variables] of [
    [CREATE, { name: refused, fixture: broken }],
    [APPLY, { fixture: broken }],
  ] as const) {
    const { errors } = await world.run(document, variables)
    expect(errors[0].extensions.tppMessages[0].path).toBe('consents[0].psu')
  }
  const patience = new AbortController()
  const body = JSON.stringify({ query: CREATE, variables: { name: abandoned, fixture: largeFixture(20_000) } })
  const headers = { 'Content-Type': 'application/json' }
  const call = fetch(`${server.url}/graphql`, { method: 'POST', body, headers, signal: patience.signal })
  while (!(await isBuilding())) await new Promise(resolve => setTimeout(resolve, 1))
  patience.abort()
  await expect(call).rejects.toThrow()
  while ((await leftBehind()).length > 0) await new Promise(resolve => setTimeout(resolve, 5))
  const names = (await world.run('{ worlds(first: 200) { nodes { name } } }')).data.worlds.nodes
  for (const name of [refused, abandoned]) expect(names).not.toContainEqual({ name })
  expect((await world.run(`{ world { ${COUNTS} } }`)).data.world.counts.customers).toBe(0)
})

async function isBuilding(): Promise<boolean> {
  for (const { id } of await leftBehind())
    if ((await server.store.reader.transaction.findFirst({ where: { worldId: id } })) !== null) return true
  return false
}
