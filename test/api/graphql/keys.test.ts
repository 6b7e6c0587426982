import { expect, it } from 'vitest'
import { isValidIban } from '../../../src/domain/account-numbers.ts'
import { BANK_BY_KEYS } from '../../../src/sandbox/fixtures/documents/bank-by-keys.ts'
import { account, customer } from '../../support/builders/graphql-data.ts'
import { type GraphqlWorld, startGraphql } from '../../support/clients/graphql-server.ts'

const server = await startGraphql()

const BALANCES = `balances: [{ balanceType: closingBooked, balanceAmount: { amount: 5000, currency: "NOK" } }]`
const ACCOUNT = `accountName: "Brukskonto", currency: "NOK", product: "Brukskonto", cashAccountType: CACC, creditLine: 0, ${BALANCES}`

async function kariWithAccount(): Promise<GraphqlWorld> {
  const world = await server.world()
  const { errors } = await world.run(`mutation {
    a: createCustomer(input: { key: "kari", name: "Kari", type: PRIVATE }) { customer { id } }
    b: createAccount(input: { key: "daily", customerNumber: "kari", ${ACCOUNT} }) { account { id } }
    c: createCardAccount(input: { key: "card", customerNumber: "kari", accountName: "Kort", currency: "NOK", product: "Visa", creditLine: 0, ${BALANCES} }) { cardAccount { id } }
  }`)
  expect(errors).toEqual([])
  return world
}

it('builds a whole bank by one document, without an id of an answer, the same on each run (D83)', async () => {
  const [one, other] = [await server.world(), await server.world()]
  const answers = [await one.run(BANK_BY_KEYS), await other.run(BANK_BY_KEYS)]
  expect(answers.map(({ errors }) => errors)).toEqual([[], []])
  const [first, second] = answers
  expect(first?.data).toMatchObject({
    createTransaction: { transaction: { key: 'salary' } },
    createAgreement: { agreement: { key: 'bank' } },
    createEngagement: { engagement: { key: 'clerk' } },
    grantConsent: { consent: { key: 'access', tpp: { id: 'SANDBANK' } } },
    rent: { payment: { key: 'rent' } },
    approved: { authorisation: { payment: { key: 'rent', status: 'ACTC' } } },
    createSigningBasket: { signingBasket: { key: 'bills', payments: [{ key: 'power' }] } },
    signed: { authorisation: { signingBasket: { key: 'bills', status: 'ACTC' } } },
  })
  expect(first?.data.createCustomers.customers[0].customerNumber).toMatch(/^9\d{10}$/)
  expect(isValidIban(first?.data.createAccounts.accounts[0].iban)).toBe(true)
  // What has a key is the same in each world, ids among it.
  expect(second?.data).toEqual(first?.data)
  const IDS =
    '{ customer(by: { id: "havn" }) { id } account(by: { id: "running" }) { id } consent(id: "access") { id } payment(id: "rent") { id } signingBasket(id: "bills") { id } }'
  expect((await other.run(IDS)).data).toEqual((await one.run(IDS)).data)
  expect(await one.run('{ audit { findings { text } } }')).toMatchObject({ data: { audit: { findings: [] } } })
})

it('takes a key where the operator names a thing by id or number (D83)', async () => {
  const world = await kariWithAccount()
  const { errors, data } = await world.run(`{
    account(by: { id: "daily" }) { key iban owner { key } }
    byIban: account(by: { iban: "daily" }) { key }
    customer(by: { id: "kari" }) { key id }
    byNumber: customer(by: { customerNumber: "kari" }) { id }
    customers(filter: { customerNumber: "kari" }) { nodes { key } }
    accounts(filter: { customer: "kari" }) { nodes { key } }
    transactions(accountId: "daily") { totalCount }
    cardTransactions(cardAccountId: "card") { totalCount }
    node(id: "card") { ... on CardAccount { key } }
  }`)
  expect(errors).toEqual([])
  expect(data).toMatchObject({
    account: { key: 'daily', owner: { key: 'kari' } },
    byIban: { key: 'daily' },
    customers: { nodes: [{ key: 'kari' }] },
    accounts: { nodes: [{ key: 'daily' }] },
    node: { key: 'card' },
  })
  expect(data.byNumber.id).toBe(data.customer.id)
})

