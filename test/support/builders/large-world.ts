import { Prisma } from '../../../src/generated/client.ts'
import { dialectOf } from '../../../src/platform/store/queries/dialect.ts'
import type { Tx } from '../../../src/platform/store/transaction.ts'

/** Fills an account of a world with transactions and their bookings: set by set, in the database. Its balance is what they add up to. */
export async function addTransactions(tx: Tx, worldId: string, accountId: string, count: number): Promise<void> {
  const day = dialectOf(tx).words.dayAfter(Prisma.sql`${'2020-01-01'}`, Prisma.sql`("value" % 2000)`)
  const id = Prisma.sql`substr(CAST(100000000 + "value" AS TEXT), 2)`
  const numbers = Prisma.sql`(WITH RECURSIVE "n" ("value") AS (SELECT 1 UNION ALL SELECT "value" + 1 FROM "n" WHERE "value" < ${count}) SELECT "value" FROM "n") AS "n"`
  await tx.$executeRaw`
    INSERT INTO "Transaction" ("worldId", "id", "accountId", "bookingDate", "valueDate", "amountMinor", "currency", "creditorName", "createdAt")
    SELECT ${worldId}, 't-' || ${id}, ${accountId}, ${day}, ${day}, "value" % 5000, 'NOK', 'Shop ' || ("value" % 50), '2020-01-01T00:00:00.000+00:00' FROM ${numbers}`
  await tx.$executeRaw`
    INSERT INTO "Booking" ("worldId", "id", "debitId", "creditId", "amountMinor", "currency", "reason", "bookedAt")
    SELECT ${worldId}, 'b-' || ${id}, 'clearing', ${accountId}, "value" % 5000, 'NOK', 'TRANSACTION', '2020-01-01T00:00:00.000+00:00' FROM ${numbers}`
  await tx.$executeRaw`
    UPDATE "Account" SET "bookedMinor" = "bookedMinor" + (SELECT SUM("amountMinor") FROM "Transaction" WHERE "worldId" = ${worldId} AND "accountId" = ${accountId} AND "id" LIKE 't-%')
    WHERE "worldId" = ${worldId} AND "id" = ${accountId}`
}
