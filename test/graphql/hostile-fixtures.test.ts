import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBank, type World } from '../support/bank.ts'
import { ask } from '../support/both-doors.ts'
import {
  borrowedIds,
  type HostileCase,
  hostileValues,
  NO_RELATIVE_DAYS,
  RELATIVE_DAYS,
} from '../support/hostile-values.ts'
import { storiesOf } from '../support/story-counts.ts'
import { LONG } from '../support/story-time.ts'
import { damage, type Json, type Place, pathOf, placesIn, WHOLE_FIXTURE } from '../support/whole-fixture.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const APPLY = 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { id } } }'
const CREATE =
  'mutation ($name: String!, $fixture: FixtureInput!) { createWorld(name: $name, fixture: $fixture) { name } }'
const DELETE = 'mutation ($name: String!) { deleteWorld(name: $name) { name } }'
const FIND = '{ worlds { nodes { name } } }'
const LOOK = '{ audit { findings { text } } fixture }'
const GO_ON = 'mutation { advanceClock(by: "P2D") { now } }'

/** An export with every field that one can have, and two entries of each kind. */
let document: Json = {}
let world: World

beforeAll(async () => {
  world = await bank.world()
  await ask(world, APPLY, { fixture: WHOLE_FIXTURE })
  await ask(world, APPLY, { fixture: SECOND_OF_EACH_KIND })
  document = (await ask(world, '{ fixture }')).fixture
})

const NOK = (amount: number) => [{ balanceType: 'closingBooked', balanceAmount: { amount, currency: 'NOK' } }]
const SECOND_OF_EACH_KIND = {
  customers: [
    {
      key: 'firm',
      name: 'Firm',
      type: 'CORPORATE',
      accounts: [
        {
          accountName: 'Dinars',
          currency: 'BHD',
          product: 'Current',
          cashAccountType: 'CACC',
          creditLine: 0,
          balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 0, currency: 'BHD' } }],
          state: { closingBooked: '-9007199254740.993', expected: '9007199254740993.001' },
        },
      ],
    },
    {
      key: 'ola',
      name: 'Ola',
      type: 'PRIVATE',
      cardAccounts: [{ accountName: 'Card', currency: 'NOK', product: 'Visa', creditLine: 0, balances: NOK(0) }],
    },
  ],
  agreements: [{ owner: 'firm', name: 'Second' }],
  contacts: [{ tpp: 'OTHER', emails: ['psd2@other.example'] }],
}

/** How many of the cases are tried. */
const RUNS = storiesOf('hostileFixtures')

/** As many of a list as are tried, the same in each run of the tests. */
function some<Value>(all: readonly Value[], most: number): readonly Value[] {
  const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121)
  const [mixed = []] = fc.sample(fc.shuffledSubarray([...all], { minLength: Math.min(most, all.length) }), {
    seed,
    numRuns: 1,
  })
  return mixed.slice(0, most)
}

type Fault = { readonly path?: string; readonly text?: string }
type Refusal = { readonly code: string; readonly tppMessages?: readonly Fault[] }

/** Whether a fault says where it is. One that is about the whole call, or counts those that are not listed, has no place (D74, D85). */
const isPlaced = ({ path, text = '' }: Fault) =>
  (path !== undefined && path !== 'fixture') || /^One call may hold |^\d+ more faults are not listed/.test(text)

/** What is wrong with the answer to a document: undefined when it was refused with places and without a trace, or made a world that is whole. */
async function oddityOf(fixture: Json): Promise<unknown> {
  const name = 'hostile'
  const { body, status } = await world.graphql(CREATE, { name, fixture })
  const refusal: Refusal | undefined = body.errors?.[0].extensions
  if (refusal !== undefined) {
    if (status >= 500 || refusal.code === 'SYSTEM_ERROR') return refusal
    if (refusal.tppMessages?.every(isPlaced) !== true) return refusal
    const { worlds } = await ask(world, FIND)
    return worlds.nodes.some((one: { name: string }) => one.name === name) ? 'it stayed' : undefined
  }
  if (body.data?.createWorld === undefined) return status === 413 ? undefined : body
  try {
    return await oddityIn(bank.at(name), fixture)
  } finally {
    await ask(world, DELETE, { name })
  }
}

