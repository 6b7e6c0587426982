import { type Page, type PageWindow, toPage } from '../domain/paging.ts'
import { Prisma } from '../generated/client.ts'
import type { Tx } from './db.ts'
import { letOthersIn } from './turns.ts'

/** The orders that lists come in. Each ends in the id, so that it is total and a cursor names one place. */
export const ORDERS = {
  /** As created (ids are UUID v7). */
  oldestFirst: { columns: ['id'], descending: false },
  /** As on a statement: latest booking first, ties by id (D42). */
  latestBookingFirst: { columns: ['bookingDate', 'id'], descending: true },
} as const
export type Order = keyof typeof ORDERS

/** One condition on a column of the list's own table. */
export type Condition = {
  readonly column: string
  readonly is: keyof typeof OPERATORS
  readonly value: string | bigint | number
}
const OPERATORS = { equal: '=', atLeast: '>=', atMost: '<=', above: '>', below: '<', contains: 'LIKE' } as const

export type PageQuery = {
  readonly order: Order
  readonly window: PageWindow
  readonly filter: readonly Condition[]
}

type Source<Row> = {
  readonly worldId: string
  readonly table: string
  readonly find: (ids: string[]) => Promise<Row[]>
}
type Parents = { readonly parent: string; readonly queries: readonly (PageQuery & { readonly parentId: string })[] }

/** How many keys one statement may name: both SQLite and PostgreSQL stop a little above 32,000 values. */
export const KEYS_AT_ONCE = 30_000

// One statement, unless the keys are more than it can name.
async function readInParts<Key, Row>(keys: readonly Key[], read: (keys: Key[]) => Promise<Row[]>): Promise<Row[]> {
  const parts: Promise<Row[]>[] = []
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) parts.push(read(keys.slice(from, from + KEYS_AT_ONCE)))
  return (await Promise.all(parts)).flat()
}

