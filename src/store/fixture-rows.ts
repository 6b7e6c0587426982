import { Prisma } from '../generated/client.ts'
import { name } from './page-sql.ts'
import { LINES } from './statement-marks.ts'
import { inSlices, type SumParts, sumOf, sumParts } from './sums.ts'
import type { Tx } from './transaction.ts'
import { letOthersIn } from './turns.ts'

/** How many ids one statement reads: a few milliseconds (D74). */
const IDS_AT_ONCE = 5_000

/** Adds the ids of what is booked on accounts or card accounts to those that are known, one statement after the other. */
export async function addTransactionIds(
  db: Tx,
  worldId: string,
  table: keyof typeof LINES,
  holders: readonly string[],
  ids: { readonly add: (id: string) => unknown },
): Promise<void> {
  const [rows, holder] = [name(table), name(LINES[table].holder)]
  for (const holderId of holders) {
    let last: { bookingDate: string; id: string } | undefined
    do {
      const after =
        last === undefined ? Prisma.empty : Prisma.sql`AND ("bookingDate", "id") > (${last.bookingDate}, ${last.id})`
      const some = await db.$queryRaw<{ bookingDate: string; id: string }[]>`
        SELECT "bookingDate", "id" FROM ${rows} WHERE "worldId" = ${worldId} AND ${holder} = ${holderId} ${after}
        ORDER BY "bookingDate", "id" LIMIT ${IDS_AT_ONCE}`
      for (const { id } of some) ids.add(id)
      last = some[IDS_AT_ONCE - 1]
    } while (last !== undefined)
  }
}

/** How many lines one statement adds up, from the index alone. */
const LINES_AT_ONCE = 20_000

/** What the lines of an account or card account add up to. */
export async function sumOfLines(
  db: Tx,
  worldId: string,
  table: keyof typeof LINES,
  holderId: string,
): Promise<bigint> {
  const [lines, holder] = [name(table), name(LINES[table].holder)]
  const { amount } = LINES[table]
  let sum = 0n
  let after: readonly [string, string] | undefined = ['', '']
  while (after !== undefined) {
    await letOthersIn()
    const where: Prisma.Sql = Prisma.sql`"worldId" = ${worldId} AND ${holder} = ${holderId} AND ("bookingDate", "id") > (${after[0]}, ${after[1]})`
    const [last]: { bookingDate: string; id: string }[] = await db.$queryRaw`
      SELECT "bookingDate", "id" FROM ${lines} WHERE ${where} ORDER BY "bookingDate", "id" LIMIT 1 OFFSET ${LINES_AT_ONCE - 1}`
    const until =
      last === undefined ? Prisma.empty : Prisma.sql`AND ("bookingDate", "id") <= (${last.bookingDate}, ${last.id})`
    const [part]: SumParts[] = await db.$queryRaw`SELECT ${sumParts(amount)} FROM ${lines} WHERE ${where} ${until}`
    sum += sumOf(part)
    after = last && [last.bookingDate, last.id]
  }
  return sum
}

/** How many bookings one statement goes through: a few milliseconds. */
const BOOKINGS_AT_ONCE = 10_000

/** What accounts were opened with or set to, besides what was booked as transactions and payments. */
export async function openingsOf(
  db: Tx,
  worldId: string,
  holders: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const sums = new Map<string, bigint>()
  for (const holder of holders) {
    const credits = await openedBy(db, worldId, 'creditId', holder)
    sums.set(holder, credits - (await openedBy(db, worldId, 'debitId', holder)))
  }
  return sums
}

async function openedBy(db: Tx, worldId: string, side: 'creditId' | 'debitId', holder: string): Promise<bigint> {
  const column = Prisma.raw(`"${side}"`)
  const opened = sumParts('amountMinor', `"reason" IN ('OPENING_BALANCE', 'BALANCE_SET')`)
  const slices = inSlices(
    BOOKINGS_AT_ONCE,
    (after, rows) =>
      db.$queryRaw<(SumParts & { readonly last: string })[]>`
      SELECT ${opened}, MAX("id") AS "last" FROM (SELECT * FROM "Booking" WHERE "worldId" = ${worldId} AND ${column} = ${holder} AND "id" > ${after}
        ORDER BY "id" LIMIT ${rows}) AS "some" GROUP BY "worldId"`,
  )
  let sum = 0n
  for await (const [parts] of slices) sum += sumOf(parts)
  return sum
}
