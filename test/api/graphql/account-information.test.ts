import { afterAll, beforeAll, expect, it } from 'vitest'
import { addConsented, addTransaction, type Headers, TODAY } from '../../support/builders/consented.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank, type World } from '../../support/clients/bank.ts'
import { ask } from '../../support/clients/both-doors.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

let world: World
let headers: Headers
let ids: { account: string; other: string; card: string; transaction: string }
let access: Record<string, unknown>

beforeAll(async () => {
  const made = await addConsented(bank)
  world = made.world
  headers = made.headers
  access = { tpp: tppIdOf(bank, bank.tpp), psu: made.customerNumber, psuIpAddress: '192.0.2.7' }
  const transaction = await addTransaction(world, made.account.id, {
    creditorId: 'C-1',
    ultimateDebtor: 'Nobody',
    remittanceInformationUnstructured: 'Lønn',
  })
  await addTransaction(world, made.account.id, { bookingDate: '2030-05-01' })
  await world.call('POST', `/v1/sandbox/card-accounts/${made.card.id}/transactions`, {
    body: {
      transactionAmount: { amount: '-10.00', currency: 'EUR' },
      originalAmount: { amount: '-114.00', currency: 'NOK' },
      bookingDate: TODAY,
      valueDate: TODAY,
      cardAcceptorName: 'Kiosk',
    },
  })
  ids = { account: made.account.id, other: made.other.id, card: made.card.id, transaction }
})

it('shows a TPP the same accounts and balances as REST does', async () => {
  const { asTpp: data } = await ask(
    world,
    `query ($access: AccessInput, $id: ID!) {
      asTpp(access: $access) {
        accounts { resourceId iban bban currency name product cashAccountType
          balances { balanceType balanceAmount { amount currency } } }
        account(by: { id: $id }) { resourceId account { owner { name } }
          balances { balanceType balanceAmount { amount currency } } } } }`,
    { access, id: ids.account },
  )
  const { accounts } = (await world.call('GET', '/v1/accounts?withBalance=true', { headers })).body
  const withoutLinks = accounts.map(({ _links, ...account }: { _links: object }) => account)
  expect(data.accounts).toEqual(withoutLinks)
  expect(data.accounts).toHaveLength(2)
  expect(data.account).toMatchObject({ resourceId: ids.account, account: { owner: { name: 'Kari Nordmann' } } })
  const balances = await world.call('GET', `/v1/accounts/${ids.account}/balances`, { headers })
  expect(data.account.balances).toEqual(balances.body.balances)
})

it('shows a TPP the same card accounts and balances as REST does', async () => {
  const { asTpp: data } = await ask(
    world,
    `query ($access: AccessInput, $id: ID!) {
      asTpp(access: $access) {
        cardAccounts { resourceId maskedPan currency name product cashAccountType
          creditLimit { amount currency } balances { balanceType balanceAmount { amount currency } } }
        cardAccount(by: { id: $id }) { resourceId cardAccount { owner { name } }
          balances { balanceType balanceAmount { amount currency } } } } }`,
    { access, id: ids.card },
  )
  const { cardAccounts } = (await world.call('GET', '/v1/card-accounts?withBalance=true', { headers })).body
  expect(data.cardAccounts).toEqual(cardAccounts.map(({ _links, ...card }: { _links: object }) => card))
  expect(data.cardAccount.cardAccount.owner.name).toBe('Kari Nordmann')
  const balances = await world.call('GET', `/v1/card-accounts/${ids.card}/balances`, { headers })
  expect(data.cardAccount.balances).toEqual(balances.body.balances)
})

it('activates announced changes early when acceptFix names them (D43)', async () => {
  const long = 'A name of an account that is longer than thirty-five characters'
  const other = await addConsented(bank)
  await bank.store.transaction(
    tx => tx.account.updateMany({ where: { worldId: other.world.name }, data: { name: long } }),
    { worlds: [other.world.name] },
  )
  const query = 'query ($access: AccessInput) { asTpp(access: $access) { accounts { name cashAccountType } } }'
  const mine = { ...access, psu: other.customerNumber }
  expect((await ask(other.world, query, { access: mine })).asTpp.accounts[0]).toEqual({
    name: long.slice(0, 35),
    cashAccountType: 'Current',
  })
  const fixed = { ...mine, acceptFix: ['longer-name', 'cash-account-type-iso', 'unknown'] }
  expect((await ask(other.world, query, { access: fixed })).asTpp.accounts[0]).toEqual({
    name: long,
    cashAccountType: 'CACC',
  })
})