/** A world that was made is whole: its books are right, it can be told, its document changes nothing, another one of its export is the same, and its clock goes on. */
async function oddityIn(made: World, fixture: Json): Promise<unknown> {
  const before = await made.graphql(LOOK)
  if (before.body.errors !== undefined || before.body.data.audit.findings.length > 0) return before.body
  const [{ clock }, told] = [objectIn(fixture), before.body.data.fixture]
  // A clock that runs is another one each time.
  if (objectIn(clock)['frozen'] === true) {
    const again = await made.graphql(APPLY, { fixture })
    if (again.body.errors !== undefined) return again.body.errors[0].extensions
    if ((await made.graphql(LOOK)).text !== before.text) return 'it changed something when it was applied again'
    const name = 'hostile-again'
    const copy = await made.graphql(CREATE, { name, fixture: told })
    if (copy.body.errors !== undefined) return copy.body.errors[0].extensions
    const same = (await bank.at(name).graphql(LOOK)).text === before.text
    await ask(world, DELETE, { name })
    if (!same) return 'its export is another world'
  }
  const moved = await made.graphql(GO_ON)
  if (moved.body.errors !== undefined) return moved.body.errors[0]
  const after = await made.graphql(LOOK)
  return after.body.errors !== undefined || after.body.data.audit.findings.length > 0 ? after.body : undefined
}

