import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { schema } from '../../../../src/api/graphql/schema.ts'
import { EXAMPLES } from '../../../../src/workbench/pages/graphiql/examples.ts'
import { composeOperation, type Guess } from '../../../fuzz/graphql-documents.ts'
import { RUNS } from '../../../fuzz/outcome.ts'
import { startBank } from '../../../support/clients/bank.ts'
import { ask } from '../../../support/clients/both-doors.ts'
import { stopClock } from '../../../support/clients/clock.ts'
import { answersOf, type Variables } from '../../../support/reference/reference-answers.ts'

/** What we compile is held against graphql-js: the same bytes for the same document, in order, errors and nulls included. */

const bank = await startBank()
const world = await bank.world('STANDARD')
await stopClock(bank, world, '2030-01-02T12:00:00Z')
const { accounts, customers } = await ask(world, '{ accounts { nodes { id iban } } customers { nodes { id } } }')
const [account, customer] = [accounts.nodes[0].id, customers.nodes[0].id]

const { byReference, byYoga, expectSame } = answersOf(bank, world)

const ROWS: readonly (readonly [string, string, Variables?])[] = [
  ['aliases and merged fields', '{ a: world { name } a: world { basePath } world { n: name name } }'],
  [
    'fragments',
    '{ world { ...F ... on World { name } ... { basePath } } } fragment F on World { name counts { customers } }',
  ],
  [
    '__typename everywhere',
    '{ __typename world { __typename } customers { __typename nodes { __typename } edges { __typename cursor node { __typename } } pageInfo { __typename startCursor endCursor } } }',
  ],
  [
    'skip and include',
    'query ($yes: Boolean!, $no: Boolean = false) { world { name @include(if: $yes) basePath @skip(if: $yes) ...F @include(if: $no) } } fragment F on World { now }',
    { yes: true },
  ],
  ['everything left out', '{ world { name @skip(if: true) } }'],
  [
    'lists of enums and objects',
    `{ account(by: { id: "${account}" }) { balances { balanceType balanceAmount { amount currency } } engagements { nodes { roles } } cashAccountType } }`,
  ],
  [
    'an interface',
    `{ node(id: "${customer}") { id ... on Customer { name } ... on Account { iban } } a: node(id: "${account}") { __typename ... on Account { iban } } }`,
  ],
  [
    'dates',
    '{ customers(first: 2) { nodes { createdAt } } accounts(first: 1) { nodes { transactions(first: 3) { nodes { bookingDate valueDate createdAt } } } } }',
  ],
  [
    'a nullable field that fails',
    '{ world { name } account(by: { id: "nope" }) { id } customer(by: { id: "no" }) { id } }',
  ],
  ['a field that may not be null and fails', '{ world { name } customers(first: 5000) { nodes { id } } }'],
  [
    'fields that fail inside of a list',
    '{ customers(first: 3) { nodes { name accounts(first: 5000) { totalCount } } } }',
  ],
  [
    'several that fail in one object',
    '{ customers(first: 5000) { totalCount } accounts(first: -1) { totalCount } world { name } }',
  ],
  [
    'one that fails beside one that waits',
    '{ accounts(first: 2) { nodes { iban owner { name } transactions(after: "x") { totalCount } } } a: account(by: { id: "nope" }) { id } }',
  ],
  [
    'wrong input in arguments',
    '{ customers(filter: { nameContains: "" }) { totalCount } previewExecutions(input: { startDate: "2026-99-01", frequency: Monthly }) { date } }',
  ],
  [
    'variables',
    'query ($f: AccountFilterInput, $n: Int = 2, $after: String) { accounts(first: $n, filter: $f, after: $after) { nodes { iban } } }',
    { f: { currency: 'NOK' } },
  ],
  [
    'variables that are null',
    'query ($f: AccountFilterInput, $n: Int) { accounts(first: $n, filter: $f) { totalCount } }',
    { f: null, n: null },
  ],
  [
    'introspection',
    '{ __schema { queryType { name } types { kind name fields { name args { name defaultValue type { name ofType { name } } } } } } __type(name: "World") { fields(includeDeprecated: true) { name } } }',
  ],
  [
    'a mutation, one field after the other',
    `mutation { a: setKidDemand(input: { accountId: "${account}", demanded: true }) { account { demandsKid } } b: setKidDemand(input: { accountId: "${account}", demanded: false }) { account { demandsKid } } }`,
  ],
  [
    'a mutation that fails in its middle',
    `mutation { a: setKidDemand(input: { accountId: "${account}", demanded: false }) { account { demandsKid } } b: deleteCustomer(id: "nope") { customer { id } } c: setKidDemand(input: { accountId: "${account}", demanded: false }) { account { id } } }`,
  ],
]

