import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { addWorld, listWorldIds } from '../../support/builders/world-rows.ts'
import { emptyBooks } from '../../support/harness/database.ts'
import { bundleOf } from '../../support/harness/script-bundle.ts'
import { makeDirectory, openTestStore } from '../../support/harness/stores.ts'

type StoreProcess = {
  readonly child: ChildProcessByStdio<Writable, Readable, null>
  /** The worlds that the process has acknowledged so far. */
  readonly acknowledged: string[]
  /** Lets the process open its store and write. */
  go(): void
  readonly ended: Promise<number | null>
}

/** Starts a process that is ready to open the store at `path` and write `count` worlds into it. */
async function startProcess(path: string, prefix: string, count: number): Promise<StoreProcess> {
  const child = spawn(
    process.execPath,
    [await bundleOf('store-process'), await emptyBooks(path), prefix, String(count)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const acknowledged: string[] = []
  const lines = createInterface(child.stdout)
  const ended = once(lines, 'close').then(
    async () => child.exitCode ?? (child.signalCode === null ? (await once(child, 'exit'))[0] : null),
  )
  await once(lines, 'line')
  lines.on('line', line => {
    if (line !== 'open') acknowledged.push(line)
  })
  return { child, acknowledged, ended, go: () => child.stdin.write('go\n') }
}

it('is migrated once when several processes open new books at the same time', async () => {
  const path = join(await makeDirectory(), 'books.db')
  const processes = await Promise.all([1, 2, 3].map(number => startProcess(path, `p${number}`, 1)))

  for (const { go } of processes) go()

  expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual([0, 0, 0])
  const store = await openTestStore(path)
  expect(await listWorldIds(store.reader)).toEqual(['p1-1', 'p2-1', 'p3-1'])
  expect(
    await store.reader.$queryRaw`SELECT migration_name FROM _prisma_migrations GROUP BY 1 HAVING COUNT(*) > 1`,
  ).toEqual([])
})

it('lets processes write at the same time: none deadlocks, none fails, and each sees the rows of the others', async () => {
  const path = join(await makeDirectory(), 'books.db')
  const store = await openTestStore(path)
  const processes = await Promise.all([startProcess(path, 'x', 200), startProcess(path, 'y', 200)])

  for (const { go } of processes) go()
  for (let number = 1; number <= 200; number += 1) await store.transaction(tx => addWorld(tx, `z-${number}`))

  expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual([0, 0])
  expect(processes.map(({ acknowledged }) => acknowledged.length)).toEqual([200, 200])
  expect(await store.reader.world.count()).toBe(600)
})

it.each([1, 50, 700])('loses no acknowledged row when the process is killed after %i of them', async count => {
  const path = join(await makeDirectory(), 'books.db')
  const writer = await startProcess(path, 'w', 1_000_000)
  writer.go()
  while (writer.acknowledged.length < count && writer.child.exitCode === null) await sleep(1)

  writer.child.kill('SIGKILL')
  await writer.ended

  const store = await openTestStore(path)
  const found = new Set(await listWorldIds(store.reader))
  expect(writer.acknowledged.length).toBeGreaterThanOrEqual(count)
  expect(writer.acknowledged.filter(id => !found.has(id))).toEqual([])
  expect(await store.health()).toEqual({ ok: true })
})
