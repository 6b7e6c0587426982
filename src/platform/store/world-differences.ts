import { Prisma } from '../../generated/client.ts'
import { name, names } from './page-sql.ts'
import { dialectOf } from './queries/dialect.ts'
import type { Db } from './transaction.ts'
import { afterYield } from './turns.ts'
import { type TableOfWorlds, WORLD_TABLES, type WorldTableName } from './world-tables.ts'

/** A row that differs between two worlds: `left` and `right` are its columns as text, undefined when the row is missing. */
export type RowDifference = {
  readonly table: WorldTableName
  readonly key: readonly string[]
  readonly left: Readonly<Record<string, string | null>> | undefined
  readonly right: Readonly<Record<string, string | null>> | undefined
}

/** The place of a difference in the list of all. */
export type DifferencePlace = { readonly table: WorldTableName; readonly key: readonly string[] }

export type Between = {
  readonly left: string
  readonly right: string
  readonly backwards: boolean
  /** The tables that are compared; all when not given. */
  readonly only?: ReadonlySet<string>
}

// The answers to repeated calls (D15), the scenarios of a test (D88) and keys (D83) are not part of what the bank's customers have: a test that
// compares before and after would find its own call and its own preparation.
const NOT_COMPARED: ReadonlySet<string> = new Set(['Request', 'Scenario', 'FixtureEntry', 'Key'])
const COMPARED = WORLD_TABLES.filter(({ table }) => !NOT_COMPARED.has(table))

/** How many rows of each side one statement compares (D74). */
const ROWS_AT_ONCE = 250

/** How many tables are read in parallel, where each answer takes a round trip. */
const TABLES_AT_ONCE = 6

/** The rows that differ between two worlds, table by table in the order of their keys, from a place on, in slices. */
export async function* differences(db: Db, between: Between, from?: DifferencePlace): AsyncGenerator<RowDifference> {
  const wanted = COMPARED.filter(({ table }) => between.only?.has(table) ?? true)
  const tables = between.backwards ? wanted.toReversed() : wanted
  const first = from === undefined ? 0 : tables.findIndex(({ table }) => table === from.table)
  const slice = async (table: TableOfWorlds, after: readonly string[] | undefined) => {
    const { end, isEven } = await afterYield(() => endOfSlice(db, table, between, after))
    const rows = isEven ? await afterYield(() => compare(db, table, between, { after, end, isEven })) : []
    // As many rows on both sides, of which the right one lacks none of the left: then the left one lacks none either.
    const isWhole = isEven && rows.every(({ right }) => right !== undefined)
    const all = { after, end, isEven: false }
    return { rows: isWhole ? rows : await afterYield(() => compare(db, table, between, all)), end }
  }
  for (let place = first; place < tables.length; place += TABLES_AT_ONCE) {
    const some = tables.slice(place, place + TABLES_AT_ONCE)
    const begun = await Promise.all(some.map(table => slice(table, table.table === from?.table ? from.key : undefined)))
    for (const [at, table] of some.entries())
      for (let next = begun[at]; next !== undefined; ) {
        yield* next.rows
        next = next.end && (await slice(table, next.end))
      }
  }
}

/** The key up to which both worlds together have about a slice of rows, and whether they have as many; `undefined` when fewer are left. */
async function endOfSlice(
  db: Db,
  table: TableOfWorlds,
  { left, right, backwards }: Between,
  after: readonly string[] | undefined,
): Promise<Pick<Slice, 'end' | 'isEven'>> {
  const key = names(table.key)
  const order = list(table.key.map(column => `"${column}" ${backwards ? 'DESC' : 'ASC'}`))
  const endOf = (worldId: string) => db.$queryRaw<Record<string, string>[]>`
      SELECT ${key} FROM ${name(table.table)} WHERE "worldId" = ${worldId} ${beyond(table, '', after, backwards)}
      ORDER BY ${order} LIMIT 1 OFFSET ${ROWS_AT_ONCE - 1}`
  const ends = (await Promise.all([endOf(left), endOf(right)])).flat()
  const keys = ends.map(row => table.key.map(column => row[column] ?? ''))
  const sorted = keys.toSorted((one, other) => compareKeys(one, other) * (backwards ? -1 : 1))
  const [end, last] = sorted
  return { end, isEven: end !== undefined && last !== undefined && compareKeys(end, last) === 0 }
}

