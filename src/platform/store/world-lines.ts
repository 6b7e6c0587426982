import { createHash } from 'node:crypto'
import { DomainError } from '../../domain/errors.ts'
import { isObject } from '../../domain/given.ts'
import { parseJson } from '../../domain/texts.ts'
import { Prisma } from '../../generated/client.ts'
import { breaksConstraint } from './errors.ts'
import { name, names } from './page-sql.ts'
import { dialectOf } from './queries/dialect.ts'
import { type Field, tables } from './queries/tables.ts'
import type { Db, Tx } from './transaction.ts'
import { WORLD_TABLES } from './world-tables.ts'

/** The rows of a world as lines of text, for another store: `{"table":"Customer","rows":[[…],…]}`, referenced rows first. */

/** How many rows and bytes a line has, so that no call waits long for one (D74), and each fits into one call. */
const LINE = { rows: 500, bytes: 262_144 } as const

/** Where the next line begins: after this key of this table. */
export type LinePlace = { readonly table: number; readonly after?: readonly string[] | undefined }

const COLUMNS = WORLD_TABLES.map(({ table, columns, key }) => {
  const fields = columns.flatMap(name => tables.get(table)?.fields.get(name) ?? [])
  return { table, key, columns, fields, list: names(columns), name: name(table), keys: names(key) }
})

/** The tables and columns in the lines of this version; lines of another version cannot be read. */
export const LAYOUT = createHash('sha256')
  .update(
    JSON.stringify(
      COLUMNS.map(({ table, fields }) => [table, fields.map(({ name, type, nullable }) => [name, type, nullable])]),
    ),
  )
  .digest('hex')
  .slice(0, 16)

/** Rows of one table, and where the next rows begin. */
export type ReadLine = { readonly line: string; readonly next: LinePlace }

/** The next line of a world and the place of the one after it; `undefined` when all rows are read. */
export async function readLine(db: Db, worldId: string, from: LinePlace): Promise<ReadLine | undefined> {
  for (let place: LinePlace | undefined = from; ; place = { table: place.table + 1 }) {
    const source = COLUMNS[place.table]
    if (source === undefined) return undefined
    const { table, columns, name, key, keys } = source
    const rest =
      place.after === undefined ? Prisma.empty : Prisma.sql`AND (${keys}) > (${Prisma.join([...place.after])})`
    const dialect = dialectOf(db)
    // No column has these names: PostgreSQL looks for the names of an ORDER BY among the selected ones first.
    const found = await db.$queryRaw<{ lineRow: string; lineKey: string }[]>`
      SELECT ${Prisma.raw(dialect.array(table, columns))} AS "lineRow", ${Prisma.raw(dialect.array(table, key))} AS "lineKey" FROM ${name}
      WHERE "worldId" = ${worldId} ${rest} ORDER BY ${keys} LIMIT ${LINE.rows}`
    const fitting = found.slice(0, fittingOf(found))
    const last = fitting.at(-1)
    if (last === undefined) continue
    const after: string[] = JSON.parse(last.lineKey)
    const line = `{"table":"${table}","rows":[${fitting.map(({ lineRow }) => lineRow).join(',')}]}`
    return { line, next: { table: place.table, after } }
  }
}

function fittingOf(rows: readonly { readonly lineRow: string }[]): number {
  let bytes = 0
  const over = rows.findIndex(({ lineRow }, place) => {
    bytes += lineRow.length
    return place > 0 && bytes > LINE.bytes
  })
  return over === -1 ? rows.length : over
}

/** The faults in the values of a row, by the rules of the functions that write such rows. */
type FaultInRow = (table: string, row: ReadonlyMap<string, unknown>) => string | undefined

/**
 * Inserts the rows of a line into a world that no call can open yet. Returns how many. Throws FORMAT_ERROR with the place when the line is not valid.
 */
export async function writeLine(tx: Tx, worldId: string, line: string, faultInRow: FaultInRow): Promise<number> {
  const { table, rows } = parseLine(line)
  const columns = COLUMNS.find(one => one.table === table)
  if (columns === undefined) throw damaged(`${JSON.stringify(table.slice(0, 60))} is no table.`)
  if (rows.length > LINE.rows) throw damaged(`A line has at most ${LINE.rows} rows.`)
  for (const [place, row] of rows.entries()) {
    const fault = faultInRow(columns.table, valuesOf(columns.fields, row, `${columns.table}[${place}]`))
    if (fault !== undefined) throw damaged(`${columns.table}[${place}].${fault}.`)
  }
  try {
    return await insertLine(tx, worldId, columns, line)
  } catch (error) {
    if (!breaksConstraint(error)) throw error
    throw damaged(`A row of ${columns.table} is there twice, or refers to one that is not.`)
  }
}

/** Inserts a line that this store has just read into a world that no call can open yet: it needs no check. */
export async function copyLine(tx: Tx, worldId: string, { line, next }: ReadLine): Promise<void> {
  const columns = COLUMNS[next.table]
  if (columns !== undefined) await insertLine(tx, worldId, columns, line)
}

// The text itself, since JavaScript's numbers cannot hold all of SQLite's.
function insertLine(tx: Tx, worldId: string, { table, fields, list, name }: (typeof COLUMNS)[number], line: string) {
  const dialect = dialectOf(tx)
  const values = Prisma.raw(fields.map((field, place) => dialect.member(table, field.name, place)).join(', '))
  return tx.$executeRaw`INSERT INTO ${name} ("worldId", ${list})
    SELECT ${worldId}, ${values} FROM ${dialect.elements(line, 'rows')}`
}

function parseLine(line: string): { readonly table: string; readonly rows: readonly unknown[] } {
  const read = parseJson(line)
  if (isObject(read) && typeof read['table'] === 'string' && Array.isArray(read['rows']))
    return { table: read['table'], rows: read['rows'] }
  throw damaged('It is no line of rows.')
}

function valuesOf(fields: readonly Field[], row: unknown, place: string): Map<string, unknown> {
  if (!Array.isArray(row) || row.length !== fields.length) throw damaged(`${place} has not ${fields.length} values.`)
  const wrong = fields.find((field, column) => !fits(field, row[column]))
  if (wrong !== undefined) throw damaged(`${place}.${wrong.name} is no ${wrong.type}.`)
  return new Map(fields.map(({ name }, column) => [name, row[column]]))
}

function fits(field: Field, value: unknown): boolean {
  return value === null ? field.nullable : FITS[field.type](value, field)
}

const FITS = {
  String: value => typeof value === 'string' && value.isWellFormed(),
  Enum: (value, { values }) => typeof value === 'string' && values.has(value),
  Boolean: value => value === 0 || value === 1,
  Int: value => typeof value === 'number' && (value | 0) === value,
  BigInt: value => typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 63,
  DateTime: value => typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value)),
  Json: value => typeof value === 'string' && parseJson(value) !== undefined,
} as const satisfies Record<Field['type'], (value: unknown, field: Field) => boolean>

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/

function damaged(text: string): DomainError {
  return new DomainError('FORMAT_ERROR', `This is not what a bank of this version has written: ${text}`, 'line')
}