it.each([
  ['{ account(by: { id: "dayly" }) { id } }', 'RESOURCE_UNKNOWN', 'There is no key "dayly": is "daily" meant?'],
  [
    '{ account(by: { id: "kari" }) { id } }',
    'RESOURCE_UNKNOWN',
    '"kari" is the key of another kind of thing: customer.',
  ],
  [
    'mutation { setKidDemand(input: { accountId: "daly", demanded: true }) { account { id } } }',
    'RESOURCE_UNKNOWN',
    'is "daily" meant?',
  ],
  [
    `mutation { createAccount(input: { key: "other", customerNumber: "karo", ${ACCOUNT} }) { account { id } } }`,
    'BAD_REQUEST',
    'is "kari" meant?',
  ],
  ['mutation { grantConsent(input: { psu: "karri" }) { psuId } }', 'PSU_CREDENTIALS_INVALID', 'is "kari" meant?'],
])('%s is refused with the nearest key (D83)', async (document, code, hint) => {
  const world = await kariWithAccount()
  const { errors } = await world.run(document)
  expect(errors[0]?.extensions.code).toBe(code)
  expect(errors[0]?.message).toContain(hint)
})

it.each(['a b', 'æ', '', 'x'.repeat(65), 'NO9386011117947', '0190a1b2-0000-7000-8000-000000000000'])(
  'refuses %j as a key (D83)',
  async key => {
    const world = await server.world()
    const made = await world.run(
      'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id } } }',
      { input: { key, ...customer() } },
    )
    expect(made.errors[0]?.extensions).toMatchObject({ code: 'FORMAT_ERROR', tppMessages: [{ path: 'input.key' }] })
    expect((await world.run('{ customers { totalCount } }')).data.customers.totalCount).toBe(0)
  },
)

it.each(['13039319955', '987654321', 'NO12', 'AB12-x', '-', '..', '_kari', '__proto__'])(
  'takes %j as a key, and where it names a thing by id or number, whatever else it looks like (D83)',
  async key => {
    const world = await server.world()
    const made = await world.run(
      `mutation ($key: String, $number: String!) {
        createCustomer(input: { key: $key, name: "Kari", type: PRIVATE }) { customer { customerNumber } }
        createAccount(input: { customerNumber: $number, bban: "86011117947", iban: "NO9386011117947", ${ACCOUNT} }) { account { owner { key } } }
      }`,
      { key, number: key },
    )
    expect(made.errors).toEqual([])
    expect(made.data.createAccount.account.owner.key).toBe(key)
    const other = await server.world()
    const { errors, data } = await other.run(
      `mutation ($key: String) {
        createCustomer(input: { key: "kari", name: "Kari", type: PRIVATE }) { customer { id } }
        createAccount(input: { key: $key, customerNumber: "kari", ${ACCOUNT} }) { account { iban } }
        createTransaction(input: { accountId: "${key}", transactionAmount: { amount: "-1.00", currency: "NOK" },
          bookingDate: "2025-06-02", valueDate: "2025-06-02", creditorAccount: { iban: "${key}" } }) { transaction { creditorAccount { iban } } }
      }`,
      { key },
    )
    expect(errors).toEqual([])
    expect(data.createTransaction.transaction.creditorAccount.iban).toBe(data.createAccount.account.iban)
    // An export has the key, and its world can be made again.
    const { fixture } = (await other.run('{ fixture }')).data
    expect(fixture.customers[0].accounts[0].key).toBe(key)
    const again = await world.run(
      'mutation ($fixture: FixtureInput!) { createWorld(input: { source: { fixture: $fixture } }) { world { counts { accounts } } } }',
      { fixture },
    )
    expect(again.data.createWorld.world.counts.accounts).toBe(1)
  },
)

it('refuses a key that is the number of another customer or account; a number that is given later still names its customer (D83)', async () => {
  const world = await server.world()
  const made = await world.run(`mutation {
    createCustomer(input: { key: "13039319955", customerNumber: "13039319955", name: "Kari", type: PRIVATE }) { customer { id } }
    createAccount(input: { customerNumber: "13039319955", bban: "86011117947", iban: "NO9386011117947", ${ACCOUNT} }) { account { id } }
    createCustomer2: createCustomer(input: { key: "01017012345", name: "First", type: PRIVATE }) { customer { id } }
    createCustomer3: createCustomer(input: { customerNumber: "01017012345", name: "Ola", type: PRIVATE }) { customer { id } }
    createCustomer4: createCustomer(input: { customerNumber: "987654321", name: "AS", type: CORPORATE }) { customer { id } }
  }`)
  expect(made.errors).toEqual([])
  const named = await world.run('{ customer(by: { customerNumber: "01017012345" }) { name } }')
  expect(named.data.customer.name).toBe('Ola')
  const refused = [
    await world.run(
      `mutation { createCustomer(input: { key: "987654321", name: "Impostor", type: PRIVATE }) { customer { id } } }`,
    ),
    await world.run(
      `mutation { createAccount(input: { key: "86011117947", customerNumber: "13039319955", ${ACCOUNT} }) { account { id } } }`,
    ),
    await world.run(
      `mutation { createCustomers(inputs: [{ customerNumber: "1", name: "A", type: PRIVATE }, { key: "987654321", name: "B", type: PRIVATE }]) { customers { id } } }`,
    ),
  ]
  expect(refused.map(({ errors: [error] }) => error?.extensions.tppMessages)).toMatchObject([
    [
      {
        code: 'CONFLICT',
        path: 'input.key',
        text: expect.stringMatching(
          /^is already the number of the customer \S+: a key stands for one thing \(D83\)\.$/,
        ),
      },
    ],
    [{ code: 'CONFLICT', path: 'input.key', text: expect.stringContaining('the number of the account') }],
    [{ code: 'CONFLICT', path: 'inputs[1].key' }],
  ])
})

