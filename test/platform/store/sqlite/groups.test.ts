import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { StoreUnavailableError } from '../../../../src/platform/store/db.ts'
import { Database } from '../../../../src/platform/store/sqlite/driver.ts'
import type { Tx } from '../../../../src/platform/store/transaction.ts'
import { addWorld, listWorldIds } from '../../../support/builders/world-rows.ts'
import { makeDirectory, openTestStore } from '../../../support/harness/stores.ts'

it('writes commands that wait with one commit, and each sees what those before it have written', async () => {
  const path = join(await makeDirectory(), 'books.db')
  const store = await openTestStore(path, { groupMs: 60_000 })
  const other = new Database(path, { readonly: true })
  const rowsInFile = () => other.prepare('SELECT COUNT(*) FROM World').pluck().get()
  const found: unknown[] = []
  const seen = await Promise.all(
    ['a', 'b', 'c'].map(id =>
      store.transaction(async tx => {
        await addWorld(tx, id)
        found.push(rowsInFile())
        return listWorldIds(tx)
      }),
    ),
  )
  found.push(rowsInFile())
  other.close()
  expect(seen).toEqual([['a'], ['a', 'b'], ['a', 'b', 'c']])
  expect(found).toEqual([0, 0, 0, 3])
})

it('a command that fails takes nothing from those beside it, wherever it stands among them', async () => {
  const store = await openTestStore()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, place) =>
      store.transaction(async tx => {
        await addWorld(tx, `w${String(place).padStart(2, '0')}`)
        if (place % 3 === 0) throw new Error(`refused ${place}`)
        if (place % 3 === 1) await addWorld(tx, `w${String(place).padStart(2, '0')}`).catch(() => undefined)
      }),
    ),
  )
  const refused = outcomes.flatMap((outcome, place) => (outcome.status === 'rejected' ? [place] : []))
  expect(refused).toEqual(Array.from({ length: 20 }, (_, place) => place * 3))
  expect(await listWorldIds(store.reader)).toEqual(
    Array.from({ length: 60 }, (_, place) => place)
      .filter(place => place % 3 !== 0)
      .map(place => `w${String(place).padStart(2, '0')}`),
  )
})

it('answers no caller before the commit: neither the refused one, nor any when it fails', async () => {
  const store = await openTestStore(undefined, { groupMs: 60_000 })
  await store.transaction(async tx => {
    await tx.$executeRaw`CREATE TEMP TABLE parent (id TEXT PRIMARY KEY)`
    await tx.$executeRaw`CREATE TEMP TABLE child (parentId TEXT REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)`
  })
  const answered: string[] = []
  const outcomes = Promise.allSettled([
    store.transaction(tx => addWorld(tx, 'a')).then(() => answered.push('a')),
    store.transaction(() => Promise.reject(new Error('refused'))).catch(() => answered.push('refused')),
    store.transaction(async tx => {
      expect(answered).toEqual([])
      await tx.$executeRaw`INSERT INTO child VALUES ('nobody')`
    }),
  ])
  const [first, second, third] = await outcomes
  expect([first.status, second.status, third.status]).toEqual(['rejected', 'fulfilled', 'rejected'])
  expect(answered).toEqual(['refused'])
  expect(await listWorldIds(store.reader)).toEqual([])
})

it('does not report a refusal that depends on the write of another command, when that write is rolled back', async () => {
  const path = join(await makeDirectory(), 'books.db')
  const store = await openTestStore(path, { groupMs: 60_000 })
  const outcomes = await Promise.allSettled([
    store.transaction(tx => addWorld(tx, 'a')),
    store.transaction(async tx => {
      const worlds = await listWorldIds(tx)
      rmSync(path)
      throw new Error(`There is ${worlds} already.`)
    }),
  ])
  expect(outcomes.map(outcome => outcome.status === 'rejected' && outcome.reason)).toEqual([
    expect.any(StoreUnavailableError),
    expect.any(StoreUnavailableError),
  ])
})

it('is unavailable while the disk is full, loses nothing of what it had, and goes on when there is room', async () => {
  const store = await openTestStore()
  await store.transaction(tx => addWorld(tx, 'before'))
  await store.transaction(tx => tx.$queryRawUnsafe('PRAGMA max_page_count = 1'))
  const large = (id: string) =>
    store.transaction(async tx => {
      for (let row = 0; row < 200; row += 1) await addWorld(tx, `${id} ${row} ${'x'.repeat(2_000)}`)
    })

  const failed: unknown = await large('a').catch(error => error)
  expect(failed).toBeInstanceOf(StoreUnavailableError)
  expect(failed).toMatchObject({ publicText: 'The disk of the store is full' })
  expect(await listWorldIds(store.reader)).toEqual(['before'])

  await store.transaction(tx => tx.$queryRawUnsafe('PRAGMA max_page_count = 1000000'))
  await large('b')
  expect(await listWorldIds(store.reader)).toHaveLength(201)
})

