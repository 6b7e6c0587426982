import { Prisma } from '../generated/client.ts'
import { name } from './page-sql.ts'
import type { Db, Tx } from './transaction.ts'
import { inSteps } from './turns.ts'

/** The statement of an account or card account. */
export type Statement = {
  readonly worldId: string
  readonly table: 'Transaction' | 'CardTransaction'
  readonly holderId: string
}

/** Where a line stands: statements run from the latest booking to the first, ties by id (D42). */
type Place = { readonly bookingDate: string; readonly id: string }

/** How many lines are between two marks. What is nearer is counted as it is read. */
export const BETWEEN_MARKS = 4_096

/** How many lines one statement of SQL goes through: about 2 ms (D74). */
const WALKED_AT_ONCE = 20_000

/** The columns of a line: whose it is, and what it changes in the currency of the holder. */
export const LINES = {
  Transaction: { holder: 'accountId', amount: 'amountMinor' },
  CardTransaction: { holder: 'cardAccountId', amount: 'originalAmountMinor' },
} as const

/** Which lines, latest first: days, either end open, and how many are left out before them. */
export type LinesQuery = {
  readonly fromDate?: string | undefined
  readonly toDate?: string | undefined
  readonly offset: number
  readonly limit: number
}

/** What stands behind the table's name to read a slice of a statement and one line more; undefined when there is nothing so far away. */
export async function statementTail(
  db: Db,
  statement: Statement,
  { fromDate, toDate, offset, limit }: LinesQuery,
): Promise<Prisma.Sql | undefined> {
  const start = await startAt(db, statement, offset, toDate)
  if (start === undefined) return undefined
  const lower = fromDate === undefined ? Prisma.empty : Prisma.sql`AND "bookingDate" >= ${fromDate}`
  return Prisma.sql`WHERE ${linesOf(statement)} AND ${start.from} ${lower} ${LATEST_FIRST} LIMIT ${limit + 1} OFFSET ${start.rest}`
}

function linesOf({ worldId, table, holderId }: Statement): Prisma.Sql {
  return Prisma.sql`"worldId" = ${worldId} AND ${name(LINES[table].holder)} = ${holderId}`
}

const LATEST_FIRST = Prisma.raw('ORDER BY "bookingDate" DESC, "id" DESC')

/** Where to begin to read. */
type Start = {
  /** The last place that is left out, or the first that is not. */
  readonly from: Prisma.Sql
  /** How many lines from there on are to be left out as well. */
  readonly rest: number
}

/** A place near to the line that is so many away from the latest one, or the latest one of a day; undefined when there are not so many. */
async function startAt(
  db: Db,
  statement: Statement,
  skipped: number,
  toDate: string | undefined,
): Promise<Start | undefined> {
  const upper = toDate === undefined ? Prisma.sql`TRUE` : Prisma.sql`"bookingDate" <= ${toDate}`
  if (skipped <= 2 * BETWEEN_MARKS) return { from: upper, rest: skipped }
  const mark = await latestMark(db, statement, upper)
  const walked = await walk(db, statement, { from: upper, rest: skipped }, mark)
  if (walked === undefined || mark === undefined || !walked.atMark) return walked
  return jump(db, statement, mark, walked.rest)
}

async function latestMark(db: Db, statement: Statement, upper: Prisma.Sql): Promise<Place | undefined> {
  const [mark] = await db.$queryRaw<Place[]>`
    SELECT "bookingDate", "id" FROM "StatementMark" WHERE ${marksOf(statement)} AND ${upper} ${LATEST_FIRST} LIMIT 1`
  return mark
}

// Line by line, down to a mark.
async function walk(
  db: Db,
  statement: Statement,
  { from, rest }: Start,
  mark: Place | undefined,
): Promise<(Start & { readonly atMark: boolean }) | undefined> {
  const above = mark === undefined ? Prisma.sql`TRUE` : after(mark)
  const step = inSteps(WALKED_AT_ONCE)
  for (;;) {
    if (rest <= BETWEEN_MARKS) return { from, rest, atMark: false }
    const where = Prisma.sql`${linesOf(statement)} AND ${from} AND ${above}`
    const [lines, last] = await step(async most => {
      const lines = Math.min(rest, most)
      const [place] = await db.$queryRaw<Place[]>`
        SELECT "bookingDate", "id" FROM ${name(statement.table)} WHERE ${where} ${LATEST_FIRST} LIMIT 1 OFFSET ${lines - 1}`
      return [lines, place] as const
    })
    if (last !== undefined) {
      from = before(last)
      rest -= lines
    } else if (mark === undefined) return undefined
    else return { from: upTo(mark), rest: rest - (await count(db, statement.table, where)), atMark: true }
  }
}

/** From mark to mark: some hundreds of numbers to add for a million lines. */
async function jump(db: Db, statement: Statement, mark: Place, skipped: number): Promise<Start | undefined> {
  const [found] = await db.$queryRaw<(Place & { sum: bigint | number; own: bigint | number })[]>`
    SELECT "bookingDate", "id", "sum" + 0 AS "sum", "lines" + 0 AS "own" FROM (
      SELECT "bookingDate", "id", "lines", SUM("lines") OVER (${LATEST_FIRST}) AS "sum"
      FROM "StatementMark" WHERE ${marksOf(statement)} AND ${upTo(mark)}) AS "marks"
    WHERE "sum" > ${skipped} LIMIT 1`
  if (found === undefined) return undefined
  return { from: upTo(found), rest: skipped - Number(found.sum) + Number(found.own) }
}

