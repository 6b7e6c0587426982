import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { hoursLater } from '../../support/builders/hours-later.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ask } from '../../support/clients/both-doors.ts'

// What is kept for a while only (D80, D86): a test run that crashed leaves nothing behind.

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const SNAPSHOTS = '{ snapshots { nodes { name } } }'

it('deletes a world when its time is up, with its rows and snapshots, and no other one', async () => {
  const world = await bank.world('STANDARD')
  const name = `w-${randomUUID()}`
  const add =
    'mutation ($name: String!) { createWorld(input: { name: $name, expiresAfter: "PT1H" }) { world { name } } }'
  await ask(world, add, { name })
  await ask(bank.at(name), 'mutation { takeSnapshot(name: "s") { snapshot { name } } }')
  const kept = [name, (await bank.store.reader.snapshot.findFirstOrThrow({ where: { worldName: name } })).contentId]
  const lines = () => bank.store.reader.transaction.count({ where: { worldId: { in: kept } } })
  expect(await lines()).toBeGreaterThan(2_000)
  await hoursLater(bank.store)
  const { worlds } = await ask(world, '{ worlds { nodes { name } } }')
  expect(worlds.nodes.map((one: { name: string }) => one.name).toSorted()).toEqual(['default', world.name].toSorted())
  expect([await lines(), await bank.store.reader.snapshot.count()]).toEqual([0, 0])
})

it('keeps what a world goes back to when the snapshot that it was made from has expired', async () => {
  const world = await bank.world()
  const customers = '{ world { counts { customers } } }'
  const add = 'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id } } }'
  await ask(world, add, { input: { customerNumber: '501', name: 'Kari', type: 'PRIVATE' } })
  await ask(world, 'mutation { takeSnapshot(name: "short", expiresAfter: "PT1H") { snapshot { name } } }')
  const name = `w-${randomUUID()}`
  await ask(
    world,
    'mutation ($name: String!) { createWorld(input: { name: $name, source: { snapshot: { name: "short" } } }) { world { name } } }',
    { name },
  )
  const made = bank.at(name)
  await ask(made, add, { input: { customerNumber: '502', name: 'Ola', type: 'PRIVATE' } })
  await hoursLater(bank.store)
  expect((await ask(world, SNAPSHOTS)).snapshots.nodes).toEqual([])
  expect((await ask(made, customers)).world.counts.customers).toBe(2)
  await ask(made, 'mutation ($name: String!) { resetWorld(input: { name: $name }) { world { name } } }', { name })
  expect((await ask(made, customers)).world.counts.customers).toBe(1)
})

it('keeps no snapshot for what is no time', async () => {
  const { body } = await (await bank.world()).graphql(
    'mutation { takeSnapshot(name: "s", expiresAfter: "soon") { snapshot { name } } }',
  )
  expect(body.errors[0].extensions).toMatchObject({ code: 'FORMAT_ERROR', tppMessages: [{ path: 'expiresAfter' }] })
})
