import { expect, it } from 'vitest'
import {
  cardAccount,
  customer,
  makeCardAccount,
  makeCardTransaction,
  makeCustomer,
} from '../../support/builders/graphql-data.ts'
import { startGraphql } from '../../support/clients/graphql-server.ts'

const server = await startGraphql()
const CREATE = 'mutation ($input: CreateCardAccountInput!) { createCardAccount(input: $input) { cardAccount { id } } }'

it('keeps a card account as it was given', async () => {
  const world = await server.world()
  await makeCustomer(world)
  const id = await makeCardAccount(world)
  const { data } = await world.run(
    `{ cardAccount(id: "${id}") { accountName maskedPan currency product creditLine owner { customerNumber cardAccounts { nodes { id } } }
       balances { balanceType balanceAmount { amount currency } } } }`,
  )
  expect(data.cardAccount).toEqual({
    accountName: 'Card',
    maskedPan: '525412******0001',
    currency: 'NOK',
    product: 'Mastercard',
    creditLine: 20000,
    owner: { customerNumber: '07049912345', cardAccounts: { nodes: [{ id }] } },
    balances: [
      { balanceType: 'closingBooked', balanceAmount: { amount: '-100.00', currency: 'NOK' } },
      { balanceType: 'expected', balanceAmount: { amount: '-100.00', currency: 'NOK' } },
    ],
  })
})

it('refuses what REST refuses', async () => {
  const world = await server.world()
  await makeCustomer(world)
  await makeCardAccount(world)
  const cases: [object, string, string][] = [
    [cardAccount(), 'CONFLICT', 'input.maskedPan'],
    [cardAccount('nobody', '0002'), 'BAD_REQUEST', 'input.customerNumber'],
    [{ ...cardAccount(), maskedPan: '5254120000003241' }, 'FORMAT_ERROR', 'input.maskedPan'],
    [{ ...cardAccount(undefined, '0002'), currency: 'XXX' }, 'FORMAT_ERROR', 'input.currency'],
  ]
  for (const [input, code, path] of cases) {
    const { errors } = await world.run(CREATE, { input })
    expect(errors[0]?.extensions).toMatchObject({ code, tppMessages: [{ code, path }] })
  }
  expect((await world.run('{ cardAccounts { totalCount } }')).data.cardAccounts.totalCount).toBe(1)
})

it('lists card accounts by owner and currency', async () => {
  const world = await server.world()
  await makeCustomer(world)
  await makeCustomer(world, customer('2'))
  await makeCardAccount(world, cardAccount(undefined, '0001'))
  await makeCardAccount(world, cardAccount('2', '0002'))
  const list = async (filter: object) => {
    const query = 'query ($filter: CardAccountFilterInput) { cardAccounts(filter: $filter) { nodes { maskedPan } } }'
    const { data } = await world.run(query, { filter })
    return data.cardAccounts.nodes.map((node: { maskedPan: string }) => node.maskedPan)
  }
  expect(await list({})).toEqual(['525412******0001', '525412******0002'])
  expect(await list({ customer: '2' })).toEqual(['525412******0002'])
  expect(await list({ currency: 'EUR' })).toEqual([])
})

it('sets balances, and deletes with all transactions', async () => {
  const world = await server.world()
  await makeCustomer(world)
  const id = await makeCardAccount(world)
  await makeCardTransaction(world, id)
  const changed = await world.run(
    'mutation ($input: ChangeCardBalancesInput!) { changeCardBalances(input: $input) { cardAccount { id } } }',
    { input: { id, balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: -5.5, currency: 'NOK' } }] } },
  )
  expect(changed.errors).toEqual([])
  const read = await world.run(`{ cardAccount(id: "${id}") { balances { balanceAmount { amount } } } }`)
  expect(read.data.cardAccount.balances[0].balanceAmount.amount).toBe('-5.50')

  await world.run(`mutation { deleteCardAccount(id: "${id}") { cardAccount { maskedPan } } }`)
  const { data } = await world.run('{ world { counts { cardAccounts cardTransactions } } }')
  expect(data.world.counts).toEqual({ cardAccounts: 0, cardTransactions: 0 })
  expect((await world.run(`{ cardAccount(id: "${id}") { id } }`)).errors[0].extensions.code).toBe('RESOURCE_UNKNOWN')
})
