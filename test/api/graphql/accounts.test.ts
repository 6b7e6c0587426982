import { expect, it } from 'vitest'
import {
  account,
  customer,
  makeAccount,
  makeCustomer,
  makeTransaction,
  transaction,
} from '../../support/builders/graphql-data.ts'
import { startGraphql } from '../../support/clients/graphql-server.ts'

const server = await startGraphql()
const CREATE = 'mutation ($input: CreateAccountInput!) { createAccount(input: $input) { account { id } } }'
const FIELDS = `accountName bban iban currency product cashAccountType creditLine
  balances { balanceType balanceAmount { amount currency } } owner { customerNumber }`

it('keeps an account as it was given, and opens it to its private owner', async () => {
  const world = await server.world()
  await makeCustomer(world)
  const id = await makeAccount(world, { ...account(), iban: 'NO93 1503 4000 001' })
  const { data } = await world.run(
    `{ account(by: { id: "${id}" }) { ${FIELDS} engagements { nodes { roles registerLimit approvalLimit offeredForConsent } } } }`,
  )
  expect(data.account).toEqual({
    accountName: 'Account 1',
    bban: '15034000001',
    iban: 'NO9315034000001',
    currency: 'NOK',
    product: 'Brukskonto',
    cashAccountType: 'CACC',
    creditLine: 1000,
    balances: [
      { balanceType: 'closingBooked', balanceAmount: { amount: '1000.50', currency: 'NOK' } },
      { balanceType: 'expected', balanceAmount: { amount: '1000.50', currency: 'NOK' } },
    ],
    owner: { customerNumber: '07049912345' },
    engagements: {
      nodes: [
        {
          roles: ['OWNER', 'DISPOSAL', 'VIEW', 'REGISTER', 'APPROVE', 'INTERNAL_TRANSFER', 'SALARY'],
          registerLimit: 2147483647,
          approvalLimit: 2147483647,
          offeredForConsent: true,
        },
      ],
    },
  })
})

it("shows amounts with exactly the currency's digits", async () => {
  const world = await server.world()
  await makeCustomer(world)
  const amounts = []
  for (const [index, [currency, amount]] of [
    ['JPY', 1500],
    ['BHD', 1.5],
    ['XDR', 2],
    ['EUR', -0.1],
  ].entries()) {
    const balances = [{ balanceType: 'closingBooked', balanceAmount: { amount, currency } }]
    const id = await makeAccount(world, { ...account(undefined, index + 1), currency, balances })
    const read = await world.run(`{ account(by: { id: "${id}" }) { balances { balanceAmount { amount } } } }`)
    amounts.push(read.data.account.balances[0].balanceAmount.amount)
  }
  expect(amounts).toEqual(['1500', '1.500', '2.00000', '-0.10'])
})

it('refuses what REST refuses, with the same code and path', async () => {
  const world = await server.world()
  await makeCustomer(world)
  await makeAccount(world)
  const euro = [{ balanceType: 'closingBooked', balanceAmount: { amount: 1, currency: 'EUR' } }]
  const twice = [account().balances[0], account().balances[0]]
  const fine = [{ balanceType: 'expected', balanceAmount: { amount: 1.005, currency: 'NOK' } }]
  const cases: [object, string, string[]][] = [
    [account(), 'CONFLICT', ['input.iban', 'input.bban']],
    [{ ...account(undefined, 2), customerNumber: 'nobody' }, 'BAD_REQUEST', ['input.customerNumber']],
    [{ ...account(undefined, 2), iban: 'NO' }, 'FORMAT_ERROR', ['input.iban']],
    [{ ...account(undefined, 2), bban: '' }, 'FORMAT_ERROR', ['input.bban']],
    [{ ...account(undefined, 2), currency: 'nok' }, 'FORMAT_ERROR', ['input.currency']],
    [{ ...account(undefined, 2), balances: [] }, 'FORMAT_ERROR', ['input.balances']],
    [{ ...account(undefined, 2), balances: twice }, 'FORMAT_ERROR', ['input.balances']],
    [{ ...account(undefined, 2), balances: euro }, 'FORMAT_ERROR', ['input.balances[0].balanceAmount.currency']],
    [{ ...account(undefined, 2), balances: fine }, 'FORMAT_ERROR', ['input.balances[0].balanceAmount.amount']],
    [{ ...account(undefined, 2), cashAccountType: 'CARD' }, 'FORMAT_ERROR', ['input.cashAccountType']],
  ]
  for (const [input, code, paths] of cases) {
    const { errors } = await world.run(CREATE, { input })
    const messages: { code: string; path: string }[] = errors[0]?.extensions.tppMessages ?? []
    expect([errors[0]?.extensions.code, messages.map(message => message.path)]).toEqual([code, paths])
  }
  expect((await world.run('{ accounts { totalCount } }')).data.accounts.totalCount).toBe(1)
})

