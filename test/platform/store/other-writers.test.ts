import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runAndRollBack } from '../../../src/platform/store/run-and-roll-back.ts'
import type { Tx } from '../../../src/platform/store/transaction.ts'
import { addWorld } from '../../support/builders/world-rows.ts'
import { makeDirectory, openTestStore } from '../../support/harness/stores.ts'

const key = { where: { id: 'w' } }
const offsetIn = async (db: Tx) => (await db.world.findUnique(key))?.clockOffsetMs
const byName = async (db: Tx) => (await db.world.findUnique({ where: { name: 'w' } }))?.clockOffsetMs
const moveTo = (tx: Tx, clockOffsetMs: bigint) => tx.world.update({ ...key, data: { clockOffsetMs } })

async function openTwo() {
  const path = join(await makeDirectory(), 'books.db')
  const [one, other] = [await openTestStore(path), await openTestStore(path)]
  await one.transaction(tx => addWorld(tx, 'w'))
  return { one, other }
}

it('shows a world as another process has left it, to who reads and to who writes', async () => {
  const { one, other } = await openTwo()
  for (const offset of [1n, 2n, 3n]) {
    await one.transaction(tx => moveTo(tx, offset))

    for (const store of [one, other]) {
      expect([await offsetIn(store.reader), await byName(store.reader)]).toEqual([offset, offset])
      expect(await store.transaction(async tx => [await offsetIn(tx), await byName(tx)])).toEqual([offset, offset])
    }
  }
})

it('no longer finds a world that another process has deleted', async () => {
  const { one, other } = await openTwo()
  expect([await offsetIn(other.reader), await other.transaction(offsetIn)]).toEqual([0n, 0n])

  await one.transaction(tx => tx.world.delete(key))

  expect([await offsetIn(other.reader), await other.transaction(offsetIn)]).toEqual([undefined, undefined])
})

it('shows a command what it has itself made of a world, by whichever kind of call', async () => {
  const { one } = await openTwo()
  const changes: ((tx: Tx) => Promise<unknown>)[] = [
    tx => moveTo(tx, 1n),
    tx => tx.world.updateMany({ ...key, data: { clockOffsetMs: { increment: 1n } } }),
    tx => tx.$executeRaw`UPDATE "World" SET "clockOffsetMs" = 3 WHERE "id" = 'w'`,
    tx => tx.$queryRaw`UPDATE "World" SET "clockOffsetMs" = 4 WHERE "id" = 'w' RETURNING "id"`,
  ]
  const seen = await one.transaction(async tx => {
    const offsets: unknown[] = [await offsetIn(tx)]
    for (const change of changes) {
      await change(tx)
      offsets.push(await offsetIn(tx), await byName(tx))
    }
    return offsets
  })
  expect(seen).toEqual([0n, 1n, 1n, 2n, 2n, 3n, 3n, 4n, 4n])
  expect(await offsetIn(one.reader)).toBe(4n)
})

it('shows a world as it was when what a command has made of it is taken back', async () => {
  const { one } = await openTwo()
  const refusal = new Error('refused')
  const refused = (first: bigint) => async (tx: Tx) => {
    await moveTo(tx, first)
    expect(await offsetIn(tx)).toBe(first)
    throw refusal
  }
  // All wait for the same group: the first alone, those behind it within savepoints.
  const [before, failed, after] = await Promise.allSettled([
    one.transaction(offsetIn),
    one.transaction(refused(7n)),
    one.transaction(offsetIn),
  ])
  expect([before, failed, after]).toEqual([
    { status: 'fulfilled', value: 0n },
    { status: 'rejected', reason: refusal },
    { status: 'fulfilled', value: 0n },
  ])
  await expect(one.transaction(refused(8n), { kind: 'REPEATABLE' })).rejects.toBe(refusal)
  const seen = await one.transaction(async tx => {
    await runAndRollBack(tx, () => moveTo(tx, 9n).then(() => offsetIn(tx)))
    return offsetIn(tx)
  })
  expect([seen, await one.transaction(offsetIn), await offsetIn(one.reader)]).toEqual([0n, 0n, 0n])
})
