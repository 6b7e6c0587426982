import { afterAll, describe, expect, it } from 'vitest'
import {
  accountBody,
  balance,
  cardAccountBody,
  cardTransactionBody,
  change,
  PATHS,
  transactionBody,
} from '../../support/builders/builders.ts'
import { asProduct, CREATE, ordered } from '../../support/builders/graphql-payments.ts'
import {
  addPayer,
  BULK,
  bulkBody,
  CROSS_BORDER,
  crossBorderBody,
  NDCT,
  PERIODIC,
  paymentBody,
  periodicBody,
  SEPA,
  sepaBody,
} from '../../support/builders/payments.ts'
import { tppIdOf } from '../../support/builders/tpp-ids.ts'
import { startBank } from '../../support/clients/bank.ts'
import { expectSameRefusal, refused } from '../../support/clients/both-doors.ts'

const bank = await startBank()
const tpp = tppIdOf(bank, bank.tpp)
const { world, psu, number, debtor, creditor } = await addPayer(bank)
afterAll(() => expect(bank.faults).toEqual([]))

const kid = (reference: string) => ({ remittanceInformationStructuredArray: [{ reference, referenceType: 'SCOR' }] })
const nok = { amount: '1.00', currency: 'NOK' }

type Row = readonly [what: string, path: string, body: object, faults: readonly (readonly [string, string])[]]

const PAYMENTS: readonly Row[] = [
  [
    'a name that is empty, an amount in another currency, a KID that is none and a day that has passed',
    NDCT,
    paymentBody(debtor, creditor, {
      creditorName: '',
      instructedAmount: { amount: '1.00', currency: 'SEK' },
      requestedExecutionDate: '2020-01-01',
      ...kid('123'),
    }),
    [
      ['FORMAT_ERROR', 'creditorName'],
      ['EXECUTION_DATE_INVALID', 'requestedExecutionDate'],
      ['FORMAT_ERROR', 'instructedAmount.currency'],
      ['KID_INVALID', 'remittanceInformationStructuredArray[0].reference'],
    ],
  ],
  [
    'a missing name, wrong check digits, and what a product does not know: an agent, and a country outside of SEPA',
    SEPA,
    {
      ...change(sepaBody(debtor), 'creditorAccount.iban', 'US6410000000000000000'),
      creditorName: undefined,
      creditorAgent: 'DNBANOKK',
    },
    [
      ['FORMAT_ERROR', 'creditorName'],
      ['FORMAT_ERROR', 'creditorAccount.iban'],
      ['FORMAT_ERROR', 'creditorAgent'],
      ['FORMAT_ERROR', 'creditorAccount.iban'],
    ],
  ],
  [
    'a purpose that is none and an address that lacks what a product requires, but nothing about an agent that is faulty itself',
    CROSS_BORDER,
    change(change(crossBorderBody(debtor, { purposeCode: 'NONE' }), 'creditorAgent', 'x'), 'creditorAddress', {
      country: 'SE',
      street: 'Gata',
      city: 'Malmö',
    }),
    [
      ['FORMAT_ERROR', 'creditorAgent'],
      ['FORMAT_ERROR', 'purposeCode'],
      ['FORMAT_ERROR', 'creditorAddress.postalCode'],
    ],
  ],
  [
    'faults of form and rule in several entries of a bulk',
    BULK,
    change(bulkBody(debtor, creditor), 'payments', [
      { ...paymentPart(), creditorName: '' },
      { ...paymentPart(), instructedAmount: { amount: '1.00', currency: 'EUR' } },
      { ...paymentPart(), ...kid('999'), instructedAmount: { amount: '0', currency: 'NOK' } },
      'nothing',
    ]),
    [
      ['FORMAT_ERROR', 'payments[0].creditorName'],
      ['FORMAT_ERROR', 'payments[2].instructedAmount.amount'],
      ['FORMAT_ERROR', 'payments[3]'],
      ['FORMAT_ERROR', 'payments[1].instructedAmount.currency'],
      ['KID_INVALID', 'payments[2].remittanceInformationStructuredArray[0].reference'],
    ],
  ],
  [
    'a period that lies in the past, months that go with another frequency, and a name that is too long',
    PERIODIC,
    periodicBody(debtor, creditor, {
      creditorName: 'x'.repeat(71),
      startDate: '2020-01-02',
      endDate: '2020-01-01',
      frequency: 'Weekly',
      monthsOfExecution: [1],
    }),
    [
      ['FORMAT_ERROR', 'creditorName'],
      ['EXECUTION_DATE_INVALID', 'startDate'],
      ['EXECUTION_DATE_INVALID', 'endDate'],
      ['FORMAT_ERROR', 'monthsOfExecution'],
    ],
  ],
]

