import type { Context as HonoContext } from 'hono'
import type { Listing } from '../resolvers/lists.ts'

/** The link to the next page, where there is one: the last of what is given says where that begins. */
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

/** A page of a list: where its next one begins, when there is one. Lists that begin with their latest row are read from the end. */
export function nextOf<Row>({ rows, hasNextPage, cursorOf }: Listing<Row>): string | undefined {
  return cursorAt(hasNextPage, rows.at(-1), cursorOf)
}
export function earlierOf<Row>({ rows, hasPreviousPage, cursorOf }: Listing<Row>): string | undefined {
  return cursorAt(hasPreviousPage, rows[0], cursorOf)
}

function cursorAt<Row>(isThere: boolean, row: Row | undefined, cursorOf: (row: Row) => string): string | undefined {
  return isThere && row !== undefined ? cursorOf(row) : undefined
}

const MOST = 128

/** What a form of the console searches for: whole characters only, since no row holds half of one. */
export const searchTextOf = (c: HonoContext, name: string, most = MOST): string =>
  (c.req.query(name) ?? '').trim().slice(0, most).toWellFormed()

/** An address with a query, where there is one. */
export function withSearch(path: string, search: URLSearchParams): string {
  return search.size === 0 ? path : `${path}?${search}`
}

/** The same of what is given; what is not, or is empty, is not in it. */
export function addressOf(path: string, given: Readonly<Record<string, string | undefined>>): string {
  const parameters = Object.entries(given).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value]],
  )
  return withSearch(path, new URLSearchParams(parameters))
}
