import type { Change } from './filter.ts'

// biome-ignore lint/suspicious/noExplicitAny: the answers have many shapes; a wrong one changes nothing, and is not found.
type Body = any

function bodyOf(change: (body: Body) => void): Change['change'] {
  return ({ body }) => change(body)
}

const ACCOUNTS = /^GET \S*\/v1\/accounts\?/
const BALANCES = /^GET \S*\/v1\/accounts\/[^/]+\/balances/
const TRANSACTIONS = /^GET \S*\/v1\/accounts\/[^/]+\/transactions/
const CUSTOMERS = /^GET \S*\/v1\/sandbox\/customers$/
const UNKNOWN = /^GET \S*\/v1\/sandbox\/customers\/0/
const PAYMENT = /^GET \S*\/v1\/payments\/[^/]+\/[^/]+$/
const STATUS = /^GET \S*\/status$/
export const CREATED = /^POST \S*\/v1\/payments\//

/** Changes of answers to reads, each of which is one difference. Together they differ in no place from each other. */
export const CHANGES: readonly Change[] = [
  {
    name: 'another status',
    of: STATUS,
    change: answer => {
      answer.status = 203
    },
    found: { operation: 'paymentStatus', kind: 'STATUS', place: '' },
  },
  {
    name: 'another code',
    of: UNKNOWN,
    change: bodyOf(body => {
      body.tppMessages[0].code = 'SERVICE_BLOCKED'
    }),
    found: { operation: 'customer', kind: 'CODE', place: '' },
  },
  {
    name: 'a header that is missing',
    of: BALANCES,
    change: ({ headers }) => {
      for (const name of headers.keys()) if (/^x-request-id$/i.test(name)) headers.delete(name)
    },
    found: { operation: 'accountBalances', kind: 'HEADER', place: 'x-request-id' },
  },
  {
    name: 'a further header',
    of: PAYMENT,
    change: ({ headers }) => void headers.set('ASPSP-SCA-Approach', 'REDIRECT'),
    found: { operation: 'payment', kind: 'HEADER', place: 'aspsp-sca-approach' },
  },
  {
    name: 'another media type',
    of: CUSTOMERS,
    change: ({ headers }) => {
      for (const name of headers.keys()) if (/^content-type$/i.test(name)) headers.set(name, 'text/json')
    },
    found: { operation: 'customers', kind: 'HEADER', place: 'content-type' },
  },
  {
    name: 'a field that one entry lacks',
    of: ACCOUNTS,
    change: bodyOf(({ accounts }) => delete accounts.at(-1).product),
    found: { operation: 'consentedAccounts', kind: 'MISSING', place: 'accounts[].product' },
  },
  {
    name: 'a field that all entries lack',
    of: CUSTOMERS,
    change: bodyOf(customers => {
      for (const one of customers) delete one.customerName
    }),
    found: { operation: 'customers', kind: 'MISSING', place: '[].customerName' },
  },
  {
    name: 'a further field',
    of: STATUS,
    change: bodyOf(body => {
      body.psuMessage = 'Hello'
    }),
    found: { operation: 'paymentStatus', kind: 'EXTRA', place: 'psuMessage' },
  },
  {
    name: 'a number in place of a text',
    of: PAYMENT,
    change: bodyOf(({ instructedAmount }) => {
      instructedAmount.amount = Number(instructedAmount.amount)
    }),
    found: { operation: 'payment', kind: 'TYPE', place: 'instructedAmount.amount' },
  },
  {
    name: 'an id of another form',
    of: ACCOUNTS,
    change: bodyOf(({ accounts }) => {
      for (const one of accounts) one.resourceId = one.resourceId.replaceAll('-', '')
    }),
    found: { operation: 'consentedAccounts', kind: 'FORM', place: 'accounts[].resourceId' },
  },
  {
    name: 'days in another form',
    of: TRANSACTIONS,
    change: bodyOf(({ transactions }) => {
      for (const one of transactions.booked) one.bookingDate = one.bookingDate.split('-').reverse().join('.')
    }),
    found: { operation: 'accountTransactions', kind: 'FORM', place: 'transactions.booked[].bookingDate' },
  },
  {
    name: 'null in place of an object',
    of: PAYMENT,
    change: bodyOf(body => {
      body.debtorAccount = null
    }),
    found: { operation: 'payment', kind: 'TYPE', place: 'debtorAccount' },
  },
  {
    name: 'balances in another order',
    of: BALANCES,
    change: bodyOf(({ balances }) => balances.reverse()),
    found: { operation: 'accountBalances', kind: 'ORDER', place: 'balances' },
  },
]
