import { afterAll, describe, expect, it } from 'vitest'
import { schema } from '../../../src/api/graphql/schema.ts'
import { account, cardAccount, customer, engagement, transaction } from '../../support/builders/graphql-data.ts'
import { addPayer, bulkBody, paymentBody, periodicBody } from '../../support/builders/payments.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { ask, refused } from '../../support/clients/both-doors.ts'

/** D130: the bulk form of a mutation makes all or nothing, and names the faults of all inputs together, each at its place. */

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

type Input = Readonly<Record<string, unknown>>
type Form = {
  /** The field of the payload. */
  readonly things: string
  readonly most: number
  /** A world, and two inputs that are right beside each other. */
  readonly right: () => Promise<{ readonly world: World; readonly one: Input; readonly two: Input }>
  /** A fault of form, and where it is in an input. */
  readonly wrong: readonly [change: Input, place: string]
}

/** A world with a customer, its account and its card. */
async function holding() {
  const world = await bank.world()
  await ask(
    world,
    `mutation ($kari: CreateCustomerInput!, $daily: CreateAccountInput!, $card: CreateCardAccountInput!) {
      createCustomer(input: $kari) { customer { id } } createAccount(input: $daily) { account { id } } createCardAccount(input: $card) { cardAccount { id } } }`,
    {
      kari: { key: 'kari', ...customer() },
      daily: { key: 'daily', ...account() },
      card: { key: 'card', ...cardAccount() },
    },
  )
  return world
}

/** A corporation with an account, an agreement, and two people who may become its members. */
async function firm() {
  const world = await holding()
  await ask(
    world,
    `mutation ($firm: CreateCustomerInput!, $ola: CreateCustomerInput!, $running: CreateAccountInput!) {
      a: createCustomer(input: $firm) { customer { id } } b: createCustomer(input: $ola) { customer { id } } createAccount(input: $running) { account { id } }
      createAgreement(input: { key: "bank", owner: "firm", name: "Main" }) { agreement { id } } }`,
    {
      firm: { key: 'firm', ...customer('999000111', 'CORPORATE') },
      ola: { key: 'ola', ...customer('12085592767') },
      running: { key: 'running', ...account('999000111', 7) },
    },
  )
  return world
}

type Payer = Awaited<ReturnType<typeof addPayer>>

async function paying(body: (payer: Payer, amount: string) => object) {
  const payer = await addPayer(bank)
  const order = (amount: string) => ({ psu: payer.number, ...body(payer, amount) })
  return { world: payer.world, one: order('1.00'), two: order('2.00') }
}

const inKroner = (amount: string) => ({ instructedAmount: { amount, currency: 'NOK' } })
const NO_ACCOUNT = [
  { debtorAccount: { iban: 'NO9386011117948', currency: 'NOK' } },
  'debtorAccount.iban',
] as const satisfies Form['wrong']

const FORMS: Readonly<Record<string, Form>> = {
  createCustomers: {
    things: 'customers',
    most: 500,
    right: async () => ({ world: await bank.world(), one: customer('1'), two: customer('2') }),
    wrong: [{ name: '' }, 'name'],
  },
  createAccounts: {
    things: 'accounts',
    most: 500,
    right: async () => ({ world: await holding(), one: account(undefined, 2), two: account(undefined, 3) }),
    wrong: [{ currency: 'nok' }, 'currency'],
  },
  createCardAccounts: {
    things: 'cardAccounts',
    most: 500,
    right: async () => ({
      world: await holding(),
      one: cardAccount(undefined, '0002'),
      two: cardAccount(undefined, '0003'),
    }),
    wrong: [{ maskedPan: '1' }, 'maskedPan'],
  },
  createTransactions: {
    things: 'transactions',
    most: 500,
    right: async () => ({
      world: await holding(),
      one: { accountId: 'daily', ...transaction('1.00') },
      two: { accountId: 'daily', ...transaction('2.00') },
    }),
    wrong: [{ purposeCode: 'TOOLONG' }, 'purposeCode'],
  },
  createCardTransactions: {
    things: 'cardTransactions',
    most: 500,
    right: async () => ({
      world: await holding(),
      one: { cardAccountId: 'card', ...transaction('-1.00') },
      two: { cardAccountId: 'card', ...transaction('-2.00') },
    }),
    wrong: [{ merchantCategoryCode: '58' }, 'merchantCategoryCode'],
  },
  createEngagements: {
    things: 'engagements',
    most: 500,
    right: async () => ({
      world: await firm(),
      one: { agreementId: 'bank', ...engagement('running', 'kari') },
      two: { agreementId: 'bank', ...engagement('running', 'ola') },
    }),
    wrong: [{ roles: [] }, 'roles'],
  },
  createPayments: {
    things: 'payments',
    most: 500,
    right: () => paying(({ debtor, creditor }, amount) => paymentBody(debtor, creditor, inKroner(amount))),
    wrong: NO_ACCOUNT,
  },
  createBulkPayments: {
    things: 'payments',
    most: 10,
    right: () => paying(({ debtor, creditor }, amount) => bulkBody(debtor, creditor, [amount])),
    wrong: NO_ACCOUNT,
  },
  createPeriodicPayments: {
    things: 'payments',
    most: 500,
    right: () => paying(({ debtor, creditor }, amount) => periodicBody(debtor, creditor, inKroner(amount))),
    wrong: NO_ACCOUNT,
  },
  grantConsents: {
    things: 'consents',
    most: 500,
    right: async () => ({ world: await holding(), one: { psu: 'kari' }, two: { psu: 'kari', accountIds: ['daily'] } }),
    wrong: [{ redirectUri: 'data:x' }, 'redirectUri'],
  },
}

