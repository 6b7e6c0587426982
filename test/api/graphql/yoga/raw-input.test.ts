import { expect, it } from 'vitest'
import { account, customer, transaction } from '../../../support/builders/graphql-data.ts'
import { type Answer, startBank } from '../../../support/clients/bank.ts'
import { inBody, refused } from '../../../support/clients/both-doors.ts'

const bank = await startBank()
const world = await bank.world('STANDARD')
const { body: accounts } = await world.call('GET', '/v1/sandbox/accounts')
const accountPath = `/v1/sandbox/accounts/${accounts[0].id}/transactions`

/** A command at both doors: GraphQL's input is the body of REST, with what REST has in its path beside. */
const COMMANDS = {
  createCustomer: { path: '/v1/sandbox/customers', type: 'CreateCustomerInput', beside: {}, right: customer('1') },
  createAccount: {
    path: '/v1/sandbox/accounts',
    type: 'CreateAccountInput',
    beside: {},
    right: account('13039319955'),
  },
  createTransaction: {
    path: accountPath,
    type: 'CreateTransactionInput',
    beside: { accountId: accounts[0].id },
    right: transaction(),
  },
} as const

// Each is refused by GraphQL's own types before a resolver runs, or by both together.
const MISTAKES: readonly (readonly [keyof typeof COMMANDS, string, object])[] = [
  ['createCustomer', 'a field missing', { name: undefined }],
  ['createCustomer', 'all fields missing', { name: undefined, customerNumber: undefined, type: undefined }],
  ['createCustomer', 'an unknown field', { nick: 'x' }],
  ['createCustomer', 'two unknown fields and a missing one', { nick: 'x', odd: 1, name: undefined }],
  ['createCustomer', 'a number for a text', { name: 5 }],
  ['createCustomer', 'a word that is none of the list', { type: 'PERSON' }],
  [
    'createCustomer',
    'what both doors would refuse, together',
    { type: 'PERSON', name: '', customerNumber: 'x'.repeat(36) },
  ],
  [
    'createAccount',
    'a field missing deep inside',
    { balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 1 } }] },
  ],
  [
    'createAccount',
    'an unknown field deep inside',
    { balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 1, currency: 'NOK', x: 1 } }] },
  ],
  ['createAccount', 'a text for a number', { creditLine: '5' }],
  ['createAccount', 'a fraction for a whole number', { creditLine: 1.5 }],
  ['createAccount', 'a number beyond int32', { creditLine: 3_000_000_000 }],
  ['createTransaction', 'a number for a date', { bookingDate: 20260101 }],
  ['createTransaction', 'a text for an object', { transactionAmount: '1.00' }],
  ['createTransaction', 'a missing amount and an unknown field', { transactionAmount: { currency: 'NOK' }, note: 'x' }],
]

it.each(MISTAKES)(
  '%s with %s is refused at both doors with the same messages, paths and number of faults',
  async (name, _, wrong) => {
    const { path, type, beside, right } = COMMANDS[name]
    const body = { ...right, ...wrong }
    const rest = await world.call('POST', path, { body })
    expect(rest.status, rest.text).toBe(400)
    const input = { ...beside, ...body }
    const query = `mutation ($input: ${type}!) { made: ${name}(input: $input) { __typename } }`
    expectSame(rest, await refused(world, query, { input }))
    expectSame(rest, await refused(world, `mutation { made: ${name}(input: ${literal(input)}) { __typename } }`))
  },
)

it('names the faults of each variable by itself, and says which variable has no value at all', async () => {
  const query = `mutation ($one: CreateCustomerInput!, $two: CreateCustomerInput!, $type: CustomerType!) {
    a: createCustomer(input: $one) { customer { id } } b: createCustomer(input: $two) { customer { id } }
    c: createCustomer(input: { customerNumber: "3", name: "c", type: $type }) { customer { id } } }`
  const { body } = await world.graphql(query, { one: { ...customer('2'), name: 5 }, two: null, type: 'FULL' })
  expect(body.errors.map((error: { extensions: { tppMessages: unknown } }) => error.extensions.tppMessages)).toEqual([
    [
      {
        category: 'ERROR',
        code: 'FORMAT_ERROR',
        path: 'input.name',
        text: 'must be a string: put it into quotation marks.',
      },
    ],
    [
      {
        category: 'ERROR',
        code: 'FORMAT_ERROR',
        text: 'Variable "$two" of non-null type "CreateCustomerInput!" must not be null.',
      },
    ],
    [
      {
        category: 'ERROR',
        code: 'FORMAT_ERROR',
        path: 'input.type',
        text: expect.stringMatching(/^Variable "\$type": Value "FULL" does not exist/),
      },
    ],
  ])
  expect(body.errors.every((error: { locations: unknown[] }) => error.locations.length === 1)).toBe(true)
})

it('refuses a number for a date with the place where it stands', async () => {
  const id = accounts[0].id
  const literals = await world.graphql(
    `{ account(by: { id: "${id}" }) { transactions(filter: { dateFrom: 20260101 }) { totalCount } } a: previewExecutions(input: { startDate: 5, frequency: Daily }) { date } }`,
  )
  expect(literals.body.errors.map((error: { locations: unknown }) => error.locations)).toEqual([
    [{ line: 1, column: expect.any(Number) }],
    [{ line: 1, column: expect.any(Number) }],
  ])
  expect(literals.body.errors[0].extensions.tppMessages).toEqual([
    { category: 'ERROR', code: 'FORMAT_ERROR', path: expect.stringMatching(/dateFrom$/), text: 'must be a date.' },
  ])
  const input = await world.graphql(
    'mutation { changePaymentInBank(input: { id: "x", requestedExecutionDate: 20260101 }) { payment { id } } }',
  )
  expect(input.body.errors[0].message).toBe('input.requestedExecutionDate: must be a date.')
  const bare = await world.graphql(
    '{ asTpp { account(by: { id: "x" }) { transactions(bookingStatus: booked, dateFrom: 20260101) { nextOffset } } } }',
  )
  expect(bare.body.errors[0]).toMatchObject({
    message: expect.stringContaining('must be a day of the calendar, written YYYY-MM-DD'),
    locations: [{ line: 1, column: 84 }],
  })
})

it('has had no fault of its own in all of this', () => {
  expect(bank.faults).toEqual([])
})

// A document has numbers and words of its own, so what JSON calls by another type it may accept: what is refused is the same.
function expectSame(rest: Answer, extensions: unknown): void {
  // REST knows no keys (D83).
  const alike = inBody(JSON.parse(JSON.stringify(extensions).replaceAll(', unless `key` is given', '')))
  expect(alike).toEqual({ code: 'FORMAT_ERROR', tppMessages: rest.body.tppMessages })
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([name, part]) => part !== undefined && /^\w+$/.test(name))
  return `{ ${fields.map(([name, part]) => `${name}: ${ENUMS.has(name) ? part : literal(part)}`).join(', ')} }`
}
const ENUMS = new Set(['type', 'balanceType', 'cashAccountType'])
