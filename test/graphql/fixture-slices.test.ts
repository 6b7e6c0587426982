import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { sendLargeFixture } from '../../src/client/fixture-parts.ts'
import { receiveFixture } from '../../src/client/fixture-slices.ts'
import { startBank, type World } from '../support/bank.ts'
import { ask } from '../support/both-doors.ts'
import { hoursLater } from '../support/hours-later.ts'
import { addTransactions } from '../support/large-world.ts'
import { WHOLE_FIXTURE } from '../support/whole-fixture.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const APPLY = 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { id } } }'
const TAKE = 'mutation ($name: String!) { takeSnapshot(name: $name) { name } }'
const SLICE =
  'query ($snapshot: String!, $at: String) { fixtureSlice(snapshot: $snapshot, at: $at) { list entries next } }'

const asked = (world: World) => async (query: string, variables: Readonly<Record<string, unknown>>) =>
  (await ask(world, query, variables)).made

const receive = (world: World) => receiveFixture(asked(world), `export-${randomUUID()}`)

/** A world with entries of every kind, and an account with as many more lines as are wanted. */
async function addLargeWorld(count: number): Promise<World> {
  const world = await bank.world()
  await ask(world, APPLY, { fixture: WHOLE_FIXTURE })
  const { accounts } = await ask(world, '{ accounts { nodes { id accountName owner { name } } } }')
  const account = accounts.nodes.find((one: { owner: { name: string } }) => one.owner.name === 'Firm')
  await bank.store.transaction(async tx => {
    await addTransactions(tx, world.name, account.id, count)
    await tx.$executeRaw`UPDATE "Transaction" SET "id" = '01234567-89ab-7def-8123-00' || substr("id", -8) || '00' WHERE "worldId" = ${world.name} AND "id" LIKE 't-%'`
  })
  return world
}

it('tells a large world in slices that make the same document as its export in one answer', async () => {
  // More than a client asks for in one answer, and fewer than one holds.
  const world = await addLargeWorld(5_100)
  const sliced = await receive(world)
  expect(sliced).toEqual((await ask(world, '{ fixture }')).fixture)
  expect((await ask(world, '{ snapshots { nodes { name } } }')).snapshots.nodes).toEqual([])
})

it('tells a world that no answer can hold, which comes back from its document as it is', async () => {
  const world = await addLargeWorld(16_000)
  const { body } = await world.graphql('{ fixture }')
  expect(body.errors[0].extensions.tppMessages[0].text).toContain('sandbank fixture export')
  const document = await receive(world)
  const sentFixture = await sendLargeFixture(document, asked(world))
  const name = `w-${randomUUID()}`
  await ask(world, 'mutation ($name: String!, $id: ID!) { createWorld(name: $name, sentFixture: $id) { name } }', {
    name,
    id: sentFixture,
  })
  const made = bank.at(name)
  expect(await receive(made)).toEqual(document)
  const look =
    '{ audit { findings { text } } accounts { nodes { id balances { balanceType balanceAmount { amount } } transactions(first: 5) { totalCount nodes { id } } } } }'
  expect(await ask(made, look)).toEqual(await ask(world, look))
})

it('tells all slices of one state, whatever is written meanwhile', async () => {
  const world = await addLargeWorld(900)
  const before = (await ask(world, '{ fixture }')).fixture
  await ask(world, TAKE, { name: 'before' })
  const lists: Record<string, unknown[]> = {}
  let calls = 0
  for (let at: string | undefined | null; at !== null; calls += 1) {
    const { list, entries, next } = (await ask(world, SLICE, { snapshot: 'before', at })).fixtureSlice
    lists[list] = [...(lists[list] ?? []), ...entries]
    const input = { customerNumber: `n-${calls}`, name: 'Later', type: 'PRIVATE' }
    await ask(world, 'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { id } }', { input })
    at = next
  }
  expect(calls).toBeGreaterThan(9)
  expect(lists['clock']).toEqual([before.clock])
  for (const list of ['customers', 'agreements', 'contacts', 'consents', 'payments', 'signingBaskets'])
    expect(lists[list]).toHaveLength(before[list].length)
})

it('refuses slices of what is not there, or is another snapshot by now', async () => {
  const world = await bank.world()
  const refusal = async (variables: Readonly<Record<string, unknown>>) =>
    (await world.graphql(SLICE, variables)).body.errors[0].extensions
  expect(await refusal({ snapshot: 'nowhere' })).toMatchObject({ code: 'RESOURCE_UNKNOWN' })
  await ask(world, TAKE, { name: 's' })
  const { next } = (await ask(world, SLICE, { snapshot: 's' })).fixtureSlice
  for (const at of ['', 'x', '{}', '[]', 'null', '{"content":"x","list":99,"after":""}', `${next} `.repeat(2)])
    expect(await refusal({ snapshot: 's', at })).toMatchObject({ code: 'FORMAT_ERROR' })
  await ask(world, 'mutation { deleteSnapshot(name: "s") { name } }')
  await ask(world, TAKE, { name: 's' })
  expect(await refusal({ snapshot: 's', at: next })).toMatchObject({
    ...{ code: 'CONFLICT', tppMessages: [{ path: 'at' }] },
  })
})

const SNAPSHOTS = '{ snapshots { nodes { name } } }'

it('leaves nothing behind for long when its client dies between two slices', async () => {
  const world = await addLargeWorld(6_000)
  let calls = 0
  const dying = async (query: string, variables: Readonly<Record<string, unknown>>) => {
    calls += 1
    if (calls > 5) throw new Error('The client is dead.')
    return asked(world)(query, variables)
  }
  await expect(receiveFixture(dying, 'export-of-the-dead')).rejects.toThrow('dead')
  expect((await ask(world, SNAPSHOTS)).snapshots.nodes).toEqual([{ name: 'export-of-the-dead' }])
  await ask(world, TAKE, { name: 'kept' })
  const { contentId } = await bank.store.reader.snapshot.findFirstOrThrow({ where: { name: 'export-of-the-dead' } })
  await hoursLater(bank.store)
  expect((await ask(world, SNAPSHOTS)).snapshots.nodes).toEqual([{ name: 'kept' }])
  expect(await bank.store.reader.transaction.count({ where: { worldId: contentId } })).toBe(0)
  expect(await bank.store.reader.world.findUnique({ where: { id: contentId } })).toBeNull()
})
