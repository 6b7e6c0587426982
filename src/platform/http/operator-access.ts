import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { byRule, DomainError, type Words } from '../../domain/errors.ts'
import { type Header, reachedAt } from './headers.ts'

/** Who may use the operator's door (D70): a caller with the token; if there is none, a caller on this machine that uses one of the names `hosts`. */
export type Operator = {
  readonly token: string | undefined
  readonly hosts: readonly string[] | undefined
  /** Origins of pages that may call besides our own (SANDBANK_CORS). */
  readonly origins?: readonly string[]
}

/**
 * On loopback, where no token is required, a page of another site must not reach this door by a DNS name of its own that points to this machine.
 * FORBIDDEN. A request of HTTP/1.0 may have no Host; no browser sends one.
 */
export function assertHost({ token, hosts }: Operator, header: Header): void {
  const host = header('Host')
  if (token !== undefined || hosts === undefined || host === undefined) return
  if (hosts.includes(host.replace(/:\d*$/, '').toLowerCase())) return
  throw forbidden(
    'Host',
    byRule.D70`Host ${shown(host)} is not a name of this server: use ${hosts.join(', ')}. Behind a proxy with a name of its own, start it with SANDBANK_TOKEN.`,
  )
}

/** Such a page must not use the operator's browser across sites either, by a link, a form or an image. FORBIDDEN. */
export function assertSameOrigin({ token, origins = [] }: Operator, header: Header): void {
  if (token !== undefined) return
  const host = header('Host') ?? ''
  const origin = header('Origin')
  if (origin !== undefined) {
    if (isOwnOrigin(header) || origins.includes(origin)) return
    throw forbidden(
      'Origin',
      byRule.D70`A page of ${shown(origin)} may not use this door: only GraphiQL at http://${host.slice(0, 80)} may, and programs. Start the bank with SANDBANK_CORS and that origin to let it, or, behind a proxy, with SANDBANK_TOKEN.`,
    )
  }
  // Browsers send no Origin with a GET, but send this header.
  const site = header('Sec-Fetch-Site')
  if (site === undefined || site === 'same-origin' || site === 'none') return
  throw forbidden('Sec-Fetch-Site', byRule.D70`A page of another site may not use this door: open the page itself.`)
}

/** A page of another site may link to an operator's page, but may neither enter anything there nor embed it (D74). */
export function assertLinked(operator: Operator, header: Header, hasFields: boolean): void {
  const isLink = header('Sec-Fetch-Mode') === 'navigate' && header('Sec-Fetch-Dest') === 'document'
  if (!isLink || hasFields) assertSameOrigin(operator, header)
}

/** Whether the caller sent the required token, if there is one. */
export function hasToken({ token }: Operator, header: Header): boolean {
  if (token === undefined) return true
  const [, given = ''] = /^Bearer +(\S+) *$/i.exec(header('Authorization') ?? '') ?? []
  return isSame(given, token)
}

/**
 * Whether a page of this server makes this call in a browser that has entered the token (D109): it has the console's cookie, and its own origin,
 * which no page of another site can have.
 */
export function hasLogin(operator: Operator, header: Header): boolean {
  if (operator.token === undefined || !isOwnOrigin(header)) return false
  const name = loginCookie(header)
  const cookies = (header('Cookie') ?? '').split(';').map(one => one.trim())
  const given = cookies.find(one => one.startsWith(`${name}=`))
  return given !== undefined && isSame(given.slice(name.length + 1), loginOf(operator))
}

/** Browsers send a cookie to every port of its host: each bank there has a cookie with its own name. */
export function loginCookie(header: Header): string {
  const reached = reachedAt(header) ?? ''
  const { protocol = 'http:', port = '' } = URL.canParse(reached) ? new URL(reached) : {}
  return `sandbank-operator-${port === '' ? DEFAULT_PORTS[protocol] : port}`
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

function isOwnOrigin(header: Header): boolean {
  const host = header('Host') ?? ''
  return [`http://${host}`, `https://${host}`].includes(header('Origin') ?? '')
}

/**
 * The cookie of a browser after the token was entered: the browser sends it with each call, to every port of the host, so it is not the token itself.
 */
export function loginOf({ token = '' }: Operator): string {
  return createHmac('sha256', token).update('sandbank: the console').digest('base64url')
}

/** Whether two secrets are equal, in constant time. */
export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other))
}

function forbidden(path: string, words: Words): DomainError {
  return new DomainError('FORBIDDEN', words, path)
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 80))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
