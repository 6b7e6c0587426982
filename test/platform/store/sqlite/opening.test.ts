import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openStore, type Store } from '../../../../src/platform/store/db.ts'
import { Database } from '../../../../src/platform/store/sqlite/driver.ts'
import { listWorldIds } from '../../../support/builders/world-rows.ts'
import { makeDirectory, openTestStore, urlOf } from '../../../support/harness/stores.ts'
import { copyMigrations, makeStoreFile } from './store-files.ts'

const DURABLE = { journal_mode: 'wal', synchronous: 1n, fullfsync: 1n, foreign_keys: 1n }

async function readPragmas(store: Store) {
  const read = (db: Pick<Store['reader'], '$queryRawUnsafe'>) =>
    Promise.all([...Object.keys(DURABLE), 'query_only'].map(name => db.$queryRawUnsafe<object[]>(`PRAGMA ${name}`)))
  const merge = (rows: object[][]): unknown => Object.assign({}, ...rows.flat())
  return { writer: merge(await store.transaction(read)), reader: merge(await read(store.reader)) }
}

async function addMigration(directory: string, name: string, sql: string): Promise<void> {
  await mkdir(join(directory, name))
  await writeFile(join(directory, name, 'migration.sql'), sql)
}

it('makes the directory, the file and the tables that are missing', async () => {
  const path = join(await makeDirectory(), 'deep', 'down', 'books.db')

  const store = await openTestStore(path)

  expect(await listWorldIds(store.reader)).toEqual([])
  expect(await store.health()).toEqual({ ok: true })
})

it('takes a short file: address as well as a full one', async () => {
  const path = await makeStoreFile()

  const store = await openStore(`file:${path}`)
  onTestFinished(() => store.close())

  expect(await listWorldIds(store.reader)).toEqual(['a', 'b'])
})

it('runs both connections durably, on a new file and on one that exists', async () => {
  const path = await makeStoreFile()
  const expected = { writer: { ...DURABLE, query_only: 0n }, reader: { ...DURABLE, query_only: 1n } }

  expect(await readPragmas(await openTestStore())).toEqual(expected)
  expect(await readPragmas(await openTestStore(path))).toEqual(expected)
})

it('leaves one file behind when it is closed', async () => {
  const path = await makeStoreFile()

  expect(await readdir(join(path, '..'))).toEqual(['books.db'])
})

it('refuses an address that is no file, and one with parameters', async () => {
  await expect(openStore('postgres://localhost/books')).rejects.toThrow('must be file: and a path')
  await expect(openStore('file:')).rejects.toThrow('must be file: and a path')
  await expect(openStore('file:books.db?mode=memory')).rejects.toThrow('takes no parameters')
})

it('refuses a file that is no SQLite database, and leaves it as it was', async () => {
  const path = join(await makeDirectory(), 'letter.txt')
  const letter = 'Dear bank, this is a letter and not a database. '.repeat(100)
  await writeFile(path, letter)

  await expect(openStore(urlOf(path))).rejects.toThrow(`Cannot open the store ${path}: it is not an SQLite database`)

  expect(await readFile(path, 'utf8')).toBe(letter)
})

it('refuses the database of another application, and leaves it as it was', async () => {
  const path = join(await makeDirectory(), 'other.db')
  const other = new Database(path)
  other.exec("CREATE TABLE note (text TEXT); INSERT INTO note VALUES ('mine')")
  other.close()
  const before = await readFile(path)

  await expect(openStore(urlOf(path))).rejects.toThrow(
    `${path}: it is a database of something else: it has the table note`,
  )

  expect(await readFile(path)).toEqual(before)
})

it('refuses a directory, and a path through a file', async () => {
  const directory = await makeDirectory()
  await writeFile(join(directory, 'file'), '')

  await expect(openStore(urlOf(directory))).rejects.toThrow(`Cannot open the store ${directory}: it is a directory`)
  await expect(openStore(urlOf(join(directory, 'file', 'books.db')))).rejects.toThrow(
    /Cannot open the store .*file\/books\.db: /,
  )
})

it('refuses a place that cannot be written, and a file that cannot be written', async () => {
  const path = await makeStoreFile()
  const directory = join(path, '..')
  await chmod(path, 0o444)
  await chmod(directory, 0o555)
  onTestFinished(() => chmod(directory, 0o700))
  giveUpRoot()

  await expect(openStore(urlOf(path))).rejects.toThrow(
    `Cannot open the store ${path}: it cannot be written: make it, its -wal and its folder writable`,
  )
  await expect(openStore(urlOf(join(directory, 'new.db')))).rejects.toThrow(/Cannot open the store .*new\.db: /)
  await expect(openStore(urlOf(join(directory, 'new', 'books.db')))).rejects.toThrow(/Cannot open the store .*EACCES/)
})