it('refuses in the words of the call: by the keys that it gave (D83)', async () => {
  const world = await kariWithAccount()
  const { errors } = await world.run(`mutation {
    createCustomer(input: { key: "ola", name: "Ola", type: PRIVATE }) { customer { id } }
    createAccount(input: { key: "other", customerNumber: "ola", ${ACCOUNT} }) { account { id } }
    grantConsent(input: { psu: "kari", accountIds: ["daily", "other"] }) { consent { id } }
  }`)
  expect(errors.map(({ extensions }) => extensions.tppMessages)).toMatchObject([
    [{ path: 'input.accountIds', text: '"other": not offered to this customer under this agreement.' }],
  ])
})

it('wants numbers where no key is given, and says that a key would do', async () => {
  const world = await server.world()
  const { errors } = await world.run(
    'mutation { createCustomer(input: { name: "Kari", type: PRIVATE }) { customer { id } } }',
  )
  expect(errors[0]?.extensions.tppMessages).toMatchObject([
    { path: 'input.customerNumber', text: 'is required, unless `key` is given.' },
  ])
})

it('refuses a taken key, and takes it again once its thing is deleted (D83)', async () => {
  const world = await kariWithAccount()
  const CREATE = `mutation { createAccount(input: { key: "daily", customerNumber: "kari", ${ACCOUNT} }) { account { key } } }`
  const taken = await world.run(CREATE)
  expect(taken.errors[0]?.extensions).toMatchObject({ code: 'CONFLICT', tppMessages: [{ path: 'input.key' }] })
  expect((await world.run('mutation { deleteAccount(id: "daily") { account { id } } }')).errors).toEqual([])
  expect((await world.run(CREATE)).data).toEqual({ createAccount: { account: { key: 'daily' } } })
})

it('reads keys in a body that is refused for something else, too (D78)', async () => {
  const world = await kariWithAccount()
  const { errors } = await world.run(
    'mutation ($input: CreateTransactionInput!) { createTransaction(input: $input) { transaction { id } } }',
    {
      input: {
        accountId: 'daily',
        transactionAmount: { amount: 'five', currency: 'NOK' },
        bookingDate: '2026-01-02',
        valueDate: '2026-01-02',
        creditorAccount: { iban: 'daily' },
      },
    },
  )
  expect(errors[0]?.extensions.tppMessages).toMatchObject([{ path: 'input.transactionAmount.amount' }])
  expect(errors[0]?.extensions.tppMessages).toHaveLength(1)
})

const MANY = `mutation ($customers: [CreateCustomerInput!]!, $accounts: [CreateAccountInput!]!) {
  createCustomers(inputs: $customers) { customers { customerNumber agreements { nodes { automatic } } } }
  createAccounts(inputs: $accounts) { accounts { key iban balances { balanceType balanceAmount { amount } } engagements { nodes { roles } } } }
}`

