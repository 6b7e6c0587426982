import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../src/platform/store/db.ts'
import { customerBody } from '../support/builders/builders.ts'
import { addConsented, unattended } from '../support/builders/consented.ts'
import {
  addPayer,
  balancesOf,
  callingAs,
  INSTANT,
  NDCT,
  paymentBody,
  register,
  startSca,
} from '../support/builders/payments.ts'
import { type Answer, type Bank, startBank, type World } from '../support/clients/bank.ts'
import { getSnapshot, linesIn, putSnapshot } from '../support/clients/snapshot-files.ts'
import { newDatabase } from '../support/harness/database.ts'

/** Two servers without anything in common but the database (D121). */
const books = await newDatabase()
const one = await startBank({ books })
const other = await startBank({ books })

/** The same world at the other server, for the same TPP. */
function beside(world: World, bank: Bank = other): World {
  const { call, ...there } = bank.at(world.name)
  return { ...there, call: (method, path, options = {}) => call(method, path, { tpp: one.tpp, ...options }) }
}

/** Calls both servers in turns, so many times, all at the same moment. */
function together<T>(world: World, times: number, run: (world: World, place: number) => Promise<T>): Promise<T[]> {
  const doors = [world, beside(world)] as const
  return Promise.all(Array.from({ length: times }, (_, place) => run(doors[place % 2 === 0 ? 0 : 1], place)))
}

const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted()
const times = (count: number, status: number) => Array.from({ length: count }, () => status)
const codeOf = ({ body }: Answer): unknown => body.errors?.[0]?.extensions.code

async function expectClean(world: World): Promise<void> {
  for (const door of [world, beside(world)]) {
    const { body } = await door.graphql('{ audit { findings { text } } }')
    expect(body).toEqual({ data: { audit: { findings: [] } } })
  }
}

it('the same call at both, with one X-Request-ID, happens once, and both have its answer', async () => {
  const world = await one.world()
  for (let round = 0; round < 10; round += 1) {
    const [body, requestId] = [customerBody(), randomUUID()]
    const answers = await together(world, 4, door => door.call('POST', '/v1/sandbox/customers', { body, requestId }))
    const busy = answers.filter(({ status }) => status === 409)
    const done = answers.filter(({ status }) => status === 201)
    expect(busy.length + done.length).toBe(4)
    expect(new Set(done.map(({ text }) => text)).size).toBe(1)
  }
  expect((await world.call('GET', '/v1/sandbox/customers')).body).toHaveLength(10)
})

it('of 12 reads without the PSU exactly 4 are answered', async () => {
  const { world, account, headers } = await addConsented(one)
  const answers = await together(world, 12, door =>
    door.call('GET', `/v1/accounts/${account.id}/balances`, { headers: unattended(headers) }),
  )
  expect(statusesOf(answers)).toEqual([...times(4, 200), ...times(8, 429)])
})

it('one SCA that is approved at both is completed once', async () => {
  const payer = await addPayer(one)
  const payment = await register(payer.psu, NDCT, paymentBody(payer.debtor, payer.creditor))
  const id = (await startSca(payer.psu, payment.path)).split('/').at(-1)
  const answers = await together(payer.world, 6, door => approve(door, id, payer.number))
  expect(answers.filter(answer => codeOf(answer) === undefined)).toHaveLength(1)
  await expectClean(payer.world)
})

it('no more is spent than an account has', async () => {
  const payer = await addPayer(one, { booked: 1000 })
  const there = { ...payer, psu: callingAs(beside(payer.world), payer.headers) }
  const answers = await Promise.all(
    Array.from({ length: 16 }, async (_, place) => {
      const { psu } = place % 2 === 0 ? payer : there
      const payment = await register(
        psu,
        `${INSTANT}?allowLogicalDuplicate=true`,
        paymentBody(payer.debtor, payer.creditor, { endToEndIdentification: `e${place}` }),
      )
      const id = (await startSca(psu, payment.path)).split('/').at(-1)
      return approve(psu, id, payer.number)
    }),
  )
  expect(answers.filter(answer => codeOf(answer) === undefined).length).toBeGreaterThan(0)
  const { booked, expected } = await balancesOf(payer.world, payer.debtor)
  expect([booked, expected]).toEqual([0, 0])
  await expectClean(payer.world)
})

