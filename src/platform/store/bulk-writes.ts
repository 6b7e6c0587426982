import { Prisma } from '../../generated/client.ts'
import { dialectOf } from './queries/dialect.ts'
import type { Tx } from './transaction.ts'

/** How many rows one statement inserts: about 10 ms (D74). */
export const INSERTED_AT_ONCE = 500

/**
 * Inserts many rows, some hundred with each statement. Prisma spends more time on describing a thousand wide rows than SQLite on storing them. Here
 * the rows travel as one JSON text, which the database takes apart. A column that is null in all rows is left out; a value that all rows share
 * travels once. All rows name the same columns, in any order; other columns keep their defaults.
 */
export async function insertMany<Row extends object>(tx: Tx, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first)
  const dialect = dialectOf(tx)
  for (let from = 0; from < rows.length; from += INSERTED_AT_ONCE) {
    const some = rows.slice(from, from + INSERTED_AT_ONCE).map(row => valuesOf(row, columns))
    const { shared, own } = partColumns(columns, some)
    const names = Prisma.raw([...shared, ...own].map(place => `"${columns[place]}"`).join(', '))
    const read = [
      ...shared.map(place => Prisma.sql`${bindable(some[0]?.[place])}`),
      ...own.map((place, member) => Prisma.raw(dialect.member(table, columns[place] ?? '', member))),
    ]
    const json = JSON.stringify(some.map(row => own.map(place => encode(row[place]))))
    await tx.$executeRaw`INSERT INTO ${Prisma.raw(`"${table}"`)} (${names}) SELECT ${Prisma.join(read)} FROM ${dialect.elements(json)}`
  }
}

type Values = readonly unknown[]

/** From this number of rows on, a separate statement for shared values is worth its price. */
const MANY = 16

/** The places of the columns whose value all rows share, and of those whose value differs. A column that is null in all rows is in neither. */
function partColumns(columns: readonly string[], rows: readonly Values[]): { shared: number[]; own: number[] } {
  const [shared, own]: [number[], number[]] = [[], []]
  for (const place of columns.keys()) {
    const value = rows[0]?.[place]
    const isShared = rows.every(row => row[place] === value)
    if (isShared && value == null) continue
    const travelsOnce = isShared && rows.length >= MANY && bindable(value) !== undefined
    if (travelsOnce) shared.push(place)
    else own.push(place)
  }
  // If no column differs, one row each must still be inserted.
  return own.length === 0 ? { shared: [], own: [...columns.keys()] } : { shared, own }
}

/** A value as SQLite binds it; undefined for a value that must be read out of the JSON. */
function bindable(value: unknown): string | number | bigint | null | undefined {
  const encoded = encode(value)
  if (typeof encoded === 'boolean') return Number(encoded)
  if (encoded === null || typeof encoded === 'string') return encoded
  return typeof encoded === 'number' && Number.isSafeInteger(encoded) ? encoded : undefined
}

// Values are matched to columns by name: an amount in the wrong column would be money on no account.
export function valuesOf(row: object, columns: readonly string[]): Values {
  const names = Object.keys(row)
  if (names.length === columns.length && names.every((name, place) => name === columns[place]))
    return Object.values(row)
  if (names.length !== columns.length || !columns.every(column => Object.hasOwn(row, column)))
    throw new TypeError(`A row to insert has ${names.join(', ')}, the first ${columns.join(', ')}.`)
  return columns.map(column => Reflect.get(row, column))
}

// As the adapter stores them: instants are ISO 8601 with an offset. Whole numbers that a double cannot hold are text, which the column's affinity
// turns into a number again.
export function encode(value: unknown): unknown {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return null
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (typeof value !== 'object') return value
  return value instanceof Date ? value.toISOString().replace('Z', '+00:00') : JSON.stringify(value)
}

/**
 * Changes many rows, each to its own values, with one statement. All rows name the same columns; `worldId` and `id` identify a row. Both travel in
 * the rows: if the statement named the world itself, SQLite would go through all rows of the world for each changed row.
 */
export async function updateMany<Row extends { readonly worldId: string; readonly id: string }>(
  tx: Tx,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first)
  const isKey = (column: string) => column === 'worldId' || column === 'id'
  const dialect = dialectOf(tx)
  const value = (column: string) => dialect.member(table, column, columns.indexOf(column))
  const changes = columns.filter(column => !isKey(column)).map(column => `"${column}" = ${value(column)}`)
  const keys = columns.filter(isKey).map(column => `"${table}"."${column}" = ${value(column)}`)
  const json = JSON.stringify(rows.map(row => valuesOf(row, columns).map(encode)))
  await tx.$executeRaw`UPDATE ${Prisma.raw(`"${table}" SET ${changes.join(', ')}`)} FROM ${dialect.elements(json)} WHERE ${Prisma.raw(keys.join(' AND '))}`
}

/** How many rows one statement deletes: about 10 ms (D74). */
const DELETED_AT_ONCE = 1_000

/** Deletes the rows of a world that belong to one parent, with pauses for other calls between the statements. Returns how many rows were deleted. */
export async function deleteOfParent(
  tx: Tx,
  table: 'Transaction' | 'CardTransaction',
  worldId: string,
  parent: { readonly column: 'accountId' | 'cardAccountId'; readonly id: string },
): Promise<number> {
  const [name, column] = [Prisma.raw(`"${table}"`), Prisma.raw(`"${parent.column}"`)]
  for (let deleted = 0; ; ) {
    const some = await tx.$executeRaw`DELETE FROM ${name} WHERE "worldId" = ${worldId} AND "id" IN (
      SELECT "id" FROM ${name} WHERE "worldId" = ${worldId} AND ${column} = ${parent.id} LIMIT ${DELETED_AT_ONCE})`
    deleted += some
    if (some < DELETED_AT_ONCE) return deleted
  }
}
