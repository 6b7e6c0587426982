import { WAITING_STATUSES } from '../../domain/status.ts'
import { Prisma } from '../../generated/client.ts'
import type { Tx } from './transaction.ts'

/** A line of a statement that is not booked yet: the transfer of a payment, or the fee that belongs to it. */
export type PendingLine = { readonly entryId: string; readonly isFee: boolean }

/** Selects the pending lines of an account by the time when their payments were registered: from one instant to before another. */
export type PendingQuery = {
  readonly worldId: string
  readonly accountId: string
  readonly from: Date
  readonly until: Date
}

type Row = { readonly id: string; readonly isFee: bigint | number }

/** How many lines the authorised payments of an account will book. */
export async function countPendingLines(db: Tx, query: PendingQuery): Promise<number> {
  const [row] = await db.$queryRaw<{ n: bigint | number }[]>`SELECT COUNT(*) AS "n" FROM (${linesOf(query)}) AS "lines"`
  return Number(row?.n ?? 0)
}

/** A slice of these lines, newest first. */
export async function slicePendingLines(
  db: Tx,
  query: PendingQuery,
  offset: number,
  limit: number,
): Promise<PendingLine[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT * FROM (${linesOf(query)}) AS "lines" ORDER BY "id" DESC, "isFee" DESC LIMIT ${limit} OFFSET ${offset}`
  return rows.map(({ id, isFee }) => ({ entryId: id, isFee: Number(isFee) === 1 }))
}

// A fee is a transaction of its own (D48).
function linesOf({ worldId, accountId, from, until }: PendingQuery): Prisma.Sql {
  const entries = Prisma.sql`
    FROM "Payment" AS "p" JOIN "PaymentEntry" AS "e" ON "e"."worldId" = "p"."worldId" AND "e"."paymentId" = "p"."id"
    WHERE "p"."worldId" = ${worldId} AND "p"."debtorAccountId" = ${accountId}
      AND "p"."status" IN (${Prisma.join([...WAITING_STATUSES])}) AND "p"."service" <> 'PERIODIC'
      AND "p"."createdAt" >= ${from} AND "p"."createdAt" < ${until}`
  return Prisma.sql`SELECT "e"."id", 0 AS "isFee" ${entries}
    UNION ALL SELECT "e"."id", 1 AS "isFee" ${entries} AND "e"."feeMinor" > 0`
}
