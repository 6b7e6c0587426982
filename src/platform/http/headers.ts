import type { IncomingMessage, ServerResponse } from 'node:http'
import { DomainError } from '../../domain/errors.ts'

/** The largest set of headers, at every door: 32 KiB. */
const MOST_BYTES = 32_768

/** Refuses headers that are too large together: HEADERS_TOO_LARGE. `lines` are names and values, alternating. */
export function assertHeadersFit(lines: readonly string[]): void {
  let size = lines.length * 2
  for (const text of lines) size += text.length
  if (size > MOST_BYTES) throw headersTooLarge(lines)
}

/** The refusal of too large headers, with their names if they are known. */
export function headersTooLarge(lines: readonly string[] = []): DomainError {
  const limit = `The headers of a request may have ${MOST_BYTES} bytes together (32 KiB)`
  if (lines.length === 0) return new DomainError('HEADERS_TOO_LARGE', `${limit}.`)
  let largest = 0
  for (let place = 0; place < lines.length; place += 2)
    if ((lines[place + 1]?.length ?? 0) > (lines[largest + 1]?.length ?? 0)) largest = place
  const [name = '', value = ''] = lines.slice(largest, largest + 2)
  return new DomainError(
    'HEADERS_TOO_LARGE',
    `${limit}; these have more, the largest of them is ${name.toLowerCase().slice(0, 80)} with ${value.length}.`,
  )
}

/** Whether a value may be the X-Request-ID of a call, and is echoed on its answer: 1 to 128 visible ASCII characters (D11). */
export function isRequestId(value: string | undefined): value is string {
  return value !== undefined && /^[\x21-\x7e]{1,128}$/.test(value)
}

/**
 * The trace that a call belongs to: the trace-id of its `traceparent` (W3C Trace Context, level 1: version, trace-id, parent-id, flags). Undefined
 * when it is malformed, which is ignored (D112).
 */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  if (traceparent === undefined) return undefined
  const [, version, id = '', parent = '', more] = TRACEPARENT.exec(traceparent) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  return ZEROS.test(id) || ZEROS.test(parent) ? undefined : id
}

// A later version may have more fields after the flags.
const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/
const ZEROS = /^0+$/

/** The header of an answer that names the call's trace. */
export const TRACE_HEADER = 'traceparent'

/** The headers of a request, by any case of their names. */
export type Header = (name: string) => string | undefined

/**
 * The origin by which a caller has reached the bank, for addresses and commands that are shown to it: https and another host if a proxy or the
 * calling page states them. It grants nothing, since a caller can state anything. Undefined without a Host.
 */
export function reachedAt(header: Header): string | undefined {
  const forwarded = firstOf(header('X-Forwarded-Host'))
  const host = forwarded !== undefined && HOST.test(forwarded) ? forwarded : header('Host')
  if (host === undefined) return undefined
  const isSafe = firstOf(header('X-Forwarded-Proto')) === 'https' || header('Origin') === `https://${host}`
  return `${isSafe ? 'https' : 'http'}://${host}`
}

const HOST = /^(?:[\w.~-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

/** The first entry of a list: each proxy on the way adds its own. */
export function firstOf(value: string | undefined): string | undefined {
  return value?.split(',', 1)[0]?.trim().toLowerCase()
}

/** Whether only this machine can reach a host. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** The headers of an answer that a page may read. */
const EXPOSED = [
  'Allow',
  'Deprecation',
  'Location',
  'Retry-After',
  'Sandbank-Habit',
  'Sandbank-Replayed',
  'Sandbank-Request',
  'Sandbank-Scenario',
  'Sandbank-Warning',
  'X-Request-ID',
  TRACE_HEADER,
].join(', ')

/** How long a browser may cache the answer to a preflight. */
const MAX_AGE_SECONDS = '600'

/**
 * Lets pages of the origins in SANDBANK_CORS call the bank; by default there are none (Fetch, 3.2). True when the call was a preflight, which is
 * answered here.
 */
export function allowOrigins(origins: readonly string[], incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  if (origins.length === 0) return false
  const { headers, method } = incoming
  const { origin } = headers
  // Each answer adds the other headers on which it depends.
  outgoing.setHeader('Vary', 'Origin')
  if (origin === undefined || !origins.includes(origin)) return false
  outgoing.setHeader('Access-Control-Allow-Origin', origin)
  outgoing.setHeader('Access-Control-Expose-Headers', EXPOSED)
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false
  outgoing.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, DELETE')
  outgoing.setHeader('Access-Control-Allow-Headers', headers['access-control-request-headers'] ?? '')
  outgoing.setHeader('Access-Control-Max-Age', MAX_AGE_SECONDS)
  outgoing.writeHead(204).end()
  return true
}
