import { Prisma } from '../generated/client.ts'
import type { Tx } from './db.ts'

/**
 * Inserts many rows with one statement. Prisma spends more on describing a thousand wide rows than SQLite on storing them;
 * here they travel as one JSON text that the database takes apart. All rows name the same columns, in whatever
 * order; the others keep their defaults.
 */
export async function insertMany<Row extends object>(tx: Tx, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first)
  const names = Prisma.raw(columns.map(column => `"${column}"`).join(', '))
  const values = Prisma.raw(columns.map((_, place) => `json_extract("value", '$[${place}]')`).join(', '))
  const json = JSON.stringify(rows.map(row => valuesOf(row, columns)))
  await tx.$executeRaw`INSERT INTO ${Prisma.raw(`"${table}"`)} (${names}) SELECT ${values} FROM json_each(${json})`
}

// By name: a value in the column of another would be money on no account.
function valuesOf(row: object, columns: readonly string[]): unknown[] {
  const strange = Object.keys(row).length !== columns.length || !columns.every(column => Object.hasOwn(row, column))
  if (strange)
    throw new TypeError(`A row to insert has ${Object.keys(row).join(', ')}, the first ${columns.join(', ')}.`)
  return columns.map(column => encode(Reflect.get(row, column)))
}

// As the adapter stores them: instants as ISO 8601 with an offset, whole numbers beyond a double's as text, which the column's affinity turns back.
function encode(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (value === null || typeof value !== 'object') return value
  return value instanceof Date ? value.toISOString().replace('Z', '+00:00') : JSON.stringify(value)
}

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
