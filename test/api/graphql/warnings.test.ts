import { expect, it } from 'vitest'
import { customer, makeAccount, makeCustomer, transaction } from '../../support/builders/graphql-data.ts'
import { startGraphql } from '../../support/clients/graphql-server.ts'

/** What REST says in the header Sandbank-Warning, a payload says in `warnings` (D73, D130). */

const server = await startGraphql()
const CREATE =
  'mutation ($input: CreateTransactionInput!) { createTransaction(input: $input) { warnings { code text } transaction { transactionAmount { amount } } } }'

it('D73: an amount with too few digits after its point is accepted with a warning that names its place', async () => {
  const world = await server.world()
  await makeCustomer(world, customer())
  const accountId = await makeAccount(world)
  const make = (amount: string) => world.run(CREATE, { input: { accountId, ...transaction(amount) } })

  expect((await make('7.5')).data.createTransaction).toEqual({
    warnings: [{ code: 'FRACTION_DIGITS', text: expect.stringMatching(/^input\.transactionAmount\.amount: /) }],
    transaction: { transactionAmount: { amount: '7.50' } },
  })
  expect((await make('7.50')).data.createTransaction.warnings).toEqual([])
})

it('D73: a bulk form says once for all its inputs what was accepted, with the place of the first', async () => {
  const world = await server.world()
  await makeCustomer(world, customer())
  const accountId = await makeAccount(world)
  const many =
    'mutation ($inputs: [CreateTransactionInput!]!) { createTransactions(inputs: $inputs) { warnings { code text } transactions { transactionAmount { amount } } } }'
  const make = async (...amounts: string[]) =>
    (await world.run(many, { inputs: amounts.map(amount => ({ accountId, ...transaction(amount) })) })).data
      .createTransactions
  const { warnings, transactions } = await make('7.50', '8.5', '9')
  expect(warnings).toEqual([
    {
      code: 'FRACTION_DIGITS',
      text: expect.stringMatching(/^inputs\[1\]\.transactionAmount\.amount: .* So has 1 more amount of this body\.$/),
    },
  ])
  expect(transactions).toHaveLength(3)
  expect((await make('7.50')).warnings).toEqual([])
})
