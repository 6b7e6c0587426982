import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createJournal } from '../../../src/sandbox/journal/journal.ts'
import { openJournalFile } from '../../../src/sandbox/journal/sqlite.ts'
import { ALL, callAt } from '../../support/clients/answered-calls.ts'

/** A journal whose engine answers later, as PostgreSQL does. `fail` decides on each write. */
function openSlow(fail: (write: number) => Error | undefined, faults: unknown[]) {
  const now = new Date()
  const options = { machineNow: () => now, token: undefined, onFault: (error: unknown) => faults.push(error) }
  const engine = openJournalFile(':memory:', options)
  let writes = 0
  const write: typeof engine.write = async (...given) => {
    await sleep(1)
    writes += 1
    const fault = fail(writes)
    if (fault !== undefined) throw fault
    return engine.write(...given)
  }
  return { now, journal: createJournal({ ...engine, write }, options) }
}

it('writes one batch after the other, each call once and in its order, while others come (D95)', async () => {
  const { now, journal } = openSlow(() => undefined, [])
  for (let n = 0; n < 1_000; n += 1) {
    journal.add(callAt(n, now))
    if (n % 250 === 0) await sleep(1)
  }
  await journal.ready()
  const ids = (await journal.list('default', {}, ALL)).map(({ id }) => Number(id))
  expect(ids).toEqual(Array.from({ length: 1_000 }, (_, nth) => 999 - nth))
  expect(journal.waiting()).toBe(0)
  await journal.close()
})

it('writes the calls of a batch that failed one by one, and counts the one that cannot be written as lost (D95)', async () => {
  const faults: unknown[] = []
  // The batch of all, then the second of its calls.
  const { now, journal } = openSlow(write => ([1, 3].includes(write) ? new Error('a wrong value') : undefined), faults)
  for (let n = 0; n < 5; n += 1) journal.add(callAt(n, now))
  await journal.ready()
  expect((await journal.list('default', {}, ALL)).map(({ id }) => Number(id))).toEqual([4, 3, 2, 0])
  expect(faults).toEqual([new Error('a wrong value')])
  expect(await journal.lost('default')).toMatchObject([{ world: 'default', calls: 1 }])
  await journal.close()
})
