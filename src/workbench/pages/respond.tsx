import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context as HonoContext } from 'hono'
import type { JSX } from 'hono/jsx/jsx-runtime'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ERRORS } from '../../bank/wire/errors.ts'
import type { DomainError } from '../../domain/errors.ts'
import { wantsGzip } from '../../platform/http/negotiation.ts'
import { noteOf } from '../../platform/http/notes.ts'
import { AROUND, readAround, sheetOver } from './around.ts'

export type PageOptions = {
  readonly status?: ContentfulStatusCode
  /** The refusal that the page shows. It decides the status unless one is given, and is written to the journal (D95). */
  readonly refusal?: DomainError | undefined
  /** Where else a form of the page may lead: a source of CSP's form-action. */
  readonly leadsTo?: string
  /** Whether the page shows data of a customer: then no cache may keep it. */
  readonly isPrivate?: boolean
  /** Whether scripts of the page may ask the bank for data. */
  readonly fetches?: boolean
  /** Whether a library writes styles into the page. */
  readonly stylesItself?: boolean
}

/** Sends a page in the frame of its world. The page may load only files of the bank itself. */
export async function respond(c: HonoContext, page: JSX.Element, options: PageOptions = {}): Promise<Response> {
  const over = sheetOver(c)
  const { refusal = over?.refusal, isPrivate = false } = options
  const { status = refusal === undefined ? 200 : ERRORS[refusal.code].status } = options
  if (refusal !== undefined) noteOf(c.req.raw).refusal = refusal
  // The answer to an unsupported method already has Allow.
  for (const [name, value] of Object.entries(refusal === undefined ? {} : (ERRORS[refusal.code].headers ?? {})))
    if (!c.res.headers.has(name)) c.header(name, value)
  const around = await readAround(c)
  const shown = around === undefined ? page : <AROUND.Provider value={around}>{page}</AROUND.Provider>
  const html = `<!doctype html>\n${shown}`
  const isPacked = html.length > PACKED_FROM && wantsGzip(c.req.header('Accept-Encoding'))
  return c.body(isPacked ? await packed(html) : html, status, {
    ...(isPacked ? { 'Content-Encoding': 'gzip' } : {}),
    'Content-Type': 'text/html; charset=utf-8',
    // What a sheet shows follows what is entered.
    'Content-Security-Policy': policy(over === undefined ? options : { ...options, fetches: true }),
    'Cache-Control': isPrivate || around?.head !== undefined ? 'no-store' : 'no-cache',
    Vary: 'Accept-Language, Accept-Encoding',
  })
}

/** Larger pages are compressed; that takes a thread a millisecond. */
const PACKED_FROM = 20_000

async function packed(html: string): Promise<Uint8Array<ArrayBuffer>> {
  return Uint8Array.from(await promisify(gzip)(html))
}

function policy({ leadsTo, fetches = false, stylesItself = false }: PageOptions): string {
  return [
    "default-src 'none'",
    "base-uri 'none'",
    `style-src 'self'${stylesItself ? " 'unsafe-inline'" : ''}`,
    "script-src 'self'",
    "img-src 'self' data:",
    ...(fetches ? ["connect-src 'self'"] : []),
    // Browsers also check the redirect after a form against form-action, so it names the TPP's address.
    `form-action 'self'${leadsTo === undefined ? '' : ` ${leadsTo}`}`,
    "frame-ancestors 'none'",
  ].join('; ')
}
