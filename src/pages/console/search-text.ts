import type { Context as HonoContext } from 'hono'

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
  const asked = Object.entries(given).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value]],
  )
  return withSearch(path, new URLSearchParams(asked))
}
