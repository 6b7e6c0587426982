import { type Page, toPage } from '../../domain/paging.ts'
import { Prisma } from '../../generated/client.ts'
import {
  besidePlace,
  DERIVED,
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
import { dialectOf } from './queries/dialect.ts'
import type { RowTextRequest } from './queries/raw.ts'
import type { Tx } from './transaction.ts'
import { yieldTurn } from './turns.ts'

type Source<Row> = {
  readonly worldId: string
  readonly table: string
  readonly find: (ids: string[]) => Promise<Row[]>
}

/** How many rows one statement reads, and how many it examines when a filter selects among them: about 10 ms (D74). */
const READ_AT_ONCE = 2_000
const LOOKED_AT_ONCE = 20_000
const LOOKED_AT_FIRST = 1_000

// One statement, unless it would hold other calls up.
async function readInParts<Key, Row>(keys: readonly Key[], read: (keys: Key[]) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[][] = []
  for (let from = 0; from < keys.length; from += READ_AT_ONCE) {
    if (from > 0) await yieldTurn()
    rows.push(await read(keys.slice(from, from + READ_AT_ONCE)))
  }
  return rows.flat()
}

/** A page of a whole table of the world. One statement, or two where the table is derived from others. */
export async function pageOfWorld<Row extends { id: string }>(
  db: Tx,
  source: Source<Row>,
  query: PageQuery,
): Promise<Page<Row>> {
  if (isSlow(query)) return toPage(await filteredRows(db, source, query), query.window)
  const where = conditions(source.worldId, query)
  const tail = Prisma.sql`WHERE ${where} ${orderBy(query)} LIMIT ${query.window.take + 1}`
  return toPage(await rowsAt(db, source, tail, textRequestOf(query)), query.window)
}

/**
 * Rows in order, from the SQL that stands behind their table's name. One statement, or two when the client has not prepared it. When a view is
 * requested, any row may come as Written.
 */
export async function rowsAt<Row extends { id: string }>(
  db: Tx,
  source: Pick<Source<Row>, 'table' | 'find'>,
  tail: Prisma.Sql,
  textRequest?: RowTextRequest,
): Promise<Row[]> {
  const whole = await wholeRows<Row>(db, source.table, tail, textRequest)
  if (whole !== undefined) return whole
  const ids = await db.$queryRaw<{ id: string }[]>`SELECT "id" FROM ${rowsFrom(source.table)} ${tail}`
  return rowsInOrder(
    source,
    ids.map(row => row.id),
  )
}

/** A page for a filter that no index serves: some thousand rows are examined, then other calls have their turn (D74). */
async function filteredRows<Row extends { id: string }>(
  db: Tx,
  source: Source<Row>,
  query: PageQuery,
  parent: Prisma.Sql = Prisma.sql`TRUE`,
): Promise<Row[]> {
  const { take, backwards } = query.window
  const { order } = query
  const [within, beyond] = ORDERS[order].descending === backwards ? (['<=', '>'] as const) : (['>=', '<'] as const)
  const parts = partsOf(query)
  const fast = Prisma.sql`${conditions(source.worldId, parts.fast)} AND ${parent}`
  const slow = filterSql(source.worldId, parts.slow ?? { filter: [], order })
  const rows: Row[] = []
  let step = LOOKED_AT_FIRST
  for (let from = fast; ; step = Math.min(4 * step, LOOKED_AT_ONCE)) {
    await yieldTurn()
    const [last] = await db.$queryRaw<PlaceRow[]>`
      SELECT ${placeOf(order)} FROM ${rowsFrom(source.table)} WHERE ${from} ${orderBy(query)} LIMIT 1 OFFSET ${step - 1}`
    const end = last === undefined ? undefined : Object.values(last)
    const until = end === undefined ? Prisma.empty : Prisma.sql`AND ${besidePlace(order, within, end)}`
    const wanted = take + 1 - rows.length
    rows.push(
      ...(await rowsAt(db, source, Prisma.sql`WHERE ${from} ${until} AND ${slow} ${orderBy(query)} LIMIT ${wanted}`)),
    )
    if (end === undefined || rows.length > take) return rows
    from = Prisma.sql`${fast} AND ${besidePlace(order, beyond, end)}`
  }
}

/** Rows of a table with all their columns in one statement, if the client has prepared it (queries/raw.ts). */
function wholeRows<Row>(
  db: Tx,
  table: string,
  tail: Prisma.Sql,
  textRequest?: RowTextRequest,
): Promise<Row[]> | undefined {
  const prepared: unknown = Reflect.get(db, '$rows')
  return typeof prepared !== 'function' || DERIVED[table] !== undefined
    ? undefined
    : Reflect.apply(prepared, db, [table, tail, textRequest])
}

function textRequestOf({ view, order }: PageQuery): RowTextRequest | undefined {
  return view === undefined ? undefined : { view, order: ORDERS[order].columns }
}

/** A page for each parent. Parents that request the same page share two statements, however many parents there are. */
export async function pagePerParent<Row extends { id: string }>(
  db: Tx,
  source: Source<Row> & Parents,
): Promise<Page<Row>[]> {
  const pages = new Map<object, Page<Row>>()
  for (const group of groupsOf(source.queries)) {
    const [sample] = group
    if (sample === undefined) continue
    if (pages.size > 0) await yieldTurn()
    const whole = group.length === 1 ? await rowsOfParent(db, source, sample) : undefined
    if (whole !== undefined) {
      pages.set(sample, toPage(whole, sample.window))
      continue
    }
    const found = await idsOfParents(db, source, group, sample)
    const ids = found.map(row => row.id)
    const rows = new Map((await readInParts(ids, source.find)).map(row => [row.id, row]))
    const own = new Map<string, Row[]>(group.map(query => [query.parentId, []]))
    for (const { parentId, id } of found) {
      const row = rows.get(id)
      if (row !== undefined) own.get(parentId)?.push(row)
    }
    for (const query of group) pages.set(query, toPage(own.get(query.parentId) ?? [], query.window))
    // The parents for which only the first rows were examined, and too few were found.
    for (const query of await unfinished(db, source, group, own)) {
      const rest = await rowsOfParent(db, source, query)
      if (rest !== undefined) pages.set(query, toPage(rest, query.window))
    }
  }
  return source.queries.map(query => pages.get(query) ?? { rows: [], hasNextPage: false, hasPreviousPage: false })
}

/** For how many parents one statement searches where rows are examined one by one, and how many rows of each. */
const PARENTS_AT_ONCE = 200
const LOOKED_AT_EACH = LOOKED_AT_ONCE / PARENTS_AT_ONCE

/** Queries that one statement answers: those of the same page, as many as the limit of rows allows. */
function groupsOf(queries: readonly PageOfParent[]): PageOfParent[][] {
  return groupByShape(
    queries,
    // The same page of one parent in two views is not one page of two parents.
    query => [query.order, query.window, query.filter, query.view?.key],
    query => (isSlow(query) ? PARENTS_AT_ONCE : Math.ceil(LOOKED_AT_ONCE / (query.window.take + 1))),
  )
}

async function unfinished<Row>(
  db: Tx,
  source: OfParent,
  group: readonly PageOfParent[],
  own: ReadonlyMap<string, readonly Row[]>,
): Promise<PageOfParent[]> {
  const [sample] = group
  if (sample === undefined || group.length === 1 || !isSlow(sample)) return []
  const open = group.filter(({ parentId, window }) => (own.get(parentId)?.length ?? 0) <= window.take)
  if (open.length === 0) return []
  const parents = Prisma.join(open.map(({ parentId }) => Prisma.sql`(${parentId})`))
  const longer = await db.$queryRaw<{ parentId: string }[]>`
    WITH "parents" ("parentId") AS (VALUES ${parents})
    SELECT "parentId" FROM "parents" WHERE EXISTS (SELECT 1 FROM ${rowsFrom(source.table)}
      WHERE ${conditions(source.worldId, partsOf(sample).fast)} AND ${name(source.parent)} = "parentId" LIMIT 1 OFFSET ${LOOKED_AT_EACH})`
  const ids = new Set(longer.map(row => row.parentId))
  return open.filter(({ parentId }) => ids.has(parentId))
}

const isSlow = (query: PageQuery) => partsOf(query).slow !== undefined

type ChildRow = { parentId: string; id: string }

type OfParent = { worldId: string; table: string; parent: string }

function rowsOfParent<Row extends { id: string }>(
  db: Tx,
  source: Source<Row> & { parent: string },
  query: PageOfParent,
): Promise<Row[]> | undefined {
  const parent = Prisma.sql`${name(source.parent)} = ${query.parentId}`
  if (isSlow(query)) return filteredRows(db, source, query, parent)
  const tail = Prisma.sql`WHERE ${conditions(source.worldId, query)} AND ${parent} ${orderBy(query)} LIMIT ${query.window.take + 1}`
  return wholeRows<Row>(db, source.table, tail, textRequestOf(query))
}

// The first rows of each parent by its own index: to number or join the rows of all parents would read every one of them.
function idsOfParents(
  db: Tx,
  source: OfParent,
  group: readonly { parentId: string }[],
  query: PageQuery,
): Promise<ChildRow[]> {
  const parents = Prisma.join(group.map(({ parentId }) => Prisma.sql`(${parentId})`))
  const { fast, slow } = partsOf(query)
  const rows = Prisma.sql`${rowsFrom(source.table)}
    WHERE ${conditions(source.worldId, fast)} AND ${name(source.parent)} = "parentId" ${orderBy(query)}`
  const some =
    slow === undefined
      ? rows
      : Prisma.sql`(SELECT * FROM ${rows} LIMIT ${LOOKED_AT_EACH}) AS "some" WHERE ${filterSql(source.worldId, slow)} ${orderBy(query)}`
  const few = Prisma.sql`SELECT "id" FROM ${some} LIMIT ${query.window.take + 1}`
  return db.$queryRaw<ChildRow[]>`
    WITH "parents" ("parentId") AS (VALUES ${parents})
    SELECT "parentId", "picked"."value" AS "id" FROM "parents", ${dialectOf(db).picked(few)}
    ORDER BY "parentId", "picked"."key"`
}

async function rowsInOrder<Row extends { id: string }>(
  source: Pick<Source<Row>, 'find'>,
  ids: string[],
): Promise<Row[]> {
  const rows = new Map((await readInParts(ids, source.find)).map(row => [row.id, row]))
  return ids.flatMap(id => rows.get(id) ?? [])
}

function conditions(worldId: string, { order, window, filter }: PageQuery): Prisma.Sql {
  const parts = [filterSql(worldId, { filter, order })]
  const [after, before] = ORDERS[order].descending ? (['<', '>'] as const) : (['>', '<'] as const)
  if (window.after !== undefined) parts.push(besidePlace(order, after, window.after))
  if (window.before !== undefined) parts.push(besidePlace(order, before, window.before))
  return Prisma.join(parts, ' AND ')
}
