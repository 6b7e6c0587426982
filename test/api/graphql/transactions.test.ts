import { expect, it } from 'vitest'
import {
  account,
  makeAccount,
  makeCustomer,
  makeTransaction,
  transaction,
} from '../../support/builders/graphql-data.ts'
import { type GraphqlWorld, startGraphql } from '../../support/clients/graphql-server.ts'

const server = await startGraphql()
const CREATE = `mutation ($input: CreateTransactionInput!) {
  createTransaction(input: $input) { transaction { id account { balances { balanceAmount { amount } } } } } }`

async function worldWithAccount(): Promise<{ world: GraphqlWorld; accountId: string }> {
  const world = await server.world()
  await makeCustomer(world)
  return { world, accountId: await makeAccount(world) }
}

it('books a transaction with all its details, and moves the balances', async () => {
  const { world, accountId } = await worldWithAccount()
  const details = {
    endToEndId: 'E2E',
    creditorId: 'C1',
    creditorName: 'Åse Øst',
    creditorAccount: { iban: 'NO9386011117947', bban: null, currency: 'NOK' },
    creditorAgent: 'DNBANOKK',
    ultimateCreditor: 'Uc',
    debtorName: 'Me',
    debtorAccount: { iban: account().iban, bban: null, currency: null },
    debtorAgent: 'DNBANOKKXXX',
    ultimateDebtor: 'Ud',
    remittanceInformationUnstructured: 'Hei',
    remittanceInformationUnstructuredArray: ['one', 'two'],
    remittanceInformationStructuredArray: [{ reference: '1234', referenceType: 'SCOR', referenceIssuer: null }],
    currencyExchange: {
      sourceCurrency: 'EUR',
      exchangeRate: '11.4320',
      unitCurrency: 'EUR',
      targetCurrency: 'NOK',
      quotationDate: '2026-01-14',
      contractIdentification: null,
    },
    bankTransactionCode: 'PMNT-RCDT-ESCT',
    proprietaryBankTransactionCode: 'P1',
    purposeCode: 'SALA',
  }
  const made = await world.run(CREATE, { input: { accountId, ...transaction('-250.25'), ...details } })
  expect(made.data.createTransaction.transaction.account.balances[0].balanceAmount.amount).toBe('750.25')

  const { data } = await world.run(
    `{ transaction(id: "${made.data.createTransaction.transaction.id}") { bookingDate valueDate transactionAmount { amount currency }
       endToEndId creditorId creditorName creditorAccount { iban bban currency } creditorAgent ultimateCreditor
       debtorName debtorAccount { iban bban currency } debtorAgent ultimateDebtor
       remittanceInformationUnstructured remittanceInformationUnstructuredArray
       remittanceInformationStructuredArray { reference referenceType referenceIssuer }
       currencyExchange { sourceCurrency exchangeRate unitCurrency targetCurrency quotationDate contractIdentification }
       bankTransactionCode proprietaryBankTransactionCode purposeCode account { id } } }`,
  )
  expect(data.transaction).toEqual({
    ...details,
    bookingDate: '2026-01-15',
    valueDate: '2026-01-15',
    transactionAmount: { amount: '-250.25', currency: 'NOK' },
    account: { id: accountId },
  })
})

it('narrows a statement by date and by amount, and counts what is left', async () => {
  const { world, accountId } = await worldWithAccount()
  const lines: [string, string][] = [
    ['-100.00', '2026-01-10'],
    ['50.00', '2026-01-11'],
    ['-9.99', '2026-01-12'],
    ['1000.00', '2026-01-13'],
  ]
  for (const [amount, date] of lines) await makeTransaction(world, accountId, transaction(amount, date))
  const list = async (filter: object) => {
    const { data } = await world.run(
      `query ($accountId: ID!, $filter: TransactionFilterInput) {
        transactions(accountId: $accountId, filter: $filter) { totalCount nodes { transactionAmount { amount } } }
        account(by: { id: $accountId }) { transactions(filter: $filter) { totalCount } } }`,
      { accountId, filter },
    )
    const { nodes, totalCount } = data.transactions
    expect([totalCount, data.account.transactions.totalCount]).toEqual([nodes.length, nodes.length])
    return nodes.map((node: { transactionAmount: { amount: string } }) => node.transactionAmount.amount)
  }
  expect(await list({})).toEqual(['1000.00', '-9.99', '50.00', '-100.00'])
  expect(await list({ dateFrom: '2026-01-11', dateTo: '2026-01-12' })).toEqual(['-9.99', '50.00'])
  expect(await list({ amountFrom: '50' })).toEqual(['1000.00', '50.00'])
  expect(await list({ amountTo: '-9.99' })).toEqual(['-9.99', '-100.00'])
  expect(await list({ amountFrom: '-10.00', amountTo: '50.00', dateTo: '2026-01-11' })).toEqual(['50.00'])
})

