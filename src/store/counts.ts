import { Prisma } from '../generated/client.ts'
import {
  type Condition,
  filterSql,
  groupByShape,
  name,
  ORDERS,
  type Order,
  orderBy,
  type PageQuery,
  rowsFrom,
} from './page-sql.ts'
import type { Tx } from './transaction.ts'
import { letOthersIn } from './turns.ts'
import type { Holders } from './world-copies.ts'

type Parents = { readonly parent: string; readonly queries: readonly (PageQuery & { readonly parentId: string })[] }

/** How many rows of the world a filter leaves. */
export async function countOfWorld(
  db: Tx,
  source: { worldId: string; table: string },
  filter: readonly Condition[],
): Promise<number> {
  return countBitByBit(db, source.table, filterSql(source.worldId, filter), 'oldestFirst')
}

/** How many rows one statement counts: about 12 ms (D74). */
const COUNTED_AT_ONCE = 50_000

// One statement for what is not larger. Else in the order of the list, which has an index, from where the last statement stopped: the row so many
// places further on is found as fast as the rows are counted.
async function countBitByBit(
  db: Tx,
  table: string,
  where: Prisma.Sql,
  order: Order,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  const rows = rowsFrom(table)
  const [small] = await db.$queryRaw<{ n: bigint | number }[]>`
    SELECT COUNT(*) AS "n" FROM (SELECT 1 FROM ${rows} WHERE ${where} LIMIT ${Math.min(COUNTED_AT_ONCE, most)}) AS "some"`
  const found = Number(small?.n ?? 0)
  if (found < COUNTED_AT_ONCE || found >= most) return found
  const { columns, descending } = ORDERS[order]
  const place = Prisma.join(columns.map(name))
  const sorted = orderBy({ order, window: { backwards: false } })
  let rest = where
  for (let counted = 0; ; counted += COUNTED_AT_ONCE) {
    await letOthersIn()
    const [last] = await db.$queryRaw<Record<string, string>[]>`
      SELECT ${place} FROM ${rows} WHERE ${rest} ${sorted} LIMIT 1 OFFSET ${COUNTED_AT_ONCE - 1}`
    if (last === undefined) {
      const [row] = await db.$queryRaw<{ n: bigint | number }[]>`SELECT COUNT(*) AS "n" FROM ${rows} WHERE ${rest}`
      return counted + Number(row?.n ?? 0)
    }
    const from = Prisma.join(columns.map(column => last[column] ?? ''))
    rest = Prisma.sql`${where} AND (${place}) ${Prisma.raw(descending ? '<' : '>')} (${from})`
  }
}
/** How many lines accounts have on their statements, all together; counting ends at `most`. */
export async function countLines(
  db: Tx,
  worldId: string,
  { accounts, cardAccounts }: Holders,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  const statements = [
    ...accounts.map(id => ({ id, table: 'Transaction', parent: 'accountId' })),
    ...cardAccounts.map(id => ({ id, table: 'CardTransaction', parent: 'cardAccountId' })),
  ]
  let lines = 0
  for (const { id, table, parent } of statements) {
    if (lines >= most) return lines
    const where = Prisma.sql`${filterSql(worldId, [])} AND ${name(parent)} = ${id}`
    lines += await countBitByBit(db, table, where, 'latestBookingFirst', most - lines)
  }
  return lines
}

/** How many rows each parent has that fit its filter. */
export async function countPerParent(db: Tx, source: { worldId: string; table: string } & Parents): Promise<number[]> {
  const counts = new Map<object, number>()
  for (const group of groupByShape(source.queries, query => [query.filter])) {
    const [only, ...others] = group
    if (only !== undefined && others.length === 0) {
      const where = Prisma.sql`${filterSql(source.worldId, only.filter)} AND ${name(source.parent)} = ${only.parentId}`
      counts.set(only, await countBitByBit(db, source.table, where, only.order))
      continue
    }
    const parents = Prisma.join(group.map(query => query.parentId))
    const rows = await db.$queryRaw<{ parentId: string; n: bigint | number }[]>`
      SELECT ${name(source.parent)} AS "parentId", COUNT(*) AS "n" FROM ${rowsFrom(source.table)}
      WHERE ${filterSql(source.worldId, group[0]?.filter ?? [])} AND ${name(source.parent)} IN (${parents}) GROUP BY ${name(source.parent)}`
    const byParent = new Map(rows.map(row => [row.parentId, Number(row.n)]))
    for (const query of group) counts.set(query, byParent.get(query.parentId) ?? 0)
  }
  return source.queries.map(query => counts.get(query) ?? 0)
}

export type WorldTable = { readonly worldId: string; readonly table: string }

/** How many rows each world has in each table: one statement for each table, however many worlds are asked for. */
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