it('a payment is in one signing basket, wherever both are created', async () => {
  const payer = await addPayer(one)
  const payment = await register(payer.psu, NDCT, paymentBody(payer.debtor, payer.creditor))
  const answers = await together(payer.world, 6, door =>
    callingAs(door, payer.headers).call('POST', '/v1/signing-baskets', { body: { paymentIds: [payment.id] } }),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  for (const { status } of answers) expect(status).toBeLessThan(500)
})

it('a name is given to one world', async () => {
  const world = await one.world()
  for (let round = 0; round < 5; round += 1) {
    const name = `named-${randomUUID().slice(0, 8)}`
    const answers = await together(world, 4, door =>
      door.graphql(
        'mutation ($name: String!) { createWorld(input: { name: $name, source: { empty: true } }) { world { name } } }',
        { name },
      ),
    )
    expect(answers.map(codeOf).toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', undefined])
  }
})

it('a scenario for three calls meets three', async () => {
  const world = await one.world()
  await world.graphql(
    'mutation { setScenario(input: { scenario: "error; code=ACCESS_EXCEEDED", times: 3 }) { scenario { id } } }',
  )
  const answers = await together(world, 12, door => door.call('GET', '/v1/sandbox/customers'))
  expect(answers.filter(({ status }) => status !== 200)).toHaveLength(3)
})

it('the clock is moved at one while the other pays', async () => {
  const payer = await addPayer(one, { booked: 100_000 })
  const psu = callingAs(beside(payer.world), payer.headers)
  const moving = payer.world.graphql('mutation { advanceClock(input: { by: "P20D" }) { clock { now } } }')
  const paid = await Promise.all(
    Array.from({ length: 10 }, (_, place) =>
      psu.call('POST', `${NDCT}?allowLogicalDuplicate=true`, {
        body: paymentBody(payer.debtor, payer.creditor, { endToEndIdentification: `e${place}` }),
      }),
    ),
  )
  expect(codeOf(await moving)).toBeUndefined()
  for (const { status, text } of paid) expect(status, text).toBeLessThan(500)
  await expectClean(payer.world)
})

it('a world is deleted at one while the other uses it: calls are answered, or it is not there', async () => {
  for (let round = 0; round < 3; round += 1) {
    const world = await one.world()
    const there = beside(world)
    const using = Promise.all(
      Array.from({ length: 20 }, () => there.call('POST', '/v1/sandbox/customers', { body: customerBody() })),
    )
    const deleted = await one
      .at('default')
      .graphql('mutation ($name: String!) { deleteWorld(name: $name) { world { name } } }', {
        name: world.name,
      })
    expect(codeOf(deleted)).toBeUndefined()
    for (const { status, text } of await using) expect([201, 404], text).toContain(status)
  }
})

function approve(world: World, id: string | undefined, customerNumber: string): Promise<Answer> {
  return world.graphql(
    'mutation ($id: ID!, $customerNumber: String!) { completeAuthorisation(input: { id: $id, psu: $customerNumber, outcome: APPROVED }) { authorisation { status } } }',
    { id, customerNumber },
  )
}

it('a command that writes into a world beside its own is refused, here and by every run of the tests on PostgreSQL', async () => {
  const store = await openStore(await newDatabase())
  onTestFinished(() => store.close())
  const [own, beside] = ['own', 'beside']
  const row = (worldId: string) => ({
    worldId,
    id: 'c',
    psuId: 'p',
    customerNumber: '1',
    name: 'Kari',
    type: 'PRIVATE' as const,
    createdAt: new Date(0),
  })
  for (const id of [own, beside])
    await store.transaction(tx => tx.world.create({ data: { id, createdAt: new Date(0) } }))
  await store.transaction(tx => tx.customer.create({ data: row(own) }), { worlds: [own] })
  await expect(store.transaction(tx => tx.customer.create({ data: row(beside) }), { worlds: [own] })).rejects.toThrow(
    'not in its scope',
  )
  await expect(store.transaction(tx => tx.customer.deleteMany({ where: { worldId: own } }))).rejects.toThrow(
    'not in its scope',
  )
  expect(await store.reader.customer.count({})).toBe(1)
})

it('D131: of a snapshot that comes at both under one name one is kept, and each server reads it', async () => {
  const world = await one.world('STANDARD')
  await world.graphql('mutation { takeSnapshot(name: "kept") { snapshot { name } } }')
  const at = [one, other].map(({ url }) => ({ url, base: world.base }))
  const files = await Promise.all(at.map(place => getSnapshot(place, 'kept')))
  expect(new Set(files.map(({ text }) => text)).size).toBe(1)
  const text = files[0]?.text ?? ''
  for (let round = 0; round < 3; round += 1) {
    const name = `round-${round}`
    const answers = await Promise.all([...at, ...at].map(place => putSnapshot(place, name, text)))
    expect(statusesOf(answers)).toEqual([201, ...times(3, 409)])
    for (const place of at)
      expect(linesIn((await getSnapshot(place, name)).text).slice(1)).toEqual(linesIn(text).slice(1))
  }
  expect(await one.store.reader.world.count({ where: { name: null, discardedAt: { gt: new Date() } } })).toBe(0)
})
