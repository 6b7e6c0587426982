import { expect, it } from 'vitest'
import { countPerParent } from '../../src/store/counts.ts'
import type { Store } from '../../src/store/db.ts'
import type { Condition } from '../../src/store/page-sql.ts'
import { pagePerParent, rowsAt } from '../../src/store/pages.ts'
import { BETWEEN_MARKS, insertMarks, type Statement, statementTail } from '../../src/store/statement-marks.ts'
import { addTransactions } from '../support/builders/large-world.ts'
import { openTestStore } from '../support/harness/stores.ts'

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

async function byMarks({ reader }: Store, statement: Statement, days: Days, offset: number, limit: number) {
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
const LINES = 5 * BETWEEN_MARKS + 1_234
const OFFSETS = [
  0,
  1,
  BETWEEN_MARKS,
  2 * BETWEEN_MARKS,
  2 * BETWEEN_MARKS + 1,
  20_001,
  LINES - 7,
  LINES - 1,
  LINES,
  LINES + 9,
]

async function expectSame(store: Store, statement: Statement): Promise<void> {
  for (const days of DAYS)
    for (const offset of OFFSETS)
      expect([days, offset, await byMarks(store, statement, days, offset, 5)]).toEqual([
        days,
        offset,
        await plainly(store, days, offset, 5),
      ])
}

/** That each mark counts the lines from the one before it up to its own place. */
async function expectSound({ reader }: Store): Promise<number> {
  const marks = await reader.statementMark.findMany({ orderBy: [{ bookingDate: 'asc' }, { id: 'asc' }] })
  let before = 0
  for (const { bookingDate, id, lines } of marks) {
    const [row] = await reader.$queryRaw<{ n: bigint }[]>`SELECT COUNT(*) AS "n" FROM "Transaction"
      WHERE "worldId" = 'w' AND "accountId" = 'a' AND ("bookingDate", "id") <= (${bookingDate}, ${id})`
    expect(lines).toBe(Number(row?.n) - before)
    before = Number(row?.n)
  }
  return marks.length
}

const placeAll = async (store: Store, statement: Statement) => {
  while (await store.transaction(tx => insertMarks(tx, statement), { worlds: ['w'] })) {
    // Some at once.
  }
}

it.each([
  ['on many days', false],
  ['on one day', true],
])(
  'a line of a long statement %s is where counting all others finds it: without marks, with them, and after lines came and went',
  async (_, oneDay) => {
    const store = await openTestStore()
    const statement = await addStatement(store, LINES, oneDay)
    await expectSame(store, statement)

    await placeAll(store, statement)
    expect(await expectSound(store)).toBe(6)
    await expectSame(store, statement)

    // Lines before, between and after the marks, in bulk and one by one; a third of the statement goes.
    await store.transaction(
      async tx => {
        await tx.$executeRaw`INSERT INTO "Transaction" ("worldId", "id", "accountId", "bookingDate", "valueDate", "amountMinor", "currency", "createdAt")
      SELECT "worldId", 'x' || "id", "accountId", "bookingDate", "valueDate", "amountMinor", "currency", "createdAt" FROM "Transaction" WHERE "worldId" = 'w' AND "id" LIKE '%7'`
        const line = {
          worldId: 'w',
          accountId: 'a',
          valueDate: '2020-01-01',
          amountMinor: 1n,
          currency: 'NOK',
          createdAt: new Date(0),
        }
        for (const [place, bookingDate] of ['1999-01-01', '2021-05-17', '2024-02-29', '2030-12-31'].entries())
          await tx.transaction.create({ data: { ...line, id: `y-${place}`, bookingDate } })
        await tx.$executeRaw`DELETE FROM "Transaction" WHERE "worldId" = 'w' AND ("id" LIKE '%3' OR "id" LIKE '%4' OR "id" LIKE '%8')`
      },
      { worlds: ['w'] },
    )
    expect(await expectSound(store)).toBe(6)
    await expectSame(store, statement)
    await placeAll(store, statement)
    await expectSound(store)
    await expectSame(store, statement)
  },
)

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
