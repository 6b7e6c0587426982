import { fixtureSchema } from '../../../src/sandbox/fixtures/inputs/files.ts'

const NOK = (amount: string) => ({ amount, currency: 'NOK' })
const balances = [
  { balanceType: 'closingBooked', balanceAmount: { amount: 100, currency: 'NOK' } },
  { balanceType: 'expected', balanceAmount: { amount: 90, currency: 'NOK' } },
]
const life = { profile: 'household', transactions: 2, from: '-30D', to: '-1D', seed: 2 }
const structured = [{ reference: '1234567897', referenceType: 'SCOR', referenceIssuer: 'KID' }]
const line = {
  key: 'line',
  createdAt: '-1D',
  transactionAmount: NOK('-10.00'),
  bookingDate: '-2D',
  valueDate: '-1D',
  endToEndId: 'e2e',
  creditorId: 'creditor',
  creditorName: 'Shop',
  creditorAccount: { iban: 'NO9386011117947', bban: '86011117947', currency: 'NOK' },
  creditorAgent: 'DNBANOKK',
  ultimateCreditor: 'Owner',
  debtorName: 'Kari',
  debtorAccount: { iban: 'NO6515039000018', bban: '15039000018', currency: 'NOK' },
  debtorAgent: 'DNBANOKK',
  ultimateDebtor: 'Kari',
  remittanceInformationUnstructured: 'Milk',
  remittanceInformationUnstructuredArray: ['Milk'],
  remittanceInformationStructuredArray: structured,
  currencyExchange: {
    sourceCurrency: 'EUR',
    exchangeRate: '11.5',
    unitCurrency: 'EUR',
    targetCurrency: 'NOK',
    quotationDate: '2026-03-02',
    contractIdentification: 'fx',
  },
  bankTransactionCode: 'PMNT-ICDT-DMCT',
  proprietaryBankTransactionCode: 'code',
  purposeCode: 'CASH',
}
const account = (key: string, number: string) => ({
  key,
  accountName: 'Daily',
  bban: number,
  currency: 'NOK',
  product: 'Current',
  cashAccountType: 'CACC',
  creditLine: 10,
  balances,
})
const transfer = {
  instructedAmount: NOK('5.00'),
  creditorName: 'Shop',
  creditorAccount: { iban: 'NO9386011117947', bban: '86011117947', currency: 'NOK' },
}
const address = { street: 'Gata', buildingNumber: '1', postalCode: '0150', city: 'Oslo', country: 'NO' }
const sca = { tpp: 'SANDBANK', tppName: 'Sandbank', psu: 'kari' }
const debtorAccount = { iban: 'daily', bban: '15039000018', currency: 'NOK' }

