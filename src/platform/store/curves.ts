import { name } from './page-sql.ts'
import { LINES } from './statement-slices.ts'
import { type SumParts, sumOf, sumParts } from './sums.ts'
import type { Tx } from './transaction.ts'
import { afterYield, yieldTurn } from './turns.ts'

export type DayChange = { readonly day: string; readonly changeMinor: bigint }

type DayRow = SumParts & { readonly day: string }

const TABLES = { account: 'Transaction', cardAccount: 'CardTransaction' } as const

export type Holder = { readonly kind: keyof typeof TABLES; readonly id: string }

/** The latest lines of an account or card account, summed for each day, latest day first. */
export async function dayChanges(db: Tx, worldId: string, { kind, id }: Holder, lines: number): Promise<DayChange[]> {
  const table = TABLES[kind]
  const { holder, amount } = LINES[table]
  const read = () => db.$queryRaw<DayRow[]>`
    SELECT "bookingDate" AS "day", ${sumParts('minor')}
    FROM (SELECT "bookingDate", ${name(amount)} AS "minor" FROM ${name(table)} WHERE "worldId" = ${worldId} AND ${name(holder)} = ${id}
      ORDER BY "bookingDate" DESC, "id" DESC LIMIT ${lines}) AS "some"
    GROUP BY "bookingDate" ORDER BY "bookingDate" DESC`
  // One page draws several accounts: other calls have their turn between them (D74).
  const rows = await afterYield(read)
  return rows.map(({ day, ...parts }) => ({ day, changeMinor: sumOf(parts) }))
}

export type DueCount = { readonly at: Date; readonly payments: number }

type DueRow = { readonly at: string; readonly n: bigint | number }

/** The first hundred instants up to `until` at which payments fall due, in order. */
export async function dueCounts(db: Tx, worldId: string, until: Date): Promise<DueCount[]> {
  await yieldTurn()
  // The instant is read as text: Prisma's client, which would convert it, takes long to load and holds every call up (D74).
  const rows = await db.$queryRaw<DueRow[]>`
    SELECT CAST("dueAt" AS TEXT) AS "at", COUNT(*) AS "n" FROM "Payment"
    WHERE "worldId" = ${worldId} AND "dueAt" <= ${until}
    GROUP BY "dueAt" ORDER BY "dueAt" LIMIT 100`
  await yieldTurn()
  return rows.map(({ at, n }) => ({ at: new Date(at), payments: Number(n) }))
}
