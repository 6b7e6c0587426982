import { expect, it } from 'vitest'
import { countPerParent } from '../../../src/platform/store/counts.ts'
import type { Store } from '../../../src/platform/store/db.ts'
import type { Condition } from '../../../src/platform/store/page-sql.ts'
import { pagePerParent, rowsAt } from '../../../src/platform/store/pages.ts'
import { type Statement, statementTail } from '../../../src/platform/store/statement-slices.ts'
import { addTransactions } from '../../support/builders/large-world.ts'
import { openTestStore } from '../../support/harness/stores.ts'

/** An account of a world with so many lines on 2,000 days, or all on one. */
async function addStatement(store: Store, lines: number, oneDay = false): Promise<Statement> {
  const createdAt = new Date(0)
  const key = { worldId: 'w', createdAt }
  await store.transaction(async tx => {
    await tx.world.create({ data: { id: 'w', createdAt } })
    await tx.customer.create({
      data: { ...key, id: 'c', psuId: 'p', customerNumber: '1', name: 'Kari', type: 'PRIVATE' },
    })
    const account = {
      ownerId: 'c',
      currency: 'NOK',
      product: 'Current',
      cashAccountType: 'CACC',
      creditLine: 0,
    } as const
    for (const id of ['a', 'b'])
      await tx.account.create({ data: { ...key, ...account, id, name: id, bban: id, iban: id, bookedMinor: 0n } })
    await addTransactions(tx, 'w', 'a', lines)
    if (oneDay) await tx.$executeRaw`UPDATE "Transaction" SET "bookingDate" = '2024-02-29' WHERE "worldId" = 'w'`
  })
  return { worldId: 'w', table: 'Transaction', holderId: 'a' }
}

type Days = { readonly fromDate?: string; readonly toDate?: string }
const DAYS: readonly Days[] = [
  {},
  { fromDate: '2021-03-01' },
  { toDate: '2024-02-29' },
  { fromDate: '2022-01-01', toDate: '2023-06-30' },
  { fromDate: '2024-02-29', toDate: '2024-02-29' },
  { fromDate: '2031-01-01' },
]

/** What one statement of SQL that walks all the way says. */
async function plainly({ reader }: Store, days: Days, offset: number, limit: number) {
  const where = { worldId: 'w', accountId: 'a', bookingDate: { gte: days.fromDate ?? '', lte: days.toDate ?? '9' } }
  const orderBy = [{ bookingDate: 'desc' }, { id: 'desc' }] as const
  const rows = await reader.transaction.findMany({ where, orderBy: [...orderBy], skip: offset, take: limit + 1 })
  return { rows: rows.map(row => row.id), count: await reader.transaction.count({ where }) }
}

async function inSteps({ reader }: Store, statement: Statement, days: Days, offset: number, limit: number) {
  const tail = await statementTail(reader, statement, { ...days, offset, limit })
  const find = (ids: string[]) => reader.transaction.findMany({ where: { worldId: 'w', id: { in: ids } } })
  const rows = tail === undefined ? [] : await rowsAt(reader, { table: 'Transaction', find }, tail)
  const filter: Condition[] = []
  if (days.fromDate !== undefined) filter.push({ column: 'bookingDate', is: 'atLeast', value: days.fromDate })
  if (days.toDate !== undefined) filter.push({ column: 'bookingDate', is: 'atMost', value: days.toDate })
  const window = { take: limit, backwards: false, after: undefined, before: undefined }
  const query = { parentId: 'a', order: 'latestBookingFirst', window, filter } as const
  const [count] = await countPerParent(reader, {
    worldId: 'w',
    table: 'Transaction',
    parent: 'accountId',
    queries: [query],
  })
  return { rows: rows.map(row => row.id), count }
}

/** More than one statement of SQL goes through. */
const LINES = 45_000
const OFFSETS = [0, 1, 4_000, 4_001, 20_001, LINES - 7, LINES - 1, LINES, LINES + 9]

it.each([
  ['on many days', false],
  ['on one day', true],
])('a line of a long statement %s is where counting all others finds it', async (_, oneDay) => {
  const store = await openTestStore()
  const statement = await addStatement(store, LINES, oneDay)
  for (const days of DAYS)
    for (const offset of OFFSETS)
      expect([days, offset, await inSteps(store, statement, days, offset, 5)]).toEqual([
        days,
        offset,
        await plainly(store, days, offset, 5),
      ])
})

it('lines with a rare amount are found, however far from each other, forwards and backwards, for one account and for several', async () => {
  const store = await openTestStore()
  await addStatement(store, 45_000)
  const { reader } = store
  const find = (ids: string[]) => reader.transaction.findMany({ where: { worldId: 'w', id: { in: ids } } })
  const rare = { column: 'amountMinor', is: 'equal', value: 4_711n } as const
  const expected = (
    await reader.transaction.findMany({
      where: { worldId: 'w', amountMinor: 4_711n },
      orderBy: [{ bookingDate: 'desc' }, { id: 'desc' }],
    })
  ).map(row => row.id)
  expect(expected).toHaveLength(9)
  const source = { worldId: 'w', table: 'Transaction', parent: 'accountId', find }
  const pageOf = async (parentId: string, window: { take: number; backwards: boolean }) => {
    const query = {
      parentId,
      order: 'latestBookingFirst',
      filter: [rare],
      window: { after: undefined, before: undefined, ...window },
    } as const
    const [page] = await pagePerParent(reader, { ...source, queries: [query] })
    const counts = await countPerParent(reader, { ...source, queries: [query, { ...query, parentId: 'b' }] })
    return { ids: page?.rows.map(row => row.id), more: page?.hasNextPage || page?.hasPreviousPage, counts }
  }
  const counts = [9, 0]
  expect(await pageOf('a', { take: 20, backwards: false })).toEqual({ ids: expected, more: false, counts })
  expect(await pageOf('a', { take: 4, backwards: false })).toEqual({ ids: expected.slice(0, 4), more: true, counts })
  expect(await pageOf('a', { take: 4, backwards: true })).toEqual({ ids: expected.slice(-4), more: true, counts })
  expect(await pageOf('b', { take: 4, backwards: true })).toMatchObject({ ids: [], more: false })
  const window = { take: 20, backwards: false, after: undefined, before: undefined }
  const queries = ['b', 'a', 'none'].map(
    parentId => ({ parentId, order: 'latestBookingFirst', filter: [rare], window }) as const,
  )
  const pages = await pagePerParent(reader, { ...source, queries })
  expect(pages.map(page => page.rows.map(row => row.id))).toEqual([[], expected, []])
})
