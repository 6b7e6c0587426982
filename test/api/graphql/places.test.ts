import { afterAll, expect, it } from 'vitest'
import { account, customer } from '../../support/builders/graphql-data.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ask, refused } from '../../support/clients/both-doors.ts'

/** D130: the place of a refusal begins at GraphQL's argument, and a person is named by number, key or id. */

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

it.each([
  ['mutation { deleteWorld(name: "nowhere") { world { name } } }', {}, 'name', 'There is no world'],
  ['mutation { resetWorld(input: { name: "nowhere" }) { world { name } } }', {}, 'input.name', 'There is no world'],
  [
    'mutation ($fixture: FixtureInput!) { applyFixture(fixture: $fixture) { ids { id } } }',
    { fixture: 'x' },
    'fixture',
    '',
  ],
  ['mutation { applyFixture(fixture: 5) { ids { id } } }', {}, 'fixture', ''],
  [
    'mutation ($name: String!) { createCustomer(input: { customerNumber: "1", name: $name, type: PRIVATE }) { customer { id } } }',
    { name: 5 },
    'input.name',
    'Variable "$name": ',
  ],
  [
    'mutation ($second: CustomerType!) { createCustomers(inputs: [{ key: "a", name: "A", type: PRIVATE }, { key: "b", name: "B", type: $second }]) { customers { id } } }',
    { second: 'FIRM' },
    'inputs[1].type',
    'Variable "$second": ',
  ],
  [
    'query ($of: TransactionFilterInput!) { accounts { nodes { transactions(filter: $of) { totalCount } } } }',
    { of: { dateFrom: 5 } },
    'filter.dateFrom',
    '',
  ],
  [
    'mutation ($amount: BalanceAmountInput!) { changeBalances(input: { id: "x", balances: [{ balanceType: expected, balanceAmount: $amount }] }) { account { id } } }',
    { amount: { amount: true, currency: 'NOK' } },
    'input.balances[0].balanceAmount.amount',
    '',
  ],
])('%s with %j', async (query, variables, path, text) => {
  const { tppMessages } = await refused(await bank.world(), query, variables)
  expect(tppMessages).toMatchObject([{ path, text: expect.stringContaining(text) }])
})

it('takes a person by customerNumber, key, id, or what PSU-ID carries, and an id in capitals', async () => {
  const world = await bank.world()
  const made = await ask(
    world,
    `mutation ($kari: CreateCustomerInput!, $daily: CreateAccountInput!) {
      createCustomer(input: $kari) { customer { id psuId customerNumber } } createAccount(input: $daily) { account { id } } }`,
    { kari: { key: 'kari', ...customer() }, daily: { key: 'daily', ...account() } },
  )
  const { id, psuId, customerNumber } = made.createCustomer.customer
  for (const name of [customerNumber, 'kari', id, psuId, id.toUpperCase()]) {
    const { accounts, consent } = await ask(
      world,
      `query ($name: String!) { accounts(filter: { customer: $name }) { totalCount } consent: customer(by: { customerNumber: $name }) { key } }`,
      { name },
    )
    expect([name, accounts.totalCount, consent.key]).toEqual([name, 1, 'kari'])
    const granted = await ask(
      world,
      'mutation ($psu: String!) { grantConsent(input: { psu: $psu, context: PRIVATE }) { consent { psu { key } } } }',
      { psu: name },
    )
    expect(granted.grantConsent.consent.psu.key).toBe('kari')
  }
  const stranger = '00000000-0000-7000-8000-000000000000'
  const { code } = await refused(
    world,
    `mutation { grantConsent(input: { psu: "${stranger}", context: PRIVATE }) { psuId } }`,
  )
  expect(code).toBe('FORMAT_ERROR')
})
