import type { Context as HonoContext } from 'hono'
import type { Listing } from '../../bank/resolvers/lists.ts'
import { readId } from '../../domain/ids.ts'
import type { PageArgs } from '../../domain/paging.ts'
import { beginningOf } from '../../domain/texts.ts'

/** The id in the path of a page. */
export function idOf(c: HonoContext): string {
  return readId(c.req.param('id') ?? '')
}

/** A text that may be too long for its place. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${beginningOf(text, most - 1)}…` : text
}

/** A page of a list as it is drawn: its rows in that order, the number of its first row, how many rows there are, and the pages beside it. */
export type DrawnPage<Row> = {
  readonly rows: readonly Row[]
  readonly from: number
  /** Undefined where counting would read more than the page does. */
  readonly total: number | undefined
  readonly previous: PageAddress | undefined
  readonly next: PageAddress | undefined
}
type PageAddress = { readonly after?: string; readonly before?: string; readonly from: string }

/**
 * Reads the page of a list that an address names. A list that is drawn from its end, latest first, says `fromEnd`. The number of the first row is in the
 * address, too: a cursor does not know it.
 */
export async function readDrawnPage<Row>(
  c: HonoContext,
  size: number,
  read: (args: PageArgs) => Promise<Listing<Row>>,
  { fromEnd = false, isCounted = true }: { readonly fromEnd?: boolean; readonly isCounted?: boolean } = {},
): Promise<DrawnPage<Row>> {
  const [after, before] = [c.req.query('after'), c.req.query('before')]
  const isBack = before !== undefined
  const cursor = isBack ? before : after
  // Forwards in the order of the page is backwards in that of a list that is drawn from its end.
  const args = isBack === fromEnd ? { first: size, after: cursor } : { last: size, before: cursor }
  const page = await read(args)
  const rows = fromEnd ? page.rows.toReversed() : page.rows
  const [isMore, isLess] = fromEnd ? [page.hasPreviousPage, page.hasNextPage] : [page.hasNextPage, page.hasPreviousPage]
  const [first, last] = [rows[0], rows.at(-1)]
  const from = cursor === undefined ? 1 : fromOf(c)
  return {
    rows,
    from,
    total: isCounted ? await page.count() : undefined,
    previous:
      first !== undefined && isLess
        ? { before: page.cursorOf(first), from: String(Math.max(1, from - size)) }
        : undefined,
    next: last !== undefined && isMore ? { after: page.cursorOf(last), from: String(from + rows.length) } : undefined,
  }
}

const fromOf = (c: HonoContext) => Math.max(1, Number(/^\d{1,9}$/.exec(c.req.query('from') ?? '')?.[0] ?? 1))

/** A list that is whole in memory as such a page, from the row of which the address gives the number. */
export function drawnPageOf<Row>(c: HonoContext, size: number, all: readonly Row[]): DrawnPage<Row> {
  const from = Math.max(1, Math.min(fromOf(c), all.length))
  return {
    rows: all.slice(from - 1, from - 1 + size),
    from,
    total: all.length,
    previous: from === 1 ? undefined : { from: String(Math.max(1, from - size)) },
    next: from - 1 + size >= all.length ? undefined : { from: String(from + size) },
  }
}

/** The cursor of the next page, if there is one. */
export function nextOf<Row>({ rows, hasNextPage, cursorOf }: Listing<Row>): string | undefined {
  return cursorAt(hasNextPage, rows.at(-1), cursorOf)
}
/** The same for a list that begins with its latest row and is read from its end. */
export function earlierOf<Row>({ rows, hasPreviousPage, cursorOf }: Listing<Row>): string | undefined {
  return cursorAt(hasPreviousPage, rows[0], cursorOf)
}

function cursorAt<Row>(isThere: boolean, row: Row | undefined, cursorOf: (row: Row) => string): string | undefined {
  return isThere && row !== undefined ? cursorOf(row) : undefined
}

const MOST = 128

/** The search text of a form. Half a character is removed, since no row contains one. */
export const searchTextOf = (c: HonoContext, name: string, most = MOST): string =>
  (c.req.query(name) ?? '').trim().slice(0, most).toWellFormed()

/** An address with a query, where there is one. */
export function withSearch(path: string, search: URLSearchParams): string {
  return search.size === 0 ? path : `${path}?${search}`
}

/** The same address, with only the parameters that are given and not empty. */
export function addressOf(path: string, given: Readonly<Record<string, string | undefined>>): string {
  const parameters = Object.entries(given).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value]],
  )
  return withSearch(path, new URLSearchParams(parameters))
}

/** The order in an address; undefined for an unknown one. */
export function orderOf<Order extends string>(orders: Readonly<Record<Order, unknown>>, name: string | undefined) {
  const isOrder = (one: string): one is Order => Object.hasOwn(orders, one)
  return name !== undefined && isOrder(name) ? name : undefined
}
