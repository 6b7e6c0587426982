import { afterAll, beforeAll, expect, it } from 'vitest'
import { schema } from '../../../src/api/graphql/schema.ts'
import { insertMany } from '../../../src/platform/store/bulk-writes.ts'
import { addConsented, TODAY } from '../../support/builders/consented.ts'
import { randomLines } from '../../support/builders/random-lines.ts'
import { startBank } from '../../support/clients/bank.ts'
import { isOnPostgres } from '../../support/harness/database.ts'
import { answersOf } from '../../support/reference/reference-answers.ts'
import { seeded } from '../../torture/clients.ts'

// Lists whose selected fields show columns are written by SQLite: with the bytes that graphql-js makes of rows.

const SEED = 20_261_123
const LINES = 2_000
const DOCUMENTS = Math.max(60, Number(process.env['FUZZ_RUNS'] ?? 0))

let watched: string[] = []
const bank = await startBank({ onQuery: sql => watched.push(sql) })
afterAll(() => expect(bank.faults).toEqual([]))

let psu: Awaited<ReturnType<typeof addConsented>>
let answers: ReturnType<typeof answersOf>
beforeAll(async () => {
  psu = await addConsented(bank)
  const of = { worldId: psu.world.name, accountId: psu.account.id, bookingDate: TODAY }
  await bank.store.transaction(tx => insertMany(tx, 'Transaction', randomLines(seeded(SEED), LINES, of)), {
    worlds: [psu.world.name],
  })
  answers = answersOf(bank, psu.world)
})

/** The names of the lines' fields that need nothing from elsewhere, with what is selected below them. */
function fieldsOf(type: string, random: () => number): string[] {
  const found = schema.getType(type)
  if (found === undefined || !('getFields' in found)) throw new Error(type)
  const below: Readonly<Record<string, string>> = {
    transactionAmount: 'Amount',
    creditorAccount: 'AccountReference',
    debtorAccount: 'AccountReference',
    currencyExchange: 'CurrencyExchange',
    remittanceInformationStructuredArray: 'StructuredRemittance',
  }
  return Object.keys(found.getFields())
    .filter(name => !['account', 'payment', 'key'].includes(name))
    .map(name => (below[name] === undefined ? name : `${name} { ${some(fieldsOf(below[name], random), random)} }`))
    .map(selection => (random() < 0.2 ? `a${Math.floor(random() * 1e9)}: ${selection}` : selection))
}

function some(fields: readonly string[], random: () => number): string {
  const chosen = fields.filter(() => random() < 0.4)
  return ['__typename', ...chosen].filter(() => random() < 0.9).join(' ') || 'f: __typename'
}

const wasWritten = () => watched.some(sql => /json_object\(.* FROM "Transaction"/.test(sql))

it('answers any selection of any lines, forwards and backwards, by nodes and by edges', async () => {
  const random = seeded(SEED)
  let written = 0
  for (let document = 0; document < DOCUMENTS; document += 1) {
    watched = []
    const rows = some(fieldsOf('Transaction', random), random)
    const page = random() < 0.5 ? 'first: 40' : 'last: 40'
    const parts = [
      random() < 0.5 ? `nodes { ${rows} }` : `edges { ${random() < 0.5 ? 'cursor ' : ''}node { ${rows} } }`,
      ...(random() < 0.4 ? ['pageInfo { hasNextPage hasPreviousPage startCursor endCursor }'] : []),
      ...(random() < 0.2 ? ['totalCount'] : []),
    ]
    const list = `transactions(${page}) { ${random() < 0.5 ? parts.join(' ') : parts.toReversed().join(' ')} }`
    await answers.expectSame(`{ account(by: { id: "${psu.account.id}" }) { iban ${list} } }`)
    if (wasWritten()) written += 1
  }
  // PostgreSQL hands over rows.
  expect(written > DOCUMENTS * 0.8).toBe(!isOnPostgres)
})

it('answers all lines, whatever stands in them, page by page', async () => {
  const rows = 'id valueDate createdAt creditorName debtorAccount { iban bban } transactionAmount { amount currency }'
  const query = `query ($id: ID!, $after: String) { transactions(accountId: $id, first: 500, after: $after) {
    pageInfo { endCursor hasNextPage } nodes { ${rows} remittanceInformationUnstructuredArray } } }`
  let after: string | null = null
  let pages = 0
  for (let more = true; more; pages += 1) {
    const { data } = JSON.parse(await answers.expectSame(query, { id: psu.account.id, after }))
    const { endCursor, hasNextPage } = data.transactions.pageInfo
    after = endCursor
    more = hasNextPage
  }
  expect(pages).toBe(LINES / 500)
})

it.each([
  ['two selections of the same rows', 'transactions(first: 3) { nodes { id } edges { node { valueDate } } }'],
  [
    'the same page twice',
    'a: transactions(first: 3) { nodes { id } } b: transactions(first: 3) { nodes { valueDate } }',
  ],
  ['two pages', 'a: transactions(first: 3) { nodes { id } } b: transactions(first: 2) { nodes { id creditorName } }'],
  ['a filter', 'transactions(first: 3, filter: { amountFrom: "1000" }) { nodes { id } }'],
  ['a field that needs more', 'transactions(first: 3) { nodes { id account { iban } } }'],
  ['a fragment', 'transactions(first: 3) { nodes { ... on StatementLine { creditorName } ...F } }'],
  ['merged fields', 'transactions(first: 3) { nodes { creditorAccount { iban } creditorAccount { bban } } }'],
  ['no rows', 'transactions(first: 0) { nodes { id } pageInfo { endCursor } }'],
  ['counts alone', 'transactions(first: 3) { totalCount pageInfo { hasNextPage endCursor } }'],
])('answers %s', async (_, selection) => {
  const fragment = selection.includes('...F') ? 'fragment F on Transaction { id bookingDate }' : ''
  await answers.expectSame(`{ account(by: { id: "${psu.account.id}" }) { ${selection} } } ${fragment}`)
})

it.each([
  'customers { nodes { id customerNumber name type createdAt } }',
  'accounts { nodes { id accountName iban cashAccountType creditLine demandsKid createdAt } }',
  'cardAccounts { nodes { id maskedPan currency product } }',
  'agreements { nodes { id automatic } }',
  'consents { nodes { id context grantedAt revokedAt } }',
  'customers { nodes { name accounts { nodes { iban currency } } } }',
])('answers { %s }', async query => {
  await answers.expectSame(`{ ${query} }`)
})
