import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { audit } from '../../../src/bank/resolvers/audit.ts'
import { addBatch } from '../../support/builders/batches.ts'
import { MINUTE } from '../../support/builders/clocked-world.ts'
import { addBooks, type Books, openBooks } from '../../support/builders/resolver-world.ts'
import { emptyBooks } from '../../support/harness/database.ts'
import { bundleOf } from '../../support/harness/script-bundle.ts'
import { makeDirectory, openTestStore } from '../../support/harness/stores.ts'

const sound = async (books: Books) => expect((await audit(await books.operator())).findings).toEqual([])

describe('A server killed in the middle of a batch', () => {
  it('finishes it after its restart, with nothing doubled and nothing lost', { timeout: 600_000 }, async () => {
    const path = join(await makeDirectory(), 'books.db')
    const count = 2_000
    const store = await openTestStore(path)
    const books = await addBooks(store, 'w')
    const { due, debtor, creditor } = await addBatch(books, count)
    const booked = () => store.reader.booking.count({ where: { worldId: 'w', reason: 'PAYMENT' } })
    const kills: number[] = []
    for (let least = 1; least < count; least = (kills.at(-1) ?? 0) + 1) {
      await runUntil(await emptyBooks(path), due, kills.length, async () => (await booked()) >= least)
      kills.push(await booked())
      await sound(openBooks(store, 'w'))
      if (kills.length === 2) break
    }
    expect(kills.some(done => done > 0 && done < count)).toBe(true)
    expect(await runUntil(await emptyBooks(path), due, kills.length, async () => false)).toBe(0)

    expect(await booked()).toBe(count)
    expect(await store.reader.payment.count({ where: { worldId: 'w', status: 'ACSC' } })).toBe(count)
    expect(await store.reader.payment.count({ where: { worldId: 'w' } })).toBe(count)
    const where = (id: string) => ({ where: { worldId_id: { worldId: 'w', id } } })
    const [paid, received] = await Promise.all([debtor, creditor].map(id => store.reader.account.findUnique(where(id))))
    expect(paid).toMatchObject({ bookedMinor: 100_000_000n - BigInt(count) * 100n, reservedMinor: 0n })
    expect(received).toMatchObject({ bookedMinor: BigInt(count) * 100n })
    await sound(openBooks(store, 'w'))
  })
})

/** Runs the batch in a process of its own, minutes after the start, and kills it as soon as `enough`. Answers its exit code, null when it was killed. */
async function runUntil(
  url: string,
  due: Date,
  minutes: number,
  enough: () => Promise<boolean>,
): Promise<number | null> {
  // Past the batch by more than the machine's clock moves on between two runs.
  const end = new Date(due.getTime() + 30 * MINUTE)
  const script = await bundleOf('batch-process')
  const child = spawn(process.execPath, [script, url, 'w', end.toISOString(), String(minutes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let running = true
  exited.then(() => {
    running = false
  })
  while (running) {
    if (await enough()) child.kill('SIGKILL')
    await new Promise(resolve => setTimeout(resolve, 2))
  }
  const [code] = await exited
  return typeof code === 'number' ? code : null
}
