import { join } from 'node:path'
import { expect, it } from 'vitest'
import { osloDay } from '../../src/domain/calendar.ts'
import { Database } from '../../src/platform/store/sqlite/driver.ts'
import { insertDayless } from '../../src/platform/store/standard-rows.ts'
import { WORLD_TABLES } from '../../src/platform/store/world-tables.ts'
import { systemDeps } from '../../src/sandbox/hooks.ts'
import { ensureDefaultWorld } from '../../src/sandbox/worlds/doors.ts'
import { standardRows } from '../../src/sandbox/worlds/standard-rows.ts'
import { addWorld } from '../support/builders/world-rows.ts'
import { startServerProcess } from '../support/harness/server-process.ts'
import { makeDirectory, openTestStore } from '../support/harness/stores.ts'

it('is the same set that a built bank begins with as the one that the source works out', async () => {
  const home = await makeDirectory()
  const server = await startServerProcess({ SANDBANK_HOME: home })
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  const built = contentOf(join(home, 'sandbank.db'), 'default')
  // The set goes by the day in Oslo, which may end between the two.
  const day = String(contentDay(join(home, 'sandbank.db')))

  const path = join(await makeDirectory(), 'books.db')
  const store = await openTestStore(path)
  await ensureDefaultWorld(depsAt(store, new Date(`${day}T12:00:00Z`)))

  expect(built).toEqual(contentOf(path, 'default'))
  expect(built['Transaction']?.length).toBeGreaterThan(1_000)
})

// Leap days, the ends of a year, the weeks in which the clocks change, and a day far away.
const DAYS = [
  '2028-02-29',
  '2029-02-28',
  '2026-12-31',
  '2027-01-01',
  '2026-03-29',
  '2026-10-25',
  '2099-07-04',
  '1999-11-05',
]

const kept = await standardRows()

it.each(DAYS)('is the same kept as worked out on %s', async day => {
  const now = new Date(`${day}T22:30:00Z`)
  const path = join(await makeDirectory(), 'books.db')
  const store = await openTestStore(path)
  await ensureDefaultWorld(depsAt(store, now))

  await store.transaction(async tx => {
    await addWorld(tx, 'kept')
    for (const rows of kept) await insertDayless(tx, rows, 'kept', { now, today: osloDay(now) })
  })

  expect(withInstants(path, 'kept')).toEqual(withInstants(path, 'default'))
})

function depsAt(store: Awaited<ReturnType<typeof openTestStore>>, now: Date) {
  return { store, running: new Set<string>(), ...systemDeps, machineNow: () => now }
}

/** The rows of each table as texts: to compare as many objects takes longer than to make them. */
type Rows = Readonly<Record<string, readonly string[]>>

/** All rows of a world, without when they came. */
const contentOf = (path: string, worldId: string) => rowsOf(path, worldId, ['createdAt', 'bookedAt'])

/** All rows of a world, their types too. */
const withInstants = (path: string, worldId: string) => rowsOf(path, worldId)

function rowsOf(path: string, worldId: string, without: readonly string[] = []): Rows {
  const database = new Database(path, { readonly: true })
  const read = (table: string, columns: readonly string[]) => {
    const own = columns.filter(column => !without.includes(column))
    const cells = own.flatMap(column => [`"${column}"`, `typeof("${column}")`])
    const rows = database.prepare(`SELECT ${cells.join()} FROM "${table}" WHERE "worldId" = ? `)
    return rows
      .raw()
      .all([worldId])
      .map(row => JSON.stringify(row))
      .toSorted()
  }
  const all = WORLD_TABLES.map(({ table, columns }) => [table, read(table, columns)] as const)
  database.close()
  return Object.fromEntries(all)
}

/** The day on which a bank's rows came. */
function contentDay(path: string): unknown {
  const database = new Database(path, { readonly: true })
  const day = database.prepare(`SELECT "createdAt" FROM "Customer"`).pluck().get()
  database.close()
  return osloDay(new Date(String(day)))
}