const objectIn = (value: Json | undefined): { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {}

async function tryAll(cases: readonly HostileCase[]): Promise<void> {
  const odd: unknown[] = []
  for (const { how, place, value } of cases) {
    const faults = bank.faults.length
    const oddity = await oddityOf(damage(document, place.keys, value))
    if (oddity !== undefined || bank.faults.length > faults)
      odd.push([
        pathOf(place.keys),
        how,
        oddity,
        ...bank.faults.slice(faults).map(fault => String(fault).slice(0, 500)),
      ])
  }
  expect(odd).toEqual([])
}

it.each([
  ['a clock at the end of the calendar', 'clock.now', '9999-12-31T23:59:59Z'],
  ['a clock from which no days can be counted back', 'clock.now', '0001-01-01T00:00:00Z'],
  ['a next run that has run already', 'state.executionDate', '2030-03-01'],
  ['a basket that was made where there are no days before', 'createdAt', '0001-01-01T00:00:00Z'],
])('an export with %s is refused', async (_, field, value) => {
  const place = placesIn(document).findLast(({ keys }) => pathOf(keys).endsWith(field))
  const { body } = await world.graphql(CREATE, { name: 'hostile', fixture: damage(document, place?.keys ?? [], value) })
  expect(body.errors[0].extensions).toMatchObject({
    code: 'BAD_REQUEST',
    tppMessages: [
      { path: expect.stringMatching(/^clock.now$|executions\[0\].date$|^signingBaskets\[\d\].createdAt$/) },
    ],
  })
})

const isDay = ({ schema }: Place) =>
  schema.anyOf?.some(one => one.format === 'date-time') === true || schema.pattern?.includes('\\d{4}-') === true

it('what is no day counted from the world is refused with its path, wherever a document has days', async () => {
  const days = placesIn(WHOLE_FIXTURE).filter(isDay)
  expect(days.length).toBeGreaterThan(30)
  const odd: unknown[] = []
  for (const text of NO_RELATIVE_DAYS)
    for (let from = 0; from < days.length; from += 20) {
      const some = days.slice(from, from + 20)
      const fixture = some.reduce<Json>((whole, { keys }) => damage(whole, keys, text), WHOLE_FIXTURE)
      const { body, status } = await world.graphql(CREATE, { name: 'hostile', fixture })
      const told = body.errors?.[0].extensions.tppMessages.map((one: { path?: string }) => one.path)
      const want = some.map(({ keys }) => pathOf(keys)).toSorted()
      if (status >= 500 || JSON.stringify(told?.toSorted()) !== JSON.stringify(want)) odd.push([text, want, told])
    }
  expect(odd).toEqual([])
})

it('a day that is counted from the world is that day in it, up to 99,999 days away', async () => {
  const lines = Object.keys(RELATIVE_DAYS).filter(text => text.startsWith('-') || text === '0D')
  const fixture = {
    clock: { now: '2030-03-02T09:00:00Z', frozen: true },
    customers: [
      {
        ...{ key: 'kari', name: 'Kari', type: 'PRIVATE' },
        accounts: [
          {
            ...{ key: 'daily', accountName: 'Daily', currency: 'NOK', product: 'Current', cashAccountType: 'CACC' },
            ...{ creditLine: 0, balances: NOK(100) },
            transactions: lines.map(text => ({
              ...{ key: `line${text}`, transactionAmount: { amount: '-1.00', currency: 'NOK' }, createdAt: text },
              ...{ bookingDate: text, valueDate: text },
            })),
          },
        ],
      },
    ],
    payments: ['0D', '1D', '99999D'].map(text => ({
      ...{
        key: `payment${text}`,
        psu: 'kari',
        debtorAccount: { iban: 'daily', currency: 'NOK' },
        creditorName: 'Shop',
      },
      creditorAccount: { bban: '86011117947', currency: 'NOK' },
      ...{ instructedAmount: { amount: '1.00', currency: 'NOK' }, requestedExecutionDate: text, createdAt: '-0D' },
    })),
  }
  const name = 'counted'
  await ask(world, CREATE, { name, fixture })
  const { customers, payments } = (await ask(bank.at(name), '{ fixture }')).fixture
  const told = customers[0].accounts[0].transactions
  for (const [place, text] of lines.entries()) {
    const day = RELATIVE_DAYS[text]
    expect([text, told[place].bookingDate, told[place].valueDate, told[place].createdAt]).toEqual([
      ...[text, day, day, `${day}T09:00:00.000Z`],
    ])
  }
  expect(payments.map((one: { requestedExecutionDate: string }) => one.requestedExecutionDate)).toEqual([
    ...['2030-03-02', '2030-03-03', '2303-12-16'],
  ])
  await ask(world, DELETE, { name })
})

it('a clock that is counted from itself is where a new world begins, and goes nowhere when its document is applied again', async () => {
  const customer = { key: 'kari', name: 'Kari', type: 'PRIVATE' }
  const fixture = { clock: { now: '5D', frozen: true }, customers: [customer] }
  const name = 'ahead'
  await ask(world, CREATE, { name, fixture })
  const before = (await bank.at(name).graphql(LOOK)).text
  const again = await bank.at(name).graphql(APPLY, { fixture })
  expect(again.body.errors).toBeUndefined()
  expect((await bank.at(name).graphql(LOOK)).text).toBe(before)
  const more = { ...fixture, customers: [customer, { ...customer, key: 'ola' }] }
  const { body } = await bank.at(name).graphql(APPLY, { fixture: more })
  expect(body.errors[0].extensions).toMatchObject({ code: 'BAD_REQUEST', tppMessages: [{ path: 'clock.now' }] })
  expect((await bank.at(name).graphql(LOOK)).text).toBe(before)
  await ask(world, DELETE, { name })
})

it('an export is whole', async () => {
  expect(await oddityOf(document)).toBeUndefined()
})

it(
  'an export in which an entry has the id of another one is refused with a place, or makes a world that is whole',
  LONG,
  async () => {
    const { alike, others } = borrowedIds(placesIn(document))
    expect(alike.length).toBeGreaterThan(100)
    await tryAll([...some(alike, RUNS), ...some(others, RUNS / 2)])
  },
)

it(
  'an export with one value at the edge of what its field may be is refused with a place, or makes a world that is whole',
  LONG,
  async () => {
    const cases = placesIn(document).flatMap(hostileValues)
    await tryAll(some(cases, RUNS))
  },
)
