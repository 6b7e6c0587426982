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
  const data = await ask(
    world,
    `query ($access: AccessInput, $id: ID!) {
      consentedAccounts(access: $access) { resourceId iban bban currency name product cashAccountType
        balances { balanceType balanceAmount { amount currency } } }
      consentedAccount(access: $access, id: $id) { resourceId account { owner { name } } }
      accountBalances(access: $access, id: $id) { balanceType balanceAmount { amount currency } } }`,
    { access, id: ids.account },
  )
  const { accounts } = (await world.call('GET', '/v1/accounts?withBalance=true', { headers })).body
  const withoutLinks = accounts.map(({ _links, ...account }: { _links: object }) => account)
  expect(data.consentedAccounts).toEqual(withoutLinks)
  expect(data.consentedAccounts).toHaveLength(2)
  expect(data.consentedAccount).toEqual({ resourceId: ids.account, account: { owner: { name: 'Kari Nordmann' } } })
  const balances = await world.call('GET', `/v1/accounts/${ids.account}/balances`, { headers })
  expect(data.accountBalances).toEqual(balances.body.balances)
})

it('shows a TPP the same card accounts and balances as REST does', async () => {
  const data = await ask(
    world,
    `query ($access: AccessInput, $id: ID!) {
      consentedCardAccounts(access: $access) { resourceId maskedPan currency name product cashAccountType
        creditLimit { amount currency } balances { balanceType balanceAmount { amount currency } } }
      consentedCardAccount(access: $access, id: $id) { resourceId cardAccount { owner { name } } }
      cardAccountBalances(access: $access, id: $id) { balanceType balanceAmount { amount currency } } }`,
    { access, id: ids.card },
  )
  const { cardAccounts } = (await world.call('GET', '/v1/card-accounts?withBalance=true', { headers })).body
  expect(data.consentedCardAccounts).toEqual(cardAccounts.map(({ _links, ...card }: { _links: object }) => card))
  expect(data.consentedCardAccount.cardAccount.owner.name).toBe('Kari Nordmann')
  const balances = await world.call('GET', `/v1/card-accounts/${ids.card}/balances`, { headers })
  expect(data.cardAccountBalances).toEqual(balances.body.balances)
})

it('activates announced changes early when acceptFix names them (D43)', async () => {
  const long = 'A name of an account that is longer than thirty-five characters'
  const other = await addConsented(bank)
  await bank.store.transaction(
    tx => tx.account.updateMany({ where: { worldId: other.world.name }, data: { name: long } }),
    { worlds: [other.world.name] },
  )
  const query = 'query ($access: AccessInput) { consentedAccounts(access: $access) { name cashAccountType } }'
  const mine = { ...access, psu: other.customerNumber }
  expect((await ask(other.world, query, { access: mine })).consentedAccounts[0]).toEqual({
    name: long.slice(0, 35),
    cashAccountType: 'Current',
  })
  const fixed = { ...mine, acceptFix: ['longer-name', 'cash-account-type-iso', 'unknown'] }
  expect((await ask(other.world, query, { access: fixed })).consentedAccounts[0]).toEqual({
    name: long,
    cashAccountType: 'CACC',
  })
})