it('shows a TPP a page of a statement, the offsets around it, and the details of a line as REST does', async () => {
  const lines =
    'transactionId bookingDate valueDate transactionAmount { amount currency } remittanceInformationUnstructured'
  const {
    asTpp: { account: data },
  } = await ask(
    world,
    `query ($access: AccessInput, $id: ID!, $transactionId: ID!) {
      asTpp(access: $access) { account(by: { id: $id }) {
        transactions(bookingStatus: all) { account { iban bban currency }
          booked { ${lines} } pending { transactionId } nextOffset previousOffset }
        page: transactions(bookingStatus: booked, offset: 1, limit: 1) {
          booked { transactionId } pending { transactionId } nextOffset previousOffset }
        first: transactions(bookingStatus: booked, limit: 1) { nextOffset previousOffset }
        pending: transactions(bookingStatus: pending) { booked { transactionId } pending { transactionId } }
        transaction(id: $transactionId) { ${lines} } } } }`,
    { access, id: ids.account, transactionId: ids.transaction },
  )
  const path = `/v1/accounts/${ids.account}/transactions`
  const rest = (await world.call('GET', `${path}?bookingStatus=all`, { headers })).body
  expect(data.transactions.account).toEqual(rest.account)
  expect(data.transactions.booked).toMatchObject(rest.transactions.booked)
  expect(data.transactions.booked).toHaveLength(2)
  expect(data.transactions).toMatchObject({ pending: [], nextOffset: null, previousOffset: null })
  expect(data.page).toEqual({
    booked: [{ transactionId: data.transactions.booked[1].transactionId }],
    pending: null,
    nextOffset: null,
    previousOffset: 0,
  })
  expect(data.first).toEqual({ nextOffset: 1, previousOffset: null })
  expect(data.pending).toEqual({ booked: null, pending: [] })
  const details = await world.call('GET', `${path}/${ids.transaction}`, { headers })
  expect(data.transaction).toMatchObject(details.body.transactionsDetails)
})

it('keeps from a TPP what the interface does not supply, and shows it to the operator (D44)', async () => {
  const hidden = await world.graphql('{ asTpp { account(by: { id: 1 }) { transaction(id: 1) { creditorId } } } }')
  expect(hidden.body.errors[0].message).toMatch('Cannot query field "creditorId"')
  const data = await ask(world, 'query ($id: ID!) { transaction(id: $id) { creditorId ultimateDebtor } }', {
    id: ids.transaction,
  })
  expect(data.transaction).toEqual({ creditorId: 'C-1', ultimateDebtor: 'Nobody' })
})

it('shows card transactions with their two amounts, swapped when asked for (D43)', async () => {
  const query = `query ($access: AccessInput, $id: ID!) { asTpp(access: $access) { cardAccount(by: { id: $id }) { transactions(bookingStatus: both) {
    maskedPan booked { transactionAmount { amount currency } originalAmount { amount currency } cardAcceptorName } pending { cardTransactionId } nextOffset } } } }`
  const euros = { amount: '-10.00', currency: 'EUR' }
  const kroner = { amount: '-114.00', currency: 'NOK' }
  const plain = await ask(world, query, { access, id: ids.card })
  expect(plain.asTpp.cardAccount.transactions).toMatchObject({
    booked: [{ transactionAmount: euros, originalAmount: kroner, cardAcceptorName: 'Kiosk' }],
    pending: [],
    nextOffset: null,
  })
  const acceptFix = ['cardaccount-switch-originalamount-and-transactionamount']
  const swapped = await ask(world, query, { access: { ...access, acceptFix }, id: ids.card })
  expect(swapped.asTpp.cardAccount.transactions.booked).toMatchObject([
    { transactionAmount: kroner, originalAmount: euros },
  ])
})

it('confirms funds up to what is booked and not reserved', async () => {
  const { iban } = (await ask(world, 'query ($id: ID) { account(by: { id: $id }) { iban } }', { id: ids.other }))
    .account
  const confirm = async (amount: string) =>
    (
      await ask(
        world,
        'query ($access: AccessInput, $input: ConfirmFundsInput!) { asTpp(access: $access) { fundsConfirmation(input: $input) { fundsAvailable } } }',
        { access, input: { account: { iban }, instructedAmount: { amount, currency: 'NOK' } } },
      )
    ).asTpp.fundsConfirmation.fundsAvailable
  expect([await confirm('1000.00'), await confirm('1000.01')]).toEqual([true, false])
})

