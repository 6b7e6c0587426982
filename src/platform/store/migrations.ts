import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { messageOf } from './errors.ts'
import type { Database } from './sqlite/driver.ts'
import { writeEstimates } from './sqlite/estimates.ts'

/** One step of the schema's history, as a folder of prisma/migrations. */
export type Migration = { readonly name: string; readonly sql: string; readonly checksum: string }

/** All migrations of a directory, in order. */
export function readMigrations(directory: URL): Migration[] {
  const entries = readdirSync(directory, { withFileTypes: true }).filter(entry => entry.isDirectory())
  const names = entries.map(entry => entry.name).sort()
  return names.map(name => {
    const sql = readFileSync(new URL(`${name}/migration.sql`, directory), 'utf8')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

/** Applies the missing migrations in order. The transaction of each also writes its record. Throws when the database is not ours, or is newer. */
export function migrate(
  database: Database,
  migrations: readonly Migration[],
  synchronous: 'FULL' | 'OFF' = 'FULL',
): void {
  requireOwnTables(database)
  database.pragma('journal_mode = WAL')
  database.pragma(`synchronous = ${synchronous}`)
  // A migration that rebuilds a table drops the old one; with foreign keys on, that would delete the rows that point to it.
  database.pragma('foreign_keys = OFF')
  // Each turn takes the lock again and reads which migrations are applied: another process may be applying them, too.
  while (applyNext(database, migrations)) writeEstimates(database)
}

/** Throws when something is missing, and changes nothing. */
export function requireMigrated(database: Database, migrations: readonly Migration[]): void {
  if (findMissing(readApplied(database), migrations) !== undefined)
    throw new Error(
      'it is of an earlier version: start this version on it once, which changes it, or on a copy of its folder',
    )
}

/** Gives a copied database its own records of migrations: new ids, applied now. */
export function renewRecords(database: Database, migrations: readonly Migration[]): void {
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = OFF')
  database.exec('DELETE FROM "_prisma_migrations"')
  const insert = database.prepare(INSERT_RECORD)
  for (const { name, checksum } of migrations) insert.run([checksum, name])
}

function applyNext(database: Database, migrations: readonly Migration[]): boolean {
  return database.transaction(() => {
    const next = findMissing(readApplied(database), migrations)
    if (next === undefined) return false
    apply(database, next)
    return true
  })
}

// The table that Prisma would create, so that `prisma migrate` can continue from here.
const CREATE_RECORDS = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    TEXT PRIMARY KEY NOT NULL,
    "checksum"              TEXT NOT NULL,
    "finished_at"           DATETIME,
    "migration_name"        TEXT NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        DATETIME,
    "started_at"            DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count"   INTEGER UNSIGNED NOT NULL DEFAULT 0
)`

// The database creates the id and the instants in Prisma's form: a UUID, and milliseconds since 1970.
const INSERT_RECORD = `INSERT INTO "_prisma_migrations"
  ("id", "checksum", "migration_name", "started_at", "finished_at", "applied_steps_count")
  SELECT substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-4' || substr(h, 14, 3) || '-8' || substr(h, 18, 3) || '-' || substr(h, 21, 12), ?, ?, t, t, 1
  FROM (SELECT lower(hex(randomblob(16))) AS h, CAST(unixepoch('subsec') * 1000 AS INTEGER) AS t)`

function apply(database: Database, { name, sql, checksum }: Migration): void {
  try {
    database.exec(CREATE_RECORDS)
    database.exec(sql)
    const broken = database.prepare('PRAGMA foreign_key_check').all()
    if (broken.length > 0) throw new Error(`it leaves ${broken.length} rows that point nowhere`)
    database.prepare(INSERT_RECORD).run([checksum, name])
  } catch (error) {
    throw new Error(`the migration ${name} failed and was taken back: ${messageOf(error)}`, { cause: error })
  }
}

export type AppliedMigration = { readonly name: string; readonly checksum: string; readonly finished: boolean }

function readApplied(database: Database): AppliedMigration[] {
  if (!listTables(database).includes('_prisma_migrations')) return []
  const rows = database
    .prepare(
      'SELECT migration_name, checksum, finished_at IS NOT NULL FROM "_prisma_migrations" WHERE rolled_back_at IS NULL',
    )
    .raw()
    .all()
  return rows.map(row => {
    const [name, checksum, finished] = Array.isArray(row) ? row : []
    return { name: String(name), checksum: String(checksum), finished: finished === 1 }
  })
}

export function findMissing(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): Migration | undefined {
  const known = new Map(migrations.map(migration => [migration.name, migration]))
  for (const { name, checksum, finished } of applied) {
    const migration = known.get(name)
    if (migration === undefined)
      throw new Error(`it has the migration ${name}, which this version does not know: it belongs to a newer version`)
    if (migration.checksum !== checksum)
      throw new Error(`its migration ${name} is not the one of this version: the file was edited after it was applied`)
    if (!finished) throw new Error(`its migration ${name} was begun and never finished`)
  }
  const names = new Set(applied.map(({ name }) => name))
  return migrations.find(({ name }) => !names.has(name))
}

function requireOwnTables(database: Database): void {
  const tables = listTables(database)
  if (tables.length > 0 && !tables.includes('_prisma_migrations')) {
    throw new Error(`it is a database of something else: it has the table ${tables[0]}, and none of ours`)
  }
}

function listTables(database: Database): string[] {
  const names = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all()
  return names.map(String)
}