it('applies a migration that is new, and keeps the rows of a table that it rebuilds and those that point to it', async () => {
  const { directory, url } = await copyMigrations()
  const path = await makeStoreFile(url)
  const before = await openStore(urlOf(path), { migrations: url })
  await before.transaction(
    tx =>
      tx.$executeRaw`INSERT INTO Customer (worldId, id, psuId, customerNumber, name, type, createdAt) VALUES ('a', '1', '1', '1', 'Kari', 'PRIVATE', 0)`,
  )
  await before.close()
  await addMigration(
    directory,
    '29990101000000_rebuild',
    `PRAGMA foreign_keys=OFF;
     CREATE TABLE "new_World" ("id" TEXT NOT NULL PRIMARY KEY, "createdAt" DATETIME NOT NULL, "clockOffsetMs" BIGINT NOT NULL DEFAULT 0, "frozenAt" DATETIME, "motto" TEXT);
     INSERT INTO "new_World" ("id", "createdAt", "clockOffsetMs", "frozenAt") SELECT "id", "createdAt", "clockOffsetMs", "frozenAt" FROM "World";
     DROP TABLE "World";
     ALTER TABLE "new_World" RENAME TO "World";
     PRAGMA foreign_keys=ON;`,
  )

  const store = await openTestStore(path, { migrations: url })

  expect(await listWorldIds(store.reader)).toEqual(['a', 'b'])
  expect(await store.reader.$queryRaw`SELECT name FROM Customer`).toEqual([{ name: 'Kari' }])
  expect(await store.reader.$queryRaw`SELECT motto FROM World`).toEqual([{ motto: null }, { motto: null }])
})

it('takes a migration that fails back as a whole, and says which', async () => {
  const { directory, url } = await copyMigrations()
  const path = await makeStoreFile(url)
  await addMigration(
    directory,
    '29990101000000_half',
    'CREATE TABLE "Half" ("id" TEXT); INSERT INTO "Nowhere" VALUES (1);',
  )

  await expect(openStore(urlOf(path), { migrations: url })).rejects.toThrow(
    'the migration 29990101000000_half failed and was taken back',
  )

  const store = await openTestStore(path)
  expect(await store.reader.$queryRaw`SELECT name FROM sqlite_master WHERE name = 'Half'`).toEqual([])
  expect(await listWorldIds(store.reader)).toEqual(['a', 'b'])
})

it('refuses a database that a newer version has migrated', async () => {
  const { directory, url } = await copyMigrations()
  await addMigration(directory, '29990101000000_future', 'CREATE TABLE "Future" ("id" TEXT);')
  const path = await makeStoreFile(url)

  await expect(openStore(urlOf(path))).rejects.toThrow(
    `${path}: it has the migration 29990101000000_future, which this version does not know`,
  )
})

it('refuses a database whose migration is not the one of this version', async () => {
  const { directory, url } = await copyMigrations()
  const path = await makeStoreFile(url)
  const [first = ''] = (await readdir(directory)).sort()
  await writeFile(join(directory, first, 'migration.sql'), '-- edited')

  await expect(openStore(urlOf(path), { migrations: url })).rejects.toThrow(
    `its migration ${first} is not the one of this version`,
  )
})

it('refuses a database in which Prisma has begun a migration and never finished it', async () => {
  const path = await makeStoreFile()
  const database = new Database(path)
  database.exec('UPDATE _prisma_migrations SET finished_at = NULL')
  database.close()

  await expect(openStore(urlOf(path))).rejects.toThrow('was begun and never finished')
})

it('changes no row and no table of a database that is up to date', async () => {
  const path = await makeStoreFile()
  const before = contentOf(path)

  await (await openStore(urlOf(path))).close()

  expect(contentOf(path)).toEqual(before)
})

function contentOf(path: string): unknown[] {
  const database = new Database(path, { readonly: true })
  const things = database.prepare('SELECT name, sql FROM sqlite_master').all()
  const tables = ['World', '_prisma_migrations', 'MachineTime'].map(name =>
    database.prepare(`SELECT * FROM ${name}`).all(),
  )
  database.close()
  return [things, ...tables]
}

/** Root may write everywhere: becomes the user nobody until the test is over. */
function giveUpRoot(): void {
  if (process.geteuid?.() !== 0) return
  process.seteuid?.(65_534)
  onTestFinished(() => {
    process.seteuid?.(0)
  })
}
