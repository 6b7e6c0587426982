import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startBank } from '../support/clients/bank.ts'
import { brokenTexts, mutantsOf } from './mutants.ts'
import { expectOutcome, inTime, RUNS } from './outcome.ts'

const bank = await startBank()
const world = await bank.world('STANDARD')
const [account] = (await world.call('GET', '/v1/sandbox/accounts')).body
const [card] = (await world.call('GET', '/v1/sandbox/card-accounts')).body
const owner = '20079518612'
const psu = '13039319955'
const corporate = await world.call('POST', '/v1/sandbox/accounts', { body: accountOf(owner) })
const made = await world.call('POST', '/v1/sandbox/agreements', { body: { owner, name: 'Fuzzed' } })

const engagement = {
  customer: psu,
  account: { iban: corporate.body.iban },
  roles: ['REGISTER', 'VIEW'],
  registerLimit: 1000,
  approvalLimit: 0,
}
const balances = [
  { balanceType: 'closingBooked', balanceAmount: { amount: 10.5, currency: account.currency } },
  { balanceType: 'expected', balanceAmount: { amount: 11, currency: account.currency } },
]
const transaction = {
  transactionAmount: { amount: '-10.50', currency: account.currency },
  bookingDate: '2026-01-05',
  valueDate: '2026-01-05',
  creditorName: 'Kiwi',
  creditorAccount: { iban: 'NO9386011117947', bban: '86011117947', currency: 'NOK' },
  creditorAgent: 'DNBANOKK',
  debtorAccount: { iban: account.iban },
  remittanceInformationUnstructuredArray: ['one', 'two'],
  remittanceInformationStructuredArray: [{ reference: '123', referenceType: 'SCOR' }],
  currencyExchange: {
    sourceCurrency: 'EUR',
    exchangeRate: '11.4320',
    unitCurrency: 'EUR',
    targetCurrency: 'NOK',
    quotationDate: '2026-01-05',
  },
  bankTransactionCode: 'PMNT-RCDT-ESCT',
  purposeCode: 'SALA',
}
const cardTransaction = {
  transactionAmount: { amount: '-10.50', currency: 'EUR' },
  originalAmount: { amount: '-120.00', currency: card.currency },
  bookingDate: '2026-01-05',
  valueDate: '2026-01-05',
  transactionDate: '2026-01-04',
  merchantCategoryCode: '5411',
  invoiced: false,
}

const operations = {
  createCustomer: [
    'POST',
    '/v1/sandbox/customers',
    { customerNumber: randomUUID().slice(0, 20), name: 'Ola', type: 'PRIVATE' },
  ],
  createAccount: ['POST', '/v1/sandbox/accounts', accountOf(psu)],
  changeBalances: ['PUT', `/v1/sandbox/accounts/${account.id}/balances`, { balances }],
  createTransaction: ['POST', `/v1/sandbox/accounts/${account.id}/transactions`, transaction],
  createAgreement: ['POST', '/v1/sandbox/agreements', { owner, name: 'Another', engagements: [engagement] }],
  createEngagement: ['POST', `/v1/sandbox/agreements/${made.body.id}/engagements`, engagement],
  createCardAccount: ['POST', '/v1/sandbox/card-accounts', cardOf(psu)],
  changeCardBalances: ['PUT', `/v1/sandbox/card-accounts/${card.id}/balances`, { balances }],
  createCardTransaction: ['POST', `/v1/sandbox/card-accounts/${card.id}/transactions`, cardTransaction],
} as const

describe('A body that is nearly right is carried out or refused in words', () => {
  it.each(Object.entries(operations))('%s', async (_, [method, path, body]) => {
    await fc.assert(
      fc.asyncProperty(mutantsOf(body), async mutant => {
        expectOutcome(bank, method, await inTime(world.call(method, path, { raw: JSON.stringify(mutant) ?? '' })))
      }),
      share(Object.keys(operations).length),
    )
  })
})

it('A body that is no JSON, or stretches what JSON is, is refused in words', async () => {
  const choice = fc
    .constantFrom(...Object.values(operations))
    .chain(([method, path, body]) =>
      fc.record({ method: fc.constant(method), path: fc.constant(path), raw: brokenTexts(body) }),
    )
  await fc.assert(
    fc.asyncProperty(choice, async ({ method, path, raw }) => {
      expectOutcome(bank, method, await inTime(world.call(method, path, { raw })))
    }),
    RUNS,
  )
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})

// The operations share the runs of one property.
function share(parts: number) {
  return { ...RUNS, numRuns: Math.ceil(RUNS.numRuns / parts) }
}

function accountOf(customerNumber: string) {
  const number = randomUUID().replaceAll('-', '').toUpperCase().slice(0, 28)
  return {
    customerNumber,
    accountName: 'Savings',
    bban: number,
    iban: `NO00${number}`,
    currency: 'NOK',
    product: 'Savings',
    cashAccountType: 'SVGS',
    creditLine: 0,
    balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 1500.5, currency: 'NOK' } }],
  }
}

function cardOf(customerNumber: string) {
  const { bban, iban, cashAccountType, ...fields } = accountOf(customerNumber)
  return { ...fields, maskedPan: '525412******3241' }
}
