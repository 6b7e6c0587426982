import { randomBytes } from 'node:crypto'
import type { Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { DomainError } from '../../domain/errors.ts'
import { MOST_DOCUMENT_BYTES, SEVERAL_DOCUMENTS } from '../../domain/fixtures.ts'
import { readParts, readWhole } from '../../platform/http/bodies.ts'
import { reachedAt } from '../../platform/http/headers.ts'
import { isSame } from '../../platform/http/operator-access.ts'

/** The limit of a form: 64 KiB are enough for a thousand ticked accounts. */
const MAX_FORM_BYTES = 65_536
const MAX_FORM_FIELDS = 1_500

/** The hidden field that proves that a form comes from a page of this bank in the same browser. */
export const TOKEN_FIELD = 'token'
const COOKIE = 'sandbank-form'
const TOKEN = /^[A-Za-z0-9_-]{43}$/

// The forms of one page have one token, also at the first visit.
const made = new WeakMap<Request, string>()

/** The browser's token for this page, created at its first visit. Several tabs share it. */
export function formToken(c: HonoContext, path: string): string {
  const before = made.get(c.req.raw) ?? getCookie(c, COOKIE)
  if (before !== undefined && TOKEN.test(before)) return before
  const token = randomBytes(32).toString('base64url')
  made.set(c.req.raw, token)
  setCookie(c, COOKIE, token, {
    path,
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(c),
  })
  return token
}

/** Whether the browser uses TLS, even if only to a proxy: then it must send cookies by TLS only. */
export function isSecure(c: HonoContext): boolean {
  return reachedAt(name => c.req.header(name))?.startsWith('https:') === true
}

/** Reads a form of our own page. FORBIDDEN from elsewhere, CONTENT_TOO_LARGE above the limit, UNSUPPORTED_MEDIA_TYPE when it is not a form. */
export async function readForm(c: HonoContext): Promise<URLSearchParams> {
  assertSameOrigin(c)
  if (!/^application\/x-www-form-urlencoded(;|$)/i.test(c.req.header('Content-Type')?.trim() ?? ''))
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'A form is sent as application/x-www-form-urlencoded.')
  const bytes = await readWhole(limit => readParts(c.req.raw.body ?? [], limit), 'form', MAX_FORM_BYTES)
  return checked(c, new URLSearchParams(Buffer.from(bytes).toString()))
}

/** The limit of a form with a file; a larger file goes by the command. */
const MAX_UPLOAD_BYTES = 2_097_152

const BY_COMMAND = `A file of up to ${MOST_DOCUMENT_BYTES} bytes goes by npx sandbank fixture apply FILE. ${SEVERAL_DOCUMENTS}`

/** Reads a form that may contain a file: its text becomes the field of its name. FORMAT_ERROR for a form that no browser sends. */
export async function readUpload(c: HonoContext): Promise<URLSearchParams> {
  const type = c.req.header('Content-Type') ?? ''
  if (!/^multipart\/form-data *;/i.test(type)) return readForm(c)
  assertSameOrigin(c)
  const bytes = await readWhole(limit => readParts(c.req.raw.body ?? [], limit), 'form', MAX_UPLOAD_BYTES, BY_COMMAND)
  const body = Buffer.from(bytes)
  assertFewParts(body, type)
  const sent = await new Response(body, { headers: { 'Content-Type': type } }).formData().catch(() => {
    throw new DomainError('FORMAT_ERROR', 'The form cannot be read: its parts are not those of multipart/form-data.')
  })
  const form = new URLSearchParams()
  for (const [name, value] of sent) if (typeof value === 'string') form.append(name, value)
  checked(c, form)
  for (const [name, value] of sent) if (typeof value !== 'string' && value.size > 0) form.set(name, await value.text())
  return form
}

// Each part becomes an object with its own headers, so the number is limited. Our forms have less than a tenth of this.
const MAX_PARTS = 200

function assertFewParts(body: Buffer, type: string): void {
  const [, quoted, bare = ''] = /boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(type) ?? []
  const boundary = `--${quoted ?? bare}`
  let count = 0
  for (
    let at = body.indexOf(boundary);
    at >= 0 && count <= MAX_PARTS;
    at = body.indexOf(boundary, at + boundary.length)
  )
    count += 1
  if (count > MAX_PARTS) throw new DomainError('CONTENT_TOO_LARGE', `A form may have ${MAX_PARTS} parts.`)
}

function checked(c: HonoContext, form: URLSearchParams): URLSearchParams {
  if (form.size > MAX_FORM_FIELDS)
    throw new DomainError('CONTENT_TOO_LARGE', `A form may have ${MAX_FORM_FIELDS} fields.`)
  const cookie = getCookie(c, COOKIE) ?? ''
  if (!TOKEN.test(cookie) || !isSame(cookie, form.get(TOKEN_FIELD) ?? ''))
    throw new DomainError('FORBIDDEN', 'The form does not come from the page that this browser was shown.')
  return form
}

// Browsers say in one of two headers where a form comes from. Other clients send neither header, and need only the token.
function assertSameOrigin(c: HonoContext): void {
  const site = c.req.header('Sec-Fetch-Site')
  const origin = c.req.header('Origin')
  const isOwn =
    site === undefined
      ? origin === undefined || (URL.canParse(origin) && new URL(origin).host === c.req.header('Host'))
      : site === 'same-origin'
  if (!isOwn) throw new DomainError('FORBIDDEN', 'The form comes from another site.')
}

/** The path of this bank to which a form wants to return; never an address of another host. */
export function ownPath(path: string | null, base: string): string {
  return path !== null && /^\/(?![/\\])[^\s\\]*$/.test(path) ? path : `${base}/`
}
