import { afterAll, describe, expect, it } from 'vitest'
import { isValidIban, isValidNorwegianBban } from '../../src/domain/iban.ts'
import { FIXTURES } from '../../src/fixtures/documents/list.ts'
import { fixture as fixtureSchema } from '../../src/inputs/fixtures.ts'
import { parseInput } from '../../src/inputs/parse.ts'
import { putFixture } from '../../src/resolvers/fixtures/put.ts'
import { startBank, type World } from '../support/bank.ts'
import { operatorOf } from '../support/clock.ts'
import { freezeWorld } from '../support/world-clock.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const APPLY = 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { key id } } }'

async function apply(world: World, fixture: unknown) {
  const { body } = await world.graphql(APPLY, { fixture })
  return body
}

/** Every fixture reads the same in a world of its own: what REST shows of it. */
async function readAll(world: World) {
  const read = async (path: string) => (await world.call('GET', path)).text.replaceAll(world.base, '')
  const accounts: { id: string }[] = (await world.call('GET', '/v1/sandbox/accounts')).body
  const cards: { id: string }[] = (await world.call('GET', '/v1/sandbox/card-accounts')).body
  const agreements: { id: string }[] = (await world.call('GET', '/v1/sandbox/agreements')).body
  return Promise.all([
    read('/v1/sandbox/customers?withAccounts=true&withAgreements=true'),
    read('/v1/sandbox/accounts'),
    read('/v1/sandbox/card-accounts'),
    read('/v1/sandbox/agreements'),
    ...agreements.map(({ id }) => read(`/v1/sandbox/agreements/${id}/engagements`)),
    ...accounts.map(({ id }) => read(`/v1/sandbox/accounts/${id}/transactions?limit=1000`)),
    ...cards.map(({ id }) => read(`/v1/sandbox/card-accounts/${id}/transactions?limit=1000`)),
  ])
}

const GRAPH = `{ consents { nodes { id tppId state grantedAt revokedAt customer { customerNumber } accounts { iban } cardAccounts { maskedPan } } }
  payments { nodes { id tppId service product status executionDate requestedExecutionDate totalAmount { amount currency } customer { customerNumber } } }
  signingBaskets { nodes { id status payments { id } } } audit { findings { text } } }`

/** Consents, and the payments and baskets that are still to be done. */
async function openOf(world: World) {
  const { data } = (await world.graphql(GRAPH)).body
  const open = ['RCVD', 'PDNG', 'ACTC', 'ACWC']
  return {
    findings: data.audit.findings,
    consents: data.consents.nodes,
    baskets: data.signingBaskets.nodes,
    payments: data.payments.nodes.filter((one: { status: string }) => open.includes(one.status)),
  }
}

/** A world of a fixture of the product, and what REST shows of it. */
async function makeWorld(document: unknown) {
  const world = await bank.world()
  const first = await apply(world, document)
  expect(first.errors, JSON.stringify(first.errors)?.slice(0, 2000)).toBeUndefined()
  return { world, first, before: await readAll(world) }
}

describe.each(FIXTURES)('the fixture $name', ({ document }) => {
  let making: ReturnType<typeof makeWorld> | undefined
  const made = () => {
    making ??= makeWorld(document)
    return making
  }

  it('makes a world, the same again, and changes nothing when it is applied twice', async () => {
    const { world, first, before } = await made()
    const graph = (await world.graphql(GRAPH)).text
    const again = await apply(world, document)
    expect(again.errors, JSON.stringify(again.errors)?.slice(0, 2000)).toBeUndefined()
    expect(again.data).toEqual(first.data)
    expect(await readAll(world)).toEqual(before)
    expect((await world.graphql(GRAPH)).text).toBe(graph)
  })

  it('comes back from its export: REST and GraphQL read the same (D85)', async () => {
    const { world, before } = await made()
    const exported = (await world.graphql('{ fixture }')).body
    expect(exported.errors, JSON.stringify(exported.errors)?.slice(0, 2000)).toBeUndefined()
    const { clock: _, ...fixture } = exported.data.fixture
    const copy = await bank.world()
    // A document may be larger than what GraphQL takes at once.
    await putFixture(await operatorOf(bank, copy), parseInput(fixtureSchema, fixture))
    expect(await readAll(copy)).toEqual(before)
    expect(await openOf(copy)).toEqual(await openOf(world))
  })
})