it('runs those beside a repeatable command again when it fails after it has written, and answers each once, with what it then did', async () => {
  const store = await openTestStore(undefined, { groupMs: 60_000 })
  const runs: string[] = []
  const answered: string[] = []
  const enter = (id: string, fails: boolean) =>
    store
      .transaction(
        async tx => {
          runs.push(id)
          await addWorld(tx, id)
          if (fails) throw new Error(`refused ${id}`)
          return listWorldIds(tx)
        },
        { kind: 'REPEATABLE' },
      )
      .finally(() => answered.push(id))
  const outcomes = await Promise.allSettled([
    enter('a', false),
    enter('b', true),
    enter('c', false),
    enter('d', true),
    enter('e', false),
  ])
  expect(outcomes.map(outcome => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason)))).toEqual([
    ['a'],
    'Error: refused b',
    ['a', 'c'],
    'Error: refused d',
    ['a', 'c', 'e'],
  ])
  expect(answered).toEqual(['a', 'b', 'c', 'd', 'e'])
  // Taken back once, and from then on each in a savepoint of its own.
  expect(runs).toEqual(['a', 'b', 'a', 'b', 'c', 'd', 'e'])
  expect(await listWorldIds(store.reader)).toEqual(['a', 'c', 'e'])
})

it.each([
  ['at once', 0, listWorldIds],
  ['after it has let others in', 15, listWorldIds],
  ['after Prisma itself has read for it', 0, (tx: Tx) => tx.world.aggregate({ _max: { id: true } })],
])('takes back nothing when a repeatable command fails %s, before it has written', async (_, ms, read) => {
  const store = await openTestStore(undefined, { groupMs: 60_000 })
  let runs = 0
  await Promise.allSettled(
    ['a', 'b', 'c'].map(id =>
      store.transaction(
        async tx => {
          runs += 1
          const until = performance.now() + ms
          while (performance.now() < until);
          await read(tx)
          if (id === 'b') throw new Error('refused')
          await addWorld(tx, id)
        },
        { kind: 'REPEATABLE' },
      ),
    ),
  )
  expect(runs).toBe(3)
  expect(await listWorldIds(store.reader)).toEqual(['a', 'c'])
})

it('runs no command twice that is not repeatable, also beside a repeatable one that fails', async () => {
  const store = await openTestStore(undefined, { groupMs: 60_000 })
  let runs = 0
  const once = store.transaction(async tx => {
    runs += 1
    await addWorld(tx, 'once')
  })
  const failing = store.transaction(
    async tx => {
      await addWorld(tx, 'failing')
      throw new Error('refused')
    },
    { kind: 'REPEATABLE' },
  )
  const alone = store.transaction(
    async tx => {
      await tx.$queryRawUnsafe(
        `INSERT INTO "World" ("id", "createdAt") VALUES ('unsafe', '2026-01-01T00:00:00.000+00:00')`,
      )
      throw new Error('refused too')
    },
    { kind: 'REPEATABLE' },
  )
  await expect(failing).rejects.toThrow('refused')
  await expect(alone).rejects.toThrow('refused too')
  await once
  expect(runs).toBe(1)
  expect(await listWorldIds(store.reader)).toEqual(['once'])
})

it('writes nothing more after SQLite itself has ended the transaction', async () => {
  const store = await openTestStore()

  const failed = store.transaction(async tx => {
    await addWorld(tx, 'a')
    await tx.$executeRaw`INSERT OR ROLLBACK INTO World (id, createdAt) VALUES ('a', 0)`.catch(() => {})
    await addWorld(tx, 'b')
  })

  await expect(failed).rejects.toThrow('rolled this transaction back')
  expect(await listWorldIds(store.reader)).toEqual([])
  await store.transaction(tx => addWorld(tx, 'c'))
  expect(await listWorldIds(store.reader)).toEqual(['c'])
})

it('gives a command no answer that only reads after SQLite itself has ended the transaction', async () => {
  const store = await openTestStore()

  const failed = store.transaction(async tx => {
    await addWorld(tx, 'a')
    await tx.$executeRaw`INSERT OR ROLLBACK INTO World (id, createdAt) VALUES ('a', 0)`.catch(() => {})
    return listWorldIds(tx)
  })

  await expect(failed).rejects.toThrow('rolled this transaction back')
  expect(await listWorldIds(store.reader)).toEqual([])
})

it('takes a transaction back that waits for itself inside another one, and goes on', async () => {
  const store = await openTestStore(undefined, { limitMs: 100 })

  await expect(store.transaction(() => store.transaction(tx => addWorld(tx, 'a')))).rejects.toThrow(
    'Does it wait for itself',
  )
  await store.transaction(tx => addWorld(tx, 'b'))
  expect(await listWorldIds(store.reader)).toEqual(['a', 'b'])
})

it('has no transactions of Prisma on the reader', async () => {
  const store = await openTestStore()
  await expect(store.reader.$transaction(tx => tx.world.count())).rejects.toThrow('no transactions')
})

it('shows a command what Prisma itself has made of a world for it', async () => {
  const store = await openTestStore()
  await store.transaction(tx => addWorld(tx, 'w'))
  const key = { where: { id: 'w' } }
  const seen = await store.transaction(async tx => {
    await tx.world.update({ ...key, data: { clockOffsetMs: 4n } })
    await tx.world.update({ ...key, data: { clockOffsetMs: { multiply: 2n } } })
    return tx.world.findUnique({ where: { name: 'w' } })
  })
  expect([seen?.clockOffsetMs, (await store.reader.world.findUnique(key))?.clockOffsetMs]).toEqual([8n, 8n])
})
