import type { Context as HonoContext } from 'hono'
import type { Listing } from '../../bank/resolvers/lists.ts'
import { readId } from '../../domain/ids.ts'
import { beginningOf } from '../../domain/texts.ts'

/** The id in the path of a page. */
export function idOf(c: HonoContext): string {
  return readId(c.req.param('id') ?? '')
}

/** A text that may be too long for its place. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${beginningOf(text, most - 1)}…` : text
}

/** The link to the next page of a list, if there is one. */
export function More({
  path,
  given,
  label = 'More',
}: {
  readonly path: string
  readonly given: Readonly<Record<string, string | undefined>>
  readonly label?: string
}) {
  if (Object.values(given).at(-1) === undefined) return null
  return (
    <p class="more">
      <a href={addressOf(path, given)}>{label}</a>
    </p>
  )
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

/** The order of a list, and what its address needs to change it. */
export type Sorting = {
  readonly path: string
  /** The other parameters of the address. */
  readonly given: Readonly<Record<string, string | undefined>>
  /** The present order, one of those of the column heads. */
  readonly order: string
}

/** A column by which a list can be sorted: `down` is the order with the largest first. */
export type SortHead = { readonly label: string; readonly down: string; readonly up: string }

/** A link to the list in this order, or in the reverse order when the list already has it. */
function SortLink({ head: { label, down, up }, sorting }: { readonly head: SortHead; readonly sorting: Sorting }) {
  const { path, given, order } = sorting
  const next = order === down ? up : down
  const arrow = order === down ? ' ↓' : order === up ? ' ↑' : ''
  return (
    <a href={addressOf(path, { ...given, order: next })}>
      {label}
      <span aria-hidden="true">{arrow}</span>
    </a>
  )
}

/** The head of a column: a text, or a link that sorts. */
export function ColumnHead({
  head,
  sorting,
}: {
  readonly head: string | SortHead
  readonly sorting: Sorting | undefined
}) {
  if (typeof head === 'string' || sorting === undefined)
    return <th scope="col">{typeof head === 'string' ? head : head.label}</th>
  const sorted = sorting.order === head.down ? 'descending' : sorting.order === head.up ? 'ascending' : undefined
  return (
    <th scope="col" class="sorts" aria-sort={sorted}>
      <SortLink head={head} sorting={sorting} />
    </th>
  )
}

/** The same choice of orders for a list without columns. */
export function SortBar({ heads, sorting }: { readonly heads: readonly SortHead[]; readonly sorting: Sorting }) {
  return (
    <nav class="sort-bar" aria-label="Sort by">
      <span class="soft">Sort by</span>
      {heads.map(head => (
        <SortLink head={head} sorting={sorting} />
      ))}
    </nav>
  )
}

/** The order in an address; undefined for an unknown one. */
export function orderOf<Order extends string>(orders: Readonly<Record<Order, unknown>>, name: string | undefined) {
  const isOrder = (one: string): one is Order => Object.hasOwn(orders, one)
  return name !== undefined && isOrder(name) ? name : undefined
}
