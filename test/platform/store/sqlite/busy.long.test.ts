import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openStore, StoreBusyError } from '../../../../src/platform/store/db.ts'
import { Database } from '../../../../src/platform/store/sqlite/driver.ts'
import { addWorld, listWorldIds } from '../../../support/builders/world-rows.ts'
import { serve } from '../../../support/clients/serve-store.ts'
import { makeDirectory, openTestStore, urlOf } from '../../../support/harness/stores.ts'

/** Holds the write lock as another process would, until it receives the order to let go. */
function lock(path: string): () => void {
  const other = new Database(path)
  other.exec('BEGIN IMMEDIATE')
  onTestFinished(() => {
    other.close()
  })
  return () => other.exec('ROLLBACK')
}

it('waits for another process that writes, and answers reads meanwhile', async () => {
  const path = `${await makeDirectory()}/books.db`
  const store = await openTestStore(path)
  const release = lock(path)

  const written = store.transaction(tx => addWorld(tx, 'a'))
  await sleep(100)
  expect(await listWorldIds(store.reader)).toEqual([])
  release()
  await written

  expect(await listWorldIds(store.reader)).toEqual(['a'])
})

it('opens a file when another process that is just migrating it lets go', async () => {
  const path = `${await makeDirectory()}/books.db`
  await (await openStore(urlOf(path))).close()
  const release = lock(path)

  const opened = openTestStore(path)
  await sleep(200)
  release()

  expect(await listWorldIds((await opened).reader)).toEqual([])
})

it('says that the store is busy when another process does not let go, and works when it has', async () => {
  const path = `${await makeDirectory()}/books.db`
  const store = await openTestStore(path, { patienceMs: 100 })
  const release = lock(path)

  await expect(store.transaction(tx => addWorld(tx, 'a'))).rejects.toBeInstanceOf(StoreBusyError)
  expect(await store.health()).toMatchObject({ ok: false, part: 'writing' })
  release()
  await store.transaction(tx => addWorld(tx, 'b'))

  expect(await listWorldIds(store.reader)).toEqual(['b'])
})

it('answers at GET /health within a second that the store is busy while another process holds it, after ten seconds that it cannot be written, and is well when it lets go (D127)', async () => {
  const path = `${await makeDirectory()}/books.db`
  const store = await openTestStore(path)
  const server = await serve(store, [])
  onTestFinished(() => server.stop())
  const release = lock(path)

  const ask = async () => {
    const asked = await Promise.race([fetch(`${server.url}/health`), sleep(3_000)])
    const { status, part, reason } = (await asked?.json()) ?? {}
    return [asked?.status, asked?.headers.get('Retry-After'), status, part, reason]
  }
  const slow = (time: string) => `The store could not be written for ${time}: another process may hold it.`
  const began = performance.now()
  expect(await ask()).toEqual([200, null, 'busy', 'writing', slow('a second')])
  await sleep(8_000)
  // On a slow machine it may be over already.
  if (performance.now() - began < 9_000) expect((await ask()).slice(0, 3)).toEqual([200, null, 'busy'])
  await sleep(began + 10_000 - performance.now())
  expect(await ask()).toEqual([503, '1', 'unavailable', 'writing', slow('10 seconds')])
  release()
  await vi.waitFor(async () => expect((await fetch(`${server.url}/health`)).status).toBe(200), { timeout: 5_000 })
})
