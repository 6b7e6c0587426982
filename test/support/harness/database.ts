import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openStore } from '../../../src/platform/store/db.ts'
import { systemDeps } from '../../../src/sandbox/hooks.ts'
import { ensureDefaultWorld } from '../../../src/sandbox/worlds/doors.ts'
import { sharedPostgres } from './postgres.ts'
import { guardScope } from './scope-guard.ts'

/** `npm run test:postgres` has the same tests on PostgreSQL. */
export const isOnPostgres = process.env['SANDBANK_TEST_DATABASE'] === 'postgres'

/** How many statements a read emits: with `npm run test:differential` both engines run it. */
export const STATEMENTS_OF_READ = process.env['SANDBANK_TEST_ENGINE'] === 'both' ? 2 : 1

const databases = new Map<string, Promise<string>>()
let [empty, filled]: (Promise<string> | undefined)[] = []

/** The address of a home's books: a file in it, or a database with the standard set in the world `default`. */
export function booksOf(home: string): string | Promise<string> {
  if (!isOnPostgres) return pathToFileURL(join(home, 'sandbank.db')).href
  filled ??= fillDatabase()
  return databaseOf(home, filled)
}

/** The address of books that are empty when they are first asked for. */
export function emptyBooks(path: string): string | Promise<string> {
  return isOnPostgres ? databaseOf(path, migrated()) : pathToFileURL(path).href
}

/** The address of a database with our tables, and what holds commands to their scope. */
export async function newDatabase(template = migrated()): Promise<string> {
  const server = await sharedPostgres()
  return server.urlOf(await server.createDatabase(await template))
}

function databaseOf(name: string, template: Promise<string>): Promise<string> {
  const known = databases.get(name) ?? newDatabase(template)
  databases.set(name, known)
  return known
}

// Databases are copied from these two, as homes are from a folder.
function migrated(): Promise<string> {
  empty ??= migrateDatabase()
  return empty
}

async function migrateDatabase(): Promise<string> {
  const server = await sharedPostgres()
  const name = await server.createDatabase()
  await (await openStore(server.urlOf(name))).close()
  await guardScope(server, name)
  return name
}

async function fillDatabase(): Promise<string> {
  const server = await sharedPostgres()
  const name = await server.createDatabase(await migrated())
  const store = await openStore(server.urlOf(name))
  await ensureDefaultWorld({ store, running: new Set(), ...systemDeps })
  await store.close()
  return name
}