it('sorts a statement by day or amount, and pages through it from either end', async () => {
  const { world, accountId } = await worldWithAccount()
  const lines = ['5.00', '-20.00', '5.00', '1000.00', '-3.00', '9999999999999.99', '5.00'].map(
    (amount, place) => [amount, `2026-01-1${(place * 3) % 7}`] as const,
  )
  for (const [amount, date] of lines) await makeTransaction(world, accountId, transaction(amount, date))
  const byAmount = lines.map(([amount]) => Number(amount)).sort((one, other) => one - other)
  const byDate = lines.toSorted(([, one], [, other]) => (one < other ? -1 : 1)).map(([amount]) => Number(amount))
  const query = `query ($a: ID!, $order: TransactionOrder, $filter: TransactionFilterInput, $first: Int, $last: Int, $after: String, $before: String) {
    account(by: { id: $a }) { transactions(order: $order, filter: $filter, first: $first, last: $last, after: $after, before: $before) {
      totalCount nodes { id transactionAmount { amount } } pageInfo { endCursor startCursor hasNextPage hasPreviousPage } } } }`
  const page = async (variables: object) =>
    (await world.run(query, { a: accountId, ...variables })).data.account.transactions
  const walk = async (order: string, backwards: boolean, filter?: object) => {
    const seen: { id: string; transactionAmount: { amount: string } }[] = []
    for (let cursor: string | undefined; ; ) {
      const window = backwards ? { last: 2, before: cursor } : { first: 2, after: cursor }
      const { nodes, pageInfo, totalCount } = await page({ order, filter, ...window })
      seen.push(...(backwards ? nodes.toReversed() : nodes))
      if (!(backwards ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) {
        expect([new Set(seen.map(({ id }) => id)).size, totalCount]).toEqual([seen.length, seen.length])
        return seen.map(({ transactionAmount }) => Number(transactionAmount.amount))
      }
      cursor = backwards ? pageInfo.startCursor : pageInfo.endCursor
    }
  }
  for (const [order, wanted] of [
    ['AMOUNT_ASC', byAmount],
    ['AMOUNT_DESC', byAmount.toReversed()],
    ['DATE_ASC', byDate],
    ['DATE_DESC', byDate.toReversed()],
  ] as const) {
    expect([order, await walk(order, false)]).toEqual([order, wanted])
    expect([order, await walk(order, true)]).toEqual([order, wanted.toReversed()])
  }
  const filter = { dateFrom: '2026-01-12', amountFrom: '-3.00' }
  const left = lines
    .filter(([amount, date]) => Number(amount) >= -3 && date >= '2026-01-12')
    .map(([one]) => Number(one))
  expect(await walk('AMOUNT_ASC', false, filter)).toEqual(left.sort((one, other) => one - other))
  expect(await walk('AMOUNT_DESC', true, filter)).toEqual(left)
  const { pageInfo } = await page({ order: 'DATE_ASC', first: 1 })
  const forged = Buffer.from('Transaction amountMinor\nmuch\nid').toString('base64url')
  for (const after of [pageInfo.endCursor, forged]) {
    const { errors } = await world.run(query, { a: accountId, order: 'AMOUNT_ASC', after })
    expect(errors[0]?.extensions).toMatchObject({ code: 'FORMAT_ERROR', tppMessages: [{ path: 'after' }] })
  }
})

it('refuses filters that name no day, no amount of the account, or days in the wrong order', async () => {
  const { world, accountId } = await worldWithAccount()
  const query = 'query ($a: ID!, $f: TransactionFilterInput) { transactions(accountId: $a, filter: $f) { totalCount } }'
  for (const [filter, path] of [
    [{ dateFrom: '2026-02-30' }, 'filter.dateFrom'],
    [{ dateTo: 'today' }, 'filter.dateTo'],
    [{ dateFrom: '2026-02-03', dateTo: '2026-02-02' }, 'filter.dateFrom'],
    [{ amountFrom: '1.005' }, 'filter.amountFrom'],
    [{ amountTo: '1e3' }, 'filter.amountTo'],
  ] as const) {
    const { errors } = await world.run(query, { a: accountId, f: filter })
    expect(errors[0]?.extensions).toMatchObject({ code: 'FORMAT_ERROR', tppMessages: [{ path }] })
  }
})

it('pages through lines of one day without losing or repeating any', async () => {
  const { world, accountId } = await worldWithAccount()
  for (let line = 1; line <= 5; line += 1) await makeTransaction(world, accountId, transaction(`${line}.00`))
  const seen: string[] = []
  let after: string | null = null
  do {
    const { data } = await world.run(
      'query ($a: ID!, $after: String) { transactions(accountId: $a, first: 2, after: $after) { nodes { transactionAmount { amount } } pageInfo { hasNextPage endCursor } } }',
      { a: accountId, after },
    )
    seen.push(
      ...data.transactions.nodes.map(
        (node: { transactionAmount: { amount: string } }) => node.transactionAmount.amount,
      ),
    )
    after = data.transactions.pageInfo.hasNextPage ? data.transactions.pageInfo.endCursor : null
  } while (after !== null)
  expect(seen).toEqual(['5.00', '4.00', '3.00', '2.00', '1.00'])
})

it('refuses what D28 refuses, and leaves the balance as it was', async () => {
  const { world, accountId } = await worldWithAccount()
  const foreign = { iban: 'NO9386011117947' }
  const cases: [object, string, string][] = [
    [{ ...transaction('-1.00'), debtorAccount: foreign }, 'BAD_REQUEST', 'input.debtorAccount'],
    [{ ...transaction('1.00'), debtorAccount: foreign }, 'BAD_REQUEST', 'input.debtorAccount'],
    [transaction('0.00'), 'FORMAT_ERROR', 'input.transactionAmount.amount'],
    [transaction('1.001'), 'FORMAT_ERROR', 'input.transactionAmount.amount'],
    [transaction('1.00', '2026-01-15', 'EUR'), 'FORMAT_ERROR', 'input.transactionAmount.currency'],
    [transaction('1.00', '2026-13-01'), 'FORMAT_ERROR', 'input.bookingDate'],
    [transaction('1.00', '9999-12-31'), 'FORMAT_ERROR', 'input.bookingDate'],
    [{ ...transaction(), bookingDate: '2026-01-16' }, 'FORMAT_ERROR', 'input.bookingDate'],
    [{ ...transaction(), creditorAgent: 'x' }, 'FORMAT_ERROR', 'input.creditorAgent'],
    [{ ...transaction(), purposeCode: 'TOOLONG' }, 'FORMAT_ERROR', 'input.purposeCode'],
  ]
  for (const [input, code, path] of cases) {
    const { errors } = await world.run(CREATE, { input: { accountId, ...input } })
    expect(errors[0]?.extensions.code).toBe(code)
    expect(errors[0]?.extensions.tppMessages[0]).toMatchObject({ code, path })
  }
  const { data } = await world.run(
    `{ account(by: { id: "${accountId}" }) { transactions { totalCount } balances { balanceAmount { amount } } } }`,
  )
  expect(data.account.transactions.totalCount).toBe(0)
  expect(data.account.balances[0].balanceAmount.amount).toBe('1000.50')
})

it('takes null for "not given" in every optional field', async () => {
  const { world, accountId } = await worldWithAccount()
  const input = {
    ...transaction(),
    creditorName: null,
    creditorAccount: null,
    remittanceInformationUnstructuredArray: null,
  }
  const made = await world.run(CREATE, { input: { accountId, ...input } })
  expect(made.errors).toEqual([])
})

it('empties a statement and keeps the balance', async () => {
  const { world, accountId } = await worldWithAccount()
  await makeTransaction(world, accountId)
  await makeTransaction(world, accountId)
  const { data } = await world.run(`mutation { deleteTransactions(accountId: "${accountId}") { count } }`)
  expect(data.deleteTransactions.count).toBe(2)
  const read = await world.run(
    `{ account(by: { id: "${accountId}" }) { transactions { totalCount } balances { balanceAmount { amount } } } }`,
  )
  expect(read.data.account.transactions.totalCount).toBe(0)
  expect(read.data.account.balances[0].balanceAmount.amount).toBe('1020.50')
})

it('has no transactions for an account that the world does not have', async () => {
  const { world } = await worldWithAccount()
  for (const query of ['{ transactions(accountId: "nope") { totalCount } }', '{ transaction(id: "nope") { id } }']) {
    expect((await world.run(query)).errors[0].extensions.code).toBe('RESOURCE_UNKNOWN')
  }
})

const MANY = `mutation ($inputs: [CreateTransactionInput!]!) {
  createTransactions(inputs: $inputs) { transactions { id bookingDate endToEndId transactionAmount { amount } } } }`
/** Inputs of an account; what is no object stays as it is. */
const allIn = (accountId: string, inputs: unknown) => {
  const inIt = (one: unknown) => (typeof one === 'object' ? { accountId, ...one } : one)
  return { inputs: Array.isArray(inputs) ? inputs.map(inIt) : inIt(inputs) }
}
const BOOKED = `query ($id: ID!) { account(by: { id: $id }) { balances { balanceAmount { amount } } transactions { totalCount } }
  audit { bookings findings { text } } }`

it('books many transactions at once: each as by itself, in their order, with one balance and books that add up', async () => {
  const { world, accountId } = await worldWithAccount()
  const inputs = Array.from({ length: 500 }, (_, place) => ({
    ...transaction(place % 2 === 0 ? '2.00' : '-1.00', `2026-01-${String((place % 15) + 1).padStart(2, '0')}`),
    ...(place % 3 === 0 ? { endToEndId: `E${place}`, creditorAccount: { iban: 'NO9386011117947' } } : {}),
  }))
  const { data, errors } = await world.run(MANY, allIn(accountId, inputs))
  expect(errors).toEqual([])
  const created = data.createTransactions.transactions.map(({ id: _, ...line }: { id: string }) => line)
  expect(created).toEqual(
    inputs.map(({ transactionAmount: { amount }, bookingDate, ...more }) => ({
      bookingDate,
      endToEndId: 'endToEndId' in more ? more.endToEndId : null,
      transactionAmount: { amount },
    })),
  )
  const before = (await world.run(BOOKED, { id: accountId })).data
  expect(before.account).toMatchObject({
    balances: [{ balanceAmount: { amount: '1250.50' } }, {}],
    transactions: { totalCount: 500 },
  })
  expect(before.audit.findings).toEqual([])
})

it('books none of many when one is refused, and says where each fault is', async () => {
  const { world, accountId } = await worldWithAccount()
  const before = (await world.run(BOOKED, { id: accountId })).data
  const foreign = { ...transaction('-1.00'), debtorAccount: { iban: 'NO9386011117947' } }
  for (const [inputs, paths] of [
    [
      [transaction(), transaction('0.00'), transaction('1.00', '2026-01-15', 'EUR')],
      ['inputs[1].transactionAmount.amount', 'inputs[2].transactionAmount.currency'],
    ],
    [[transaction(), foreign], ['inputs[1].debtorAccount']],
    [[transaction(), { ...transaction(), purposeCode: 'TOOLONG' }], ['inputs[1].purposeCode']],
    [[], ['inputs']],
    [Array.from({ length: 501 }, () => transaction()), ['inputs']],
    ['text', ['inputs[0]']],
    [{ ...transaction('x'), purposeCode: 7 }, ['inputs[0].transactionAmount.amount', 'inputs[0].purposeCode']],
    [
      [transaction(), 'text', { ...transaction(), bookingDate: undefined, colour: 'red' }],
      ['inputs[1]', 'inputs[2].bookingDate', 'inputs[2].colour'],
    ],
  ] satisfies [unknown, string[]][]) {
    const { errors } = await world.run(MANY, allIn(accountId, inputs))
    const faults = errors[0]?.extensions.tppMessages ?? []
    expect(faults.map(({ path }: { path?: string }) => path)).toEqual(paths)
  }
  const literal = await world.run('mutation { createTransactions(inputs: ["text"]) { transactions { id } } }')
  expect(literal.errors[0]?.extensions.tppMessages[0]).toMatchObject({ path: 'inputs[0]' })
  const unknown = await world.run(MANY, allIn('0190f3c1-7a52-7c11-8f0a-3f1f6b7f0c11', [transaction()]))
  expect(unknown.errors[0]?.extensions.code).toBe('RESOURCE_UNKNOWN')
  expect((await world.run(BOOKED, { id: accountId })).data).toEqual(before)
})
