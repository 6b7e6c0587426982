import { type Page, toPage } from '../domain/paging.ts'
import { Prisma } from '../generated/client.ts'
import {
  DERIVED,
  filterSql,
  groupByShape,
  KEYS_AT_ONCE,
  name,
  ORDERS,
  orderBy,
  type PageQuery,
  rowsFrom,
} from './page-sql.ts'
import type { Tx } from './transaction.ts'

type Source<Row> = {
  readonly worldId: string
  readonly table: string
  readonly find: (ids: string[]) => Promise<Row[]>
}
type Parents = { readonly parent: string; readonly queries: readonly (PageQuery & { readonly parentId: string })[] }

// One statement, unless the keys are more than it can name.
async function readInParts<Key, Row>(keys: readonly Key[], read: (keys: Key[]) => Promise<Row[]>): Promise<Row[]> {
  const parts: Promise<Row[]>[] = []
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) parts.push(read(keys.slice(from, from + KEYS_AT_ONCE)))
  return (await Promise.all(parts)).flat()
}

/** A page of a whole table of the world: one statement, or two where the table is put together from others. */
export async function pageOfWorld<Row extends { id: string }>(
  db: Tx,
  source: Source<Row>,
  query: PageQuery,
): Promise<Page<Row>> {
  const tail = Prisma.sql`WHERE ${conditions(source.worldId, query)} ${orderBy(query)} LIMIT ${query.window.take + 1}`
  const whole = await wholeRows<Row>(db, source.table, tail)
  if (whole !== undefined) return toPage(whole, query.window)
  const ids = await db.$queryRaw<{ id: string }[]>`SELECT "id" FROM ${rowsFrom(source.table)} ${tail}`
  const rows = await rowsInOrder(
    source,
    ids.map(row => row.id),
  )
  return toPage(rows, query.window)
}

/** The rows of a table with all their columns in one statement, where the client has it prepared (prepared/raw.ts). */
function wholeRows<Row>(db: Tx, table: string, tail: Prisma.Sql): Promise<Row[]> | undefined {
  const prepared: unknown = Reflect.get(db, '$rows')
  return typeof prepared !== 'function' || DERIVED[table] !== undefined
    ? undefined
    : Reflect.apply(prepared, db, [table, tail])
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
    const whole = group.length === 1 ? await rowsOfParent<Row>(db, source, sample) : undefined
    if (whole !== undefined) {
      pages.set(sample, toPage(whole, sample.window))
      continue
    }
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

type Found = { parentId: string; id: string }

type OfParent = { worldId: string; table: string; parent: string }

// One parent is the common case, and LIMIT lets its index stop early where a window function would number every row.
function tailOfParent({ worldId, parent }: OfParent, query: PageQuery & { parentId: string }): Prisma.Sql {
  return Prisma.sql`WHERE ${conditions(worldId, query)} AND ${name(parent)} = ${query.parentId}
    ${orderBy(query)} LIMIT ${query.window.take + 1}`
}

function rowsOfParent<Row>(db: Tx, source: OfParent, query: PageQuery & { parentId: string }) {
  return wholeRows<Row>(db, source.table, tailOfParent(source, query))
}

function idsOfParent(db: Tx, source: OfParent, query: PageQuery & { parentId: string }): Promise<Found[]> {
  return db.$queryRaw<Found[]>`
    SELECT ${name(source.parent)} AS "parentId", "id" FROM ${rowsFrom(source.table)} ${tailOfParent(source, query)}`
}

// Each parent's first rows by its own index: numbering or joining all rows of each parent would read them all.
function idsOfParents(
  db: Tx,
  source: { worldId: string; table: string; parent: string },
  group: readonly { parentId: string }[],
  query: PageQuery,
): Promise<Found[]> {
  const parents = Prisma.join(group.map(({ parentId }) => Prisma.sql`(${parentId})`))
  return db.$queryRaw<Found[]>`
    WITH "parents" ("parentId") AS (VALUES ${parents})
    SELECT "parentId", "picked"."value" AS "id" FROM "parents", json_each((SELECT json_group_array("id") FROM (
      SELECT "id" FROM ${rowsFrom(source.table)}
      WHERE ${conditions(source.worldId, query)} AND ${name(source.parent)} = "parentId"
      ${orderBy(query)} LIMIT ${query.window.take + 1}))) AS "picked"
    ORDER BY "parentId", "picked"."key"`
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
