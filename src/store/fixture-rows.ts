import { Prisma } from '../generated/client.ts'
import type { Tx } from './transaction.ts'

/** How many ids one statement reads: a few milliseconds (D74). */
const IDS_AT_ONCE = 5_000

const HOLDERS = { Transaction: 'accountId', CardTransaction: 'cardAccountId' } as const

/** Adds the ids of what is booked on accounts or card accounts to those that are known, one statement after the other. */
export async function addTransactionIds(
  db: Tx,
  worldId: string,
  table: keyof typeof HOLDERS,
  holders: readonly string[],
  ids: { readonly add: (id: string) => unknown },
): Promise<void> {
  const [name, holder] = [Prisma.raw(`"${table}"`), Prisma.raw(`"${HOLDERS[table]}"`)]
  for (const holderId of holders) {
    let last: { bookingDate: string; id: string } | undefined
    do {
      const after =
        last === undefined ? Prisma.empty : Prisma.sql`AND ("bookingDate", "id") > (${last.bookingDate}, ${last.id})`
      const rows = await db.$queryRaw<{ bookingDate: string; id: string }[]>`
        SELECT "bookingDate", "id" FROM ${name} WHERE "worldId" = ${worldId} AND ${holder} = ${holderId} ${after}
        ORDER BY "bookingDate", "id" LIMIT ${IDS_AT_ONCE}`
      for (const { id } of rows) ids.add(id)
      last = rows[IDS_AT_ONCE - 1]
    } while (last !== undefined)
  }
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
  let sum = 0n
  let after: string | undefined = ''
  while (after !== undefined) {
    const where: Prisma.Sql = Prisma.sql`"worldId" = ${worldId} AND ${column} = ${holder} AND "id" > ${after}`
    // Where the statement ends is read from the index alone.
    const [last]: { id: string }[] = await db.$queryRaw`
      SELECT "id" FROM "Booking" WHERE ${where} ORDER BY "id" LIMIT 1 OFFSET ${BOOKINGS_AT_ONCE - 1}`
    const until = last === undefined ? Prisma.empty : Prisma.sql`AND "id" <= ${last.id}`
    const rows: { minor: string }[] = await db.$queryRaw`
      SELECT CAST("amountMinor" AS TEXT) AS "minor" FROM "Booking" WHERE ${where} ${until} AND "reason" IN ('OPENING_BALANCE', 'BALANCE_SET')`
    for (const { minor } of rows) sum += BigInt(minor)
    after = last?.id
  }
  return sum
}
