import { Prisma } from '../../generated/client.ts'
import {
  besidePlace,
  type Condition,
  filterSql,
  groupByShape,
  name,
  ORDERS,
  orderBy,
  type PageOfParent,
  type PageQuery,
  type Parents,
  type PlaceRow,
  partsOf,
  placeOf,
  rowsFrom,
} from './page-sql.ts'
import { LINES } from './statement-slices.ts'
import type { Tx } from './transaction.ts'
import { inSteps, yieldTurn } from './turns.ts'
import type { Holders } from './world-copies.ts'

/** How many rows of the world pass a filter. */
export async function countOfWorld(
  db: Tx,
  source: { worldId: string; table: string },
  filter: readonly Condition[],
): Promise<number> {
  return countBitByBit(db, source, { filter, order: 'oldestFirst' })
}

/** How many rows one statement counts at most, and how many it examines where no index serves the filter: about 12 ms (D74). */
const COUNTED_AT_ONCE = 50_000
const LOOKED_AT_ONCE = 20_000

// Small counts take one statement. A larger count goes along the index of the list's order, from the row where the last statement stopped; the row so
// many places further is found as fast as the rows are counted. The condition for the start of the order is left out then, because the index would
// lead to the start each time. A list of two tables is merged in its order only when the columns of the order are selected; else all rows are sorted.
async function countBitByBit(
  db: Tx,
  { worldId, table }: WorldTable,
  { filter, order }: Pick<PageQuery, 'filter' | 'order'>,
  parent: Prisma.Sql = Prisma.sql`TRUE`,
): Promise<number> {
  const rows = rowsFrom(table)
  const parts = partsOf({ filter, order })
  const [first] = ORDERS[order].columns
  const isStart = ({ column, is }: Condition) =>
    column === first && is === (ORDERS[order].descending ? 'atMost' : 'atLeast')
  const later = { filter: parts.fast.filter.filter(one => !isStart(one)), order }
  const fast = Prisma.sql`${filterSql(worldId, parts.fast)} AND ${parent}`
  const slow = filterSql(worldId, parts.slow ?? { filter: [], order })
  const step = inSteps(parts.slow === undefined ? COUNTED_AT_ONCE : LOOKED_AT_ONCE)
  const beyond = ORDERS[order].descending ? '<' : '>'
  const sorted = orderBy({ order, window: { backwards: false } })
  let counted = 0
  for (let from: Prisma.Sql | undefined = fast; from !== undefined; ) {
    const range: Prisma.Sql = from
    from = await step(async most => {
      const [some] = await db.$queryRaw<{ n: bigint | number; looked: bigint | number }[]>`
        SELECT COUNT(*) FILTER (WHERE "fits") AS "n", COUNT(*) AS "looked" FROM (
          SELECT ${placeOf(order)}, ${slow} AS "fits" FROM ${rows} WHERE ${range} ${sorted} LIMIT ${most}) AS "some"`
      counted += Number(some?.n ?? 0)
      if (Number(some?.looked ?? 0) < most) return undefined
      const [last] = await db.$queryRaw<PlaceRow[]>`
        SELECT ${placeOf(order)} FROM ${rows} WHERE ${range} ${sorted} LIMIT 1 OFFSET ${most - 1}`
      if (last === undefined) return undefined
      return Prisma.sql`${filterSql(worldId, later)} AND ${parent} AND ${besidePlace(order, beyond, Object.values(last))}`
    })
  }
  return counted
}

/** How many lines the statements of all accounts have together. */
export async function countLines(db: Tx, worldId: string, { accounts, cardAccounts }: Holders): Promise<number> {
  const every = { filter: [], order: 'latestBookingFirst' } as const
  const ofHolder = (table: keyof typeof LINES, id: string) =>
    countBitByBit(db, { worldId, table }, every, Prisma.sql`${name(LINES[table].holder)} = ${id}`)
  let lines = 0
  for (const id of accounts) lines += await ofHolder('Transaction', id)
  for (const id of cardAccounts) lines += await ofHolder('CardTransaction', id)
  return lines
}

/** How many rows of each parent pass its filter. Parents with few rows share one statement. */
export async function countPerParent(db: Tx, source: WorldTable & Parents): Promise<number[]> {
  const counts = new Map<object, number>()
  for (const group of groupByShape(
    source.queries,
    query => [query.filter],
    () => PARENTS_AT_ONCE,
  )) {
    await yieldTurn()
    const many = group.length === 1 ? group : await countFew(db, source, group, counts)
    for (const query of many) counts.set(query, await countOfParent(db, source, query))
  }
  return source.queries.map(query => counts.get(query) ?? 0)
}

/** How many rows of each of several parents one statement counts, and of how many parents. */
const FEW = 250
const PARENTS_AT_ONCE = 200

/** Counts the parents that have few rows. Returns the parents that have more. */
async function countFew(
  db: Tx,
  source: WorldTable & Parents,
  group: readonly PageOfParent[],
  counts: Map<object, number>,
): Promise<readonly PageOfParent[]> {
  const parents = Prisma.join(group.map(query => Prisma.sql`(${query.parentId})`))
  const none = { filter: [], order: 'oldestFirst' } as const
  const { fast, slow = none } = partsOf<Pick<PageQuery, 'filter' | 'order'>>(group[0] ?? none)
  const some = Prisma.sql`(SELECT * FROM ${rowsFrom(source.table)}
    WHERE ${filterSql(source.worldId, fast)} AND ${name(source.parent)} = "parentId" LIMIT ${FEW}) AS "some"`
  const rows = await db.$queryRaw<{ parentId: string; n: bigint | number; looked: bigint | number }[]>`
    WITH "parents" ("parentId") AS (VALUES ${parents})
    SELECT "parentId", (SELECT COUNT(*) FROM ${some}) AS "looked",
      (SELECT COUNT(*) FROM ${some} WHERE ${filterSql(source.worldId, slow)}) AS "n" FROM "parents"`
  const found = new Map(rows.map(row => [row.parentId, row]))
  for (const query of group) counts.set(query, Number(found.get(query.parentId)?.n ?? 0))
  return group.filter(query => Number(found.get(query.parentId)?.looked ?? 0) >= FEW)
}

function countOfParent(db: Tx, source: WorldTable & Parents, query: PageOfParent): Promise<number> {
  return countBitByBit(db, source, query, Prisma.sql`${name(source.parent)} = ${query.parentId}`)
}

export type WorldTable = { readonly worldId: string; readonly table: string }

/** How many rows each world has in each table. One statement for each table, whatever the number of worlds. */
export async function countPerWorld(db: Tx, keys: readonly WorldTable[]): Promise<number[]> {
  const counts = new Map<string, number>()
  for (const group of groupByShape(keys, key => key.table)) {
    const worlds = Prisma.join(group.map(key => key.worldId))
    const table = group[0]?.table ?? ''
    const rows = await db.$queryRaw<{ worldId: string; n: bigint | number }[]>`
      SELECT "worldId", COUNT(*) AS "n" FROM ${rowsFrom(table)} WHERE "worldId" IN (${worlds}) GROUP BY "worldId"`
    for (const row of rows) counts.set(`${table} ${row.worldId}`, Number(row.n))
  }
  return keys.map(key => counts.get(`${key.table} ${key.worldId}`) ?? 0)
}
