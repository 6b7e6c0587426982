import type { Tx } from './transaction.ts'
import { letOthersIn } from './turns.ts'

/** By how much what was booked on a day changed an account. */
export type DayChange = { readonly day: string; readonly changeMinor: bigint }

type DayRow = { readonly day: string; readonly high: bigint | number; readonly low: bigint | number }

/** The latest lines of an account, added up for each day, latest day first. */
export async function dayChanges(db: Tx, worldId: string, accountId: string, lines: number): Promise<DayChange[]> {
  // Several accounts are drawn on one page: others have their turn in between (D74).
  await letOthersIn()
  // In two parts, since the sum of large amounts may not fit the database's integers.
  const rows = await db.$queryRaw<DayRow[]>`
    SELECT "bookingDate" AS "day", SUM("amountMinor" / 1000000) AS "high", SUM("amountMinor" % 1000000) AS "low"
    FROM (SELECT "bookingDate", "amountMinor" FROM "Transaction" WHERE "worldId" = ${worldId} AND "accountId" = ${accountId}
      ORDER BY "bookingDate" DESC, "id" DESC LIMIT ${lines}) AS "some"
    GROUP BY "bookingDate" ORDER BY "bookingDate" DESC`
  await letOthersIn()
  return rows.map(({ day, high, low }) => ({ day, changeMinor: BigInt(high) * 1_000_000n + BigInt(low) }))
}

/** How many payments fall due at an instant. */
export type DueCount = { readonly at: Date; readonly payments: number }

type DueRow = { readonly dueAt: string; readonly n: bigint | number }

/** The instants up to `until` at which payments fall due, in order, the first hundred. */
export async function dueCounts(db: Tx, worldId: string, until: Date): Promise<DueCount[]> {
  await letOthersIn()
  const rows = await db.$queryRaw<DueRow[]>`
    SELECT "dueAt", COUNT(*) AS "n" FROM "Payment" WHERE "worldId" = ${worldId} AND "dueAt" <= ${until}
    GROUP BY "dueAt" ORDER BY "dueAt" LIMIT 100`
  await letOthersIn()
  return rows.map(({ dueAt, n }) => ({ at: new Date(dueAt), payments: Number(n) }))
}
