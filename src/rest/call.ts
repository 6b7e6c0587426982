import type { IncomingMessage } from 'node:http'
import type { Context as HonoContext } from 'hono'
import { DomainError } from '../domain/errors.ts'
import type { RawHeaders } from '../security/http-signature.ts'

/** A request as it came over the wire: what signatures and digests are computed over. */
export type Call = {
  readonly method: string
  /** Path and query exactly as sent. */
  readonly target: string
  readonly headers: RawHeaders
  /** A header's value, repeated ones joined by ", ". */
  readonly header: (name: string) => string | undefined
  readonly body: Uint8Array
}

/** [D12] The largest body: 1 MiB. */
export const MAX_BODY_BYTES = 1_048_576

/** The largest set of headers: 32 KiB. */
export const MAX_HEADER_BYTES = 32_768

/** Reads the whole request, within its limits: CONTENT_TOO_LARGE, HEADERS_TOO_LARGE. */
export async function readCall(c: HonoContext): Promise<Call> {
  const incoming = incomingOf(c)
  const headers = incoming === undefined ? [...c.req.raw.headers] : pairs(incoming.rawHeaders)
  const size = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  if (size > MAX_HEADER_BYTES) throw headersTooLarge()
  const joined = joinHeaders(headers)
  return {
    method: c.req.method,
    target: originForm(incoming?.url ?? c.req.url),
    headers,
    header: name => joined.get(name.toLowerCase()),
    body: await readBody(c, joined.get('content-length')),
  }
}

export function headersTooLarge(): DomainError {
  return new DomainError('HEADERS_TOO_LARGE', `The headers of a request may have ${MAX_HEADER_BYTES} bytes together.`)
}

async function readBody(c: HonoContext, declared: string | undefined): Promise<Uint8Array> {
  if (Number(declared) > MAX_BODY_BYTES) throw tooLarge()
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of bodyOf(c)) {
    size += part.byteLength
    if (size > MAX_BODY_BYTES) throw tooLarge()
    parts.push(part)
  }
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
}

// A caller that hangs up in the middle of its body is no fault of the server.
async function* bodyOf(c: HonoContext): AsyncGenerator<Uint8Array> {
  try {
    yield* c.req.raw.body ?? []
  } catch {
    throw new DomainError('BAD_REQUEST', 'The connection ended before the whole body was received.')
  }
}

function tooLarge(): DomainError {
  return new DomainError('CONTENT_TOO_LARGE', `A body may have ${MAX_BODY_BYTES} bytes.`)
}

/** The request behind the web one: only it tells repeated headers apart. Absent when the app is called without a server. */
function incomingOf(c: HonoContext): IncomingMessage | undefined {
  const env: { incoming?: IncomingMessage } | undefined = c.env
  return env?.incoming
}

function pairs(raw: readonly string[]): [string, string][] {
  const list: [string, string][] = []
  for (let place = 0; place + 1 < raw.length; place += 2) list.push([raw[place] ?? '', raw[place + 1] ?? ''])
  return list
}

function joinHeaders(headers: RawHeaders): Map<string, string> {
  const joined = new Map<string, string>()
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    const before = joined.get(key)
    joined.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  return joined
}

// A proxy may send the absolute form (RFC 9112, 3.2.2); what is signed is path and query.
function originForm(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '') || '/'
}
