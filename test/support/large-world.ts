import type { Tx } from '../../src/store/transaction.ts'

/** Fills an account of a world with transactions and their bookings: set by set, in the database. Its balance is what they add up to. */
export async function addTransactions(tx: Tx, worldId: string, accountId: string, count: number): Promise<void> {
  const day = `date('2020-01-01', '+' || ("value" % 2000) || ' days')`
  const numbers = `(WITH RECURSIVE "n" ("value") AS (SELECT 1 UNION ALL SELECT "value" + 1 FROM "n" WHERE "value" < ${count}) SELECT "value" FROM "n") AS "n"`
  await tx.$executeRawUnsafe(
    `INSERT INTO "Transaction" ("worldId", "id", "accountId", "bookingDate", "valueDate", "amountMinor", "currency", "creditorName", "createdAt")
     SELECT ?, printf('t-%08d', "value"), ?, ${day}, ${day}, "value" % 5000, 'NOK', 'Shop ' || ("value" % 50), '2020-01-01T00:00:00.000+00:00' FROM ${numbers}`,
    worldId,
    accountId,
  )
  await tx.$executeRawUnsafe(
    `INSERT INTO "Booking" ("worldId", "id", "debitId", "creditId", "amountMinor", "currency", "reason", "bookedAt")
     SELECT ?, printf('b-%08d', "value"), 'clearing', ?, "value" % 5000, 'NOK', 'TRANSACTION', '2020-01-01T00:00:00.000+00:00' FROM ${numbers}`,
    worldId,
    accountId,
  )
  await tx.$executeRawUnsafe(
    `UPDATE "Account" SET "bookedMinor" = "bookedMinor" + (SELECT SUM("amountMinor") FROM "Transaction" WHERE "worldId" = ? AND "accountId" = ? AND "id" LIKE 't-%')
     WHERE "worldId" = ? AND "id" = ?`,
    worldId,
    accountId,
    worldId,
    accountId,
  )
}
