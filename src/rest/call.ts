import type { DomainError } from '../domain/errors.ts'
import type { Scenario } from '../domain/scenarios.ts'
import { DEFAULT_WORLD } from '../domain/worlds.ts'
import { type ReadBody, readBody } from '../http/bodies.ts'
import { assertHeadersFit } from '../http/headers.ts'
import type { Step } from '../journal/calls.ts'
import { HeaderValues, inSmallLetters } from '../security/signature/header-values.ts'
import type { RawHeaders } from '../security/signature/signing-string.ts'
import type { Warning } from '../security/warnings.ts'

/** A request as it comes, before its body is read. */
export type Incoming = {
  readonly method: string
  /** Path and query exactly as sent. */
  readonly target: string
  /** Names and values of the headers in turn. */
  readonly lines: readonly string[]
  readonly readBody: ReadBody
  /** Aborts when the caller hangs up. Created on demand, since few calls wait for anything. */
  readonly hungUp: () => AbortSignal
}

/** A request as it came over the wire: what signatures and digests are computed over. */
export type Call = {
  readonly method: string
  readonly target: string
  /** Made when it is asked for, since only a refusal looks at them in their order. */
  readonly headers: RawHeaders
  /** The headers by their names in lower case. */
  readonly grouped: HeaderValues
  /** A header's value, repeated ones joined by ", ". */
  readonly header: (name: string) => string | undefined
  readonly body: Uint8Array
}

/** A call as its operation sees it: without the headers that are none of it. */
export type SeenCall = Pick<Call, 'method' | 'target' | 'header' | 'body'>

/** A header's value by its name in any case, repeated ones joined by ", ". */
export function headerReader(lines: readonly string[]): (name: string) => string | undefined {
  return readerOf(new HeaderValues(lines))
}

export function readerOf(grouped: HeaderValues): (name: string) => string | undefined {
  return name => grouped.joined(inSmallLetters(name))
}

/** The whole request, within its limits: CONTENT_TOO_LARGE, HEADERS_TOO_LARGE. Most reads have no body, and are there at once. */
export function readCall(incoming: Incoming, headers: Pick<Call, 'grouped' | 'header'>): Call | Promise<Call> {
  assertHeadersFit(incoming.lines)
  const body = comingBody(incoming, headers.header)
  return body === undefined ? callOf(incoming, headers, NOTHING) : body.then(bytes => callOf(incoming, headers, bytes))
}

function callOf(
  { method, target, lines }: Incoming,
  { grouped, header }: Pick<Call, 'grouped' | 'header'>,
  body: Uint8Array,
): Call {
  return new ReadCall({ method, target, lines, grouped, header, body })
}

class ReadCall implements Call {
  readonly method: string
  readonly target: string
  readonly grouped: HeaderValues
  readonly header: Call['header']
  readonly body: Uint8Array
  readonly #lines: readonly string[]

  constructor({
    method,
    target,
    lines,
    grouped,
    header,
    body,
  }: Omit<Call, 'headers'> & { readonly lines: readonly string[] }) {
    this.method = method
    this.target = target
    this.grouped = grouped
    this.header = header
    this.body = body
    this.#lines = lines
  }

  get headers(): RawHeaders {
    const list: [string, string][] = []
    for (let place = 0; place + 1 < this.#lines.length; place += 2)
      list.push([this.#lines[place] ?? '', this.#lines[place + 1] ?? ''])
    return list
  }
}

const NOTHING = new Uint8Array()

/** The body that is still to be read; undefined where there is none. */
function comingBody({ readBody: read }: Incoming, header: Call['header']): Promise<Uint8Array> | undefined {
  const declared = header('content-length')
  const isFramed = header('transfer-encoding') !== undefined || (declared !== undefined && declared !== '0')
  return isFramed ? readBody(read, declared) : undefined
}

/** What is noted of a call while it is served: for its journal (D95), and the warnings that its answer carries (D73). */
export type Trace = {
  /** Each step as it begins: when the call is refused, by the last of them. */
  readonly steps: Step[]
  readonly warnings: Warning[]
  world: string
  operation: string | undefined
  tppId: string | undefined
  body: Uint8Array | undefined
  refusal: DomainError | undefined
  /** What acted on the call (D88). */
  scenario: Scenario | undefined
}

/** A call of which nothing is known yet. */
export function newTrace(): Trace {
  return {
    steps: ['ROUTE'],
    warnings: [],
    world: DEFAULT_WORLD,
    operation: undefined,
    tppId: undefined,
    body: undefined,
    refusal: undefined,
    scenario: undefined,
  }
}