it('is there for each mutation of which one makes many', () => {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {})
  const several = fields.filter(({ args }) => args.some(({ name }) => name === 'inputs'))
  expect(several.map(({ name }) => name).toSorted()).toEqual(Object.keys(FORMS).toSorted())
})

describe.each(Object.entries(FORMS))('%s', (name, { things, most, right, wrong: [wrong, place] }) => {
  const input = `${name.slice(0, 1).toUpperCase()}${name.slice(1, -1)}Input`
  const query = `mutation ($inputs: [${input}!]!) { ${name}(inputs: $inputs) { ${things} { id key } } }`
  const keysOf = async (world: World) => {
    const { fixture } = await ask(world, '{ fixture }')
    return JSON.stringify(fixture).match(/"key":"(?:first|second)"/g)?.length ?? 0
  }
  const refusalOf = async (world: World, inputs: unknown) => {
    const { code, tppMessages } = await refused(world, query, { inputs })
    return [code, tppMessages.map(({ path }: { path: string }) => path)]
  }

  it('makes what its inputs say, in their order, each with its key', async () => {
    const { world, one, two } = await right()
    const inputs = [
      { key: 'first', ...one },
      { key: 'second', ...two },
    ]
    expect((await ask(world, query, { inputs }))[name][things]).toMatchObject([{ key: 'first' }, { key: 'second' }])
    expect(await refusalOf(world, inputs.slice(0, 1))).toEqual(['CONFLICT', expect.arrayContaining(['inputs[0].key'])])
  })

  it('makes none of them when one is wrong, and names the faults of all at their places', async () => {
    const { world, one, two } = await right()
    const faulty = [
      { key: 'first', ...one },
      { ...two, ...wrong },
      { key: 'a b', ...two },
      { ...one, ...wrong, colour: 'red' },
    ]
    const [code, places] = await refusalOf(world, faulty)
    expect([code, places.toSorted()]).toEqual([
      'FORMAT_ERROR',
      [`inputs[1].${place}`, 'inputs[2].key', `inputs[3].${place}`, 'inputs[3].colour'].toSorted(),
    ])
    const twice = [
      { key: 'first', ...one },
      { key: 'first', ...two },
    ]
    expect(await refusalOf(world, twice)).toEqual(['CONFLICT', ['inputs[1].key']])
    expect(await keysOf(world)).toBe(0)
  })

  it(`takes 1 to ${most}`, async () => {
    const { world, one } = await right()
    expect(await refusalOf(world, [])).toEqual(['FORMAT_ERROR', ['inputs']])
    const none = await refused(world, `mutation { ${name}(inputs: null) { ${things} { id } } }`)
    expect(none.tppMessages).toMatchObject([{ path: 'inputs', text: expect.stringContaining('null') }])
    const { tppMessages } = await refused(world, query, { inputs: Array.from({ length: most + 1 }, () => one) })
    expect(tppMessages).toMatchObject([{ path: 'inputs', text: `must be a list of 1 to ${most}.` }])
  })
})

it('makes no payment of many when rules of the bank refuse some, and says which (D35)', async () => {
  const { world, number: psu, debtor, creditor } = await addPayer(bank)
  const body = { psu, ...paymentBody(debtor, creditor) }
  const create = 'mutation ($inputs: [CreatePaymentInput!]!) { createPayments(inputs: $inputs) { payments { id } } }'
  const faulty = [
    body,
    { ...body, requestedExecutionDate: '2030-05-14' },
    { ...body, instructedAmount: { amount: '1.00', currency: 'EUR' } },
  ]
  const { tppMessages } = await refused(world, create, { inputs: faulty })
  expect(tppMessages).toMatchObject([
    { code: 'EXECUTION_DATE_INVALID', path: 'inputs[1].requestedExecutionDate' },
    { code: 'FORMAT_ERROR', path: 'inputs[2].instructedAmount.currency' },
  ])
  const stranger = await refused(world, create, { inputs: [body, { ...body, psu: 'nobody' }] })
  expect(stranger).toMatchObject({ code: 'PSU_CREDENTIALS_INVALID', tppMessages: [{ path: 'inputs[1].psu' }] })
  expect((await ask(world, '{ payments { totalCount } }')).payments.totalCount).toBe(0)
})