/** How many lines a statement has between two days. */
export async function countStatement(
  db: Db,
  statement: Statement,
  { fromDate, toDate }: { readonly fromDate?: string | undefined; readonly toDate?: string | undefined } = {},
): Promise<number> {
  const upper = toDate === undefined ? Prisma.sql`TRUE` : Prisma.sql`"bookingDate" <= ${toDate}`
  const lower = fromDate === undefined ? Prisma.sql`TRUE` : Prisma.sql`"bookingDate" >= ${fromDate}`
  const mark = await latestMark(db, statement, Prisma.sql`${upper} AND ${lower}`)
  if (mark === undefined) return countBitByBit(db, statement, Prisma.sql`${upper} AND ${lower}`)
  const latest = await countBitByBit(db, statement, Prisma.sql`${upper} AND ${after(mark)} AND ${lower}`)
  const counted = (marks: Prisma.Sql) => db.$queryRaw<{ n: bigint | number | null }[]>`
    SELECT SUM("lines") AS "n" FROM "StatementMark" WHERE ${marksOf(statement)} AND ${upTo(mark)} AND ${marks}`
  if (fromDate === undefined) return latest + Number((await counted(lower))[0]?.n ?? 0)
  // What the first mark counts may begin before the first day.
  const [first] = await db.$queryRaw<Place[]>`
    SELECT "bookingDate", "id" FROM "StatementMark" WHERE ${marksOf(statement)} AND ${lower} ORDER BY "bookingDate", "id" LIMIT 1`
  const [between] = await counted(after(first ?? mark))
  const oldest = await countBitByBit(db, statement, Prisma.sql`${lower} AND ${upTo(first ?? mark)}`)
  return latest + Number(between?.n ?? 0) + oldest
}

async function countBitByBit(db: Db, statement: Statement, range: Prisma.Sql): Promise<number> {
  const step = inSteps(WALKED_AT_ONCE)
  let counted = 0
  for (let from: Prisma.Sql | undefined = range; from !== undefined; ) {
    const where: Prisma.Sql = Prisma.sql`${linesOf(statement)} AND ${from}`
    from = await step(async most => {
      const some = await count(db, statement.table, Prisma.sql`${where} LIMIT ${most}`)
      counted += some
      if (some < most) return undefined
      const [last] = await db.$queryRaw<Place[]>`
        SELECT "bookingDate", "id" FROM ${name(statement.table)} WHERE ${where} ${LATEST_FIRST} LIMIT 1 OFFSET ${most - 1}`
      return last === undefined ? undefined : Prisma.sql`${range} AND ${before(last)}`
    })
  }
  return counted
}

async function count(db: Db, table: string, where: Prisma.Sql): Promise<number> {
  const [row] = await db.$queryRaw<{ n: bigint | number }[]>`
    SELECT COUNT(*) AS "n" FROM (SELECT 1 FROM ${name(table)} WHERE ${where}) AS "some"`
  return Number(row?.n ?? 0)
}

/** How many marks one transaction inserts (D74). */
const MARKS_AT_ONCE = 8

/** How many lines at the end are left without a mark: those that come next are there, and have nothing to count on. */
const LEFT = 512

/** Marks the next lines of a statement that has none on them. Answers whether there are more. */
export async function insertMarks(tx: Tx, statement: Statement): Promise<boolean> {
  const { worldId, holderId, table } = statement
  let last = await latestMark(tx, statement, Prisma.sql`TRUE`)
  for (let inserted = 0; inserted < MARKS_AT_ONCE; inserted += 1) {
    const where = Prisma.sql`${linesOf(statement)} AND ${last === undefined ? Prisma.sql`TRUE` : after(last)}`
    const lines = await count(tx, table, Prisma.sql`${where} LIMIT ${BETWEEN_MARKS}`)
    if (lines <= LEFT) return false
    const [mark] = await tx.$queryRaw<Place[]>`
      SELECT "bookingDate", "id" FROM ${name(table)} WHERE ${where} ORDER BY "bookingDate", "id" LIMIT 1 OFFSET ${lines - 1}`
    if (mark === undefined) return false
    await tx.statementMark.create({ data: { worldId, holderId, ...mark, lines } })
    last = mark
  }
  return true
}

function marksOf({ worldId, holderId }: Statement): Prisma.Sql {
  return Prisma.sql`"worldId" = ${worldId} AND "holderId" = ${holderId}`
}

const before = ({ bookingDate, id }: Place) => Prisma.sql`("bookingDate", "id") < (${bookingDate}, ${id})`
const upTo = ({ bookingDate, id }: Place) => Prisma.sql`("bookingDate", "id") <= (${bookingDate}, ${id})`
const after = ({ bookingDate, id }: Place) => Prisma.sql`("bookingDate", "id") > (${bookingDate}, ${id})`