function paymentPart() {
  const { debtorAccount, ...part } = paymentBody(debtor, creditor)
  return part
}

/** What GraphQL's input has besides REST's body. */
type Beside = Readonly<Record<string, unknown>>
const IN_DEBTOR: Beside = { accountId: debtor.id }

const SANDBOX: readonly (readonly [string, string, string, object, readonly string[], Beside])[] = [
  [
    'a transaction of nothing, tomorrow, with a purpose that is none',
    `${PATHS.accounts}/${debtor.id}/transactions`,
    'mutation ($input: CreateTransactionInput!) { createTransaction(input: $input) { transaction { id } } }',
    transactionBody({
      transactionAmount: { ...nok, amount: '0.00' },
      bookingDate: '2999-01-01',
      valueDate: '2999-01-01',
      purposeCode: 'too long',
    }),
    ['purposeCode', 'transactionAmount.amount', 'bookingDate', 'valueDate'],
    IN_DEBTOR,
  ],
  [
    'an account whose balances are in another currency, and one too precise, beside a name that is empty',
    PATHS.accounts,
    'mutation ($input: CreateAccountInput!) { createAccount(input: $input) { account { id } } }',
    accountBody(number, {
      accountName: '',
      balances: [balance(1, 'closingBooked', 'SEK'), balance(1.234, 'expected')],
    }),
    ['accountName', 'balances[0].balanceAmount.currency', 'balances[1].balanceAmount.amount'],
    {},
  ],
  [
    'an account with one type of balance twice, one in another currency, and one too precise',
    PATHS.accounts,
    'mutation ($input: CreateAccountInput!) { createAccount(input: $input) { account { id } } }',
    accountBody(number, { balances: [balance(1, 'closingBooked', 'SEK'), balance(1.234)] }),
    ['balances', 'balances[0].balanceAmount.currency', 'balances[1].balanceAmount.amount'],
    {},
  ],
  [
    'a card account, likewise',
    '/v1/sandbox/card-accounts',
    'mutation ($input: CreateCardAccountInput!) { createCardAccount(input: $input) { cardAccount { id } } }',
    cardAccountBody(number, { maskedPan: '1', balances: [balance(1, 'closingBooked', 'SEK')] }),
    ['maskedPan', 'balances[0].balanceAmount.currency'],
    {},
  ],
]

/** A value as GraphQL writes it in a document. */
function inspectLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inspectLiteral).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, part]) => part !== undefined)
  return `{ ${fields.map(([name, part]) => `${name}: ${ENUMS.has(String(part)) ? part : inspectLiteral(part)}`).join(', ')} }`
}

const ENUMS = new Set(['closingBooked', 'expected', 'SCOR'])

const pathsOf = (messages: readonly { readonly code: string; readonly path: string }[]) =>
  messages.map(({ code, path }) => [code, path])

