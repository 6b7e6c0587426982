import { CLEARING, FEES } from '../domain/ledger.ts'
import type { Tx } from './db.ts'

export type BookingSums = {
  /** What went in less what went out, by account, card account or internal side. */
  readonly byAccount: ReadonlyMap<string, bigint>
  /** The sides that are no accounts. */
  readonly internal: ReadonlySet<string>
  readonly bookings: number
}

type Side = {
  readonly id: string
  readonly high: bigint | number
  readonly low: bigint | number
  readonly n: bigint | number
}

// Sums are taken in two parts, millions and the rest, since the sum of large amounts may not fit the database's integers.
const PART = 1_000_000n

/** Adds up both sides of every booking of a world. */
export async function sumBookings(db: Tx, worldId: string): Promise<BookingSums> {
  const credits = await db.$queryRaw<Side[]>`
    SELECT "creditId" AS "id", SUM("amountMinor" / 1000000) AS "high", SUM("amountMinor" % 1000000) AS "low", COUNT(*) AS "n"
    FROM "Booking" WHERE "worldId" = ${worldId} GROUP BY "creditId"`
  const debits = await db.$queryRaw<Side[]>`
    SELECT "debitId" AS "id", SUM("amountMinor" / 1000000) AS "high", SUM("amountMinor" % 1000000) AS "low", COUNT(*) AS "n"
    FROM "Booking" WHERE "worldId" = ${worldId} GROUP BY "debitId"`
  const byAccount = new Map<string, bigint>()
  for (const side of credits) byAccount.set(side.id, (byAccount.get(side.id) ?? 0n) + whole(side))
  for (const side of debits) byAccount.set(side.id, (byAccount.get(side.id) ?? 0n) - whole(side))
  return {
    byAccount,
    internal: new Set([CLEARING, FEES]),
    bookings: credits.reduce((sum, side) => sum + Number(side.n), 0),
  }
}

function whole({ high, low }: Side): bigint {
  return BigInt(high) * PART + BigInt(low)
}
