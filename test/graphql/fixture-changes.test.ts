import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apart } from '../support/apart.ts'
import { startBank, type World } from '../support/bank.ts'
import { ask } from '../support/both-doors.ts'
import { isId } from '../support/hostile-values.ts'
import { damage, type Json, type Place, pathOf, placesIn, WHOLE_FIXTURE } from '../support/whole-fixture.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const APPLY = 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { id } } }'

/** A world of the document with every field that there is, and its export. */
let world: World
let document: Json = {}
beforeAll(async () => {
  world = await bank.world()
  await ask(world, APPLY, { fixture: WHOLE_FIXTURE })
  document = (await ask(world, '{ fixture }')).fixture
})

/** Another value that the field could have had. */
function other({ schema, value, keys }: Place): Json {
  const path = pathOf(keys)
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return path.includes('monthsOfExecution') ? 7 : value + 1
  if (typeof value !== 'string') return value
  if (isId({ schema, value, keys, required: false })) return '01234567-89ab-7def-8123-456789abcdef'
  const number = Object.entries(OTHER_NUMBERS).find(([one]) => value === one)
  if (number !== undefined) return number[1]
  if (schema.enum !== undefined) return schema.enum.find(word => word !== value) ?? value
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return '2030-01-15T08:30:00.000Z'
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return value > '2030-03-02' ? '2031-05-20' : '2030-01-15'
  if (/^-?\d+\.\d+$/.test(value)) return `${value.slice(0, -1)}${value.endsWith('7') ? 8 : 7}`
  return OTHERS.get(keys.at(-1) ?? '') ?? `${value.slice(0, 60)}X`
}

/** Where not any text will do: the number of another account, or what has a form. */
const OTHER_NUMBERS = {
  NO6515039000018: 'NO8115039000026',
  NO8115039000026: 'NO6515039000018',
}
const OTHERS = new Map<string | number, string>([
  ['creditorAgent', 'DNBANOKX'],
  ['debtorAgent', 'DNBANOKX'],
  ['dayOfExecution', '21'],
  ['maskedPan', '525412******9999'],
  ['merchantCategoryCode', '5412'],
  ['purposeCode', 'SALA'],
  ['exchangeRate', '12.5'],
])

async function worldOf(fixture: Json): Promise<World> {
  const create = 'mutation ($fixture: FixtureInput!) { createWorld(fixture: $fixture) { name } }'
  return bank.at((await ask(world, create, { fixture })).createWorld.name)
}

/** The entry that a field is in. */
const entryOf = ({ keys }: Place) => pathOf(keys.slice(0, 2))

/** A place without the numbers of its entries. */
const kindOf = ({ keys }: Place) => pathOf(keys).replaceAll(/\[\d+\]/g, '[]')

/** What a command could change; and where another id is another entry. */
const CHANGED = [
  'clock.frozen',
  'consents[].id',
  'contacts[].emails[]',
  'contacts[].tpp',
  'contacts[].updatedAt',
  'customers[].accounts[].balances[].balanceAmount.amount',
  'customers[].accounts[].transactions[].id',
  'customers[].cardAccounts[].balances[].balanceAmount.amount',
  'customers[].cardAccounts[].transactions[].id',
]

describe('a document that was applied, with one field changed', () => {
  it('is refused with the place of the field, or changes it in the world: no field is passed over', async () => {
    // A clock that has gone past the document's has been there: see test/graphql/fixture-round-trips.
    const leaves = placesIn(document).filter(place => typeof place.value !== 'object' && kindOf(place) !== 'clock.now')
    const odd: unknown[] = []
    const changed = new Set<string>()
    let here = world
    /** The refusal of the document with these fields changed; undefined when it was applied. */
    const refusalOf = async (some: readonly Place[]) => {
      const fixture = some.reduce((whole, place) => damage(whole, place.keys, other(place)), document)
      const { errors } = (await here.graphql(APPLY, { fixture })).body
      if (errors === undefined) return undefined
      const { code, tppMessages } = errors[0].extensions
      const paths: (string | undefined)[] = (tppMessages ?? []).map((one: { path?: string }) => one.path)
      const names = (place: Place) => paths.some(path => path?.startsWith(entryOf(place)))
      return { code, tppMessages, names: (place: Place) => code !== 'SYSTEM_ERROR' && names(place) }
    }
    const tryAlone = async (place: Place) => {
      const [path, value] = [pathOf(place.keys), other(place)]
      expect(`${path} ${value}`).not.toBe(`${path} ${place.value}`)
      const refusal = await refusalOf([place])
      if (refusal !== undefined) {
        if (!refusal.names(place)) odd.push([path, value, refusal.code, refusal.tppMessages])
        return
      }
      const now = (await ask(here, '{ fixture }')).fixture
      if (JSON.stringify(now) !== JSON.stringify(document)) {
        changed.add(kindOf(place))
        here = await worldOf(document)
      } else odd.push([path, value, 'passed over'])
    }
    // Faults of a list are told together, so one field of each of its entries is changed at once; then those that were not told, and in the end each alone.
    const lists = [...new Set(leaves.map(({ keys }) => keys[0]))].map(list =>
      leaves.filter(({ keys }) => keys[0] === list),
    )
    for (const some of lists.flatMap(list => apart(list, entryOf))) {
      let left: readonly Place[] = some
      for (let told = true; told && left.length > 1; ) {
        const refusal = await refusalOf(left)
        if (refusal === undefined) here = await worldOf(document)
        const rest = left.filter(place => refusal?.names(place) !== true)
        told = rest.length < left.length
        left = rest
      }
      for (const place of left) await tryAlone(place)
    }
    expect(odd).toEqual([])
    expect([...changed].toSorted()).toEqual(CHANGED)
  })
})

