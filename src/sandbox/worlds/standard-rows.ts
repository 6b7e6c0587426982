import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { createIds } from '../../bank/context.ts'
import { osloDay, osloInstant } from '../../domain/calendar.ts'
import { openStore } from '../../platform/store/db.ts'
import { type DaylessRows, keptStandard, rowsOnDay, withoutDays } from '../../platform/store/standard-rows.ts'
import type { Tx } from '../../platform/store/transaction.ts'
import { productFixture } from '../fixtures/documents/list.ts'
import { sandbox } from '../hooks.ts'
import { fillFixture } from './contents.ts'

// Winter and summer, days around leap days, ends of months and years.
const DAYS = ['2026-01-01', '2024-02-29', '2025-03-01', '2027-07-31', '2028-12-31', '2000-03-01']

/**
 * The rows of the standard set in a form for any day (D30), so that no start has to run its operations. Throws when they differ between some test
 * days: then a line depends on its day, and the rows cannot be stored.
 */
export async function standardRows(): Promise<readonly DaylessRows[]> {
  const all: (readonly DaylessRows[])[] = []
  for (const day of DAYS) all.push(await standardRowsAt(new Date(`${day}T10:00:00Z`)))
  const [first, ...others] = all
  if (first === undefined || others.some(other => !isDeepStrictEqual(other, first)))
    throw new Error('The standard set is not the same on every day but for its dates: it cannot be kept.')
  return first
}

/** The same from one day alone: the result of the set's operations in a bank of its own. */
async function standardRowsAt(now: Date): Promise<DaylessRows[]> {
  const directory = await mkdtemp(join(tmpdir(), 'sandbank-standard-'))
  const store = await openStore(pathToFileURL(join(directory, 'books.db')).href)
  try {
    const newId = createIds(() => now.getTime())
    const deps = { store, running: new Set<string>(), machineNow: () => now, newId, sandbox }
    return await store.transaction(async db => {
      const { id } = await fillFixture({ db, deps, newId }, productFixture('standard'))
      const kept: DaylessRows[] = []
      for (const [table, rows] of await rowsOf(db, id))
        if (rows.length > 0) kept.push(withoutDays(table, rows, osloDay(now)))
      return kept
    })
  } finally {
    await store.close()
    await rm(directory, { recursive: true, force: true })
  }
}

/** The rows of each table in which the set has any, in the order of insertion. */
async function rowsOf(db: Tx, worldId: string): Promise<(readonly [table: string, rows: readonly object[]])[]> {
  const own = { where: { worldId }, orderBy: { id: 'asc' } } as const
  return [
    ['Customer', await db.customer.findMany(own)],
    ['Agreement', await db.agreement.findMany(own)],
    ['Account', await db.account.findMany(own)],
    ['Engagement', await db.engagement.findMany(own)],
    ['Transaction', await db.transaction.findMany(own)],
    ['CardAccount', await db.cardAccount.findMany(own)],
    ['CardTransaction', await db.cardTransaction.findMany(own)],
    ['Key', await db.key.findMany({ where: { worldId }, orderBy: { key: 'asc' } })],
    ['FixtureEntry', await db.fixtureEntry.findMany({ where: { worldId }, orderBy: [{ kind: 'asc' }, { id: 'asc' }] })],
    ['Booking', await db.booking.findMany(own)],
  ]
}

type StandardRow = Readonly<Record<string, unknown>>

/** The set's rows of a table on a day: as the build has stored them, or, from the source, as the operations create them once. */
export async function standardRowsOn(today: string): Promise<(table: string) => Iterable<StandardRow>> {
  const kept = keptStandard()
  worked ??= kept.length > 0 ? Promise.resolve(kept) : standardRowsAt(osloInstant(today, '12:00'))
  const set = await worked
  return table => {
    const rows = set.find(one => one.table === table)
    return rows === undefined ? [] : rowsOnDay(rows, today)
  }
}

let worked: Promise<readonly DaylessRows[]> | undefined
