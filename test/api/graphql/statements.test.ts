import { beforeAll, expect, it } from 'vitest'
import { accountBody, cardAccountBody, customerBody, holder, transactionBody } from '../../support/builders/builders.ts'
import { APPLY } from '../../support/builders/consented.ts'
import { type GraphqlWorld, startGraphql } from '../../support/clients/graphql-server.ts'
import { isOnPostgres, STATEMENTS_OF_READ } from '../../support/harness/database.ts'

const statements: string[] = []
// PostgreSQL receives the machine's time once a second, whatever is asked.
const note = (sql: string) => {
  if (!sql.includes('"MachineTime"')) statements.push(sql)
}
const server = await startGraphql({ onQuery: note })
/** PostgreSQL answers when it likes, and what waits for two of its answers may ask twice. */
const SPLIT = isOnPostgres ? 4 : 0
let world: GraphqlWorld

const EVERYTHING = `query ($customers: Int!) { customers(first: $customers) { totalCount nodes { name
  agreements(first: 5) { totalCount nodes { name owner { name } engagements(first: 5) { nodes { roles psu { name } account { iban } } } } }
  cardAccounts(first: 5) { nodes { maskedPan owner { name } transactions(first: 5) { totalCount nodes { bookingDate } } } }
  engagements(first: 5) { nodes { agreement { name } } }
  accounts(first: 5) { totalCount nodes { iban owner { name } balances { balanceType }
    engagements(first: 5) { nodes { psu { customerNumber } } }
    transactions(first: 3, filter: { amountFrom: "0.01" }) { totalCount nodes { id account { iban } } } } } } } }`

beforeAll(async () => {
  world = await server.world()
  const customers = Array.from({ length: 50 }, () => {
    const line = { transactions: [transactionBody()] }
    const { customerNumber: _, ...card } = cardAccountBody('')
    return { ...holder(customerBody(), accountBody('', line), accountBody('', line)), cardAccounts: [card] }
  })
  const { errors } = await world.run(APPLY, { document: { customers } })
  expect(errors).toEqual([])
})

async function countStatements(customers: number): Promise<number> {
  statements.length = 0
  const { data, errors } = await world.run(EVERYTHING, { customers })
  expect(errors).toEqual([])
  expect(data.customers.nodes).toHaveLength(customers)
  expect(data.customers.nodes.at(-1).accounts.nodes[1].transactions.nodes[0].account.iban).toMatch(/^NO/)
  return statements.length
}

it('asks the store as often for fifty customers with all they have as for ten', async () => {
  // The first call after something was written reads the world again, too.
  await countStatements(1)
  const ten = await countStatements(10)
  const fifty = await countStatements(50)
  expect(fifty - ten).toBeLessThanOrEqual(SPLIT)
  expect(ten).toBeLessThan(40)
})

it('asks the store as often for a consent of twelve accounts as for one of two, as their TPP reads them (D130)', async () => {
  const own = await server.world()
  const accounts = (count: number) =>
    Array.from({ length: count }, () => accountBody('', { transactions: [transactionBody()] }))
  const [two, twelve] = [customerBody(), customerBody()]
  const document = { customers: [holder(two, ...accounts(2)), holder(twelve, ...accounts(12))] }
  expect((await own.run(APPLY, { document })).errors).toEqual([])
  const read = `query ($psu: String) { asTpp(access: { psu: $psu, psuIpAddress: "192.0.2.7" }) {
    accounts { iban balances { balanceType } account { owner { name } transactions(first: 2) { totalCount nodes { id } } } } } }`
  const count = async ({ customerNumber: psu }: { customerNumber: string }, accountsOfPsu: number) => {
    const granting = 'mutation ($psu: String!) { grantConsent(input: { psu: $psu }) { psuId } }'
    expect((await own.run(granting, { psu })).errors).toEqual([])
    await own.run(read, { psu })
    statements.length = 0
    const { data, errors } = await own.run(read, { psu })
    expect(errors).toEqual([])
    expect(data.asTpp.accounts).toHaveLength(accountsOfPsu)
    return statements.length
  }
  const ofTwo = await count(two, 2)
  expect((await count(twelve, 12)) - ofTwo).toBeLessThanOrEqual(SPLIT)
  expect(ofTwo).toBeLessThan(30)
})

it('counts a list only when its totalCount is asked for', async () => {
  statements.length = 0
  await world.run('{ customers(first: 1) { nodes { name } } }')
  expect(statements.filter(sql => sql.includes('COUNT'))).toEqual([])
  await world.run('{ customers(first: 1) { totalCount } }')
  expect(statements.filter(sql => sql.includes('COUNT'))).toHaveLength(1)
})

it('counts all worlds together', async () => {
  await server.world()
  statements.length = 0
  await world.run('{ worlds { nodes { counts { customers accounts } } } }')
  expect(statements.filter(sql => sql.includes('COUNT'))).toHaveLength(2)
})

it('answers the largest page, and more rows than SQLite once could name in a statement, as whole as any other', async () => {
  const standard = await server.world('STANDARD')
  const query =
    '{ customers(first: 4) { nodes { accounts(first: 5) { nodes { transactions(first: 1000) { totalCount nodes { account { id } } } } } } } }'
  statements.length = 0
  const { data, errors } = await standard.run(query)
  expect(errors).toEqual([])
  const accounts = data.customers.nodes.flatMap((node: { accounts: { nodes: unknown[] } }) => node.accounts.nodes)
  const lists: { totalCount: number; nodes: unknown[] }[] = accounts.map(
    (node: { transactions: unknown }) => node.transactions,
  )
  expect(lists.map(list => list.nodes.length)).toEqual(lists.map(list => list.totalCount))
  expect(lists.reduce((sum, list) => sum + list.totalCount, 0)).toBeGreaterThan(999)
  // In the words of a prepared statement, or in those of Prisma's engine.
  const ofLines = /FROM (`main`\.)?["`]Transaction["`] WHERE \(?(`main`\.)?["`]Transaction["`]\.["`]worldId/
  expect(statements.filter(sql => ofLines.test(sql))).toHaveLength(STATEMENTS_OF_READ)
})

it('answers a page of a thousand rows of one list', async () => {
  const large = await server.world()
  await server.store.transaction(
    tx =>
      tx.customer.createMany({
        data: Array.from({ length: 1100 }, (_, index) => ({
          worldId: large.name,
          id: `c${String(index).padStart(4, '0')}`,
          psuId: `p${index}`,
          customerNumber: `${index}`,
          name: `N${index}`,
          type: 'PRIVATE' as const,
          createdAt: new Date(0),
        })),
      }),
    { worlds: [large.name] },
  )
  const page = (after: string | null) =>
    large.run(
      'query ($after: String) { customers(first: 1000, after: $after) { nodes { id accounts { nodes { id } } } pageInfo { hasNextPage endCursor } } }',
      { after },
    )
  const first = await page(null)
  expect(first.errors).toEqual([])
  expect(first.data.customers.nodes).toHaveLength(1000)
  const second = await page(first.data.customers.pageInfo.endCursor)
  expect(second.data.customers.nodes).toHaveLength(100)
})
