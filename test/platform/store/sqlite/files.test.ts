import {
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openStore, StoreUnavailableError } from '../../../../src/platform/store/db.ts'
import { Database } from '../../../../src/platform/store/sqlite/driver.ts'
import { addWorld, listWorldIds } from '../../../support/builders/world-rows.ts'
import { makeDirectory, openTestStore, urlOf } from '../../../support/harness/stores.ts'

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

describe('Nothing is acknowledged any more, and this is reported once', () => {
  it.each(MISHAPS)('when %s', async (_, happen) => {
    const reports: string[] = []
    const path = join(await makeDirectory(), 'books.db')
    const store = await openTestStore(path, { onLost: error => reports.push(error.message) })
    await store.transaction(tx => addWorld(tx, 'before'))

    happen(path)

    await expect(store.transaction(tx => addWorld(tx, 'a'))).rejects.toBeInstanceOf(StoreUnavailableError)
    await expect(store.transaction(tx => addWorld(tx, 'b'))).rejects.toBeInstanceOf(StoreUnavailableError)
    expect(await store.health()).toEqual({
      ok: false,
      busy: false,
      part: 'files',
      reason: 'The files of the store were changed under the server. It must be started again.',
    })
    expect(store.lost()?.message).toMatch(/moved or deleted|replaced|cut short/)
    expect(reports).toEqual([store.lost()?.message])
  })

  it('also without writes', async () => {
    const path = join(await makeDirectory(), 'books.db')
    const store = await openTestStore(path)
    rmSync(path)
    await vi.waitFor(() => expect(store.lost()).toBeDefined(), { timeout: 170_000 })
  })
})

it.each(MISHAPS.filter(([what]) => /index|log is (deleted|replaced)/.test(what)))(
  'loses nothing that was acknowledged when it closes after %s',
  async (_, happen) => {
    const path = join(await makeDirectory(), 'books.db')
    const store = await openTestStore(path)
    for (const id of ['a', 'b', 'c']) await store.transaction(tx => addWorld(tx, id))
    happen(path)
    await vi.waitFor(() => expect(store.lost()).toBeDefined(), { timeout: 170_000 })
    await store.close()
    expect(await listWorldIds((await openTestStore(path, { acceptLoss: true })).reader)).toEqual(['a', 'b', 'c'])
  },
)

