import { expect, it } from 'vitest'
import { makeCardAccount, makeCardTransaction, makeCustomer, transaction } from '../../support/builders/graphql-data.ts'
import { type GraphqlWorld, startGraphql } from '../../support/clients/graphql-server.ts'

const server = await startGraphql()
const CREATE = `mutation ($input: CreateCardTransactionInput!) {
  createCardTransaction(input: $input) { cardTransaction { id cardAccount { balances { balanceAmount { amount } } } } } }`

async function worldWithCard(): Promise<{ world: GraphqlWorld; id: string }> {
  const world = await server.world()
  await makeCustomer(world)
  return { world, id: await makeCardAccount(world) }
}

it("books a purchase abroad in both currencies, and moves the balance in the card's", async () => {
  const { world, id } = await worldWithCard()
  const details = {
    transactionDate: '2026-01-14',
    cardAcceptorId: 'M1',
    cardAcceptorName: 'Café',
    merchantCategoryCode: '5814',
    transactionDetails: 'CAFE PARIS',
    invoiced: false,
    proprietaryBankTransactionCode: 'PB',
  }
  const input = {
    ...transaction('-10.00', '2026-01-15', 'EUR'),
    originalAmount: { amount: '-114.32', currency: 'NOK' },
    ...details,
  }
  const made = await world.run(CREATE, { input: { cardAccountId: id, ...input } })
  expect(made.data.createCardTransaction.cardTransaction.cardAccount.balances[0].balanceAmount.amount).toBe('-214.32')
  const { data } = await world.run(
    `{ cardTransaction(id: "${made.data.createCardTransaction.cardTransaction.id}") { bookingDate valueDate
       transactionAmount { amount currency } originalAmount { amount currency } transactionDate cardAcceptorId cardAcceptorName
       merchantCategoryCode transactionDetails invoiced proprietaryBankTransactionCode currencyExchange { exchangeRate } cardAccount { id } } }`,
  )
  expect(data.cardTransaction).toEqual({
    ...details,
    bookingDate: '2026-01-15',
    valueDate: '2026-01-15',
    transactionAmount: { amount: '-10.00', currency: 'EUR' },
    originalAmount: { amount: '-114.32', currency: 'NOK' },
    currencyExchange: null,
    cardAccount: { id },
  })
})

it('refuses what D43 refuses', async () => {
  const { world, id } = await worldWithCard()
  const positive = { amount: '1.00', currency: 'NOK' }
  const cases: [object, string][] = [
    [transaction('-10.00', '2026-01-15', 'EUR'), 'input.originalAmount'],
    [{ ...transaction('-10.00'), originalAmount: positive }, 'input.originalAmount.amount'],
    [{ ...transaction(), transactionDate: '2026-01-16' }, 'input.transactionDate'],
    [{ ...transaction(), merchantCategoryCode: '58' }, 'input.merchantCategoryCode'],
  ]
  for (const [input, path] of cases) {
    const { errors } = await world.run(CREATE, { input: { cardAccountId: id, ...input } })
    expect(errors[0]?.extensions).toMatchObject({ code: 'FORMAT_ERROR', tppMessages: [{ path }] })
  }
  expect((await world.run('{ world { counts { cardTransactions } } }')).data.world.counts.cardTransactions).toBe(0)
})

it("narrows by date and by the amount in the card's currency, and empties a statement", async () => {
  const { world, id } = await worldWithCard()
  await makeCardTransaction(world, id, transaction('-5.00', '2026-01-10'))
  await makeCardTransaction(world, id, transaction('-50.00', '2026-01-11'))
  const { data } = await world.run(
    `{ cardTransactions(cardAccountId: "${id}", filter: { amountTo: "-10.00" }) { totalCount nodes { bookingDate } }
       cardAccount(id: "${id}") { transactions(filter: { dateTo: "2026-01-10" }) { totalCount nodes { originalAmount { amount } } } } }`,
  )
  expect(data).toEqual({
    cardTransactions: { totalCount: 1, nodes: [{ bookingDate: '2026-01-11' }] },
    cardAccount: { transactions: { totalCount: 1, nodes: [{ originalAmount: { amount: '-5.00' } }] } },
  })
  expect(
    (await world.run(`mutation { deleteCardTransactions(cardAccountId: "${id}") { count } }`)).data
      .deleteCardTransactions.count,
  ).toBe(2)
  const left = await world.run(`{ cardTransactions(cardAccountId: "${id}") { totalCount } }`)
  expect(left.data.cardTransactions.totalCount).toBe(0)
})