it('lists accounts by number, owner and currency', async () => {
  const world = await server.world()
  await makeCustomer(world)
  await makeCustomer(world, customer('2'))
  await makeAccount(world, account(undefined, 1))
  await makeAccount(world, account('2', 2))
  const balances = [{ balanceType: 'expected', balanceAmount: { amount: 0, currency: 'EUR' } }]
  await makeAccount(world, { ...account('2', 3), currency: 'EUR', balances })
  const list = async (filter: object) => {
    const query = 'query ($filter: AccountFilterInput) { accounts(filter: $filter) { nodes { accountName } } }'
    const { data } = await world.run(query, { filter })
    return data.accounts.nodes.map((node: { accountName: string }) => node.accountName)
  }
  expect(await list({})).toEqual(['Account 1', 'Account 2', 'Account 3'])
  expect(await list({ iban: 'NO93 1503 4000 002' })).toEqual(['Account 2'])
  expect(await list({ bban: '15034000003' })).toEqual(['Account 3'])
  expect(await list({ customer: '2' })).toEqual(['Account 2', 'Account 3'])
  expect(await list({ customer: '2', currency: 'NOK' })).toEqual(['Account 2'])
  expect(await list({ customer: 'nobody' })).toEqual([])
})

it('finds an account by its iban, spaces or not', async () => {
  const world = await server.world()
  await makeCustomer(world)
  const id = await makeAccount(world)
  expect((await world.run('{ account(by: { iban: "NO93 1503 4000 001" }) { id } }')).data.account).toEqual({ id })
  expect((await world.run('{ account { id } }')).errors[0].extensions.code).toBe('FORMAT_ERROR')
})

it('sets balances', async () => {
  const world = await server.world()
  await makeCustomer(world)
  const id = await makeAccount(world)
  const change = (balances: object[]) =>
    world.run(
      'mutation ($input: ChangeBalancesInput!) { changeBalances(input: $input) { account { balances { balanceType } } } }',
      { input: { id, balances } },
    )
  await change([{ balanceType: 'closingBooked', balanceAmount: { amount: 7.25, currency: 'NOK' } }])
  await change([{ balanceType: 'expected', balanceAmount: { amount: 5, currency: 'NOK' } }])
  const { data } = await world.run(
    `{ account(by: { id: "${id}" }) { balances { balanceType balanceAmount { amount } } } }`,
  )
  expect(data.account.balances).toEqual([
    { balanceType: 'closingBooked', balanceAmount: { amount: '7.25' } },
    { balanceType: 'expected', balanceAmount: { amount: '5.00' } },
  ])
  expect((await change([])).errors[0].extensions.tppMessages[0].path).toBe('input.balances')
})

it('deletes an account with its transactions and engagements', async () => {
  const world = await server.world()
  await makeCustomer(world)
  const id = await makeAccount(world)
  await makeTransaction(world, id, transaction())
  expect(
    (await world.run(`mutation { deleteAccount(id: "${id}") { account { iban } } }`)).data.deleteAccount.account.iban,
  ).toBe(account().iban)
  const { data } = await world.run('{ world { counts { accounts transactions engagements customers } } }')
  expect(data.world.counts).toEqual({ accounts: 0, transactions: 0, engagements: 0, customers: 1 })
})
