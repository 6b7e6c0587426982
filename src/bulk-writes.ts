import type { Tx } from './db.ts'
import { Prisma } from './generated/client.ts'

export type NewBalance = { readonly id: string; readonly bookedMinor: bigint; readonly reservedMinor: bigint }

// Three parameters a row stay far below the 32,766 that one statement of SQLite takes.
const ROWS_PER_STATEMENT = 2_000

/** Sets the balances of many accounts, each to its own, with one statement for thousands of them. */
export async function updateBalances(tx: Tx, worldId: string, balances: readonly NewBalance[]): Promise<void> {
  for (let from = 0; from < balances.length; from += ROWS_PER_STATEMENT) {
    const rows = balances.slice(from, from + ROWS_PER_STATEMENT)
    const values = Prisma.join(
      rows.map(
        ({ id, bookedMinor, reservedMinor }) =>
          Prisma.sql`(${id}, CAST(${bookedMinor} AS BIGINT), CAST(${reservedMinor} AS BIGINT))`,
      ),
    )
    await tx.$executeRaw`
      UPDATE "Account" SET "bookedMinor" = "new"."column2", "reservedMinor" = "new"."column3"
      FROM (VALUES ${values}) AS "new" WHERE "Account"."worldId" = ${worldId} AND "Account"."id" = "new"."column1"`
  }
}
