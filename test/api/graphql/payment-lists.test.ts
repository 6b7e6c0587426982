import { afterAll, expect, it } from 'vitest'
import { UNKNOWN_ID } from '../../support/builders/builders.ts'
import { pay } from '../../support/builders/graphql-payments.ts'
import { addPayer, bulkBody, NDCT, paymentBody, periodicBody, register } from '../../support/builders/payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank } from '../../support/clients/bank.ts'
import { ask, refused } from '../../support/clients/both-doors.ts'

const bank = await startBank()
afterAll(() => expect(bank.faults).toEqual([]))

const READ = `query ($id: ID!) { payment(id: $id) { status psu { customerNumber } agreement { automatic } debtorAccount { id } debtorReference { iban } } }`

it('keeps a payment whose account, customer and agreement are gone', async () => {
  const { world, number, debtor, creditor } = await addPayer(bank)
  const { id } = await pay(world, 'single', { psu: number, input: paymentBody(debtor, creditor) })
  await ask(world, 'mutation ($id: ID!) { cancelPaymentInBank(id: $id) { payment { status } } }', { id })
  const { customer } = await ask(
    world,
    'query ($number: String) { customer(by: { customerNumber: $number }) { id } }',
    {
      number,
    },
  )
  await ask(world, 'mutation ($id: ID!) { deleteCustomer(id: $id) { customer { id } } }', { id: customer.id })
  expect((await ask(world, READ, { id })).payment).toMatchObject({
    status: 'CANC',
    psu: null,
    agreement: null,
    debtorAccount: null,
    debtorReference: { iban: debtor.iban },
  })
})

it('lists the payments of all TPPs, by state, service, TPP, customer and account, page by page', async () => {
  const { world, psu, number, debtor, creditor } = await addPayer(bank)
  const other = await addPayer(bank, { world })
  const single = { psu: number, input: paymentBody(debtor, creditor) }
  const [first] = [
    await pay(world, 'single', single),
    await pay(world, 'bulk', { psu: number, input: bulkBody(debtor, creditor) }),
  ]
  await pay(world, 'periodic', { psu: other.number, input: periodicBody(other.debtor, other.creditor) })
  const rest = await register(psu, NDCT, paymentBody(debtor, creditor))
  await ask(world, 'mutation ($id: ID!) { cancelPaymentInBank(id: $id) { payment { status } } }', { id: first.id })
  const count = async (filter: object) =>
    (await ask(world, 'query ($filter: PaymentFilterInput) { payments(filter: $filter) { totalCount } }', { filter }))
      .payments.totalCount
  expect([
    await count({}),
    await count({ status: 'CANC' }),
    await count({ service: 'SINGLE' }),
    await count({ tpp: tppIdOf(bank, bank.tpp) }),
    await count({ customer: number }),
    await count({ customer: 'nobody' }),
    await count({ accountId: other.debtor.id }),
    await count({ service: 'SINGLE', status: 'RCVD', tpp: 'SANDBANK' }),
  ]).toEqual([4, 1, 2, 1, 3, 0, 1, 0])
  const { payments } = await ask(world, '{ payments(last: 1) { nodes { id } pageInfo { hasPreviousPage } } }')
  expect(payments).toEqual({ nodes: [{ id: rest.id }], pageInfo: { hasPreviousPage: true } })
  const unknown = (query: string) => refused(world, query, { id: UNKNOWN_ID })
  expect((await unknown('query ($id: ID!) { payment(id: $id) { id } }')).code).toBe('RESOURCE_UNKNOWN')
})

it('sorts payments by creation, amount or status, and pages through each order', async () => {
  const { world, number, debtor, creditor } = await addPayer(bank)
  const made = []
  for (const amount of ['30.00', '10.00', '20.00', '10.00']) {
    const input = paymentBody(debtor, creditor, { instructedAmount: { amount, currency: 'NOK' } })
    made.push({ ...(await pay(world, 'single', { psu: number, input })), amount })
  }
  const [first, second] = made.map(({ id }) => id)
  await ask(world, 'mutation ($id: ID!) { cancelPaymentInBank(id: $id) { payment { status } } }', { id: second })
  const query = `query ($order: PaymentOrder, $filter: PaymentFilterInput, $after: String) { payments(order: $order, filter: $filter, first: 2, after: $after) {
    nodes { id status totalAmount { amount } } pageInfo { hasNextPage endCursor } } }`
  const walk = async (order: string, filter?: object) => {
    const seen: { id: string; status: string; totalAmount: { amount: string } }[] = []
    for (let after: string | undefined; ; ) {
      const { nodes, pageInfo } = (await ask(world, query, { order, filter, after })).payments
      seen.push(...nodes)
      if (!pageInfo.hasNextPage) return seen
      after = pageInfo.endCursor
    }
  }
  const amounts = async (order: string, filter?: object) =>
    (await walk(order, filter)).map(({ totalAmount }) => totalAmount.amount)
  expect(await amounts('AMOUNT_ASC')).toEqual(['10.00', '10.00', '20.00', '30.00'])
  expect(await amounts('AMOUNT_DESC', { status: 'RCVD', service: 'SINGLE' })).toEqual(['30.00', '20.00', '10.00'])
  expect((await walk('STATUS_ASC')).map(({ status }) => status)).toEqual(['CANC', 'RCVD', 'RCVD', 'RCVD'])
  expect((await walk('STATUS_DESC', { customer: number })).at(-1)?.id).toBe(second)
  expect((await walk('CREATED_DESC')).map(({ id }) => id)).toEqual(made.map(({ id }) => id).toReversed())
  expect((await walk('CREATED_ASC')).at(0)?.id).toBe(first)
})
