import { readFileSync } from 'node:fs'
import { addDays, daysBetween } from '../../domain/calendar.ts'
import { Prisma } from '../../generated/client.ts'
import { encode, INSERTED_AT_ONCE, valuesOf } from './bulk-writes.ts'
import { dialectOf } from './queries/dialect.ts'
import type { Tx } from './transaction.ts'

/**
 * Rows that the build computes once, for worlds that begin with them on any day. A day is stored as a number of days before the world's day; the
 * world and the instant of creation are left out.
 */
export type DaylessRows = {
  readonly table: string
  readonly columns: readonly Column[]
  /** The values in which rows differ, as JSON, some hundred rows in each text (D74). */
  readonly parts: readonly string[]
}

type Column = {
  readonly name: string
  readonly is: 'WORLD' | 'INSTANT' | 'DAY' | 'OWN' | 'SAME'
  /** The values that all rows share. */
  readonly value?: string | number
}

const INSTANTS: ReadonlySet<string> = new Set(['createdAt', 'bookedAt'])
const DAYS: ReadonlySet<string> = new Set(['bookingDate', 'valueDate', 'transactionDate'])

/** Rows without the values that depend on the day and the world. */
export function withoutDays(table: string, rows: readonly object[], today: string): DaylessRows {
  const names = Object.keys(rows[0] ?? {})
  const all = rows.map(row => valuesOf(row, names).map(encode))
  const columns = names.map((name, place) => columnOf(name, new Set(all.map(row => row[place]))))
  const own = [...columns.keys()].filter(place => columns[place]?.is === 'OWN' || columns[place]?.is === 'DAY')
  const memberOf = (row: readonly unknown[], place: number) => {
    const value = row[place]
    return typeof value === 'string' && columns[place]?.is === 'DAY' ? daysBetween(today, value) : value
  }
  const texts = all.map(row => JSON.stringify(own.map(place => memberOf(row, place))))
  const starts = texts.flatMap((_, place) => (place % INSERTED_AT_ONCE === 0 ? [place] : []))
  const parts = starts.map(from => `[${texts.slice(from, from + INSERTED_AT_ONCE).join()}]`)
  // A column without a value in any row keeps its default, which is null.
  return { table, columns: columns.filter(({ is, value }) => is !== 'SAME' || value !== undefined), parts }
}

function columnOf(name: string, values: ReadonlySet<unknown>): Column {
  if (name === 'worldId') return { name, is: 'WORLD' }
  if (INSTANTS.has(name)) return { name, is: 'INSTANT' }
  const [value] = values
  if (values.size > 1 || typeof value === 'boolean') return { name, is: DAYS.has(name) ? 'DAY' : 'OWN' }
  return typeof value === 'string' || typeof value === 'number' ? { name, is: 'SAME', value } : { name, is: 'SAME' }
}

/** Where the build stores the standard set; a run from the source has none. */
const STANDARD = new URL('standard.json', import.meta.url)

let standard: readonly DaylessRows[] | undefined

/** Fills an empty world with the standard set that the build has stored (D30). Returns whether there is one. */
export async function insertStandard(tx: Tx, worldId: string, at: { now: Date; today: string }): Promise<boolean> {
  const rows = keptStandard()
  for (const one of rows) await insertDayless(tx, one, worldId, at)
  return rows.length > 0
}

/** The standard set that the build has stored; none when the program runs from its source. */
export function keptStandard(): readonly DaylessRows[] {
  standard ??= readStandard()
  return standard
}

/** These rows with the values of a day, under the names of their columns. */
export function* rowsOnDay(
  { columns, parts }: DaylessRows,
  today: string,
): Generator<Readonly<Record<string, unknown>>> {
  const read = columns.filter(({ is }) => is === 'OWN' || is === 'DAY')
  const same = columns.filter(({ is }) => is === 'SAME').map(({ name, value }) => [name, value] as const)
  for (const part of parts) {
    const rows: unknown = JSON.parse(part)
    for (const row of Array.isArray(rows) ? rows : []) {
      const own = read.map(({ name, is }, place) => [
        name,
        is === 'DAY' ? addDays(today, Number(row[place])) : row[place],
      ])
      yield Object.fromEntries([...same, ...own])
    }
  }
}

function readStandard(): readonly DaylessRows[] {
  try {
    return JSON.parse(readFileSync(STANDARD, 'utf8'))
  } catch {
    return []
  }
}

/** Inserts these rows into a world, with the values of a day. */
export async function insertDayless(
  tx: Tx,
  { table, columns, parts }: DaylessRows,
  worldId: string,
  { now, today }: { readonly now: Date; readonly today: string },
): Promise<void> {
  const dialect = dialectOf(tx)
  let place = -1
  const next = (column: string) => {
    place += 1
    return Prisma.raw(dialect.member(table, column, place))
  }
  const values = columns.map(({ name, is, value }) => {
    if (is === 'OWN') return next(name)
    if (is === 'DAY') return dialect.words.dayAfter(Prisma.sql`${today}`, next(name))
    return Prisma.sql`${is === 'WORLD' ? worldId : is === 'INSTANT' ? encode(now) : value}`
  })
  const names = Prisma.raw(columns.map(({ name }) => `"${name}"`).join(', '))
  for (const part of parts)
    await tx.$executeRaw`INSERT INTO ${Prisma.raw(`"${table}"`)} (${names}) SELECT ${Prisma.join(values)} FROM ${dialect.elements(part)}`
}