it('shows a TPP a page of a statement, the offsets around it, and the details of a line as REST does', async () => {
  const lines =
    'transactionId bookingDate valueDate transactionAmount { amount currency } remittanceInformationUnstructured'
  const data = await ask(
    world,
    `query ($access: AccessInput, $id: ID!, $transactionId: ID!) {
      accountTransactions(access: $access, id: $id, bookingStatus: all) { account { iban bban currency }
        booked { ${lines} } pending { transactionId } nextOffset previousOffset }
      page: accountTransactions(access: $access, id: $id, bookingStatus: booked, offset: 1, limit: 1) {
        booked { transactionId } pending { transactionId } nextOffset previousOffset }
      first: accountTransactions(access: $access, id: $id, bookingStatus: booked, limit: 1) { nextOffset previousOffset }
      pending: accountTransactions(access: $access, id: $id, bookingStatus: pending) { booked { transactionId } pending { transactionId } }
      accountTransactionDetails(access: $access, id: $id, transactionId: $transactionId) { ${lines} } }`,
    { access, id: ids.account, transactionId: ids.transaction },
  )
  const path = `/v1/accounts/${ids.account}/transactions`
  const rest = (await world.call('GET', `${path}?bookingStatus=all`, { headers })).body
  expect(data.accountTransactions.account).toEqual(rest.account)
  expect(data.accountTransactions.booked).toMatchObject(rest.transactions.booked)
  expect(data.accountTransactions.booked).toHaveLength(2)
  expect(data.accountTransactions).toMatchObject({ pending: [], nextOffset: null, previousOffset: null })
  expect(data.page).toEqual({
    booked: [{ transactionId: data.accountTransactions.booked[1].transactionId }],
    pending: null,
    nextOffset: null,
    previousOffset: 0,
  })
  expect(data.first).toEqual({ nextOffset: 1, previousOffset: null })
  expect(data.pending).toEqual({ booked: null, pending: [] })
  const details = await world.call('GET', `${path}/${ids.transaction}`, { headers })
  expect(data.accountTransactionDetails).toMatchObject(details.body.transactionsDetails)
})

it('keeps from a TPP what the interface does not supply, and shows it to the operator (D44)', async () => {
  const hidden = await world.graphql('{ accountTransactionDetails(id: 1, transactionId: 1) { creditorId } }')
  expect(hidden.body.errors[0].message).toMatch('Cannot query field "creditorId"')
  const data = await ask(world, 'query ($id: ID!) { transaction(id: $id) { creditorId ultimateDebtor } }', {
    id: ids.transaction,
  })
  expect(data.transaction).toEqual({ creditorId: 'C-1', ultimateDebtor: 'Nobody' })
})

it('shows card transactions with their two amounts, swapped when asked for (D43)', async () => {
  const query = `query ($access: AccessInput, $id: ID!) { cardAccountTransactions(access: $access, id: $id, bookingStatus: both) {
    maskedPan booked { transactionAmount { amount currency } originalAmount { amount currency } cardAcceptorName } pending { cardTransactionId } nextOffset } }`
  const euros = { amount: '-10.00', currency: 'EUR' }
  const kroner = { amount: '-114.00', currency: 'NOK' }
  const plain = await ask(world, query, { access, id: ids.card })
  expect(plain.cardAccountTransactions).toMatchObject({
    booked: [{ transactionAmount: euros, originalAmount: kroner, cardAcceptorName: 'Kiosk' }],
    pending: [],
    nextOffset: null,
  })
  const acceptFix = ['cardaccount-switch-originalamount-and-transactionamount']
  const swapped = await ask(world, query, { access: { ...access, acceptFix }, id: ids.card })
  expect(swapped.cardAccountTransactions.booked).toMatchObject([{ transactionAmount: kroner, originalAmount: euros }])
})

it('confirms funds up to what is booked and not reserved', async () => {
  const { iban } = (await ask(world, 'query ($id: ID) { account(by: { id: $id }) { iban } }', { id: ids.other }))
    .account
  const confirm = async (amount: string) =>
    (
      await ask(
        world,
        'query ($access: AccessInput, $input: ConfirmFundsInput!) { confirmFunds(access: $access, input: $input) }',
        { access, input: { account: { iban }, instructedAmount: { amount, currency: 'NOK' } } },
      )
    ).confirmFunds
  expect([await confirm('1000.00'), await confirm('1000.01')]).toEqual([true, false])
})

it('knows the PSU by a session that the bank issued, as REST does by TPP-Session-ID', async () => {
  const query = 'query ($access: AccessInput) { consentedAccounts(access: $access) { resourceId } }'
  const bySession = { tpp: access['tpp'], sessionId: headers['TPP-Session-ID'] }
  expect((await ask(world, query, { access: bySession })).consentedAccounts).toHaveLength(2)
})
