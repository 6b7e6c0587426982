import type { IncomingMessage } from 'node:http'
import type { ClockMark, Step } from '../../domain/calls.ts'
import type { DomainError } from '../../domain/errors.ts'
import type { Scenario } from '../../domain/scenarios.ts'
import { DEFAULT_WORLD, withoutDoubledWorld } from '../../domain/worlds.ts'
import type { OriginOf } from '../../platform/http/addresses.ts'
import { beginBody, type ReadBody, readBody, readParts, tooMuchComing } from '../../platform/http/bodies.ts'
import { assertHeadersFit } from '../../platform/http/headers.ts'
import { HeaderValues, inSmallLetters } from '../../platform/security/signature/header-values.ts'
import type { RawHeaders } from '../../platform/security/signature/signing-string.ts'
import type { Warning } from '../../platform/security/warnings.ts'

/** A request as it comes, before its body is read. */
export type Incoming = {
  readonly method: string
  /** Path and query as sent, but without the doubled part of a joined address (D1). */
  readonly target: string
  /** Path and query exactly as sent, which a signature covers, where the target is not. */
  readonly sentTarget?: string
  /** The origin by which a PSU's browser reaches the bank (D19). Computed on demand, since few answers have a link for one. */
  readonly origin: () => string | undefined
  /** Names and values of the headers, alternating. */
  readonly lines: readonly string[]
  readonly readBody: ReadBody
  /** Aborts when the caller disconnects. Created on demand, since few calls wait. */
  readonly hungUp: () => AbortSignal
}

/** A request as received: signatures and digests are computed from it. */
export type Call = {
  readonly method: string
  /** Path and query exactly as sent. */
  readonly target: string
  /** Created on demand, since only a refusal needs them in order. */
  readonly headers: RawHeaders
  /** The headers by name in lower case. */
  readonly grouped: HeaderValues
  /** A header's value, repeated ones joined by ", ". */
  readonly header: (name: string) => string | undefined
  readonly body: Uint8Array
}

/** A call as its operation sees it: only with the headers that belong to the operation. */
export type SeenCall = Pick<Call, 'method' | 'target' | 'header' | 'body'>

/** A header's value by its name in any case, repeated ones joined by ", ". */
export function headerReader(lines: readonly string[]): (name: string) => string | undefined {
  return readerOf(new HeaderValues(lines))
}

export function readerOf(grouped: HeaderValues): (name: string) => string | undefined {
  return name => grouped.joined(inSmallLetters(name))
}

/** The whole request, within its limits: CONTENT_TOO_LARGE, HEADERS_TOO_LARGE. Most reads have no body, and return at once. */
export function readCall(
  { method, target, sentTarget = target, lines, readBody: read }: Incoming,
  { grouped, header }: Pick<Call, 'grouped' | 'header'>,
): Call | Promise<Call> {
  assertHeadersFit(lines)
  const withBody = (body: Uint8Array): Call => ({
    method,
    target: sentTarget,
    grouped,
    header,
    body,
    get headers() {
      return lines.flatMap((name, place): RawHeaders => (place % 2 === 0 ? [[name, lines[place + 1] ?? '']] : []))
    },
  })
  const declared = header('content-length')
  const isFramed = header('transfer-encoding') !== undefined || (declared !== undefined && declared !== '0')
  return isFramed ? readBody(read, declared).then(withBody) : withBody(NOTHING)
}

const NOTHING = new Uint8Array()

/** Facts about a call while it is served: for its journal (D95), and the warnings of its answer (D73). */
export type Trace = {
  /** Each step as it begins: the last one has refused a refused call. */
  readonly steps: Step[]
  readonly warnings: Warning[]
  world: string
  /** The clock of the world, once that is found. */
  clock: ClockMark | undefined
  operation: string | undefined
  tppId: string | undefined
  body: Uint8Array | undefined
  refusal: DomainError | undefined
  /** The scenario that acted on the call (D88). */
  scenario: Scenario | undefined
}