/** A page of a whole table of the world: two statements, whatever its size. */
export async function pageOfWorld<Row extends { id: string }>(
  db: Tx,
  source: Source<Row>,
  query: PageQuery,
): Promise<Page<Row>> {
  const ids = await db.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM ${rowsFrom(source.table)} WHERE ${conditions(source.worldId, query)}
    ${orderBy(query)} LIMIT ${query.window.take + 1}`
  const rows = await rowsInOrder(
    source,
    ids.map(row => row.id),
  )
  return toPage(rows, query.window)
}

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
async function countBitByBit(db: Tx, table: string, where: Prisma.Sql, order: Order): Promise<number> {
  const rows = rowsFrom(table)
  const [small] = await db.$queryRaw<{ n: bigint | number }[]>`
    SELECT COUNT(*) AS "n" FROM (SELECT 1 FROM ${rows} WHERE ${where} LIMIT ${COUNTED_AT_ONCE}) AS "some"`
  if (Number(small?.n ?? 0) < COUNTED_AT_ONCE) return Number(small?.n ?? 0)
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

/** A page for each parent. Parents that ask for the same page are answered together by two statements, however many they are. */
export async function pagePerParent<Row extends { id: string }>(
  db: Tx,
  source: Source<Row> & Parents,
): Promise<Page<Row>[]> {
  const pages = new Map<object, Page<Row>>()
  for (const group of groupByShape(source.queries, query => [query.order, query.window, query.filter])) {
    const [sample] = group
    if (sample === undefined) continue
    const found =
      group.length === 1 ? await idsOfParent(db, source, sample) : await idsOfParents(db, source, group, sample)
    const ids = found.map(row => row.id)
    const rows = new Map((await readInParts(ids, source.find)).map(row => [row.id, row]))
    const own = new Map<string, Row[]>(group.map(query => [query.parentId, []]))
    for (const { parentId, id } of found) {
      const row = rows.get(id)
      if (row !== undefined) own.get(parentId)?.push(row)
    }
    for (const query of group) pages.set(query, toPage(own.get(query.parentId) ?? [], query.window))
  }
  return source.queries.map(query => pages.get(query) ?? { rows: [], hasNextPage: false, hasPreviousPage: false })
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

type Found = { parentId: string; id: string }

// One parent is the common case, and LIMIT lets its index stop early where a window function would number every row.
function idsOfParent(
  db: Tx,
  source: { worldId: string; table: string; parent: string },
  query: PageQuery & { parentId: string },
): Promise<Found[]> {
  return db.$queryRaw<Found[]>`
    SELECT ${name(source.parent)} AS "parentId", "id" FROM ${rowsFrom(source.table)}
    WHERE ${conditions(source.worldId, query)} AND ${name(source.parent)} = ${query.parentId}
    ${orderBy(query)} LIMIT ${query.window.take + 1}`
}

// Each parent's first rows by its own index: numbering all rows of each parent would read them all.
function idsOfParents(
  db: Tx,
  source: { worldId: string; table: string; parent: string },
  group: readonly { parentId: string }[],
  query: PageQuery,
): Promise<Found[]> {
  const parents = Prisma.join(group.map(({ parentId }) => Prisma.sql`(${parentId})`))
  const rows = rowsFrom(source.table)
  return db.$queryRaw<Found[]>`
    WITH "parents" ("parentId") AS (VALUES ${parents})
    SELECT "parentId", "rows"."id" FROM "parents" CROSS JOIN (SELECT * FROM ${rows}) AS "rows"
    WHERE "rows"."worldId" = ${source.worldId} ${ofParent(source)} AND "rows"."id" IN (
      SELECT "id" FROM ${rows} WHERE ${conditions(source.worldId, query)} AND ${name(source.parent)} = "parentId"
      ${orderBy(query)} LIMIT ${query.window.take + 1})
    ORDER BY "parentId", ${orderOf(query, '"rows".')}`
}

// The ids say it already; only what is a row of two parents needs to be told which. Saying it of the others would lead SQLite through all rows of the parent.
function ofParent({ table, parent }: { table: string; parent: string }): Prisma.Sql {
  return DERIVED[table] === undefined ? Prisma.empty : Prisma.sql`AND "rows".${name(parent)} = "parentId"`
}

async function rowsInOrder<Row extends { id: string }>(source: Source<Row>, ids: string[]): Promise<Row[]> {
  const rows = new Map((await readInParts(ids, source.find)).map(row => [row.id, row]))
  return ids.flatMap(id => rows.get(id) ?? [])
}

function conditions(worldId: string, { order, window, filter }: PageQuery): Prisma.Sql {
  const parts = [filterSql(worldId, filter)]
  const { columns, descending } = ORDERS[order]
  const place = Prisma.join(columns.map(name))
  if (window.after !== undefined)
    parts.push(Prisma.sql`(${place}) ${Prisma.raw(descending ? '<' : '>')} (${Prisma.join([...window.after])})`)
  if (window.before !== undefined)
    parts.push(Prisma.sql`(${place}) ${Prisma.raw(descending ? '>' : '<')} (${Prisma.join([...window.before])})`)
  return Prisma.join(parts, ' AND ')
}

function filterSql(worldId: string, filter: readonly Condition[]): Prisma.Sql {
  const parts = filter.map(({ column, is, value }) =>
    is === 'contains'
      ? Prisma.sql`LOWER(${name(column)}) LIKE LOWER(${pattern(String(value))}) ESCAPE '\\'`
      : Prisma.sql`${name(column)} ${Prisma.raw(OPERATORS[is])} ${value}`,
  )
  return Prisma.join([Prisma.sql`"worldId" = ${worldId}`, ...parts], ' AND ')
}

// What a text means by % and _ is itself. LOWER on both sides, since PostgreSQL's LIKE tells capitals apart and SQLite's does not.
function pattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

type Sorting = Pick<PageQuery, 'order'> & { readonly window: Pick<PageWindow, 'backwards'> }

function orderBy(query: Sorting): Prisma.Sql {
  return Prisma.sql`ORDER BY ${orderOf(query, '')}`
}

function orderOf({ order, window }: Sorting, prefix: string): Prisma.Sql {
  const { columns, descending } = ORDERS[order]
  const direction = descending !== window.backwards ? 'DESC' : 'ASC'
  return Prisma.raw(columns.map(column => `${prefix}"${column}" ${direction}`).join(', '))
}

// A booking has two sides, and is a row of both: each side reads its own index. A consent is a row of each of its accounts.
// A count of accesses has no id of its own: its key stands for one, in the order of days.
const DERIVED: Readonly<Record<string, string>> = {
  BookingSide: `(SELECT "worldId", "id", "debitId" AS "accountId" FROM "Booking"
    UNION ALL SELECT "worldId", "id", "creditId" AS "accountId" FROM "Booking") AS "BookingSide"`,
  AccessOfDay: `(SELECT "worldId", "tppId", "customerId", "accountId", "day",
    "day" || CHAR(31) || "tppId" || CHAR(31) || "customerId" || CHAR(31) || "accountId" || CHAR(31) || "operation" AS "id"
    FROM "AccessCount") AS "AccessOfDay"`,
  ConsentOfAccount: `(SELECT "worldId", "consentId" AS "id", "accountId" FROM "ConsentAccount") AS "ConsentOfAccount"`,
  ConsentOfCardAccount: `(SELECT "worldId", "consentId" AS "id", "cardAccountId" FROM "ConsentCardAccount") AS "ConsentOfCardAccount"`,
}

function rowsFrom(table: string): Prisma.Sql {
  return DERIVED[table] === undefined ? name(table) : Prisma.raw(DERIVED[table])
}

// Names come from this program's own tables, never from a request.
function name(identifier: string): Prisma.Sql {
  return Prisma.raw(`"${identifier}"`)
}

function groupByShape<Query>(queries: readonly Query[], shape: (query: Query) => unknown): Query[][] {
  const groups: Query[][] = []
  const open = new Map<string, Query[]>()
  for (const query of queries) {
    const key = JSON.stringify(shape(query), (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    const group = open.get(key)
    if (group !== undefined && group.length < KEYS_AT_ONCE) {
      group.push(query)
      continue
    }
    const next = [query]
    groups.push(next)
    open.set(key, next)
  }
  return groups
}
