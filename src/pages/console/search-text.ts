import type { Context as HonoContext } from 'hono'

const MOST = 128

/** What a form of the console searches for: whole characters only, since no row holds half of one. */
export const searchTextOf = (c: HonoContext, name: string, most = MOST): string =>
  (c.req.query(name) ?? '').trim().slice(0, most).toWellFormed()