/** The document with other numbers and ids throughout: the same once more, beside what the world has. */
function asOthers(value: Json, keep: string | undefined): Json {
  const text = JSON.stringify(value)
    .replaceAll(/"[0-9a-f](?=[0-9a-f]{7}-[0-9a-f]{4}-)/g, (from, at: number, whole: string) =>
      whole.slice(at + 1, at + 37) === keep ? from : '"f',
    )
    .replaceAll(/15039(?=0000\d\d)/g, '15038')
    .replaceAll(/"(\d)(?=\d{10}")/g, (from, digit) => (from === '"1' ? from : `"${(Number(digit) + 3) % 10}`))
    .replaceAll('525412', '525413')
  return JSON.parse(text)
}

it('takes no id for an entry that another one of the world has, and names its place', async () => {
  const ids = placesIn(document).filter(place => isId(place) && ['id', 'psuId'].includes(String(place.keys.at(-1))))
  expect(ids.length).toBeGreaterThan(20)
  const odd: unknown[] = []
  const here = await worldOf(document)
  for (const { keys, value } of ids) {
    const { body } = await here.graphql(APPLY, { fixture: asOthers(document, String(value)) })
    const paths = (body.errors?.[0].extensions.tppMessages ?? []).map((one: { path?: string }) => one.path)
    const entry = pathOf(keys.slice(0, -1))
    if (!paths.some((path?: string) => path?.startsWith(entry))) odd.push([pathOf(keys), value, body])
  }
  expect(odd).toEqual([])
  expect(await fixtureOf(here)).toEqual(document)
  expect((await here.graphql(APPLY, { fixture: asOthers(document, undefined) })).body.errors).toBeUndefined()
})

const NOK = (amount: number) => ({ amount, currency: 'NOK' })
const line = (key: string) => ({
  key,
  transactionAmount: { amount: '-5.00', currency: 'NOK' },
  bookingDate: '-2D',
  valueDate: '-2D',
  creditorName: key,
})
const account = (key: string, more: object = {}) => ({
  key,
  accountName: 'Daily',
  currency: 'NOK',
  product: 'Current',
  cashAccountType: 'CACC',
  creditLine: 0,
  balances: [{ balanceType: 'closingBooked', balanceAmount: NOK(1000) }],
  ...more,
})
const kari = (...accounts: object[]) => ({ key: 'kari', name: 'Kari', type: 'PRIVATE', accounts })
const payment = (key: string) => ({
  key,
  psu: 'kari',
  debtorAccount: { iban: 'daily', currency: 'NOK' },
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  creditorName: key,
  instructedAmount: { amount: '5.00', currency: 'NOK' },
})
const fixtureOf = async (from: World) => (await ask(from, '{ fixture }')).fixture
const faultsOf = async (on: World, fixture: object) =>
  (await on.graphql(APPLY, { fixture })).body.errors?.[0].extensions.tppMessages.map(
    ({ code, path }: { code: string; path?: string }) => `${code} ${path}`,
  )

it('finds lines, consents and baskets by their keys again, wherever they stand, and lines without keys whatever other accounts have', async () => {
  const here = await bank.world()
  const { key: _, ...nameless } = line('plain')
  const document = (first: readonly object[], front: readonly object[]) => ({
    customers: [
      kari(account('daily', { transactions: first }), account('spare', { transactions: [nameless, nameless] })),
    ],
    consents: [...front, { key: 'all', psu: 'kari' }],
    payments: [payment('rent'), payment('power')],
    signingBaskets: [
      ...front.map(() => ({ psu: 'kari', paymentIds: ['power'] })),
      { key: 'both', psu: 'kari', paymentIds: ['rent'] },
    ],
  })
  await ask(here, APPLY, { fixture: document([line('a'), line('b')], []) })
  const more = document([line('new'), line('b'), line('a')], [{ key: 'first', psu: 'kari' }])
  await ask(here, APPLY, { fixture: more })
  const { customers, consents, signingBaskets } = await fixtureOf(here)
  expect(customers[0].accounts.map((one: { transactions: unknown[] }) => one.transactions.length)).toEqual([3, 2])
  expect([consents.length, signingBaskets.length]).toEqual([2, 2])
})

