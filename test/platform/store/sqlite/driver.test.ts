import { existsSync, mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, onTestFinished } from 'vitest'
import { sqliteCode } from '../../../../src/platform/store/errors.ts'
import { Database } from '../../../../src/platform/store/sqlite/driver.ts'
import { makeDirectory } from '../../../support/harness/stores.ts'

function inMemory(): Database {
  const database = new Database(':memory:')
  onTestFinished(() => database.close())
  return database.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, size)')
}

function codeFrom(run: () => unknown): string | undefined {
  try {
    run()
  } catch (error) {
    return sqliteCode(error)
  }
  return 'no error'
}

/** The files of a folder that this process has open. */
function openIn(folder: string): string[] {
  return readdirSync('/proc/self/fd').flatMap(number => {
    try {
      const path = readlinkSync(`/proc/self/fd/${number}`)
      return path.startsWith(folder) ? [path] : []
    } catch {
      return []
    }
  })
}

it.runIf(existsSync('/proc/self/fd'))(
  'closes its files at once, whatever statements are still held, and puts the log into the file',
  async () => {
    const folder = await makeDirectory()
    const database = new Database(join(folder, 'a.db')).exec('PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER)')
    const statements = [database.prepare('INSERT INTO t VALUES (?)'), database.prepare('SELECT n FROM t')]
    statements[0]?.run([1])
    expect(openIn(folder).length).toBeGreaterThan(1)
    database.close()
    database.close()
    expect([openIn(folder), readdirSync(folder), database.open, database.inTransaction]).toEqual([
      [],
      ['a.db'],
      false,
      false,
    ])
    for (const statement of statements) expect(() => statement.run([1])).toThrow('statement has been finalized')
  },
)

it('keeps a connection open of which only a statement is held', async () => {
  const statement = new Database(':memory:').prepare('SELECT 1').pluck()
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  for (let times = 0; times < 3; times += 1) {
    if (typeof collect === 'function') collect()
    await setImmediate()
  }
  expect([typeof collect, statement.get(), statement.database.open]).toEqual(['function', 1, true])
  statement.database.close()
})

it('names each fault as SQLite does, whatever call meets it', async () => {
  const database = inMemory()
  const insert = 'INSERT INTO t (name) VALUES (?) RETURNING id'
  database.prepare(insert).run(['a'])
  for (const call of ['run', 'get', 'all'] as const)
    expect(codeFrom(() => database.prepare(insert)[call](['a']))).toBe('SQLITE_CONSTRAINT_UNIQUE')
  expect(codeFrom(() => database.exec('INSERT INTO t (name) VALUES (NULL)'))).toBe('SQLITE_CONSTRAINT_NOTNULL')
  expect(codeFrom(() => database.prepare('SELECT * FROM nowhere'))).toBe('SQLITE_ERROR')
  const folder = await makeDirectory()
  const file = join(folder, 'text.db')
  writeFileSync(file, 'This is a text, and no database. '.repeat(100))
  expect(codeFrom(() => new Database(file).pragma('user_version'))).toBe('SQLITE_NOTADB')
  expect(codeFrom(() => new Database(folder))).toMatch(/^SQLITE_CANTOPEN/)
  const held = join(folder, 'held.db')
  const [one, other] = [new Database(held), new Database(held, { timeout: 0 })]
  one.exec('BEGIN IMMEDIATE')
  expect(codeFrom(() => other.exec('BEGIN IMMEDIATE'))).toBe('SQLITE_BUSY')
  one.close()
  other.close()
})

it('opens a file that must exist by any name, and makes none', async () => {
  const folder = join(await makeDirectory(), 'a b%20?mode=memory#é')
  mkdirSync(folder)
  const path = join(folder, 'x.db')
  expect(codeFrom(() => new Database(path, { fileMustExist: true }))).toBe('SQLITE_CANTOPEN')
  expect(readdirSync(folder)).toEqual([])
  new Database(path).exec('CREATE TABLE t (n INTEGER)').close()
  const database = new Database(path, { fileMustExist: true })
  expect(database.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['t'])
  database.close()
  const reading = new Database(path, { fileMustExist: true, readonly: true })
  expect(codeFrom(() => reading.exec('DROP TABLE t'))).toBe('SQLITE_READONLY')
  reading.close()
})

it('stores whole numbers as such and no half of a text', () => {
  const database = inMemory()
  const insert = database.prepare('INSERT INTO t (name, size) VALUES (?, ?)')
  const sizes = [5, -1, 2 ** 40, 0.5, 9_007_199_254_740_993n, null]
  for (const [place, size] of sizes.entries()) insert.run([`row ${place}`, size])
  const kinds = database.prepare('SELECT typeof(size) FROM t ORDER BY id').pluck().all()
  expect(kinds).toEqual(['integer', 'integer', 'integer', 'real', 'integer', 'null'])
  expect(database.prepare('SELECT size FROM t WHERE id = 5').pluck().safeIntegers().get()).toBe(9_007_199_254_740_993n)
  insert.run(['cut', 1])
  expect(() => insert.run(['cut\0off', 1])).toThrow('A text with U+0000 cannot be stored.')
  const find = database.prepare('SELECT count(*) FROM t WHERE name = ?').pluck()
  expect([find.get(['cut']), find.get(['cut\0off']), find.get(['cut\0'])]).toEqual([1, 0, 0])
})

it('says how many rows a statement has changed, and what it is', () => {
  const database = inMemory()
  const statement = (sql: string) => database.prepare(sql)
  expect(statement('INSERT INTO t (name) VALUES (?), (?)').run(['a', 'b'])).toEqual({ changes: 2, lastInsertRowid: 2 })
  expect(statement('SELECT 1').run().changes).toBe(0)
  expect(statement('UPDATE t SET size = 1').safeIntegers().run().changes).toBe(2)
  const kinds = [
    'SELECT 1',
    'WITH x AS (SELECT 1) SELECT * FROM x',
    'WITH x AS (SELECT 1) DELETE FROM t',
    'DELETE FROM t RETURNING id',
  ]
  expect(kinds.map(sql => [statement(sql).readonly, statement(sql).reader])).toEqual([
    [true, true],
    [true, true],
    [false, false],
    [false, true],
  ])
})

it('takes a transaction back that throws', () => {
  const database = inMemory()
  const add = database.prepare('INSERT INTO t (name) VALUES (?)')
  const failing = () =>
    database.transaction(() => {
      add.run(['a'])
      throw new Error('no')
    })
  expect(failing).toThrow('no')
  expect(database.transaction(() => database.prepare('SELECT count(*) FROM t').pluck().get())).toBe(0)
  expect(database.inTransaction).toBe(false)
})
