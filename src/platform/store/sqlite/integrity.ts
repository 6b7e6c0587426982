import { readFileSync } from 'node:fs'
import { PACKAGE_ROOT } from '../../files/package-root.ts'
import { type Migration, migrate } from '../migrations.ts'
import { Database } from './driver.ts'

// After a clean end a large file is trusted; a file up to this size is read quickly.
const ALWAYS_READ_BYTES = 64 * 1024 * 1024

/** Throws when pages are damaged or a reference has no row. */
export function checkContent(database: Database, last: { afterCrash: boolean; size: number }): void {
  if (!last.afterCrash && last.size > ALWAYS_READ_BYTES) return
  const damage = database.pragma('quick_check(1)')
  if (damage !== 'ok') throw new Error(`it is damaged: ${damage}`)
  const [orphan] = rowsOf(database.prepare('PRAGMA foreign_key_check').all())
  if (orphan !== undefined)
    throw new Error(
      `it is damaged: a row of ${orphan['table']} points to a row of ${orphan['parent']} that is not there`,
    )
}

/**
 * Throws when a table, an index or a trigger differs from that of the migrations: missing, or with other columns. Additions of others are left alone.
 */
export function checkSchema(database: Database, migrations: readonly Migration[]): void {
  if (isAsMade(database, migrations)) return
  const found = schemaOf(database)
  for (const [name, { sql, columns }] of expectedSchema(migrations)) {
    const there = found.get(name)
    if (there === undefined) throw new Error(`its schema was changed: ${name} is missing`)
    const missing = columns.filter(column => !there.columns.includes(column))
    if (missing.length > 0) throw new Error(`its schema was changed: ${name} has no ${missing.join(', ')}`)
    if (there.sql !== sql) throw new Error(`its schema was changed: ${name} is not as this version made it`)
  }
}

/**
 * The build stores the tables and indexes that these migrations create beside the program, so that no start has to run the migrations for the
 * comparison.
 */
type StoredSchema = { readonly of: string; readonly texts: Readonly<Record<string, string>> }

const STORED_SCHEMA = new URL('dist/schema.json', PACKAGE_ROOT)
const EMPTY_STORE = new URL('dist/empty.db', PACKAGE_ROOT)

export function storableSchema(migrations: readonly Migration[]): StoredSchema {
  return { of: nameOf(migrations), texts: withFresh(migrations, textsOf) }
}

/** A new store gives pages back on request; a store created otherwise would have to be rewritten, and keeps its free pages. */
export function givePagesBackBitByBit(database: Database): void {
  database.pragma(PAGES)
}
const PAGES = 'auto_vacuum = INCREMENTAL'

/** An empty store with these migrations, as the bytes of its file. */
export function emptyStore(migrations: readonly Migration[]): Uint8Array {
  return withFresh(migrations, fresh => fresh.serialize())
}

/** The same as the build has stored it; undefined when there is none, or one of other migrations. */
export function storedEmptyFile(migrations: readonly Migration[]): Buffer | undefined {
  try {
    return readStoredSchema()?.of === nameOf(migrations) ? readFileSync(EMPTY_STORE) : undefined
  } catch {
    return undefined
  }
}

/** Compares word by word; a difference in blanks or additions is examined more closely. False also when nothing was stored. */
function isAsMade(database: Database, migrations: readonly Migration[]): boolean {
  const stored = readStoredSchema()
  if (stored === undefined || stored.of !== nameOf(migrations)) return false
  const found = textsOf(database)
  return Object.entries(stored.texts).every(([name, text]) => found[name] === text)
}

function readStoredSchema(): StoredSchema | undefined {
  try {
    return JSON.parse(readFileSync(STORED_SCHEMA, 'utf8'))
  } catch {
    return undefined
  }
}

const nameOf = (migrations: readonly Migration[]) => [PAGES, ...migrations.map(({ checksum }) => checksum)].join()

function textsOf(database: Database): Record<string, string> {
  return Object.fromEntries(
    rowsOf(database.prepare(TABLES_AND_INDEXES).all()).map(({ name = '', sql = '' }) => [name, sql]),
  )
}

type Schema = ReadonlyMap<string, { readonly sql: string; readonly columns: readonly string[] }>

let known: { readonly of: string; readonly schema: Schema } | undefined

/** The migrations are the same for every store that a process opens. */
function expectedSchema(migrations: readonly Migration[]): Schema {
  const of = nameOf(migrations)
  if (known?.of !== of) known = { of, schema: withFresh(migrations, schemaOf) }
  return known.schema
}

function withFresh<T>(migrations: readonly Migration[], read: (fresh: Database) => T): T {
  const fresh = new Database(':memory:')
  try {
    givePagesBackBitByBit(fresh)
    migrate(fresh, migrations, 'OFF')
    return read(fresh)
  } finally {
    fresh.close()
  }
}

function schemaOf(database: Database): Schema {
  const columns = new Map<string, string[]>()
  for (const { owner = '', name = '' } of rowsOf(database.prepare(COLUMNS).all()))
    columns.set(owner, [...(columns.get(owner) ?? []), name])
  return new Map(
    rowsOf(database.prepare(TABLES_AND_INDEXES).all()).map(({ name = '', sql = '' }) => [
      name,
      { sql: normalised(sql), columns: columns.get(name) ?? [] },
    ]),
  )
}

const COLUMNS =
  "SELECT m.name AS owner, c.name AS name FROM sqlite_master m, pragma_table_xinfo(m.name) c WHERE m.type = 'table'"
const TABLES_AND_INDEXES =
  "SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'index', 'trigger') AND name NOT LIKE 'sqlite_%'"

// Another version of SQLite may write a renamed table with other blanks and quotes.
function normalised(sql: string): string {
  return sql
    .replaceAll(/["`]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1')
}

function rowsOf(rows: unknown): Record<string, string>[] {
  if (!Array.isArray(rows)) return []
  return rows.map(row => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])))
}
