import { codeOf } from '../errors.ts'
import { findMissing, type Migration } from '../migrations.ts'
import type { Connection } from './connection.ts'

const OLDEST_SERVER = 150_000

/**
 * Applies the missing migrations in one transaction. The first process applies them, the others wait for its end (D120). Throws when the database is
 * not ours, or is newer.
 */
export async function migrate(connection: Connection, migrations: readonly Migration[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await connection.script('BEGIN')
      await applyMissing(connection, migrations)
      await connection.script('COMMIT')
      return
    } catch (error) {
      await connection.script('ROLLBACK').catch(() => undefined)
      // When two processes create the first table at the same time, one fails after the other has committed.
      if (attempt === 10 || !['23505', '42P07', '42710'].includes(codeOf(error) ?? '')) throw error
    }
}

// The table that Prisma would create, so that `prisma migrate` can continue from here.
const CREATE_RECORDS = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ, "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT, "rolled_back_at" TIMESTAMPTZ, "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`

async function applyMissing(connection: Connection, migrations: readonly Migration[]): Promise<void> {
  const { run, script } = connection
  await requireServer(connection)
  await script(CREATE_RECORDS)
  await script('LOCK TABLE "_prisma_migrations" IN EXCLUSIVE MODE')
  for (;;) {
    const { rows } = await run(
      'SELECT "migration_name", "checksum", "finished_at" IS NOT NULL FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL',
    )
    const applied = rows.map(([name, checksum, finished]) => ({
      name: String(name),
      checksum: String(checksum),
      finished: finished === 't',
    }))
    const next = findMissing(applied, migrations)
    if (next === undefined) return
    await script(next.sql)
    await run(
      'INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at", "applied_steps_count") VALUES (gen_random_uuid(), $1, $2, now(), 1)',
      [next.checksum, next.name],
    )
  }
}

// Pages and cursors compare text by bytes (D120).
const SORTED_OTHERWISE = `SELECT relname, attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations' AND attnum > 0
    AND attcollation NOT IN (SELECT oid FROM pg_collation WHERE collname = 'C') AND attcollation <> 0
  ORDER BY 1, 2 LIMIT 1`

async function requireServer({ run }: Connection): Promise<void> {
  const [[version, encoding, recovering, readOnly, mayMake] = []] = (
    await run(
      "SELECT current_setting('server_version_num'), current_setting('server_encoding'), pg_is_in_recovery(), current_setting('transaction_read_only'), has_database_privilege(current_database(), 'CREATE')",
    )
  ).rows
  if (Number(version) < OLDEST_SERVER) throw new Error('its server is older than PostgreSQL 15: take a newer one')
  if (encoding !== 'UTF8') throw new Error(`its texts are in ${encoding}: make a database with ENCODING 'UTF8'`)
  if (recovering === 't') throw new Error('its server is a standby, which cannot be written: name the primary')
  if (readOnly === 'on')
    throw new Error('it is read-only: name one that can be written (default_transaction_read_only = off)')
  if (mayMake !== 't') throw new Error('its user may make nothing in it: let them own it (ALTER DATABASE … OWNER TO …)')
  const { rows } = await run(
    "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() ORDER BY table_name = '_prisma_migrations' DESC, 1 LIMIT 1",
  )
  const table = rows[0]?.[0]
  if (table !== undefined && table !== '_prisma_migrations')
    throw new Error(
      `it is a database of something else: it has the table ${table}, and none of ours: make one for the bank`,
    )
  const [sorted] = (await run(SORTED_OTHERWISE)).rows
  if (sorted !== undefined)
    throw new Error(`its column ${sorted.join('.')} is not in the order of bytes: restore it with its COLLATE "C"`)
}