const CUSTOMER = { key: 'kari', name: 'Kari', type: 'PRIVATE' }
const ACCOUNT = {
  key: 'daily',
  accountName: 'Brukskonto',
  currency: 'NOK',
  product: 'Brukskonto',
  cashAccountType: 'CACC',
  creditLine: 0,
  balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 100, currency: 'NOK' } }],
}
const PAYMENT = {
  key: 'rent',
  psu: 'kari',
  debtorAccount: { iban: 'daily', currency: 'NOK' },
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  creditorName: 'Utleier',
  instructedAmount: { amount: '50', currency: 'NOK' },
}
const faultsOf = (body: {
  errors?: { extensions: { tppMessages: { code: string; path?: string; text: string }[] } }[]
}) => body.errors?.[0]?.extensions.tppMessages.map(({ code, path }) => [code, path])

describe('a fixture', () => {
  it('derives what was left out from the key, the same on each run: valid numbers and ids (D83)', async () => {
    const worlds = [await bank.world(), await bank.world()]
    const document = { customers: [{ ...CUSTOMER, accounts: [ACCOUNT] }], payments: [PAYMENT] }
    const made = await Promise.all(worlds.map(async world => (await apply(world, document)).data.applyFixture.ids))
    expect(made[0]).toEqual(made[1])
    expect(made[0].map(({ key }: { key: string }) => key)).toEqual(['kari', 'daily', 'rent'])
    const [world] = worlds
    const [account] = (await world?.call('GET', '/v1/sandbox/accounts'))?.body ?? []
    expect([isValidIban(account.iban), isValidNorwegianBban(account.bban)]).toEqual([true, true])
  })

  it('tells all faults together, each with its place, and the key that may be meant; nothing of it stays (D85)', async () => {
    const world = await bank.world()
    const { body } = await world.graphql(APPLY, {
      fixture: {
        customers: [
          { ...CUSTOMER, accounts: [ACCOUNT, { ...ACCOUNT, key: 'kari', balances: [] }] },
          { ...CUSTOMER, key: 'ola', type: 'PERSON' },
        ],
      },
    })
    expect(faultsOf(body)).toEqual([
      ['FORMAT_ERROR', expect.stringMatching(/customers\[0\]\.accounts\[1\]\.balances$/)],
      ['FORMAT_ERROR', expect.stringMatching(/customers\[1\]\.type$/)],
    ])
    const rules = await apply(world, {
      customers: [{ ...CUSTOMER, accounts: [ACCOUNT, { ...ACCOUNT, key: 'kari', iban: 'NO9386011117947' }] }],
      agreements: [{ owner: 'kary', name: 'x', engagements: [] }],
      consents: [{ psu: 'kari', accounts: ['dayly'] }],
    })
    expect(faultsOf(rules)).toEqual([
      ['FORMAT_ERROR', 'customers[0].accounts[1].key'],
      ['BAD_REQUEST', 'agreements[0].owner'],
      ['BAD_REQUEST', 'consents[0].accounts[0]'],
    ])
    expect(JSON.stringify(rules.errors)).toContain('Is \\"kari\\" meant?')
    expect(JSON.stringify(rules.errors)).toContain('Is \\"daily\\" meant?')
    const limits = await apply(world, {
      customers: [{ ...CUSTOMER, accounts: [ACCOUNT] }],
      payments: [
        { ...PAYMENT, creditorName: '', key: 'a' },
        { ...PAYMENT, key: 'b', instructedAmount: { amount: '5', currency: 'EUR' } },
      ],
    })
    expect(limits.errors).toHaveLength(1)
    expect((await world.call('GET', '/v1/sandbox/customers')).body).toEqual([])
  })

  it('tells twenty faults of the rules, and how many there are more', async () => {
    const world = await bank.world()
    const wrong = {
      transactionAmount: { amount: '-1.00', currency: 'EUR' },
      bookingDate: '1D',
      valueDate: '1D',
    }
    const broken = await apply(world, {
      customers: [{ ...CUSTOMER, accounts: [{ ...ACCOUNT, transactions: Array.from({ length: 300 }, () => wrong) }] }],
      consents: [{ psu: 'nobody' }],
    })
    const each =
      faultsOf(
        await apply(world, {
          customers: [{ ...CUSTOMER, accounts: [{ ...ACCOUNT, transactions: [wrong] }] }],
        }),
      )?.length ?? 0
    expect(each).toBeGreaterThan(1)
    const told = broken.errors?.[0].extensions.tppMessages
    expect(told).toHaveLength(21)
    expect(told[19].path).toMatch(/^customers\[0\]\.accounts\[0\]\.transactions\[\d\]\./)
    expect(told[20]).toEqual({
      ...{ category: 'ERROR', code: broken.errors?.[0].extensions.code },
      text: `${300 * each + 1 - 20} more faults are not listed.`,
    })
  })

  it('applied again with a changed balance sets it; with another name of a customer it is refused', async () => {
    const world = await bank.world()
    const document = (amount: number, name = 'Kari') => ({
      customers: [
        {
          ...CUSTOMER,
          name,
          accounts: [
            { ...ACCOUNT, balances: [{ balanceType: 'closingBooked', balanceAmount: { amount, currency: 'NOK' } }] },
          ],
        },
      ],
    })
    await apply(world, document(100))
    await apply(world, document(70))
    const [account] = (await world.call('GET', '/v1/sandbox/accounts')).body
    expect(account.balances[0].balanceAmount.amount).toBe(70)
    expect((await world.graphql('{ audit { findings { text } } }')).body.data.audit.findings).toEqual([])
    expect(faultsOf(await apply(world, document(70, 'Ola')))).toEqual([['CONFLICT', 'customers[0].name']])
  })

  it('makes its own customers beside those of another document that has the same keys, and finds them again', async () => {
    const world = await bank.world('STANDARD')
    const [standard] = FIXTURES
    const key = standard?.document.customers?.[0]?.key
    expect(key).toBeDefined()
    const life = { profile: 'household', transactions: 5 }
    const document = {
      customers: [{ ...CUSTOMER, key, accounts: [{ ...ACCOUNT, generate: life }] }],
      consents: [{ key: 'all', psu: key }],
      payments: [{ ...PAYMENT, psu: key }],
    }
    const before = (await world.call('GET', '/v1/sandbox/customers')).body.length
    const first = await apply(world, document)
    expect(first.errors, JSON.stringify(first.errors)).toBeUndefined()
    expect((await world.call('GET', '/v1/sandbox/customers')).body).toHaveLength(before + 1)
    const [graph, all] = [(await world.graphql(GRAPH)).text, await readAll(world)]
    expect(await apply(world, document)).toEqual(first)
    expect([(await world.graphql(GRAPH)).text, await readAll(world)]).toEqual([graph, all])
    for (const other of [
      { ...CUSTOMER, key, customerNumber: 'X' },
      { ...CUSTOMER, key, customerNumber: 'Y' },
    ])
      expect((await apply(world, { customers: [other] })).errors).toBeUndefined()
    expect((await world.call('GET', '/v1/sandbox/customers')).body).toHaveLength(before + 3)
  })

  it('finds a payment by its key again, wherever it stands in the document', async () => {
    const world = await bank.world()
    const customers = [{ ...CUSTOMER, accounts: [ACCOUNT] }]
    const other = { ...PAYMENT, key: 'power', creditorName: 'Kraft' }
    const first = await apply(world, { customers, payments: [PAYMENT, other] })
    const again = await apply(world, { customers, payments: [{ ...other, key: 'new' }, other, PAYMENT] })
    const idOf = ({ data }: typeof first, key: string) =>
      data.applyFixture.ids.find((one: { key: string }) => one.key === key).id
    for (const key of ['rent', 'power']) expect(idOf(again, key)).toBe(idOf(first, key))
    expect((await world.graphql('{ payments { totalCount } }')).body.data.payments.totalCount).toBe(3)
  })

  it('applied again with another payment of the same key is refused, with each field that differs and nothing changed', async () => {
    const world = await bank.world()
    await freezeWorld(bank, world, '2030-05-15T10:00:00Z')
    const customers = [{ ...CUSTOMER, accounts: [ACCOUNT, { ...ACCOUNT, key: 'spare' }] }]
    const rent = {
      ...PAYMENT,
      status: 'ACTC',
      requestedExecutionDate: '2030-05-16',
      creditorAddress: { country: 'NO' },
    }
    const bulk = {
      key: 'wages',
      service: 'bulk-payments',
      psu: 'kari',
      debtorAccount: { iban: 'daily', currency: 'NOK' },
      requestedExecutionDate: '1D',
      payments: ['Ola', 'Per'].map(creditorName => ({
        creditorName,
        creditorAccount: PAYMENT.creditorAccount,
        instructedAmount: { amount: '5', currency: 'NOK' },
      })),
    }
    const document = { customers, payments: [rent, bulk] }
    const first = await apply(world, document)
    expect(first.errors).toBeUndefined()
    const [ola, per] = bulk.payments
    const different: readonly [Record<string, unknown>, readonly string[]][] = [
      [{ ...rent, instructedAmount: { amount: '51', currency: 'NOK' } }, ['instructedAmount.amount']],
      [
        { ...rent, creditorName: 'Ola', remittanceInformationUnstructured: 'May' },
        ['creditorName', 'remittanceInformationUnstructured'],
      ],
      [{ ...rent, creditorAccount: { iban: 'spare', currency: 'NOK' } }, ['creditorAccount.iban']],
      [{ ...rent, creditorAddress: { country: 'SE' } }, ['creditorAddress.country']],
      [{ ...rent, debtorAccount: { iban: 'spare', currency: 'NOK' } }, ['debtorAccount.iban']],
      [{ ...rent, requestedExecutionDate: '2030-05-20' }, ['requestedExecutionDate']],
      [{ ...rent, tpp: 'other' }, ['tpp']],
      [{ ...rent, status: 'CANC' }, ['status']],
      [{ ...bulk, payments: [ola, { ...per, creditorName: 'Pål' }] }, ['payments[1].creditorName']],
      [{ ...bulk, payments: [ola] }, ['payments']],
    ]
    for (const [payment, fields] of different) {
      const faults = faultsOf(await apply(world, { customers, payments: [payment] }))
      expect(faults?.toSorted()).toEqual(fields.map(field => ['CONFLICT', `payments[0].${field}`]))
    }
    // The same document still changes nothing, also when the payment has gone its way and the day is another one.
    for (const by of ['PT0S', 'P3D']) {
      await world.graphql('mutation ($by: Duration!) { advanceClock(by: $by) { now } }', { by })
      const before = (await world.graphql(GRAPH)).text
      expect(await apply(world, document)).toEqual(first)
      expect((await world.graphql(GRAPH)).text).toBe(before)
    }
  })

  it('puts a payment with a state as it stood, whatever the rules would make of it, and refuses a state that there is not', async () => {
    const world = await bank.world()
    await freezeWorld(bank, world, '2030-05-15T10:00:00Z')
    const abroad = {
      ...PAYMENT,
      product: 'sepa-credit-transfers',
      creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
      instructedAmount: { amount: '5.00', currency: 'EUR' },
    }
    const state = {
      context: 'PRIVATE',
      changedAt: '2030-05-15T09:00:00Z',
      executionDate: '2030-05-15',
      fundsAvailable: true,
      history: [
        { at: '2030-05-15T08:00:00Z', status: 'ACTC', cause: 'APPROVAL' },
        { at: '2030-05-15T09:00:00Z', status: 'ACSP', cause: 'EXECUTION' },
      ],
      transfers: [{ id: '018cc251-f400-7000-8000-0000000000aa' }],
    }
    const customers = [{ ...CUSTOMER, accounts: [ACCOUNT] }]
    const run = { id: '018cc251-f400-7000-8000-0000000000bb', date: '-1D', executedAt: '-1D' }
    for (const [payment, path] of [
      [{ ...abroad, status: 'ACSC', state }, 'status'],
      [{ ...PAYMENT, status: 'ACSP', state }, 'status'],
      [{ ...abroad, status: 'ACTC', state }, 'state.history'],
      [{ ...abroad, status: 'ACTC', state: { ...state, executionDate: undefined } }, 'state.executionDate'],
      [{ ...abroad, status: 'ACSP', state: { ...state, transfers: [] } }, 'state.transfers'],
      [{ ...abroad, status: 'ACSP', state: { ...state, executions: [run] } }, 'state.executions'],
      [{ ...abroad, status: 'ACSP', psu: 'kary', state }, 'psu'],
    ] as const)
      expect(faultsOf(await apply(world, { customers, payments: [payment] }))).toEqual([
        ['BAD_REQUEST', `payments[0].${path}`],
      ])
    await apply(world, { customers, payments: [{ ...abroad, status: 'ACSP', state }] })
    const [account] = (await world.call('GET', '/v1/sandbox/accounts')).body
    expect(account.balances[0].balanceAmount.amount).toBe(100)
    const status = async () =>
      (await world.graphql('{ payments { nodes { status executionDate history { to cause } } } }')).body.data.payments
        .nodes
    const way = [
      { to: 'RCVD', cause: 'REGISTRATION' },
      { to: 'ACTC', cause: 'APPROVAL' },
      { to: 'ACSP', cause: 'EXECUTION' },
    ]
    expect(await status()).toEqual([{ status: 'ACSP', executionDate: '2030-05-15', history: way }])
    await world.graphql('mutation { advanceClock(by: "P1D") { now } }')
    expect(await status()).toEqual([
      { status: 'ACSC', executionDate: '2030-05-15', history: [...way, { to: 'ACSC', cause: 'EXECUTION' }] },
    ])
    expect((await world.graphql('{ audit { findings { text } } }')).body.data.audit.findings).toEqual([])
  })

  it('takes days relative to the world, and generates the same life for the same seed (D84)', async () => {
    const transaction = { transactionAmount: { amount: '-5', currency: 'NOK' }, bookingDate: '-90D', valueDate: '-90D' }
    const life = (seed: number) => ({ profile: 'household', transactions: 50, from: '-30D', to: '-1D', seed })
    const lines = async (seed: number) => {
      const world = await bank.world()
      await freezeWorld(bank, world, '2030-05-15T10:00:00Z')
      const account = { ...ACCOUNT, transactions: [transaction], generate: life(seed) }
      await apply(world, { customers: [{ ...CUSTOMER, accounts: [account] }] })
      const [{ id }] = (await world.call('GET', '/v1/sandbox/accounts')).body
      const { transactions } = (await world.call('GET', `/v1/sandbox/accounts/${id}/transactions?limit=1000`)).body
      return transactions.map((one: { bookingDate: string; transactionAmount: { amount: string } }) => [
        one.bookingDate,
        one.transactionAmount.amount,
      ])
    }
    const [one, same, other] = [await lines(1), await lines(1), await lines(2)]
    expect(one).toHaveLength(51)
    expect(one).toEqual(same)
    expect(one).not.toEqual(other)
    expect(one.at(-1)).toEqual(['2030-02-14', '-5.00'])
    expect(one[0][0] < '2030-05-15' && one.at(-2)[0] >= '2030-04-15').toBe(true)
  })

  it('of the product says what it is for', async () => {
    const world = await bank.world()
    const { data } = (await world.graphql('{ fixtures { name description } }')).body
    expect(data.fixtures.map(({ name }: { name: string }) => name)).toEqual(FIXTURES.map(({ name }) => name))
  })
})