it('makes many customers and accounts by one call each, as one for each would (D83)', async () => {
  const [together, alone] = [await server.world(), await server.world()]
  const customers = [customer(), customer('999000111', 'CORPORATE')]
  const accounts = [account(), account('999000111', 2)]
  const many = await together.run(MANY, {
    customers,
    accounts: [{ key: 'first', ...account() }, account('999000111', 2)],
  })
  expect(many.errors).toEqual([])
  expect(many.data.createAccounts.accounts.map(({ key }: { key: string }) => key)).toEqual(['first', null])
  for (const input of customers)
    await alone.run('mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id } } }', {
      input,
    })
  for (const input of accounts)
    await alone.run('mutation ($input: CreateAccountInput!) { createAccount(input: $input) { account { id } } }', {
      input,
    })
  const READ = `{ customers { nodes { customerNumber name type psuId agreements { nodes { name automatic } }
    accounts { nodes { accountName iban bban balances { balanceType balanceAmount { amount } } bookings { nodes { reason } }
      engagements { nodes { roles registerLimit approvalLimit } } } } } } audit { findings { text } } }`
  const withoutIds = (world: GraphqlWorld) =>
    world.run(READ).then(({ text }) => JSON.parse(text.replaceAll(/"psuId":"[^"]+",/g, '')))
  expect(await withoutIds(together)).toEqual(await withoutIds(alone))
})

it('makes none of many when one is refused, and names each fault with its place (D85)', async () => {
  const world = await server.world()
  const inputs = [customer(), customer('12085592767'), customer()]
  const DOUBLE = 'mutation ($inputs: [CreateCustomerInput!]!) { createCustomers(inputs: $inputs) { customers { id } } }'
  const twice = await world.run(DOUBLE, { inputs })
  expect(twice.errors[0]?.extensions).toMatchObject({
    code: 'CONFLICT',
    tppMessages: [{ path: 'inputs[2].customerNumber' }],
  })
  const same = await world.run(DOUBLE, { inputs: inputs.slice(0, 2).map(input => ({ key: 'one', ...input })) })
  expect(same.errors[0]?.extensions).toMatchObject({ code: 'CONFLICT', tppMessages: [{ path: 'inputs[1].key' }] })
  expect((await world.run('{ customers { totalCount } }')).data.customers.totalCount).toBe(0)
  await world.run(DOUBLE, { inputs: inputs.slice(0, 1) })
  const accounts = [account(), { ...account(), bban: '1' }, account('1', 3)]
  const refused = await world.run(
    'mutation ($inputs: [CreateAccountInput!]!) { createAccounts(inputs: $inputs) { accounts { id } } }',
    { inputs: accounts.slice(0, 2) },
  )
  expect(refused.errors[0]?.extensions).toMatchObject({ code: 'CONFLICT', tppMessages: [{ path: 'inputs[1].iban' }] })
  const foreign = await world.run(
    'mutation ($inputs: [CreateAccountInput!]!) { createAccounts(inputs: $inputs) { accounts { id } } }',
    {
      inputs: accounts.slice(2),
    },
  )
  expect(foreign.errors[0]?.extensions).toMatchObject({
    code: 'BAD_REQUEST',
    tppMessages: [{ path: 'inputs[0].customerNumber' }],
  })
})

it('keeps keys in copies, snapshots and resets of the world (D83)', async () => {
  const world = await kariWithAccount()
  await world.run('mutation { takeSnapshot(name: "before") { snapshot { name } } }')
  await world.run('mutation { deleteAccount(id: "daily") { account { id } } }')
  expect((await world.run('{ account(by: { id: "daily" }) { id } }')).errors).toHaveLength(1)
  await world.run('mutation { restoreSnapshot(name: "before") { world { name } } }')
  expect((await world.run('{ account(by: { id: "daily" }) { key } }')).data.account).toEqual({ key: 'daily' })
  const made = await world.run(
    `mutation { createWorld(input: { source: { copyOf: "${world.name}" } }) { world { name } } }`,
  )
  const copy = server.at(made.data.createWorld.world.name)
  expect((await copy.run('{ account(by: { id: "daily" }) { key } }')).data.account).toEqual({ key: 'daily' })
})

it.each([
  ['grantConsent(input: { psu: "kari", accountIds: $ids }) { psuId }', 'input.accountIds'],
  [
    'completeAuthorisation(input: { id: "x", psu: "kari", outcome: APPROVED, accountIds: $ids }) { redirectTo }',
    'input.accountIds',
  ],
  ['clearScenarios(ids: $ids) { scenarios { id } }', 'ids'],
  ['createSigningBasket(input: { psu: "kari", paymentIds: $ids }) { signingBasket { id } }', 'input.paymentIds'],
])('D74: a list of ids has its bound before its keys are read: %s', async (field, path) => {
  const world = await kariWithAccount()
  const run = (count: number) =>
    world.run(`mutation ($ids: [ID!]!) { ${field} }`, {
      ids: Array.from({ length: count }, (_, place) => `key-${place}`),
    })
  const [tooMany] = (await run(14_000)).errors
  expect(tooMany).toMatchObject({
    message: expect.stringContaining('names 14000 things; a list of ids may have 1000 at most.'),
    extensions: { code: 'FORMAT_ERROR', tppMessages: [{ path }] },
  })
  const [few] = (await run(1)).errors
  expect(few?.message ?? '').not.toContain('at most')
})

it('says of a consent for a key that there is not that there is no such key (D83)', async () => {
  const world = await kariWithAccount()
  const { errors } = await world.run(
    'mutation { grantConsent(input: { psu: "kari", accountIds: ["nosuch"] }) { psuId } }',
  )
  expect(errors[0]?.extensions).toMatchObject({ code: 'SCA_INVALID' })
  expect(errors[0]?.message).toContain('There is no key "nosuch".')
})
