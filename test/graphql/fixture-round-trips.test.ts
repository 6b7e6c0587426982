import { afterAll, expect, it } from 'vitest'
import { startBank, type World } from '../support/bank.ts'
import { ask, refused } from '../support/both-doors.ts'
import { transactionBody } from '../support/builders.ts'
import { freezeWorld } from '../support/world-clock.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

/** A Wednesday; the day after is followed by a bank holiday, a Friday. */
const NOW = '2030-05-15T10:00:00Z'
const HOLIDAY = '2030-05-17'

const account = (key: string, amount = 1000) => ({
  key,
  accountName: key,
  currency: 'NOK',
  product: 'Brukskonto',
  cashAccountType: 'CACC',
  creditLine: 0,
  balances: [{ balanceType: 'closingBooked', balanceAmount: { amount, currency: 'NOK' } }],
})
const payment = (key: string, debtor: string, creditor: string, psu: string) => ({
  key,
  psu,
  debtorAccount: { iban: debtor, currency: 'NOK' },
  creditorAccount: { iban: creditor, currency: 'NOK' },
  creditorName: 'Ola',
  instructedAmount: { amount: '10.00', currency: 'NOK' },
})
const right = (customer: string) => ({
  customer,
  account: { iban: 'running' },
  roles: ['VIEW', 'REGISTER', 'APPROVE'],
  registerLimit: 100,
  approvalLimit: 100,
})
const DOCUMENT = {
  customers: [
    { key: 'kari', name: 'Kari', type: 'PRIVATE', accounts: [account('daily'), account('spare')] },
    { key: 'ola', name: 'Ola', type: 'PRIVATE', accounts: [account('his')] },
    { key: 'clerk', name: 'Clerk', type: 'PRIVATE' },
    { key: 'firm', name: 'Firm', type: 'CORPORATE', accounts: [account('running')] },
  ],
  agreements: [{ key: 'bank', owner: 'firm', name: 'Bank', engagements: [right('clerk')] }],
  consents: [
    { key: 'one', psu: 'kari', accounts: ['spare'] },
    { key: 'firms', psu: 'clerk', agreement: 'bank', accounts: ['running'] },
  ],
  payments: [
    { ...payment('moved', 'daily', 'his', 'kari'), status: 'ACWC', requestedExecutionDate: HOLIDAY },
    { ...payment('waits', 'running', 'his', 'clerk'), agreement: 'bank', status: 'ACTC' },
    { ...payment('unsigned', 'running', 'his', 'clerk'), agreement: 'bank' },
    { ...payment('quick', 'spare', 'his', 'kari'), product: 'instant-norwegian-domestic-credit-transfers-straks' },
    {
      ...payment('daily-rent', 'daily', 'his', 'kari'),
      service: 'periodic-payments',
      status: 'ACTC',
      startDate: '2030-05-16',
      frequency: 'Daily',
    },
  ],
  signingBaskets: [{ key: 'basket', psu: 'clerk', agreement: 'bank', paymentIds: ['unsigned'] }],
}

const READ = `{
  accounts { nodes { id demandsKid balances { balanceType balanceAmount { amount } } engagements { nodes { id roles } } } }
  agreements { nodes { id engagements { nodes { id customer { id } roles approvalLimit } } } }
  consents { nodes { id state context grantedAt customer { id } accounts { id } } }
  signingBaskets { nodes { id status createdAt payments { id } } }
  payments { nodes { id status context executionDate dueAt fundsAvailable changedAt reservedAmount { amount } customer { id } agreement { id }
    history { at from to cause customer { id } } entries { id status } executions { nodes { id date status failure } } nextExecutions(first: 3) { date } } }
  audit { findings { text } } }`

type Ids = Readonly<Record<string, string>>

