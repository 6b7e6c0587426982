import { afterAll, expect, it } from 'vitest'
import { sendLargeFixture } from '../../src/client/fixture-parts.ts'
import { startBank, type World } from '../support/bank.ts'
import { ask } from '../support/both-doors.ts'
import { writtenFixture } from '../support/large-fixture.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const APPLY = 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { key id } } }'
const BEGIN = 'mutation ($fixture: JSON!) { beginFixture(fixture: $fixture) }'
const ADD =
  'mutation ($id: ID!, $at: String!, $entries: JSON!) { addFixtureEntries(id: $id, at: $at, entries: $entries) }'
const FINISH = 'mutation ($id: ID!) { finishFixture(id: $id) { ids { key id } } }'

const send = (world: World, fixture: object) =>
  sendLargeFixture(fixture, async (query, variables) => (await world.graphql(query, variables)).body.data.made)

const begin = async (world: World, fixture: object = {}) =>
  (await world.graphql(BEGIN, { fixture })).body.data.beginFixture

/** What is in a world, but for when it came there. */
const written = async (world: World) =>
  JSON.parse(JSON.stringify((await ask(world, '{ fixture }')).fixture.customers), (name, value) =>
    name === 'createdAt' ? undefined : value,
  )

it('takes a document in parts that makes the same world as the document at once', async () => {
  const [parts, whole] = [await bank.world(), await bank.world()]
  const fixture = writtenFixture(3, 400)
  const id = await send(parts, fixture)
  expect(id).toEqual(expect.any(String))
  const { body } = await parts.graphql(FINISH, { id })
  expect(body.data.finishFixture).toEqual((await whole.graphql(APPLY, { fixture })).body.data.applyFixture)
  const [made, atOnce] = [await written(parts), await written(whole)]
  expect(made).toEqual(atOnce)
  expect(made[2].accounts[0].transactions).toHaveLength(400)
})

it('tells the faults of all parts together, with the words and places of the whole document', async () => {
  const [parts, whole] = [await bank.world(), await bank.world()]
  const fixture = writtenFixture(2, 600)
  const damage = (customer: number, line: number, fault: object) =>
    Object.assign(fixture.customers[customer]?.accounts[0]?.transactions[line] ?? {}, fault)
  damage(0, 599, { bookingDate: 'tomorrow' })
  damage(1, 3, { creditorName: 7 })
  damage(1, 599, { unknown: 'field' })
  const { body } = await parts.graphql(FINISH, { id: await send(parts, fixture) })
  const { body: atOnce } = await whole.graphql(APPLY, { fixture })
  expect(body.errors[0].extensions).toEqual(atOnce.errors[0].extensions)
  expect(body.errors[0].extensions.tppMessages.map(({ path }: { path: string }) => path)).toEqual([
    'customers[0].accounts[0].transactions[599].bookingDate',
    'customers[1].accounts[0].transactions[3].creditorName',
    'customers[1].accounts[0].transactions[599].unknown',
  ])
  const { fixture: left } = (await parts.graphql('{ fixture }')).body.data
  expect(left.customers ?? []).toEqual([])
})

it('forgets a document once it was used, and knows none that was not begun', async () => {
  const world = await bank.world()
  const id = await begin(world, { clock: { frozen: true } })
  expect((await world.graphql(FINISH, { id })).body.data.finishFixture).toEqual({ ids: [] })
  for (const [query, more] of [
    [FINISH, {}],
    [ADD, { at: 'customers', entries: [] }],
    ['mutation ($id: ID!) { createWorld(sentFixture: $id) { name } }', {}],
  ] as const)
    expect((await world.graphql(query, { id, ...more })).body.errors[0].extensions).toMatchObject({
      code: 'RESOURCE_UNKNOWN',
      tppMessages: [{ path: 'id' }],
    })
})

it.each([
  ['a list that no fixture has', 'holders'],
  ['a field that is no list', 'clock'],
  ['what every object has', 'constructor'],
  ['a list of texts', 'consents[0].accounts'],
  ['an entry', 'customers[0]'],
  ['the list of an entry that was not sent', 'customers[1].accounts'],
  ['a list of a list', 'customers.accounts'],
  ['nothing', ''],
])('refuses entries for %s', async (_, at) => {
  const world = await bank.world()
  const id = await begin(world, { customers: [{ name: 'Kari', type: 'PRIVATE' }] })
  const { body } = await world.graphql(ADD, { id, at, entries: [{}] })
  expect(body.errors[0].extensions).toMatchObject({ code: 'FORMAT_ERROR', tppMessages: [{ path: 'at' }] })
})

it('refuses entries that are no list, and makes no world of two sources', async () => {
  const world = await bank.world()
  const id = await begin(world)
  const none = await world.graphql(ADD, { id, at: 'customers', entries: { name: 'Kari' } })
  expect(none.body.errors[0].extensions.code).toBe('FORMAT_ERROR')
  const two = await world.graphql('mutation ($id: ID!) { createWorld(from: EMPTY, sentFixture: $id) { name } }', { id })
  expect(two.body.errors[0].extensions).toMatchObject({ code: 'FORMAT_ERROR', tppMessages: [{ path: 'sentFixture' }] })
})
