import { pathToFileURL } from 'node:url'
import { readMigrations } from '../../../src/platform/store/migrations.ts'
import { migrationsPath } from './migrations.ts'
import { type Postgres, sharedPostgres } from './postgres.ts'

/**
 * The schema as PostgreSQL gets it. Enums, instants and JSON are the texts that they are in SQLite, so that both engines bind, compare and read the same; an enum as
 * text also takes a new value without an ALTER TYPE, and JSONB would reorder keys. Nothing points to World: its row is locked by each command, which keeps what a
 * foreign key would, and those keys are two thirds of the cost of a copy.
 */
export function schemaForPostgres(schema: string): string {
  const enums = [...schema.matchAll(/^enum (\w+)/gm)].map(([, name]) => name)
  const asText = new RegExp(`^(\\s+\\w+\\s+)(?:${[...enums, 'DateTime', 'Json'].join('|')})\\b`, 'gm')
  return schema
    .replace('provider = "sqlite"', 'provider = "postgresql"')
    .replaceAll(/^enum \w+ \{[^}]*\}\n/gm, '')
    .replaceAll(/^\s+\w+\s+World\s+@relation.*\n/gm, '')
    .replaceAll(/^model World \{[^}]*\}/gm, model => model.replaceAll(/^\s+\w+\s+\w+\[\]\n/gm, ''))
    .replaceAll(asText, '$1String')
}

/** Keysets and the order of names are those of the bytes, whatever the database's own collation is. */
export function withCollation(script: string): string {
  return script.replaceAll(/^(\s+"\w+" TEXT|ALTER TABLE .*ADD COLUMN\s+"\w+" TEXT)\b/gm, '$1 COLLATE "C"')
}

/** A database with our tables on the server of these tests. */
export async function migratedDatabase(): Promise<{ server: Postgres; database: string }> {
  const server = await sharedPostgres()
  const database = await server.createDatabase()
  for (const { sql } of readMigrations(pathToFileURL(`${migrationsPath('postgresql')}/`)))
    await server.query(database, sql)
  return { server, database }
}