it('changes what a command can: an expected balance, the demand for a KID, a consent that is taken back', async () => {
  const here = await bank.world()
  const document = (more: object, consent: object) => ({
    customers: [kari(account('daily', more))],
    consents: [{ key: 'all', psu: 'kari', grantedAt: '-3D', ...consent }],
  })
  await ask(here, APPLY, { fixture: document({}, {}) })
  const balances = [
    { balanceType: 'closingBooked', balanceAmount: NOK(1000) },
    { balanceType: 'expected', balanceAmount: NOK(900) },
  ]
  await ask(here, APPLY, { fixture: document({ balances, demandsKid: true }, { revokedAt: '2026-01-01T00:00:00Z' }) })
  const { customers, consents } = await fixtureOf(here)
  expect(customers[0].accounts[0]).toMatchObject({ demandsKid: true, balances })
  expect(consents[0].revokedAt).toBe('2026-01-01T00:00:00.000Z')
  // What the document does not say stays.
  await ask(here, APPLY, { fixture: document({ balances }, {}) })
  expect(await fixtureOf(here)).toMatchObject({ customers, consents })
})

it('changes nothing of a generated life on another day, and refuses another life', async () => {
  const here = await bank.world()
  await ask(here, APPLY, { fixture: { clock: { now: '2030-05-15T10:00:00Z', frozen: true } } })
  const life = { profile: 'household', from: '-30D', to: '-1D', seed: 1 }
  const document = (generate: object) => ({ customers: [kari(account('daily', { generate }))] })
  await ask(here, APPLY, { fixture: document(life) })
  await ask(here, 'mutation { advanceClock(by: "P1D") { now } }')
  const before = await fixtureOf(here)
  await ask(here, APPLY, { fixture: document(life) })
  await ask(here, APPLY, { fixture: document({ ...life, from: '2030-01-01' }) })
  expect(await fixtureOf(here)).toEqual(before)
  for (const other of [
    { seed: 2 },
    { transactions: 3 },
    { transactions: 0 },
    { profile: 'business' },
    { from: '-60D' },
  ])
    expect(await faultsOf(here, document({ ...life, ...other }))).toEqual([
      'CONFLICT customers[0].accounts[0].generate',
    ])
})

it('leaves alone what has gone its own way since: a consent that was taken back, a right that is gone', async () => {
  const here = await bank.world()
  const document = {
    customers: [kari(account('daily'), account('spare'))],
    consents: [{ key: 'all', psu: 'kari', accounts: ['daily'] }],
  }
  await ask(here, APPLY, { fixture: document })
  const { consents, engagements } = await ask(
    here,
    '{ consents { nodes { id } } engagements: accounts { nodes { engagements { nodes { id agreement { id } } } } } }',
  )
  await ask(here, `mutation { revokeConsent(id: "${consents.nodes[0].id}") { id } }`)
  for (const { engagements: rights } of engagements.nodes)
    for (const { id, agreement } of rights.nodes)
      await ask(here, `mutation { deleteEngagement(agreementId: "${agreement.id}", id: "${id}") { id } }`)
  const before = await fixtureOf(here)
  await ask(here, APPLY, { fixture: document })
  expect(await fixtureOf(here)).toMatchObject({ ...before, clock: expect.anything() })
})

const alike = (key: string) => account(key, { iban: 'NO9386011117947' })
it.each([
  [
    'a customer',
    { ...kari(), customerNumber: 'A' },
    { ...kari(), key: 'two', customerNumber: 'A' },
    '[1].customerNumber',
  ],
  ['an account', kari(alike('one')), kari(alike('one'), alike('two')), '[0].accounts[1].iban'],
])('refuses %s that the document has twice, in a new world and in one that has it', async (_, first, second, path) => {
  const here = await bank.world()
  const customers = path.startsWith('[1]') ? [first, second] : [second]
  expect(await faultsOf(here, { customers })).toContain(`CONFLICT customers${path}`)
  await ask(here, APPLY, { fixture: { customers: [first] } })
  expect(await faultsOf(here, { customers })).toContain(`CONFLICT customers${path}`)
})