/** What may have become of a world that a document made, which no rule would let in again, or would bring elsewhere. */
const STORIES: Readonly<Record<string, (ids: Ids) => string>> = {
  'a payment that another channel moved to a banking day again': ({ moved }) =>
    `changePaymentInBank(id: "${moved}", requestedExecutionDate: "2030-05-16") { status }`,
  'payments to an account that is closed since': ({ his }) => `deleteAccount(id: "${his}") { id }`,
  'payments and a consent under an agreement that is gone': ({ bank: id }) => `deleteAgreement(id: "${id}") { id }`,
  'payments and a basket of somebody who is gone': ({ clerk }) => `deleteCustomer(id: "${clerk}") { id }`,
  'payments to an account that demands a KID by now': ({ his }) =>
    `setKidDemand(accountId: "${his}", demanded: true) { id }`,
  'an instant payment that its account does not cover any more': ({ spare }) =>
    `changeBalances(id: "${spare}", input: { balances: [{ balanceType: closingBooked, balanceAmount: { amount: 1, currency: "NOK" } }] }) { id }`,
  'a plan with runs, of which one failed': ({ daily }) => `advanceClock(by: "P1D") { now }
    changeBalances(id: "${daily}", input: { balances: [{ balanceType: closingBooked, balanceAmount: { amount: 1, currency: "NOK" } }] }) { id }
    more: advanceClock(by: "P6D") { now }`,
  'two rights of one member to one account': ({ bank: id, clerkNumber, runningIban }) =>
    `createEngagement(agreementId: "${id}", input: { customer: "${clerkNumber}", account: { iban: "${runningIban}" }, roles: [VIEW], registerLimit: 1, approvalLimit: 1 }) { id }`,
}

async function made(): Promise<{ world: World; ids: Ids }> {
  const world = await bank.world()
  await freezeWorld(bank, world, NOW)
  const { applyFixture } = await ask(
    world,
    'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { key id } } }',
    { fixture: DOCUMENT },
  )
  const ids = Object.fromEntries(applyFixture.ids.map(({ key, id }: { key: string; id: string }) => [key, id]))
  const { customer, account: running } = await ask(
    world,
    `{ customer(id: "${ids['clerk']}") { customerNumber } account(id: "${ids['running']}") { iban } }`,
  )
  return { world, ids: { ...ids, clerkNumber: customer.customerNumber, runningIban: running.iban } }
}

/** Payments that are finished appear as their lines. */
async function read(world: World) {
  const { payments, ...rest } = await ask(world, READ)
  const finished = ['ACSC', 'RJCT', 'CANC', 'PART']
  return { ...rest, payments: payments.nodes.filter(({ status }: { status: string }) => !finished.includes(status)) }
}

/** A world of its export reads the same, and so it does when the document is applied once more. */
async function expectSameAgain(world: World): Promise<void> {
  const before = await read(world)
  expect(before.audit.findings).toEqual([])
  const { fixture } = await ask(world, '{ fixture }')
  const { createWorld } = await ask(
    world,
    'mutation ($fixture: FixtureInput!) { createWorld(fixture: $fixture) { name } }',
    {
      fixture,
    },
  )
  const again = bank.at(createWorld.name)
  expect(await read(again)).toEqual(before)
  await ask(again, 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { id } } }', { fixture })
  expect(await read(again)).toEqual(before)
}

it.each(Object.entries(STORIES))('an export brings back %s (D85)', async (_, story) => {
  const { world, ids } = await made()
  await ask(world, `mutation { ${story(ids)} }`)
  await expectSameAgain(world)
})