describe('All faults of a body are named together (D16), those of its form with those of rules that can still be judged', () => {
  it.each(PAYMENTS)('%s', async (_, path, body, faults) => {
    const [, , service, product] = path.split('/')
    const rest = await psu.call('POST', path, { body })
    expect(rest.status).toBe(400)
    expect(pathsOf(rest.body.tppMessages)).toEqual(faults)
    const query = service === 'payments' ? CREATE.single : service === 'bulk-payments' ? CREATE.bulk : CREATE.periodic
    const by = { tpp, psu: number, context: 'PRIVATE', product: asProduct(product) }
    expectSameRefusal(rest, await refused(world, query, ordered({ ...by, input: body })), 'FORMAT_ERROR')
  })

  it.each(SANDBOX)('%s', async (_, path, query, body, paths, beside) => {
    const rest = await world.call('POST', path, { body })
    expect(rest.status).toBe(400)
    expect(pathsOf(rest.body.tppMessages)).toEqual(paths.map(one => ['FORMAT_ERROR', one]))
    expectSameRefusal(rest, await refused(world, query, { input: { ...beside, ...body } }), 'FORMAT_ERROR')
  })

  it.each([
    [
      'an account with a name that is a number, no product, and balances in another currency',
      PATHS.accounts,
      'createAccount',
      'CreateAccountInput',
      {},
      accountBody(number, {
        accountName: 5,
        product: undefined,
        balances: [balance(1, 'closingBooked', 'SEK'), balance(1.234, 'expected')],
      }),
      ['accountName', 'product', 'balances[0].balanceAmount.currency', 'balances[1].balanceAmount.amount'],
    ],
    [
      'a transaction of nothing, tomorrow, with a field that there is not and a message that is a list',
      `${PATHS.accounts}/${debtor.id}/transactions`,
      'createTransaction',
      'CreateTransactionInput',
      IN_DEBTOR,
      transactionBody({
        transactionAmount: { ...nok, amount: '0.00' },
        bookingDate: '2999-01-01',
        valueDate: '2999-01-01',
        remittanceInformationUnstructured: ['x'],
        nothing: true,
      }),
      ['remittanceInformationUnstructured', 'nothing', 'transactionAmount.amount', 'bookingDate', 'valueDate'],
    ],
  ] as const)('%s: what GraphQL refuses by its type, in a variable and in a literal', async (...row) => {
    const [, path, field, type, beside, body, paths] = row
    const rest = await world.call('POST', path, { body })
    expect(pathsOf(rest.body.tppMessages).map(([, at]) => at)).toEqual(paths)
    const input = { ...beside, ...body }
    const inVariable = `mutation ($input: ${type}!) { ${field}(input: $input) { __typename } }`
    expectSameRefusal(rest, await refused(world, inVariable, { input }), 'FORMAT_ERROR')
    const inLiteral = `mutation { ${field}(input: ${inspectLiteral(input)}) { __typename } }`
    expectSameRefusal(rest, await refused(world, inLiteral), 'FORMAT_ERROR')
  })

  it('a payment in a literal whose parts and product are variables', async () => {
    const body = { ...paymentBody(debtor, creditor, kid('123')), creditorName: 5, requestedExecutionDate: '2020-01-01' }
    const rest = await psu.call('POST', NDCT, { body })
    expect(pathsOf(rest.body.tppMessages)).toEqual([
      ['FORMAT_ERROR', 'creditorName'],
      ['EXECUTION_DATE_INVALID', 'requestedExecutionDate'],
      ['KID_INVALID', 'remittanceInformationStructuredArray[0].reference'],
    ])
    const { instructedAmount, ...parts } = body
    const by = 'tpp: $tpp, psu: $psu, context: PRIVATE, product: $product, instructedAmount: $amount'
    const literal = inspectLiteral(parts).replace(/}$/, `, ${by} }`)
    const query = `mutation ($tpp: String!, $psu: String!, $product: PaymentProduct!, $amount: AmountInput!) {
      createPayment(input: ${literal}) { __typename } }`
    const variables = { tpp, psu: number, product: asProduct(NDCT.split('/')[3]), amount: instructedAmount }
    expectSameRefusal(rest, await refused(world, query, variables), 'FORMAT_ERROR')
  })

  it('a card transaction that moves nothing, after its purchase, at an acceptor without a name', async () => {
    const card = await world.call('POST', '/v1/sandbox/card-accounts', { body: cardAccountBody(number) })
    const body = cardTransactionBody({
      transactionAmount: { ...nok, amount: '0' },
      cardAcceptorName: '',
      transactionDate: '2999-01-01',
    })
    const rest = await world.call('POST', `/v1/sandbox/card-accounts/${card.body.id}/transactions`, { body })
    expect(pathsOf(rest.body.tppMessages)).toEqual([
      ['FORMAT_ERROR', 'cardAcceptorName'],
      ['FORMAT_ERROR', 'transactionAmount.amount'],
      ['FORMAT_ERROR', 'transactionDate'],
    ])
  })

  it('the query of a payment with its body', async () => {
    const body = paymentBody(debtor, creditor, { creditorName: '' })
    const rest = await psu.call('POST', `${NDCT}?allowLogicalDuplicate=yes`, { body })
    expect(pathsOf(rest.body.tppMessages)).toEqual([
      ['FORMAT_ERROR', 'allowLogicalDuplicate'],
      ['FORMAT_ERROR', 'creditorName'],
    ])
  })

  it('of more than twenty, the first ones', async () => {
    const entries = Array.from({ length: 30 }, () => ({ ...paymentPart(), creditorName: '', ...kid('9') }))
    const rest = await psu.call('POST', BULK, { body: change(bulkBody(debtor, creditor), 'payments', entries) })
    expect(rest.body.tppMessages).toHaveLength(21)
  })
})