it('knows the PSU by a session that the bank issued, as REST does by TPP-Session-ID', async () => {
  const query = 'query ($access: AccessInput) { asTpp(access: $access) { accounts { resourceId } } }'
  const bySession = { tpp: access['tpp'], sessionId: headers['TPP-Session-ID'] }
  expect((await ask(world, query, { access: bySession })).asTpp.accounts).toHaveLength(2)
})

it('counts one read of balances for the whole list, and only where they are selected (D41)', async () => {
  const mine = await addConsented(bank)
  const unattended = { tpp: tppIdOf(bank, bank.tpp), psu: mine.customerNumber }
  const read = `query ($access: AccessInput, $with: Boolean!) { asTpp(access: $access) { accounts { iban ...Balances } } }
    fragment Balances on AsTppListedAccount { ... @include(if: $with) { balances { balanceType } } }`
  const left = async () => (await ask(mine.world, '{ accessCounts { nodes { operation calls } } }')).accessCounts.nodes
  await ask(mine.world, read, { access: unattended, with: false })
  expect(await left()).toEqual([])
  const { asTpp } = await ask(mine.world, read, { access: unattended, with: true })
  expect(asTpp.accounts.map(({ balances }: { balances: unknown[] }) => balances.length)).toEqual([2, 2])
  expect(await left()).toEqual([
    { operation: 'balances', calls: 1 },
    { operation: 'balances', calls: 1 },
  ])
})

it('gives each field its own refusal, with its link, and answers the others', async () => {
  const query = `query ($access: AccessInput, $id: ID!) { asTpp(access: $access) {
    accounts { iban } unknown: account(by: { id: "x" }) { iban } contactInformation { emails }
    account(by: { id: $id }) { iban transaction(id: "y") { transactionId } balances { balanceType } } } }`
  const { data, errors } = (await world.graphql(query, { access, id: ids.account })).body
  expect(data.asTpp).toMatchObject({ unknown: null, contactInformation: null })
  expect(data.asTpp.accounts).toHaveLength(2)
  expect(data.asTpp.account).toMatchObject({ transaction: null, balances: [{}, {}] })
  const codes = errors.map((error: { path: string[]; extensions: { code: string } }) => [
    error.path.join('.'),
    error.extensions.code,
  ])
  expect(codes.toSorted()).toEqual([
    ['asTpp.account.transaction', 'RESOURCE_UNKNOWN'],
    ['asTpp.contactInformation', 'RESOURCE_UNKNOWN'],
    ['asTpp.unknown', 'RESOURCE_UNKNOWN'],
  ])
  const nobody = await world.graphql('{ asTpp { accounts { iban } cardAccounts { maskedPan } } }')
  expect(nobody.body.data.asTpp).toEqual({ accounts: null, cardAccounts: null })
  for (const { extensions } of nobody.body.errors) {
    expect(extensions.code).toBe('CONSENT_INVALID')
    expect(extensions.links.scaRedirect.href).toMatch(/\/sca\//)
  }
})

it('finds an account by its numbers and by its key, and reads a payment by its rules (D130)', async () => {
  const query = `query ($access: AccessInput, $iban: String) { asTpp(access: $access) {
    account(by: { iban: $iban }) { resourceId } payment(by: { id: "x" }) { status } } }`
  const { account } = await ask(world, 'query ($id: ID) { account(by: { id: $id }) { iban } }', { id: ids.account })
  const { data, errors } = (await world.graphql(query, { access, iban: account.iban })).body
  expect(data.asTpp).toEqual({ account: { resourceId: ids.account }, payment: null })
  expect(errors).toMatchObject([{ path: ['asTpp', 'payment'], extensions: { code: 'RESOURCE_UNKNOWN' } }])
  const nobody = (await world.graphql('{ asTpp { payment(by: { id: "x" }) { status } } }')).body.errors
  expect(nobody[0].extensions).toMatchObject({ code: 'FORMAT_ERROR', tppMessages: [{ path: 'access.psu' }] })
})
