import { copyFileSync, existsSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openStore, StoreUnavailableError } from '../../src/store/db.ts'
import { Database } from '../../src/store/sqlite/driver.ts'
import { makeDirectory, openTestStore, urlOf } from '../support/stores.ts'
import { addWorld, listWorldIds } from '../support/world-rows.ts'

/** What may happen to the files of a store while it is open. */
const MISHAPS: readonly (readonly [what: string, how: (path: string) => void])[] = [
  ['the file is deleted', path => rmSync(path)],
  ['the file is moved away', path => renameSync(path, `${path}.away`)],
  [
    'the file is replaced by a copy of itself',
    path => {
      copyFileSync(path, `${path}.copy`)
      renameSync(`${path}.copy`, path)
    },
  ],
  ['the file is cut to nothing', path => truncateSync(path, 0)],
  ['the file loses its last page', path => truncateSync(path, statSync(path).size - 4096)],
  ['the log is deleted', path => rmSync(`${path}-wal`)],
  ['the log is cut to nothing', path => truncateSync(`${path}-wal`, 0)],
  ['the log loses its last frame', path => truncateSync(`${path}-wal`, statSync(`${path}-wal`).size - 4120)],
  [
    'the log is replaced by an empty one',
    path => {
      rmSync(`${path}-wal`)
      writeFileSync(`${path}-wal`, '')
    },
  ],
  ['the index of the log is deleted', path => rmSync(`${path}-shm`)],
  ['the whole directory is deleted', path => rmSync(join(path, '..'), { recursive: true })],
]

describe('Nothing is acknowledged any more, and it is told once', () => {
  it.each(MISHAPS)('when %s', async (_, happen) => {
    const told: string[] = []
    const path = join(await makeDirectory(), 'books.db')
    const store = await openTestStore(path, { onLost: error => told.push(error.message) })
    await store.transaction(tx => addWorld(tx, 'before'))

    happen(path)

    await expect(store.transaction(tx => addWorld(tx, 'a'))).rejects.toBeInstanceOf(StoreUnavailableError)
    await expect(store.transaction(tx => addWorld(tx, 'b'))).rejects.toBeInstanceOf(StoreUnavailableError)
    expect(await store.health()).toEqual({
      ok: false,
      part: 'files',
      reason: 'The files of the store were changed under the server. It must be started again.',
    })
    expect(store.lost()?.message).toMatch(/moved or deleted|replaced|cut short/)
    expect(told).toEqual([store.lost()?.message])
  })

  it('also when nobody writes', async () => {
    const path = join(await makeDirectory(), 'books.db')
    const store = await openTestStore(path)
    rmSync(path)
    await vi.waitFor(() => expect(store.lost()).toBeDefined(), { timeout: 170_000 })
  })
})

it('goes on when SQLite itself empties the log, whoever asks for it', async () => {
  const path = join(await makeDirectory(), 'books.db')
  const store = await openTestStore(path)
  const other = new Database(path)
  for (const mode of ['PASSIVE', 'FULL', 'RESTART', 'TRUNCATE']) {
    await store.transaction(tx => addWorld(tx, mode))
    other.pragma(`wal_checkpoint(${mode})`)
    await store.transaction(tx => addWorld(tx, `after ${mode}`))
  }
  other.close()
  expect(await listWorldIds(store.reader)).toHaveLength(8)
  expect(store.lost()).toBeUndefined()
})

describe('The start is refused with a sentence that says what is wrong and what to do', () => {
  /** A store with a world, as a process that died has left it: the file and its log. */
  async function crashed(): Promise<string> {
    const [path, copy] = [join(await makeDirectory(), 'books.db'), join(await makeDirectory(), 'books.db')]
    const store = await openTestStore(path)
    await store.transaction(tx => addWorld(tx, 'a'))
    for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${copy}${end}`)
    return copy
  }
  const opening = (path: string) => openStore(urlOf(path)).then(store => store.close())

  it('and what a crash leaves is opened, with all that was written', async () => {
    const store = await openTestStore(await crashed())
    expect(await listWorldIds(store.reader)).toEqual(['a'])
  })

  it('when the file has 0 bytes', async () => {
    const path = await crashed()
    truncateSync(path, 0)
    await expect(opening(path)).rejects.toThrow(`${path}: it has 0 bytes, so all that was in it is gone: put a copy`)
    expect(statSync(path).size).toBe(0)
  })

  it('when its log is gone; and it starts with what is left when the operator says so with an empty one', async () => {
    const path = await crashed()
    rmSync(`${path}-wal`)
    await expect(opening(path)).rejects.toThrow(`${path}: its log (-wal) is gone, and with it what was written last`)
    await expect(opening(path)).rejects.toThrow('is gone')
    writeFileSync(`${path}-wal`, '')
    await opening(path)
    await opening(path)
  })

  it('when the file is gone while its log is there', async () => {
    const path = await crashed()
    rmSync(path)
    await expect(opening(path)).rejects.toThrow(`${path}: the file is gone, and its log (-wal) is still there`)
    expect(existsSync(path)).toBe(false)
  })

  const CHANGES = [
    ['a column was dropped', 'ALTER TABLE "Account" DROP COLUMN "demandsKid"', 'Account has no demandsKid'],
    ['an index was dropped', 'DROP INDEX "Payment_worldId_basketId_idx"', 'Payment_worldId_basketId_idx is missing'],
    ['a table was dropped', 'DROP TABLE "AccessCount"', 'AccessCount is missing'],
    ['a column was added', 'ALTER TABLE "World" ADD COLUMN "motto" TEXT', 'World is not as this version made it'],
    [
      'a row points nowhere',
      `INSERT INTO "Customer" VALUES ('nowhere', '1', '1', '1', 'Kari', 'PRIVATE', 0)`,
      'a row of Customer points to a row of World that is not there',
    ],
  ] as const
  it.each(CHANGES)('when %s', async (_, sql, reason) => {
    const path = await crashed()
    const other = new Database(path)
    other.pragma('foreign_keys = OFF')
    other.exec(sql)
    other.close()
    writeFileSync(`${path}-wal`, '')
    await expect(opening(path)).rejects.toThrow(reason)
  })
})

it('keeps its files and the directories that it makes from all other users', async () => {
  const home = join(await makeDirectory(), 'deep', 'home')
  const path = join(home, 'books.db')
  await openTestStore(path)
  const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)
  expect([home, join(home, '..'), path, `${path}-wal`, `${path}-shm`].map(modeOf)).toEqual([
    '700',
    '700',
    '600',
    '600',
    '600',
  ])
})

it('notes in the file that it was closed, whether much was done with it or nothing', async () => {
  for (const write of [true, false]) {
    const path = join(await makeDirectory(), 'books.db')
    const store = await openStore(urlOf(path))
    if (write) await store.transaction(tx => addWorld(tx, 'a'))
    await store.close()
    const copy = join(await makeDirectory(), 'books.db')
    copyFileSync(path, copy)
    await (await openStore(urlOf(copy))).close()
    expect([existsSync(`${path}-wal`), existsSync(`${path}-shm`)]).toEqual([false, false])
  }
})

it('knows whether another one has the same store open', async () => {
  const path = join(await makeDirectory(), 'books.db')
  const first = await openTestStore(path)
  const second = await openTestStore(path)
  expect([first.shared, second.shared]).toEqual([false, true])
})