/** A call without any facts yet. */
export function newTrace(): Trace {
  return {
    steps: ['ROUTE'],
    warnings: [],
    world: DEFAULT_WORLD,
    clock: undefined,
    operation: undefined,
    tppId: undefined,
    body: undefined,
    refusal: undefined,
    scenario: undefined,
  }
}

/** A request of node:http. Only its raw headers show repeated ones. */
export function ofMessage(message: IncomingMessage, originOf: OriginOf): Incoming {
  return {
    method: message.method ?? '',
    ...targetsOf(message.url ?? ''),
    origin: () => originOf(message),
    lines: shared(message.rawHeaders),
    readBody: limit => readMessage(message, limit),
    hungUp: () => endOf(message),
  }
}

/** A request of the Fetch API. Its body has no declared length: reading shows how long it is. */
export function ofRequest(request: Request, message: IncomingMessage | undefined, originOf: OriginOf): Incoming {
  return {
    method: request.method,
    // A connection's request has its address without a doubled part already.
    ...(message === undefined ? targetsOf(request.url) : { target: originForm(message.url ?? '') }),
    origin: () => originOf(message, request.url),
    lines: message?.rawHeaders ?? linesOf(request),
    readBody: limit => readParts(request.body ?? [], limit),
    hungUp: () => (message === undefined ? request.signal : endOf(message)),
  }
}

let latest: readonly string[] = []

/**
 * The same headers, with the text objects of the previous call where the texts are equal: the next call usually comes from the same client. This
 * saves memory, and makes lookups and comparisons fast.
 */
function shared(lines: string[]): readonly string[] {
  if (lines.length === latest.length)
    for (let place = 0; place < lines.length; place += 1) {
      const text = latest[place]
      if (text !== undefined && lines[place] === text) lines[place] = text
    }
  latest = lines
  return lines
}

function endOf({ socket }: IncomingMessage): AbortSignal {
  const end = new AbortController()
  if (socket.destroyed) end.abort()
  else socket.once('close', () => end.abort())
  return end.signal
}

/** The path of a request target, without its query. */
export function pathOf(target: string): string {
  const mark = target.indexOf('?')
  return mark < 0 ? target : target.slice(0, mark)
}

/** D1: routing, replays and the journal see the address without its doubled part, the signature as it was sent. */
export function targetsOf(url: string): Pick<Incoming, 'target' | 'sentTarget'> {
  const sent = originForm(url)
  const target = withoutDoubledWorld(sent)
  return target === sent ? { target } : { target, sentTarget: sent }
}

/** Path and query, which are what is signed: a proxy may send the absolute form (RFC 9112, 3.2.2). */
export function originForm(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '') || '/'
}

// Without a connection nothing frames the body, so it is marked as one whose length is not declared.
function linesOf({ headers, body }: Request): string[] {
  const lines = [...headers].flat()
  const framed = headers.has('content-length') || headers.has('transfer-encoding')
  return body === null || framed ? lines : [...lines, 'transfer-encoding', 'chunked']
}

function readMessage(message: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    const stop = () => {
      message.off('data', take).pause()
      parts.length = 0
    }
    const coming = beginBody(() => {
      stop()
      message.off('close', fail)
      reject(tooMuchComing())
    })
    const take = (part: Buffer) => {
      size += part.length
      if (size > limit) {
        stop()
        return end(undefined)
      }
      parts.push(part)
      coming.take(part.length)
    }
    // Every request closes in the end; only a reader that still waits for its body is notified.
    const fail = () => {
      coming.end()
      reject(new Error('The connection ended.'))
    }
    const end = (body: Uint8Array | undefined) => {
      message.off('close', fail)
      coming.end()
      resolve(body)
    }
    message.on('data', take)
    message.once('end', () => end(parts.length === 1 ? parts[0] : Buffer.concat(parts)))
    message.once('error', reject)
    message.once('close', fail)
  })
}
