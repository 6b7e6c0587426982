import { COMMON_HEADERS, type ReadyAnswer } from '../http/answers.ts'
import type { Incoming } from '../rest/call.ts'
import type { ServedApp } from '../server.ts'
import { rememberText } from './answers.ts'
import { SandbankError } from './failure.ts'

type SentRequest = {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: string | Uint8Array | undefined
}

/** How a bank is reached: the same calls whether it is in this process or behind a port. */
export type Door = {
  /** The base URL of the world `default`, without a slash at its end. */
  readonly url: string
  send(request: SentRequest): Promise<Response>
}

/** The bank of this process: no port, no socket. */
export function inProcess(app: ServedApp, url: string): Door {
  return {
    url,
    send: async sent => {
      const plain = toIncoming(sent)
      const answering = plain === undefined ? undefined : app.answer?.(plain)
      if (answering !== undefined) return toResponse(await answering)
      try {
        return await app.fetch(toRequest(url, sent), {})
      } catch (cause) {
        throw new SandbankError(LOST, { cause })
      }
    },
  }
}

/** A bank that is served elsewhere. */
export function overHttp(url: string): Door {
  return {
    url,
    send: sent =>
      fetch(toRequest(url, sent)).catch((cause: unknown) => {
        throw new SandbankError(isLost(cause) ? LOST : nobodyAt(url), { cause })
      }),
  }
}

const LOST =
  'The connection ended without an answer. What the call was to do may be done: send it again with the same X-Request-ID to hear.'

function nobodyAt(url: string): string {
  return `No bank answers at ${url}: start it with \`npx sandbank start\`, or correct the address.`
}

/** Whether a call came through and its answer did not. */
function isLost(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && (cause.code === 'UND_ERR_SOCKET' || cause.code === 'ECONNRESET')
}

function toRequest(url: string, { method, target, headers, body }: SentRequest): Request {
  const fields = new Headers()
  for (const [name, value] of headers) fields.append(name, value)
  return new Request(`${new URL(url).origin}${target}`, {
    method,
    headers: fields,
    redirect: 'manual',
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  })
}

/**
 * A call that the Fetch API would send as it is. It needs none of it then, which costs more than the bank's own work; what is odd in any way goes the long
 * way, and is answered the same.
 */
function toIncoming({ method, target, headers, body }: SentRequest): Incoming | undefined {
  if (!METHODS.has(method) || !PLAIN_TARGET.test(target) || target.includes('/.')) return undefined
  const names = new Set<string>()
  for (const [name, value] of headers) {
    if (!PLAIN_NAME.test(name) || !PLAIN_VALUE.test(value)) return undefined
    names.add(name.toLowerCase())
  }
  if (names.size < headers.length || names.has('transfer-encoding') || names.has('content-length')) return undefined
  const hungUp = () => NEVER
  if (body === undefined)
    return { method, target, headers, lines: headers.flat(), readBody: async () => new Uint8Array(), hungUp }
  // A text without a type is given one.
  if (method === 'GET' || !names.has('content-type')) return undefined
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const sized = [...headers, ['content-length', String(bytes.length)] as const]
  return {
    method,
    target,
    headers: sized,
    lines: sized.flat(),
    readBody: async limit => (bytes.length > limit ? undefined : bytes),
    hungUp,
  }
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'DELETE'])
const PLAIN_TARGET = /^\/[\w\-.~!$&()*+,;=:@/?%]*$/
const PLAIN_NAME = /^[\w-]+$/
const PLAIN_VALUE = /^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/
/** Nobody hangs up on a call of this process. */
const NEVER = new AbortController().signal

function toResponse({ status, headers, body, warnings = [], lost }: ReadyAnswer): Response {
  if (lost === true) throw new SandbankError(LOST, { cause: new TypeError('The connection ended without an answer.') })
  const all: [string, string][] = [...Object.entries(COMMON_HEADERS), ...Object.entries(headers)]
  for (const warning of warnings) all.push(['Sandbank-Warning', warning])
  if (status === 204 || status === 304) return new Response(null, { status, headers: all })
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8')
  return rememberText(new Response(text, { status, headers: all }), text)
}