// In the order of the export: the plan comes last.
const run = (number: number, date: string) => ({
  id: `11111111-1111-1111-1111-11111111111${number}`,
  date,
  executedAt: `${date}T04:00:00Z`,
})
type Told = { state: { transfers: { id: string }[]; executions?: unknown; changedAt: string }; service: string }
const CLASHES: Record<string, readonly [damage: (payments: Told[]) => void, path: RegExp]> = {
  'a transfer id that another payment has': [
    ([first, second]) => Object.assign(second?.state.transfers[0] ?? {}, first?.state.transfers[0]),
    /^payments\[1\]\.state\.transfers\[0\]\.id$/,
  ],
  'two runs with one id': [
    payments => Object.assign(planOf(payments), { executions: [run(1, '2030-05-13'), run(1, '2030-05-14')] }),
    /^payments\[\d\]\.state\.executions\[1\]\.id$/,
  ],
  'two runs of one day, however it is written': [
    payments =>
      Object.assign(planOf(payments), { executions: [run(1, '2030-05-14'), { ...run(2, '2030-05-14'), date: '-1D' }] }),
    /^payments\[\d\]\.state\.executions\[1\]\.date$/,
  ],
}
const planOf = (payments: Told[]) => payments.find(one => one.service === 'periodic-payments')?.state ?? {}

it.each(Object.entries(CLASHES))(
  'a state with %s is refused with its place, and nothing stays',
  async (_, [damage, path]) => {
    const { world } = await made()
    const { fixture } = await ask(world, '{ fixture }')
    damage(fixture.payments)
    const create = 'mutation ($fixture: FixtureInput!) { createWorld(name: "clash", fixture: $fixture) { name } }'
    const { code, tppMessages } = await refused(world, create, { fixture })
    expect(code).toBe('CONFLICT')
    expect(tppMessages[0].path).toMatch(path)
    const { worlds } = await ask(world, '{ worlds { nodes { name } } }')
    expect(worlds.nodes).not.toContainEqual({ name: 'clash' })
  },
)

it('an export of a world whose clock runs can be applied to it again, and changes nothing; with more in it, it comes too late (D85)', async () => {
  const { world } = await made()
  const { fixture } = await ask(world, '{ fixture }')
  await ask(world, 'mutation { advanceClock(by: "PT1M") { now } }')
  const before = await ask(world, '{ fixture }')
  const APPLY = 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { id } } }'
  await ask(world, APPLY, { fixture })
  expect(await ask(world, '{ fixture }')).toEqual(before)
  const late = { ...fixture, customers: [...fixture.customers, { key: 'late', name: 'Late', type: 'PRIVATE' }] }
  expect(await refused(world, APPLY, { fixture: late })).toMatchObject({
    code: 'BAD_REQUEST',
    tppMessages: [{ path: 'clock.now', text: expect.stringContaining('never moves backwards (D40)') }],
  })
  expect(await ask(world, '{ fixture }')).toEqual(before)
  await ask(world, APPLY, { fixture: { ...fixture, clock: { ...fixture.clock, frozen: false } } })
  expect(await ask(world, '{ clock { frozen } }')).toEqual({ clock: { frozen: false } })
})

it('a payment whose transfers would get an id that another state names is refused with its place, in either order', async () => {
  const { world } = await made()
  const create = 'mutation ($fixture: FixtureInput!) { createWorld(fixture: $fixture) { name } }'
  const { fixture } = await ask(world, '{ fixture }')
  const { signingBaskets: _, ...plain } = fixture
  const [first, second] = plain.payments
  const { state: __, ...registered } = second
  const document = { ...plain, payments: [first, { ...registered, status: 'RCVD', requestedExecutionDate: undefined }] }
  const { createWorld } = await ask(world, create, { fixture: document })
  const again = (await ask(bank.at(createWorld.name), '{ fixture }')).fixture
  const [{ id }] = again.payments.find((one: { id: string }) => one.id === second.id).state.transfers
  const [, other] = document.payments
  const named = { ...first, state: { ...first.state, transfers: [{ ...first.state.transfers[0], id }] } }
  for (const payments of [
    [named, other],
    [other, named],
  ]) {
    const { code, tppMessages } = await refused(world, create, { fixture: { ...document, payments } })
    expect([code, tppMessages[0].path]).toEqual(['CONFLICT', expect.stringMatching(/^payments\[[01]\]/)])
  }
})