describe('An operation is answered with the bytes that graphql-js would answer', () => {
  it.each(ROWS.map(([name, query, variables = {}]) => [name, query, variables] as const))(
    '%s',
    async (_, query, variables) => {
      await expectSame(query, variables)
      // The second time nothing is prepared any more.
      await expectSame(query, variables)
    },
  )

  it.each(
    EXAMPLES.filter(({ query }) => /^(#.*\n)*query/.test(query)).map(
      ({ query, variables }) => [/query (\w+)/.exec(query)?.[1] ?? '', query, variables] as const,
    ),
  )('the example %s', async (_, query, variables) => {
    // A refused read starts an SCA with an id of its own.
    if (!query.includes('access:')) await expectSame(query, variables)
  })

  it('whatever the conditions are, one after the other', async () => {
    const query = 'query ($a: Boolean!, $b: Boolean!) { world { name @include(if: $a) basePath @skip(if: $b) frozen } }'
    for (const [a, b] of [
      [true, true],
      [true, false],
      [false, true],
      [false, false],
      [true, true],
    ] as const)
      expect(await expectSame(query, { a, b })).toContain('frozen')
  })

  it('a long list, written in slices so that others run meanwhile', async () => {
    let turns = 0
    let counting = true
    const count = () => {
      turns += 1
      if (counting) setImmediate(count)
    }
    setImmediate(count)
    const fields = Array.from({ length: 30 }, (_, place) => `f${place}: remittanceInformationUnstructured`).join(' ')
    const query = `{ accounts(first: 4) { nodes { transactions(first: 1000) { nodes { id bookingDate transactionAmount { amount currency } ${fields} } } } } }`
    // A fast machine may write all of it before others are due.
    for (let times = 0; times < 20 && turns === 0; times += 1) await expectSame(query)
    counting = false
    expect(turns).toBeGreaterThan(0)
  })

  it('queries made up at random', async () => {
    const choices = fc.array(fc.nat(10_000), { minLength: 40, maxLength: 80 })
    await fc.assert(
      fc.asyncProperty(choices, async list => {
        const { query, variables } = compose(list)
        const { status, text } = await byYoga(query, variables)
        if (status === 200 && !/scaRedirect|audit/.test(text + query))
          expect(text).toBe(await byReference(query, variables))
      }),
      RUNS,
    )
  })
})

/** A query of one root field, with arguments that fit or nearly do. */
function compose(list: readonly number[]) {
  let next = 0
  const choose = (count: number) => (count === 0 ? 0 : (list[next++ % list.length] ?? 0) % count)
  const guess: Guess = (name, scalar) => {
    const likely = KNOWN[name] ?? ANY[scalar] ?? ['NOK', '10.50', 'unknown']
    return likely[choose(likely.length)]
  }
  return composeOperation(schema, 'query', ['audit'], choose, guess)
}

const KNOWN: Readonly<Record<string, readonly unknown[]>> = {
  id: [account, customer, 'nope'],
  accountId: [account, 'nope'],
  customerNumber: ['13039319955', 'nobody'],
  first: [3, 1, 5000],
}
const ANY: Readonly<Record<string, readonly unknown[]>> = {
  Int: [0, 1, 1000, -1],
  Float: [0, 0.5],
  Boolean: [true, false],
  Date: ['2026-01-05', '2026-02-30'],
}
