import { Prisma } from '../../generated/client.ts'
import { name } from './page-sql.ts'
import type { Db } from './transaction.ts'
import { inSteps } from './turns.ts'

/** The statement of an account or card account. */
export type Statement = {
  readonly worldId: string
  readonly table: 'Transaction' | 'CardTransaction'
  readonly holderId: string
}

/** The columns of a line: its holder, and the amount in the holder's currency. */
export const LINES = {
  Transaction: { holder: 'accountId', amount: 'amountMinor' },
  CardTransaction: { holder: 'cardAccountId', amount: 'originalAmountMinor' },
} as const

/** Which lines, latest first: a period, either end open, and how many lines to leave out before them. */
export type LinesQuery = {
  readonly fromDate?: string | undefined
  readonly toDate?: string | undefined
  readonly offset: number
  readonly limit: number
}

/** How many lines one SQL statement leaves out: about 2 ms (D74). */
const SKIPPED_AT_ONCE = 20_000

/** How many lines a statement leaves out when it then reads the slice as well. */
const NEAR = 4_000

/** The SQL that stands for the table's name, to read a slice of a statement and one line more; undefined when the statement ends before the slice. */
export async function statementTail(
  db: Db,
  { worldId, table, holderId }: Statement,
  { fromDate, toDate, offset, limit }: LinesQuery,
): Promise<Prisma.Sql | undefined> {
  const upper = toDate === undefined ? Prisma.empty : Prisma.sql`AND "bookingDate" <= ${toDate}`
  const lower = fromDate === undefined ? Prisma.empty : Prisma.sql`AND "bookingDate" >= ${fromDate}`
  const ofHolder = Prisma.sql`WHERE "worldId" = ${worldId} AND ${name(LINES[table].holder)} = ${holderId} ${lower}`
  const step = inSteps(SKIPPED_AT_ONCE)
  let [lines, rest] = [Prisma.sql`${ofHolder} ${upper}`, offset]
  while (rest > NEAR) {
    const skipped = await step(async most => {
      const count = Math.min(rest, most)
      const [last] = await db.$queryRaw<{ bookingDate: string; id: string }[]>`
        SELECT "bookingDate", "id" FROM ${name(table)} ${lines} ${LATEST_FIRST} LIMIT 1 OFFSET ${count - 1}`
      return last && { count, last }
    })
    if (skipped === undefined) return undefined
    const { last, count } = skipped
    lines = Prisma.sql`${ofHolder} AND ("bookingDate", "id") < (${last.bookingDate}, ${last.id})`
    rest -= count
  }
  return Prisma.sql`${lines} ${LATEST_FIRST} LIMIT ${limit + 1} OFFSET ${rest}`
}

// Statements run from the latest booking to the first, ties by id (D42).
const LATEST_FIRST = Prisma.raw('ORDER BY "bookingDate" DESC, "id" DESC')

/** A booked line by its place in a statement. */
type LinePlace = { readonly id: string; readonly bookingDate: string; readonly paymentId?: string | null }

/** Which days, and whether the payments are wanted, too, which no index has. */
type PlacesQuery = { readonly fromDate: string; readonly toDate: string; readonly payments: boolean }

/** How many places one SQL statement reads: from an index alone (D74). */
const PLACES_AT_ONCE = 2_000

/** The places of all lines of whole days, latest first, in slices; `undefined` when there are more than `most`. */
export async function placesOfDays(
  db: Db,
  { worldId, table, holderId }: Statement,
  { fromDate, toDate, payments }: PlacesQuery,
  most: number,
): Promise<LinePlace[] | undefined> {
  const columns = Prisma.raw(payments ? '"id", "bookingDate", "paymentId"' : '"id", "bookingDate"')
  const ofHolder = Prisma.sql`WHERE "worldId" = ${worldId} AND ${name(LINES[table].holder)} = ${holderId} AND "bookingDate" >= ${fromDate}`
  const step = inSteps(PLACES_AT_ONCE)
  const places: LinePlace[] = []
  let lines = Prisma.sql`${ofHolder} AND "bookingDate" <= ${toDate}`
  for (;;) {
    const some = await step(async limit => ({
      limit,
      rows: await db.$queryRaw<LinePlace[]>`
        SELECT ${columns} FROM ${name(table)} ${lines} ${LATEST_FIRST} LIMIT ${limit}`,
    }))
    places.push(...some.rows)
    if (places.length > most) return undefined
    const last = some.rows.at(-1)
    if (last === undefined || some.rows.length < some.limit) return places
    lines = Prisma.sql`${ofHolder} AND ("bookingDate", "id") < (${last.bookingDate}, ${last.id})`
  }
}