it('goes on when SQLite itself empties the log, at the request of any caller', async () => {
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

describe('A log that a view has kept is put into the file by itself', () => {
  const WORLDS = 7
  const LARGE = 14_000_000
  async function withLongLog() {
    const path = join(await makeDirectory(), 'books.db')
    const store = await openTestStore(path)
    await store.atOneMoment(async view => {
      const before = await listWorldIds(view)
      for (let id = 0; id < WORLDS; id += 1) await store.transaction(tx => addWorld(tx, `${id}`.padEnd(1_000_000, 'x')))
      expect(await listWorldIds(view)).toEqual(before)
    })
    return { path, store }
  }

  it('while others write and no commit follows', async () => {
    const { path, store } = await withLongLog()
    const before = statSync(path).size
    expect(before).toBeLessThan(LARGE)
    await vi.waitFor(() => expect(statSync(path).size).toBeGreaterThan(LARGE), { timeout: 170_000 })
    await store.transaction(tx => addWorld(tx, 'after'))
    expect(await listWorldIds(store.reader)).toHaveLength(WORLDS + 1)
  })

  it('also when the store ends at once', async () => {
    const { path, store } = await withLongLog()
    await store.close()
    expect([existsSync(`${path}-wal`), statSync(path).size > LARGE]).toEqual([false, true])
    expect(await listWorldIds((await openTestStore(path)).reader)).toHaveLength(WORLDS)
  })

  it('but not when the file is gone, which is reported as ever', async () => {
    const { path, store } = await withLongLog()
    rmSync(path)
    await expect(store.transaction(tx => addWorld(tx, 'after'))).rejects.toBeInstanceOf(StoreUnavailableError)
    await store.close()
    expect(existsSync(path)).toBe(false)
  })
})

describe('The start is refused with a sentence that says what is wrong and what to do', () => {
  /** A store with a world, as a process that died has left it: the file and its log. */
  async function crashed(): Promise<string> {
    const [path, copy] = [join(await makeDirectory(), 'books.db'), join(await makeDirectory(), 'books.db')]
    const store = await openTestStore(path)
    await store.transaction(tx => addWorld(tx, 'a'))
    for (const end of ['', '-wal', '-witness']) copyFileSync(`${path}${end}`, `${copy}${end}`)
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

  it('when its log is gone; and it starts with what is left when the operator says so', async () => {
    const path = await crashed()
    rmSync(`${path}-wal`)
    await expect(opening(path)).rejects.toThrow(`${path}: its log (-wal) is gone, and with it what was written last`)
    await expect(opening(path)).rejects.toThrow('is gone')
    const store = await openStore(urlOf(path), { acceptLoss: true })
    expect(store.leftOut).toBe('its log (-wal) is gone, and with it what was written last')
    await store.close()
    await opening(path)
  })

  const bytesOf = (path: string, change: (log: Buffer) => Buffer) => writeFileSync(path, change(readFileSync(path)))
  const DAMAGES: readonly (readonly [what: string, damage: (log: string) => void])[] = [
    ['was emptied', log => truncateSync(log, 0)],
    ['lost its last frame', log => truncateSync(log, statSync(log).size - 4120)],
    ['is only its header', log => truncateSync(log, 32)],
    ['has a header of zeros', log => bytesOf(log, bytes => bytes.fill(0, 0, 32))],
    ['begins with other bytes', log => bytesOf(log, bytes => bytes.fill(0x5a, 0, 4_000))],
    ['has other bytes in its middle', log => bytesOf(log, bytes => bytes.fill(0x5a, 9_000, 9_008))],
    ['is that of another store', log => writeFileSync(log, Buffer.alloc(8_272, 'other'))],
  ]
  it.each(DAMAGES)(
    'when its log %s while it was in use; the log stays as it is, until the loss is accepted',
    async (_, damage) => {
      const path = await crashed()
      damage(`${path}-wal`)
      const left = readFileSync(`${path}-wal`)

      for (let time = 0; time < 2; time += 1)
        await expect(opening(path)).rejects.toThrow(/its log \(-wal\) was cut, emptied or damaged.*--accept-loss/)
      expect(readFileSync(`${path}-wal`)).toEqual(left)

      const store = await openTestStore(path, { acceptLoss: true })
      expect(store.leftOut).toMatch(
        /it has \d+ of the \d+ pages that were acknowledged, and what was written after .* is gone$/,
      )
      await store.transaction(tx => addWorld(tx, 'goes on'))
      expect(await listWorldIds(store.reader)).toContain('goes on')
    },
  )

  const WITNESSES: readonly (readonly [what: string, change: (witness: string) => void, why: string])[] = [
    ['is gone', witness => rmSync(witness), 'gone'],
    ['is empty', witness => truncateSync(witness, 0), 'damaged'],
    ['was cut short', witness => truncateSync(witness, 11), 'damaged'],
    ['has other bytes', witness => writeFileSync(witness, Buffer.alloc(24, 0x08)), 'damaged'],
    ['has no number', witness => writeFileSync(witness, Buffer.alloc(24, 0xff)), 'damaged'],
  ]
  it.each(WITNESSES)('when its witness %s, whatever its log has, until that is accepted', async (_, change, why) => {
    for (const damage of [() => undefined, (log: string) => truncateSync(log, statSync(log).size - 4120)]) {
      const path = await crashed()
      change(`${path}-witness`)
      damage(`${path}-wal`)
      const log = readFileSync(`${path}-wal`)
      for (let time = 0; time < 2; time += 1)
        await expect(opening(path)).rejects.toThrow(
          `${path}: its witness (-witness), which says how much of its log (-wal) was acknowledged, is ${why}: whether the log has all of it cannot be said: put it back, or go on with what the log has: start as before with --accept-loss`,
        )
      expect(readFileSync(`${path}-wal`)).toEqual(log)
      const store = await openTestStore(path, { acceptLoss: true })
      expect(store.leftOut).toContain(`is ${why}: whether the log has all of it cannot be said`)
      await store.transaction(tx => addWorld(tx, 'goes on'))
      await store.close()
      await opening(path)
    }
  })

  it('when its witness is of another log with as many pages, of which none is known to be gone', async () => {
    const path = await crashed()
    bytesOf(`${path}-witness`, bytes => bytes.fill(0x5a, 0, 8))
    await expect(opening(path)).rejects.toThrow(
      /: its log \(-wal\) is not the one of which its witness \(-witness\) says how much was acknowledged: one of the two was replaced or damaged, and what was written after .* may be gone: put the log back\..*--accept-loss/,
    )
  })

  it('but not when a crash came at any moment: after commits, after the log was emptied, begun anew, or closed by another', async () => {
    const [path, copies] = [join(await makeDirectory(), 'books.db'), await makeDirectory()]
    const store = await openTestStore(path)
    const other = new Database(path)
    const seen: string[] = []
    const crash = async (rows: number) => {
      const copy = join(copies, `${seen.length}.db`)
      seen.push(copy)
      for (const end of ['', '-wal', '-witness']) copyFileSync(`${path}${end}`, `${copy}${end}`)
      const opened = await openTestStore(copy)
      expect([opened.leftOut, (await listWorldIds(opened.reader)).length]).toEqual([undefined, rows])
    }
    await crash(0)
    let rows = 0
    for (const mode of ['PASSIVE', 'FULL', 'RESTART', 'TRUNCATE']) {
      await store.transaction(tx => addWorld(tx, `before ${mode}`))
      rows += 1
      await crash(rows)
      other.pragma(`wal_checkpoint(${mode})`)
      await store.health()
      if (mode !== 'TRUNCATE') await crash(rows)
      // Committed by another, and not yet acknowledged here.
      other.exec(`INSERT INTO "World" ("id", "createdAt") VALUES ('other ${mode}', '2026-01-01T00:00:00.000+00:00')`)
      rows += 1
      await crash(rows)
    }
    const second = await openStore(urlOf(path))
    await second.close()
    await crash(rows)
    other.close()
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
    await expect(openStore(urlOf(path), { acceptLoss: true })).rejects.toThrow(reason)
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