it('a state that changed later than the clock of its world changed now', async () => {
  const { world } = await made()
  const { fixture } = await ask(world, '{ fixture }')
  for (const { state } of fixture.payments) state.changedAt = '9999-12-31T23:59:59Z'
  const { createWorld } = await ask(
    world,
    'mutation ($fixture: FixtureInput!) { createWorld(fixture: $fixture) { name } }',
    { fixture },
  )
  const { payments, clock } = await ask(bank.at(createWorld.name), '{ clock { now } payments { nodes { changedAt } } }')
  expect(new Set(payments.nodes.map((one: { changedAt: string }) => one.changedAt))).toEqual(new Set([clock.now]))
})

it('an export does not give back a right that was taken away, nor more accounts to a consent than it had left', async () => {
  const { world, ids } = await made()
  const { account: spare } = await ask(
    world,
    `{ account(id: "${ids['spare']}") { engagements { nodes { id agreement { id } } } } }`,
  )
  const [own] = spare.engagements.nodes
  await ask(world, `mutation { deleteEngagement(agreementId: "${own.agreement.id}", id: "${own.id}") { id } }`)
  const { payments } = await ask(world, '{ payments { nodes { id entries { position } product } } }')
  const instant = payments.nodes.find((one: { product: string }) => one.product.startsWith('INSTANT'))
  await ask(
    world,
    `mutation { cancelPaymentInBank(id: "${instant.id}") { id } deleteAccount(id: "${ids['spare']}") { id } }`,
  )
  await expectSameAgain(world)
})

it('an export names a TPP that is known by its whole subject', async () => {
  const world = await bank.world()
  await freezeWorld(bank, world, NOW)
  const tpp = `CN=${'a'.repeat(200)},O=Acme`
  await ask(world, 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { id } } }', {
    fixture: {
      ...DOCUMENT,
      contacts: [{ tpp, emails: ['psd2@tpp.example'], updatedAt: '-3D' }],
      consents: [{ tpp, psu: 'kari' }],
    },
  })
  await expectSameAgain(world)
})

const SET_TO = (amount: number, currency: string) =>
  `input: { balances: [{ balanceType: closingBooked, balanceAmount: { amount: ${amount}, currency: "${currency}" } }] }`

it.each([
  ['loses its last digit as a number', 'BHD', ['-9007199254740.993'], '9007199254740.993'],
  ['has 14 digits before the point', 'NOK', ['9999999999999.99', '9999999999999.99'], '-19999999999999.98'],
])('an export tells a balance which %s by its digits', async (_, currency, lines, closingBooked) => {
  const world = await bank.world()
  await freezeWorld(bank, world, NOW)
  const transactions = lines.map(amount => ({
    transactionAmount: { amount, currency },
    bookingDate: '-1D',
    valueDate: '-1D',
  }))
  const balances = [{ balanceType: 'closingBooked', balanceAmount: { amount: 0, currency } }]
  const accounts = [{ ...account('daily'), currency, balances, transactions }]
  const { applyFixture } = await ask(
    world,
    'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { key id } } }',
    { fixture: { customers: [{ key: 'kari', name: 'Kari', type: 'PRIVATE', accounts }] } },
  )
  const { id } = applyFixture.ids.find(({ key }: { key: string }) => key === 'daily')
  await ask(world, `mutation { changeBalances(id: "${id}", ${SET_TO(0, currency)}) { iban } }`)
  const { fixture } = await ask(world, '{ fixture }')
  expect(fixture.customers[0].accounts[0].state).toEqual({ closingBooked })
  await expectSameAgain(world)
})

