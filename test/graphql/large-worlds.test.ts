import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { customer, makeAccount, makeCustomer } from '../support/graphql-data.ts'
import { type GraphqlWorld, startGraphql } from '../support/graphql-server.ts'
import { addTransactions } from '../support/large-world.ts'

const server = await startGraphql()
afterAll(() => expect(server.faults).toEqual([]))

const COUNT = 20_000

async function addLargeWorld(): Promise<GraphqlWorld> {
  const world = await server.world()
  await makeCustomer(world)
  const account = await makeAccount(world)
  await server.store.transaction(tx => addTransactions(tx, world.name, account, COUNT))
  return world
}

const COUNTS = 'counts { customers transactions bookings }'
const whole = { transactions: COUNT, bookings: COUNT + 1 }

/** Registers customers one after the other while `work` runs. Answers how many there were before it began and when it was over. */
async function registering<T>(world: GraphqlWorld, work: () => Promise<T>) {
  let running = true
  let made = 0
  const writing = (async () => {
    for (; running; made += 1) await makeCustomer(world, customer(`n-${made}`))
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
    world.run(`mutation { createWorld(name: "${name}", copyOf: "${world.name}") { ${COUNTS} } }`),
  )
  const { customers, ...rest } = result.data.createWorld.counts
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
  const reset = await world.run(`mutation { resetWorld(name: "${name}") { ${COUNTS} } }`)
  expect(reset.data.resetWorld.counts).toEqual({ ...whole, customers })
})

it('a large world is kept and restored while others read it, who see one state or the other', async () => {
  const world = await addLargeWorld()
  await world.run('mutation { takeSnapshot(name: "s") { name } }')
  for (const { id } of (await world.run('{ accounts { nodes { id } } }')).data.accounts.nodes)
    await world.run('mutation ($id: ID!) { deleteTransactions(accountId: $id) }', { id })
  await makeCustomer(world, customer('n-later'))
  const seen = new Set<string>()
  let running = true
  const reading = Array.from({ length: 5 }, async () => {
    while (running) {
      const { data, status } = await world.run(`{ world { ${COUNTS} } customers { totalCount } }`)
      seen.add(JSON.stringify([status, data.world.counts, data.customers.totalCount]))
    }
  })
  const restored = await world.run(`mutation { restoreSnapshot(name: "s") { ${COUNTS} } }`)
  expect(restored.data.restoreSnapshot.counts).toEqual({ ...whole, customers: 1 })
  await new Promise(resolve => setTimeout(resolve, 50))
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
