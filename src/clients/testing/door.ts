import { type Incoming, targetsOf } from '../../api/rest/call.ts'
import type { ServedApp } from '../../api/server.ts'
import { type ReadyAnswer, toResponse } from '../../platform/http/answers.ts'
import { rememberText } from './answers.ts'
import { SandbankError, tlsFault } from './failure.ts'

type SentRequest = {
  /** The kit's call that makes this request, as the beginning of error messages. */
  readonly call: string
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: string | Uint8Array | ReadableStream<Uint8Array<ArrayBuffer>> | undefined
  /** Ends the call before it is answered. */
  readonly signal?: AbortSignal | undefined
}

/** How a bank is reached: the same calls for a bank in this process and for one behind a port. */
export type Door = {
  /** The base URL of the world `default`, without a slash at its end. */
  readonly url: string
  /** Whether a browser can reach it there. */
  readonly isServed: boolean
  send(request: SentRequest): Promise<Response>
}

/** The bank of this process: no port, no socket. */
export function inProcess(app: ServedApp, { url, isServed }: Pick<Door, 'url' | 'isServed'>): Door {
  return {
    url,
    isServed,
    send: async sent => {
      sent.signal?.throwIfAborted()
      const plain = toIncoming(url, sent)
      const answering = plain === undefined ? undefined : app.answer?.(plain)
      if (answering !== undefined) return answerTo(sent.call, await unlessAborted(sent.signal, answering))
      const request = toRequest(url, sent)
      try {
        return await unlessAborted(sent.signal, Promise.resolve(app.fetch(request, {})))
      } catch (cause) {
        sent.signal?.throwIfAborted()
        throw lost(sent.call, cause)
      }
    },
  }
}

/** The result of a call, or the signal's reason if that comes first. The bank gets the same signal, and treats it as a client that disconnects. */
async function unlessAborted<Answer>(
  signal: AbortSignal | undefined,
  answer: Answer | Promise<Answer>,
): Promise<Answer> {
  if (signal === undefined) return answer
  const end = new AbortController()
  try {
    return await Promise.race([answer, abortOf(signal, end.signal)])
  } finally {
    end.abort()
  }
}

function abortOf(signal: AbortSignal, end: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: end })
  })
}

/** A bank served by another process. */
export function overHttp(url: string): Door {
  return {
    url,
    isServed: true,
    send: async sent => {
      const request = toRequest(url, sent)
      try {
        const response = await fetch(request)
        requests.set(response, request)
        return response
      } catch (cause) {
        sent.signal?.throwIfAborted()
        if (isLost(cause)) throw lost(sent.call, cause)
        throw new SandbankError(`${sent.call} cannot be made: ${tlsFault(url, cause) ?? nobodyAt(url)}`, { cause })
      }
    },
  }
}

/**
 * The requests of answers whose body may still be read. Node's fetch holds a request weakly, and once that is collected as garbage its signal no longer
 * ends the body: the end of a subscription would wait for its next event.
 */
const requests = new WeakMap<Response, Request>()

export function lost(call: string, cause: unknown): SandbankError {
  const text = `${call}: the connection ended without an answer: see whether the bank still runs. What the call was to do may be done; a TPP's call with the same X-Request-ID is done once.`
  return new SandbankError(text, { cause })
}

function nobodyAt(url: string): string {
  return `No bank answers at ${url}: start it with \`npx sandbank start\`, or correct the address.`
}

/** Whether a call arrived and its answer did not. */
function isLost(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && (cause.code === 'UND_ERR_SOCKET' || cause.code === 'ECONNRESET')
}

/** The call as a Request of the Fetch API. SandbankError for values that HTTP cannot express, such as a line feed in a header. */
function toRequest(url: string, { call, method, target, headers, body, signal }: SentRequest): Request {
  try {
    const fields = new Headers()
    for (const [name, value] of headers) fields.append(name, value)
    const sent = body instanceof Uint8Array ? new Uint8Array(body) : body
    return new Request(`${new URL(url).origin}${target}`, {
      method,
      headers: fields,
      redirect: 'manual',
      ...(sent === undefined ? {} : { body: sent, duplex: 'half' }),
      ...(signal === undefined ? {} : { signal }),
    })
  } catch (cause) {
    throw new SandbankError(`${call} cannot be sent: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/**
 * A call that the Fetch API would send unchanged. It then does without it, because it costs more than the bank's own work; unusual calls go through
 * the Fetch API, and are answered in the same way.
 */
function toIncoming(url: string, { method, target, headers, body, signal = NEVER }: SentRequest): Incoming | undefined {
  if (!METHODS.has(method) || !PLAIN_TARGET.test(target) || target.includes('/.')) return undefined
  if (body instanceof ReadableStream) return undefined
  const names = new Set<string>()
  for (const [name, value] of headers) {
    if (!PLAIN_NAME.test(name) || !PLAIN_VALUE.test(value)) return undefined
    names.add(name.toLowerCase())
  }
  if (names.size < headers.length || names.has('transfer-encoding') || names.has('content-length')) return undefined
  const called = { method, ...targetsOf(target), origin: () => new URL(url).origin, hungUp: () => signal }
  if (body === undefined) return { ...called, lines: headers.flat(), readBody: async () => new Uint8Array() }
  // A text without a type is given one.
  if (method === 'GET' || !names.has('content-type')) return undefined
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return {
    ...called,
    lines: [...headers.flat(), 'content-length', String(bytes.length)],
    readBody: async limit => (bytes.length > limit ? undefined : bytes),
  }
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'DELETE'])
const PLAIN_TARGET = /^\/[\w\-.~!$&()*+,;=:@/?%]*$/
const PLAIN_NAME = /^[\w-]+$/
const PLAIN_VALUE = /^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/
/** A call without a signal is never ended by its caller. */
const NEVER = new AbortController().signal

function answerTo(call: string, answer: ReadyAnswer): Response {
  if (answer.lost === true) throw lost(call, new TypeError('The connection ended without an answer.'))
  const response = toResponse(answer)
  return typeof answer.body === 'string' ? rememberText(response, answer.body) : response
}