/** The rows between two keys. Where it is even, both sides have as many of them. */
type Slice = {
  readonly after: readonly string[] | undefined
  readonly end: readonly string[] | undefined
  readonly isEven: boolean
}

type DifferingRow = Readonly<Record<string, string | null>>

/** The rows that differ; of an even slice only those that the left side has. */
async function compare(
  db: Db,
  table: TableOfWorlds,
  { left, right, backwards }: Between,
  { after, end, isEven }: Slice,
): Promise<RowDifference[]> {
  const rowsOf = name(table.table)
  const { columns } = table
  const same = list(
    table.key.map(column => `"l"."${column}" = "r"."${column}"`),
    ' AND ',
  )
  const differ = list(
    columns.map(column => `"l"."${column}" IS DISTINCT FROM "r"."${column}"`),
    ' OR ',
  )
  const object = (side: string) => list([dialectOf(db).texts(table.table, side, columns)])
  const [first] = table.key
  const inside = (side: string) =>
    Prisma.sql`${beyond(table, side, after, backwards)} ${end === undefined ? Prisma.empty : upTo(table, side, end, backwards)}`
  const keys = (side: string) => list(table.key.map(column => `"${side}"."${column}" AS "${column}"`))
  const order = list(table.key.map(column => `"${column}" ${backwards ? 'DESC' : 'ASC'}`))
  const missing = (side: string) => Prisma.raw(`"${side}"."${first}" IS NULL`)
  const onlyRight = Prisma.sql`
    UNION ALL
    SELECT ${keys('r')}, NULL AS "leftRow", ${object('r')} AS "rightRow"
    FROM ${rowsOf} AS "r" LEFT JOIN ${rowsOf} AS "l" ON "l"."worldId" = ${left} AND ${same}
    WHERE "r"."worldId" = ${right} ${inside('r')} AND ${missing('l')}`
  const rows = await db.$queryRaw<DifferingRow[]>`
    SELECT ${keys('l')}, ${object('l')} AS "leftRow", CASE WHEN ${missing('r')} THEN NULL ELSE ${object('r')} END AS "rightRow"
    FROM ${rowsOf} AS "l" LEFT JOIN ${rowsOf} AS "r" ON "r"."worldId" = ${right} AND ${same}
    WHERE "l"."worldId" = ${left} ${inside('l')} AND (${missing('r')} OR ${differ})
    ${isEven ? Prisma.empty : onlyRight}
    ORDER BY ${order}`
  return rows.map(({ leftRow, rightRow, ...row }) => ({
    table: table.table,
    key: table.key.map(column => row[column] ?? ''),
    left: columnsOf(leftRow),
    right: columnsOf(rightRow),
  }))
}

function columnsOf(text: string | null | undefined): RowDifference['left'] {
  if (text == null) return undefined
  const found: unknown = JSON.parse(text)
  const entries = typeof found === 'object' && found !== null ? Object.entries(found) : []
  return Object.fromEntries(entries.map(([column, value]) => [column, value === null ? null : String(value)]))
}

function beyond(
  table: TableOfWorlds,
  side: string,
  after: readonly string[] | undefined,
  backwards: boolean,
): Prisma.Sql {
  if (after === undefined) return Prisma.empty
  return Prisma.sql`AND (${keyOn(table, side)}) ${Prisma.raw(backwards ? '<' : '>')} (${Prisma.join([...after])})`
}

function upTo(table: TableOfWorlds, side: string, end: readonly string[], backwards: boolean): Prisma.Sql {
  return Prisma.sql`AND (${keyOn(table, side)}) ${Prisma.raw(backwards ? '>=' : '<=')} (${Prisma.join([...end])})`
}

function keyOn({ key }: TableOfWorlds, side: string): Prisma.Sql {
  return list(key.map(column => (side === '' ? `"${column}"` : `"${side}"."${column}"`)))
}

// As SQLite compares texts: by their bytes.
function compareKeys(one: readonly string[], other: readonly string[]): number {
  for (const [place, part] of one.entries()) {
    const difference = Buffer.compare(Buffer.from(part), Buffer.from(other[place] ?? ''))
    if (difference !== 0) return difference
  }
  return 0
}

function list(parts: readonly string[], between = ', '): Prisma.Sql {
  return Prisma.raw(parts.join(between))
}
