import { setImmediate as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { DomainError } from '../../../src/domain/errors.ts'
import { StoreBusyError } from '../../../src/platform/store/db.ts'
import { addWorld, listWorldIds } from '../../support/builders/world-rows.ts'
import { STATEMENTS_OF_READ } from '../../support/harness/database.ts'
import { makeDirectory, openTestStore } from '../../support/harness/stores.ts'

it('keeps every acknowledged row and shows no unfinished one, over 2,100 interleaved commits, rollbacks and reads', async () => {
  const store = await openTestStore()
  const acknowledged = new Set<string>()
  const anomalies: string[] = []
  let writing = true
  let reads = 0

  async function write(caller: number): Promise<void> {
    for (let turn = 0; turn < 50; turn += 1) {
      const undone = (caller + turn) % 3 === 0
      const id = `${undone ? 'undone' : 'kept'}-${caller}-${turn}`
      const done = store.transaction(async tx => {
        await addWorld(tx, `${id}-a`)
        await pause()
        await addWorld(tx, `${id}-b`)
        await pause()
        if (undone) throw new Error('taken back')
      })
      if (undone) {
        await expect(done).rejects.toThrow('taken back')
        continue
      }
      await done
      acknowledged.add(id)
      if ((await store.reader.world.findUnique({ where: { id: `${id}-b` } })) === null)
        anomalies.push(`${id} is not seen at once`)
    }
  }

  async function read(): Promise<void> {
    while (writing) {
      const [row] = await store.reader.$queryRaw<{ undone: bigint; halves: bigint }[]>`
        SELECT (SELECT COUNT(*) FROM "World" WHERE "id" >= 'undone') AS "undone", COUNT(*) % 2 AS "halves" FROM "World"`
      if (row?.undone !== 0n || row.halves !== 0n)
        anomalies.push(`a read saw ${row?.undone} undone rows and ${row?.halves} halves`)
      reads += 1
      await pause()
    }
  }

  const reading = read()
  await Promise.all(Array.from({ length: 42 }, (_, caller) => write(caller)))
  writing = false
  await reading

  const found = await listWorldIds(store.reader)
  expect(anomalies).toEqual([])
  expect(found).toEqual([...acknowledged].flatMap(id => [`${id}-a`, `${id}-b`]).sort())
  expect(acknowledged.size).toBe(1400)
  expect(reads).toBeGreaterThan(100)
})

it('runs the transactions of a world one at a time, in the order they were asked for', async () => {
  const store = await openTestStore()
  const order: string[] = []
  const transact = (name: string) =>
    store.transaction(
      async tx => {
        order.push(`${name} begins`)
        await addWorld(tx, name)
        await pause()
        order.push(`${name} ends`)
      },
      { worlds: ['w'] },
    )

  await Promise.all(['a', 'b', 'c'].map(transact))

  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})

it('rolls a failed COMMIT back, and the connection goes on working', async () => {
  const store = await openTestStore()
  await store.transaction(async tx => {
    await tx.$executeRaw`CREATE TEMP TABLE parent (id TEXT PRIMARY KEY)`
    await tx.$executeRaw`CREATE TEMP TABLE child (parentId TEXT REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)`
  })

  const failed = store.transaction(async tx => {
    await addWorld(tx, 'lost')
    await tx.$executeRaw`INSERT INTO child VALUES ('nobody')`
  })
  await expect(failed).rejects.toThrow(/foreign key constraint/i)
  await store.transaction(tx => addWorld(tx, 'kept'))

  expect(await listWorldIds(store.reader)).toEqual(['kept'])
  expect(await store.transaction(tx => tx.$queryRaw`SELECT * FROM child`)).toEqual([])
})

it('passes on the refusal that ended a transaction, unchanged', async () => {
  const store = await openTestStore()
  const refusal = new DomainError('CONFLICT', 'The customer exists.')

  await expect(store.transaction(() => Promise.reject(refusal))).rejects.toBe(refusal)
})

it('lets nothing be written through the reader', async () => {
  const store = await openTestStore()

  await expect(addWorld(store.reader, 'a')).rejects.toThrow(/readonly|cannot be written/)
  expect(await listWorldIds(store.reader)).toEqual([])
})

it('reads rows and what belongs to them through the reader', async () => {
  const store = await openTestStore()
  await store.transaction(tx => addWorld(tx, 'a'))

  const world = await store.reader.world.findUniqueOrThrow({
    where: { id: 'a' },
    include: { customers: { include: { accounts: true } } },
  })

  expect(world).toMatchObject({ id: 'a', createdAt: new Date(0), clockOffsetMs: 0n, frozenAt: null, customers: [] })
})

it('passes each statement of both connections to the listener that counts them', async () => {
  const statements: string[] = []
  const store = await openTestStore(undefined, { onQuery: sql => statements.push(sql) })

  await store.transaction(tx => tx.world.count())
  await store.reader.world.findFirst()
  await store.reader.world.findFirst()

  // Where two engines answer each read, each has its own statement.
  expect(statements).toHaveLength(3 * STATEMENTS_OF_READ)
  expect(statements.every(sql => sql.startsWith('SELECT'))).toBe(true)
})

it('says that the store is busy when 10,000 transactions are waiting, and serves those', async () => {
  const store = await openTestStore()
  let served = 0
  const waiting = Array.from({ length: 10_000 }, () =>
    store.transaction(async () => {
      served += 1
    }),
  )

  await expect(store.transaction(tx => addWorld(tx, 'a'))).rejects.toBeInstanceOf(StoreBusyError)
  await Promise.all(waiting)

  expect(served).toBe(10_000)
  expect(await listWorldIds(store.reader)).toEqual([])
})

it('finishes what it has begun when it is closed, and takes nothing new', async () => {
  const path = `${await makeDirectory()}/books.db`
  const store = await openTestStore(path)
  const written = Promise.all(['a', 'b', 'c'].map(id => store.transaction(tx => addWorld(tx, id))))

  const closed = store.close()
  await expect(store.transaction(tx => addWorld(tx, 'd'))).rejects.toBeInstanceOf(StoreBusyError)
  await Promise.all([written, closed])

  expect(await listWorldIds((await openTestStore(path)).reader)).toEqual(['a', 'b', 'c'])
})

it('refuses a statement in a transaction that is over, and waits for those that were not awaited', async () => {
  const store = await openTestStore()
  let kept: Parameters<Parameters<typeof store.transaction>[0]>[0] | undefined
  await store.transaction(async tx => {
    kept = tx
    void addWorld(tx, 'not waited for')
  })
  expect(await listWorldIds(store.reader)).toEqual(['not waited for'])
  await store.transaction(async () => {
    expect(() => kept?.world.findMany()).toThrow('This transaction is over.')
    await expect(addWorld(kept ?? store.reader, 'late')).rejects.toThrow('This transaction is over.')
  })
  expect(await listWorldIds(store.reader)).toEqual(['not waited for'])
})