/** A document with every field that a fixture can have, right as it is; a test sees to it that none is missing. */
export const WHOLE_FIXTURE: Json = {
  clock: { now: '2030-03-02T09:00:00Z', frozen: true },
  customers: [
    {
      key: 'kari',
      createdAt: '-3D',
      customerNumber: '01017012345',
      name: 'Kari',
      type: 'PRIVATE',
      accounts: [
        {
          ...account('daily', '15039000018'),
          createdAt: '-3D',
          iban: 'NO6515039000018',
          demandsKid: false,
          transactions: [line],
          generate: life,
        },
      ],
      cardAccounts: [
        {
          key: 'card',
          createdAt: '-3D',
          accountName: 'Card',
          maskedPan: '525412******1234',
          currency: 'NOK',
          product: 'Mastercard',
          creditLine: 100,
          balances,
          transactions: [
            {
              key: 'purchase',
              createdAt: '-1D',
              transactionAmount: NOK('-10.00'),
              originalAmount: NOK('-10.00'),
              bookingDate: '-2D',
              valueDate: '-1D',
              transactionDate: '-2D',
              cardAcceptorId: 'shop',
              cardAcceptorName: 'Shop',
              merchantCategoryCode: '5411',
              transactionDetails: 'Milk',
              invoiced: false,
              proprietaryBankTransactionCode: 'code',
              currencyExchange: line.currencyExchange,
            },
          ],
          generate: { ...life, profile: 'card' },
        },
      ],
    },
    {
      key: 'firm',
      name: 'Firm',
      type: 'CORPORATE',
      accounts: [account('running', '15039000026')],
    },
  ],
  agreements: [
    {
      key: 'bank',
      createdAt: '-3D',
      owner: 'firm',
      name: 'Bank',
      engagements: [
        {
          key: 'right',
          createdAt: '-3D',
          customer: 'kari',
          account: { iban: 'running' },
          roles: ['VIEW', 'REGISTER', 'APPROVE'],
          registerLimit: 100,
          approvalLimit: 100,
        },
      ],
    },
  ],
  contacts: [{ tpp: 'SANDBANK', emails: ['psd2@tpp.example'], createdAt: '-1D' }],
  consents: [
    {
      key: 'consent',
      createdAt: '-3D',
      tpp: 'SANDBANK',
      tppName: 'Sandbank',
      psu: 'kari',
      agreementId: 'bank',
      context: 'CORPORATE',
      accountIds: ['running'],
      revokedAt: '-1D',
    },
    { tpp: 'SANDBANK', psu: 'kari', context: 'PRIVATE', accountIds: ['daily', 'card'] },
  ],
  payments: [
    {
      key: 'single',
      createdAt: '-1D',
      service: 'payments',
      product: 'norwegian-domestic-credit-transfers',
      ...sca,
      status: 'RCVD',
      debtorAccount,
      ultimateDebtor: 'Kari',
      ...transfer,
      creditorAddress: address,
      endToEndIdentification: 'e2e',
      remittanceInformationStructuredArray: structured,
      purposeCode: 'CASH',
      requestedExecutionDate: '10D',
    },
    {
      ...sca,
      key: 'other',
      debtorAccount,
      ...transfer,
      creditorName: 'Other',
      remittanceInformationUnstructured: 'Milk',
    },
    {
      ...sca,
      key: 'abroad',
      status: 'ACSP',
      product: 'cross-border-credit-transfers',
      debtorAccount,
      ...transfer,
      creditorAgent: 'COBADEFFXXX',
      creditorAddress: { ...address, country: 'DE' },
      creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
      instructedAmount: { amount: '1.00', currency: 'EUR' },
    },
    {
      ...sca,
      key: 'corporate',
      agreementId: 'bank',
      remittanceInformationStructured: structured[0] ?? null,
      debtorAccount: { iban: 'running', currency: 'NOK' },
      ...transfer,
    },
    {
      ...sca,
      service: 'bulk-payments',
      debtorAccount,
      paymentInformationId: 'info',
      payments: [
        {
          ...transfer,
          ultimateDebtor: 'Per',
          creditorAddress: address,
          endToEndIdentification: 'e2e',
          remittanceInformationUnstructured: 'Bulk',
          purposeCode: 'CASH',
        },
        { ...transfer, remittanceInformationStructuredArray: structured },
        { ...transfer, creditorName: 'Old', remittanceInformationStructured: structured[0] ?? null },
      ],
    },
    {
      ...sca,
      service: 'periodic-payments',
      debtorAccount,
      ...transfer,
      startDate: '10D',
      endDate: '800D',
      frequency: 'MonthlyVariable',
      executionRule: 'following',
      dayOfExecution: '20',
      monthsOfExecution: [1, 6],
    },
    {
      ...sca,
      service: 'periodic-payments',
      status: 'ACTC',
      debtorAccount,
      ...transfer,
      startDate: '0D',
      endDate: '800D',
      frequency: 'Daily',
    },
  ],
  signingBaskets: [
    { key: 'basket', createdAt: '-1D', status: 'RCVD', ...sca, paymentIds: ['single', 'other'] },
    { ...sca, agreementId: 'bank', paymentIds: ['corporate'] },
  ],
  habits: [
    {
      key: 'untidy',
      createdAt: '-1D',
      habit: 'missing=purposeCode; value-date=+1D',
      for: { tpp: 'SANDBANK', account: 'running' },
      seed: 2,
    },
  ],
  scenarios: [
    {
      key: 'forced',
      createdAt: '-1D',
      scenario: 'execution; status=RJCT; reason=AM04',
      for: { tpp: 'SANDBANK', operation: 'createPayment', psu: 'kari', creditorAccount: 'running' },
      times: 3,
      probability: 0.5,
      seed: 2,
    },
  ],
}
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }
export type Schema = {
  readonly description?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly format?: string
  readonly anyOf?: readonly Schema[]
}
/** A field of a document, with what the schema says of it. */
export type Place = {
  readonly keys: readonly (string | number)[]
  readonly schema: Schema
  readonly value: Json
  readonly required: boolean
}

/** What editors check a fixture by. */
export const FIXTURE_SCHEMA: Schema = JSON.parse(fixtureSchema())

/** Each field of a document. */
export const placesIn = (document: Json): readonly Place[] => [...walk(document, FIXTURE_SCHEMA, [], true)]

function* walk(value: Json, part: Schema, keys: readonly (string | number)[], required: boolean): Generator<Place> {
  if (keys.length > 0) yield { keys, schema: part, value, required }
  if (Array.isArray(value)) {
    for (const [place, one] of value.entries()) yield* walk(one, part.items ?? {}, [...keys, place], false)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value))
      yield* walk(one, part.properties?.[name] ?? {}, [...keys, name], part.required?.includes(name) === true)
  }
}

/** A place as refusals name it. */
export const pathOf = (keys: readonly (string | number)[]) =>
  keys.reduce<string>(
    (path, key) => (typeof key === 'number' ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`),
    '',
  )

/** A document with another value at a place; `undefined` takes it out. */
export function damage(value: Json, [key, ...rest]: readonly (string | number)[], wrong: Json | undefined): Json {
  if (key === undefined) return wrong ?? null
  if (Array.isArray(value)) return value.map((one, place) => (place === key ? damage(one, rest, wrong) : one))
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {})
  return Object.fromEntries(
    entries.flatMap(([name, one]) =>
      name !== key ? [[name, one]] : rest.length === 0 && wrong === undefined ? [] : [[name, damage(one, rest, wrong)]],
    ),
  )
}
