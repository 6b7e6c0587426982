import { type Json, listAt, objectAt, textAt } from './json.ts'

type Resolve = (value: Json) => { readonly [key: string]: Json }

/** An answer as its schema allows it, with every field that it can have. */
export function answerExample(schema: Json, today: string, resolve: Resolve): string {
  return JSON.stringify(exampleOf('', schema, { today, resolve }), null, 2)
}

type Scope = { readonly today: string; readonly resolve: Resolve }

/** Of several forms the first is shown. */
function exampleOf(name: string, given: Json, scope: Scope): Json {
  const schema = { ...scope.resolve(given), ...objectAt(given) }
  const [form] = listAt(schema, 'anyOf')
  if (form !== undefined) return exampleOf(name, form, scope)
  const words = listAt(schema, 'enum')
  if (words.length > 0) return words.find(word => USUAL.has(word)) ?? words[0] ?? null
  if (textAt(schema, 'type') === 'array') return [exampleOf(name, schema['items'] ?? null, scope)]
  if (textAt(schema, 'type') === 'object') {
    const fields = Object.entries(objectAt(schema, 'properties')).map(([key, field]) => [
      key,
      exampleOf(key, field, scope),
    ])
    const links = objectAt(schema, 'additionalProperties')
    const linked = Object.keys(links).length === 0 ? {} : { [ENTRIES[name] ?? 'self']: exampleOf(name, links, scope) }
    return { ...linked, ...Object.fromEntries(fields) }
  }
  if (textAt(schema, 'format') === 'date') return scope.today
  return VALUES[textAt(schema, 'type')]?.(name) ?? ''
}

/** Of many words those that are met first. */
const USUAL: ReadonlySet<Json> = new Set(['NOK', 'RCVD', 'WARNING'])

/** What an object of free names has. */
const ENTRIES: Readonly<Record<string, string>> = { creditorAddress: 'street' }

const VALUES: Readonly<Record<string, (name: string) => Json>> = {
  boolean: () => true,
  integer: () => 1,
  number: name => NUMBERS[name] ?? 0,
  string: name => TEXTS[name] ?? (/(^i|I)ds?$/.test(name) ? ID : ''),
}

const ID = '018cc251-f400-7000-8002-e734510641a8'

const NUMBERS: Readonly<Record<string, number>> = {
  amount: 1500.5,
  creditLine: 20_000,
  registerLimit: 50_000,
  approvalLimit: 0,
}

const TEXTS: Readonly<Record<string, string>> = {
  accountName: 'Feriekonto',
  accounts: ID,
  amount: '100.00',
  bankTransactionCode: 'PMNT-ICDT-DMCT',
  bban: '15034020016',
  cardAcceptorId: '123456789012345',
  cardAcceptorName: 'Kaffebrenneriet',
  cardAccounts: ID,
  cashAccountType: 'SVGS',
  contractIdentification: 'FX-1',
  creditorAddress: 'Storgata 1',
  creditorAgent: 'DNBANOKK',
  creditorId: 'NO0001',
  creditorName: 'Ola Nordmann',
  currency: 'NOK',
  customer: '13039319955',
  customerName: 'Kari Nordmann',
  customerNumber: '13039319955',
  dayOfExecution: '20',
  debtorAgent: 'DNBANOKK',
  debtorName: 'Kari Nordmann',
  emails: 'psd2-operations@tpp.example',
  endToEndIdentification: 'E2E-1',
  endToEndId: 'E2E-1',
  engagements: ID,
  exchangeRate: '11.5',
  failure: 'AM04: too little money.',
  frequency: 'Monthly',
  href: `/v1/sandbox/accounts/${ID}`,
  iban: 'NO1815034020016',
  maskedPan: '541275******0017',
  merchantCategoryCode: '5462',
  name: 'Regnskap',
  owner: '18129215603',
  path: 'PSU-ID',
  payments: ID,
  product: 'Sparekonto',
  proprietaryBankTransactionCode: 'TRANSFER',
  psuMessage: 'Please approve this payment in your bank.',
  purposeCode: 'SALA',
  reference: '2345676',
  referenceIssuer: 'NO',
  referenceType: 'SCOR',
  remittanceInformationUnstructured: 'Takk for sist',
  remittanceInformationUnstructuredArray: 'Takk for sist',
  text: 'The warning in words.',
  tppId: 'NO-FSA-987654321',
  transactionDetails: 'Kaffebrenneriet',
  ultimateCreditor: 'Ola Nordmann',
  ultimateDebtor: 'Kari Nordmann',
}