describe('createWorld takes a fixture (D80, D81)', () => {
  const CREATE = `mutation ($fixture: FixtureInput, $fixtureName: String) {
    createWorld(fixture: $fixture, fixtureName: $fixtureName) { name now frozen madeFrom { kind fixture } counts { customers payments } } }`
  const create = async (variables: Record<string, unknown>) =>
    (await bank.at('default').graphql(CREATE, variables)).body

  it('with its clock, at a date of its choice, and a reset makes it that again', async () => {
    const document = {
      clock: { now: '2026-03-02T09:00:00Z', frozen: true },
      customers: [{ ...CUSTOMER, accounts: [ACCOUNT] }],
      payments: [{ ...PAYMENT, status: 'ACTC' }],
    }
    const { data } = await create({ fixture: document })
    expect(data.createWorld).toMatchObject({
      now: '2026-03-02T09:00:00.000Z',
      frozen: true,
      madeFrom: { kind: 'FIXTURE', fixture: null },
      counts: { customers: 1, payments: 1 },
    })
    const world = bank.at(data.createWorld.name)
    const before = await readAll(world)
    await world.graphql('mutation { advanceClock(by: "PT3H") { now } }')
    expect((await openOf(world)).payments).toEqual([])
    expect(await readAll(world)).not.toEqual(before)
    await world.graphql('mutation ($name: String!) { resetWorld(name: $name) { now } }', { name: world.name })
    expect(await readAll(world)).toEqual(before)
    expect((await openOf(world)).payments).toMatchObject([{ status: 'ACTC', executionDate: '2026-03-02' }])
  })

  it.each(FIXTURES.map(({ name }) => name))('of the product by name: %s', async fixtureName => {
    const { data } = await create({ fixtureName })
    expect(data.createWorld.madeFrom).toEqual({ kind: 'FIXTURE', fixture: fixtureName })
  })

  it('RESOURCE_UNKNOWN for a name that there is not, with the one that may be meant; FORMAT_ERROR for two sources', async () => {
    const { errors } = await create({ fixtureName: 'standart' })
    expect(errors[0].extensions.tppMessages).toMatchObject([{ code: 'RESOURCE_UNKNOWN', path: 'fixtureName' }])
    expect(errors[0].message).toContain('Is standard meant?')
    expect(faultsOf(await create({ fixtureName: 'standard', fixture: {} }))).toEqual([['FORMAT_ERROR', 'fixtureName']])
  })

  it('a fixture that is refused leaves no world behind', async () => {
    const count = () => bank.store.reader.world.count()
    const before = await count()
    const body = await create({ fixture: { agreements: [{ owner: 'nobody', name: 'x' }] } })
    expect(faultsOf(body)).toEqual([['BAD_REQUEST', 'agreements[0].owner']])
    expect(await count()).toBe(before)
  })
})
