import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { systemClockAndIds } from '../../src/context.ts'
import { openStore } from '../../src/store/db.ts'
import { ensureDefaultWorld } from '../../src/worlds/doors.ts'
import { sharedPostgres } from './postgres.ts'

/** `npm run test:postgres` has the same tests on PostgreSQL. */
export const isOnPostgres = process.env['SANDBANK_TEST_DATABASE'] === 'postgres'

const databases = new Map<string, Promise<string>>()
let filled: Promise<string> | undefined

/** The address of a home's books: a file in it, or a database with the standard set in the world `default`. */
export function booksOf(home: string): string | Promise<string> {
  if (!isOnPostgres) return pathToFileURL(join(home, 'sandbank.db')).href
  filled ??= fillDatabase()
  const template = filled
  return databaseOf(home, async () => newDatabase(await template))
}

/** The address of books that are empty when they are first asked for. */
export function emptyBooks(path: string): string | Promise<string> {
  return isOnPostgres ? databaseOf(path, newDatabase) : pathToFileURL(path).href
}

function databaseOf(name: string, make: () => Promise<string>): Promise<string> {
  const known = databases.get(name) ?? make()
  databases.set(name, known)
  return known
}

async function newDatabase(template?: string): Promise<string> {
  const server = await sharedPostgres()
  return server.urlOf(await server.createDatabase(template))
}

// Databases are copied from it, as homes are from a folder.
async function fillDatabase(): Promise<string> {
  const server = await sharedPostgres()
  const name = await server.createDatabase()
  const store = await openStore(server.urlOf(name))
  await ensureDefaultWorld({ store, running: new Set(), ...systemClockAndIds })
  await store.close()
  return name
}
