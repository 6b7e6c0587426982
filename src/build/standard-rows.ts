import { isDeepStrictEqual } from 'node:util'
import { osloDay } from '../domain/calendar.ts'
import { productFixture } from '../fixtures/documents/list.ts'
import { rowsOfFixture } from '../fixtures/drafts/rows.ts'
import { runOut } from '../fixtures/inputs/documents.ts'
import { type DaylessRows, withoutDays } from '../store/standard-rows.ts'
import { WORLD_TABLES } from '../store/world-tables.ts'

// Winter and summer, days around leap days, ends of months and years.
const DAYS = ['2026-01-01', '2024-02-29', '2025-03-01', '2027-07-31', '2028-12-31', '2000-03-01']

/**
 * The rows of the standard set as they are on any day (D30), so that no start has to work them out. Throws when they are not the same on each of some
 * days: then a line depends on its day, and the rows cannot be stored.
 */
export function standardRows(): readonly DaylessRows[] {
  const [first, ...others] = DAYS.map(day => rowsOn(new Date(`${day}T10:00:00Z`)))
  if (first === undefined || others.some(other => !isDeepStrictEqual(other, first)))
    throw new Error('The standard set is not the same on every day but for its dates: it cannot be kept.')
  return first
}

/** The rows as the command that makes them would insert them now. */
function rowsOn(now: Date): DaylessRows[] {
  const { customers, agreements, ...others } = productFixture('standard')
  if (Object.keys(others).length > 0)
    throw new Error(`The standard set has ${Object.keys(others).join()} too, which are not kept.`)
  const rows: Readonly<Record<string, unknown>> = runOut(rowsOfFixture({ customers, agreements }, now))
  return WORLD_TABLES.flatMap(({ table }) => {
    const own = rows[table]
    return Array.isArray(own) && own.length > 0 ? [withoutDays(table, own, osloDay(now))] : []
  })
}