it.each([[['plain', 'alike']], [['alike', 'plain']]])(
  'an export brings back an account whose bban is the iban of another one, in the order %j',
  async order => {
    const world = await bank.world()
    await freezeWorld(bank, world, NOW)
    const numbers: Readonly<Record<string, object>> = {
      plain: { iban: 'NO9386011117947', bban: '86011117947' },
      alike: { iban: 'NO6515039000018', bban: 'NO9386011117947' },
    }
    const customers = [
      { key: 'kari', name: 'Kari', type: 'PRIVATE' },
      { key: 'firm', name: 'Firm', type: 'CORPORATE' },
      { key: 'clerk', name: 'Clerk', type: 'PRIVATE' },
    ]
    const apply = 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { key id } } }'
    await ask(world, apply, { fixture: { customers } })
    const { customers: made } = await ask(world, '{ customers { nodes { name customerNumber } } }')
    const numberOf = (wanted: string) => made.nodes.find(({ name }: { name: string }) => name === wanted).customerNumber
    for (const name of order) {
      const { key: _, ...fields } = account(name)
      const { status } = await world.call('POST', '/v1/sandbox/accounts', {
        body: { ...fields, ...numbers[name], customerNumber: numberOf('Firm') },
      })
      expect(status).toBe(201)
    }
    const engagement = { ...right(numberOf('Clerk')), account: { iban: 'NO9386011117947' } }
    await ask(world, apply, {
      fixture: {
        agreements: [{ key: 'bank', owner: numberOf('Firm'), name: 'Bank', engagements: [engagement] }],
        consents: [{ psu: numberOf('Clerk'), agreement: 'bank', accounts: ['NO9386011117947'] }],
      },
    })
    await expectSameAgain(world)
    const { key: _, ...third } = account('third')
    for (const taken of [numbers['plain'], { iban: 'NO1234567890123', bban: 'NO9386011117947' }])
      expect(
        await refused(world, apply, {
          fixture: { customers: [{ key: 'new', name: 'New', type: 'PRIVATE', accounts: [{ ...third, ...taken }] }] },
        }),
      ).toMatchObject({ code: 'CONFLICT' })
    const accounts = [
      ...order.map(name => ({ ...account(name), ...numbers[name] })),
      { ...account('twin'), iban: 'NO1234567890123', bban: 'NO9386011117947' },
    ]
    const twice = { customers: [{ key: 'kari', name: 'Kari', type: 'PRIVATE', accounts }] }
    expect((await refused(await bank.world(), apply, { fixture: twice })).tppMessages).toMatchObject([
      { code: 'CONFLICT', path: 'customers[0].accounts[2].bban' },
    ])
  },
)

it('an export is of one moment: what is booked while it is made is in its lines and its balances, or in neither', async () => {
  const world = await bank.world()
  const generate = { profile: 'household', transactions: 1600 }
  // Its lines are read after those of the account, and before the balances.
  const { cashAccountType: _, creditLine: __, ...card } = account('card', 0)
  const cardAccount = { ...card, maskedPan: '525412******0001', creditLine: 50_000, generate }
  const owner = { name: 'Kari', type: 'PRIVATE', accounts: [account('busy')], cardAccounts: [cardAccount] }
  const document = { customers: [owner] }
  await ask(world, 'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { key } } }', {
    fixture: document,
  })
  const { accounts } = await ask(world, '{ accounts { nodes { id } } }')
  const BOOK =
    'mutation ($id: ID!, $input: CreateTransactionInput!) { createTransaction(accountId: $id, input: $input) { id } }'
  let over = false
  let booked = 0
  const booking = (async () => {
    while (!over) {
      await ask(world, BOOK, { id: accounts.nodes[0].id, input: transactionBody() })
      booked += 1
    }
  })()
  const openings = new Set<unknown>()
  const lengths = new Set<number>()
  // Until enough was booked meanwhile, however few that are to an export on this machine.
  while (openings.size === 0 || booked <= 12 || lengths.size <= 3) {
    const { fixture } = await ask(world, '{ fixture }')
    const [busy] = fixture.customers[0].accounts
    openings.add(JSON.stringify(busy.balances))
    lengths.add(busy.transactions?.length ?? 0)
  }
  over = true
  await booking
  // Each line moves both, so that the balances before the lines stay what they were.
  expect([...openings]).toHaveLength(1)
})
