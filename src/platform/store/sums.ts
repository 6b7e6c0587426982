import { CLEARING, FEES } from '../../domain/ledger.ts'
import { type PaymentStatus, Prisma } from '../../generated/client.ts'
import type { Db } from './transaction.ts'
import { inSteps } from './turns.ts'

export type BookingSums = {
  /** Amounts received less amounts paid, by account, card account or internal side. */
  readonly byAccount: ReadonlyMap<string, bigint>
  /** The sides that are not accounts. */
  readonly internal: ReadonlySet<string>
  readonly bookings: number
}

// A sum is taken in two parts, millions and the rest, since the sum of large amounts may not fit into the database's integers.
const PART = 1_000_000n

/** The two parts of a sum; null when there are no rows. */
export type SumParts = { readonly high: bigint | number | null; readonly low: bigint | number | null }

/** SQL that sums an amount as SumParts. */
export function sumParts(amount: string, condition = 'TRUE'): Prisma.Sql {
  const part = (expression: string, name: string) => `SUM(${expression}) FILTER (WHERE ${condition}) AS "${name}"`
  return Prisma.raw(`${part(`"${amount}" / ${PART}`, 'high')}, ${part(`"${amount}" % ${PART}`, 'low')}`)
}

export function sumOf(parts: SumParts | undefined): bigint {
  return BigInt(parts?.high ?? 0) * PART + BigInt(parts?.low ?? 0)
}

type Pair = SumParts & {
  readonly debitId: string
  readonly creditId: string
  readonly n: bigint | number
  readonly last: string
}

/** How many rows one statement goes through at most, so that other calls have their turn in between (D74). */
const ROWS_AT_ONCE = 5_000
const PAYMENTS_AT_ONCE = 500

/** Sums both sides of every booking of a world. */
export async function sumBookings(db: Db, worldId: string): Promise<BookingSums> {
  const byAccount = new Map<string, bigint>()
  let bookings = 0
  const add = (id: string, minor: bigint) => byAccount.set(id, (byAccount.get(id) ?? 0n) + minor)
  for await (const pairs of inSlices(
    ROWS_AT_ONCE,
    (after, rows) =>
      db.$queryRaw<Pair[]>`
      SELECT "debitId", "creditId", ${sumParts('amountMinor')}, COUNT(*) AS "n", MAX("id") AS "last"
      FROM (SELECT * FROM "Booking" WHERE "worldId" = ${worldId} AND "id" > ${after} ORDER BY "id" LIMIT ${rows}) AS "some"
      GROUP BY "debitId", "creditId"`,
  )) {
    for (const { debitId, creditId, n, ...parts } of pairs) {
      const minor = sumOf(parts)
      add(creditId, minor)
      add(debitId, -minor)
      bookings += Number(n)
    }
  }
  return { byAccount, internal: new Set([CLEARING, FEES]), bookings }
}

/** The amount that a payment reserves, how often it was executed, and how often an execution was booked. */
export type PaymentCount = {
  readonly id: string
  readonly status: PaymentStatus
  readonly debtorAccountId: string
  readonly reservedMinor: bigint
  readonly dueAt: Date | null
  readonly paid: number
  readonly booked: number
}

type CountRow = {
  readonly [Column in keyof PaymentCount]: PaymentCount[Column] extends bigint | number
    ? bigint | number
    : PaymentCount[Column] extends Date | null
      ? Date | string | null
      : PaymentCount[Column]
} & { readonly last: string }

/** Goes through the payments of a world in slices. */
export async function* countPayments(db: Db, worldId: string): AsyncGenerator<readonly PaymentCount[]> {
  const slices = inSlices(
    PAYMENTS_AT_ONCE,
    (after, rows) =>
      db.$queryRaw<CountRow[]>`
      SELECT "id", "id" AS "last", "status", "debtorAccountId", "reservedMinor" + 0 AS "reservedMinor", CAST("dueAt" AS TEXT) AS "dueAt",
        (SELECT COUNT(*) FROM "PaymentEntry" AS "e" WHERE "e"."worldId" = "p"."worldId" AND "e"."paymentId" = "p"."id" AND "e"."status" = 'EXECUTED')
        + (SELECT COUNT(*) FROM "Execution" AS "x" WHERE "x"."worldId" = "p"."worldId" AND "x"."paymentId" = "p"."id" AND "x"."status" = 'EXECUTED')
        AS "paid",
        (SELECT COUNT(*) FROM "Booking" AS "b" WHERE "b"."worldId" = "p"."worldId" AND "b"."paymentId" = "p"."id" AND "b"."reason" = 'PAYMENT')
        AS "booked"
      FROM "Payment" AS "p" WHERE "worldId" = ${worldId} AND "id" > ${after} ORDER BY "id" LIMIT ${rows}`,
  )
  for await (const rows of slices)
    yield rows.map(row => ({
      ...row,
      reservedMinor: BigInt(row.reservedMinor),
      dueAt: row.dueAt === null ? null : new Date(row.dueAt),
      paid: Number(row.paid),
      booked: Number(row.booked),
    }))
}

/** An account's or card account's own figures. */
export type Balance = { readonly id: string; readonly bookedMinor: bigint; readonly reservedMinor: bigint }

/** Goes through the accounts of a world, or its card accounts, in slices. */
export async function* readBalances(
  db: Db,
  kind: 'account' | 'cardAccount',
  worldId: string,
): AsyncGenerator<readonly Balance[]> {
  const select = { id: true, bookedMinor: true, reservedMinor: true } as const
  const page = (after: string, rows: number) => ({
    where: { worldId, id: { gt: after } },
    select,
    orderBy: { id: 'asc' } as const,
    take: rows,
  })
  const read = {
    account: (after: string, rows: number) => db.account.findMany(page(after, rows)),
    cardAccount: (after: string, rows: number) => db.cardAccount.findMany(page(after, rows)),
  }
  yield* inSlices(ROWS_AT_ONCE, async (after, rows) =>
    (await read[kind](after, rows)).map(row => ({ ...row, last: row.id })),
  )
}

// In the order of the ids, each slice after the last row of the one before.
async function* inSlices<Row extends { readonly last: string }>(
  most: number,
  read: (after: string, rows: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  const step = inSteps(most)
  let after = ''
  for (;;) {
    const from = after
    const rows = await step(count => read(from, count))
    if (rows.length === 0) return
    after =
      rows
        .map(({ last }) => last)
        .toSorted()
        .at(-1) ?? after
    yield rows
  }
}
