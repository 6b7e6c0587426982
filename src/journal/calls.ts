import type { Fault } from '../domain/errors.ts'
import type { World } from '../generated/client.ts'

/** The doors that calls come through. */
export const DOORS = ['REST', 'GRAPHQL', 'PAGE'] as const
export type Door = (typeof DOORS)[number]

/** Who makes calls. KIT is what the kit and the CLI do for a test, such as an approval (D95). */
export const CALLERS = ['TPP', 'PSU', 'OPERATOR', 'KIT'] as const
export type Caller = (typeof CALLERS)[number]

/** The steps that a call goes through, in their order (D12). FRAMING is before all doors; ACCESS and DOCUMENT are of the operator's. */
export const STEPS = [
  'FRAMING',
  'ACCESS',
  'ROUTE',
  'WORLD',
  'SIZE',
  'CERTIFICATE',
  'SIGNATURE',
  'DIGEST',
  'ROLES',
  'REQUIRED_HEADERS',
  'HEADER_FORMATS',
  'REPLAY',
  'MEDIA_TYPE',
  'BODY',
  'DOCUMENT',
  'RULES',
  'SCENARIO',
] as const
export type Step = (typeof STEPS)[number]

/** A fault of a call as it is looked at afterwards: also what would have been right, and what stood there. */
export type JudgedFault = Omit<Fault, 'code'> & {
  readonly expected: string | undefined
  readonly found: string | undefined
}

/** What became of a step that ran: the last one of a refused call failed, for these reasons. */
export type Verdict = { readonly step: Step; readonly passed: boolean; readonly faults: readonly JudgedFault[] }

export type HeaderLine = readonly [name: string, value: string]

/** One side of a call. Of a body 64 KiB are stored; `bytes` is what it had. */
export type Message = {
  readonly headers: readonly HeaderLine[]
  readonly body: string | undefined
  readonly bytes: number
}

/** A call in few words, as a list or a log shows it. */
export type CallSummary = {
  /** What `Sandbank-Request` of the answer says. */
  readonly id: string
  /** The name of the world; the default one's for calls that reached none (D95). */
  readonly world: string
  readonly at: Date
  readonly by: Caller
  readonly door: Door
  /** The REST operation, or the name or root fields of a GraphQL document. */
  readonly operation: string | undefined
  readonly tppId: string | undefined
  readonly method: string
  readonly target: string
  readonly requestId: string | undefined
  /** The trace that it belongs to: the trace-id of its traceparent (D112). */
  readonly traceId: string | undefined
  readonly status: number
  /** The code of the refusal, when it was one. */
  readonly code: string | undefined
  readonly durationMs: number
  /** What was wrong first, in words and with its place, when it was refused. */
  readonly cause: string | undefined
  /**
   * Where it stands in the order in which calls were written, which is about that of their ends; ids are in that of their beginnings.
   */
  readonly place: number
}

/** A call that was answered, and may not be written yet. */
export type EndedCall = Omit<CallSummary, 'place'>

/** Where a world's clock stood: frozen at an instant, or this far from the machine's. */
export type ClockMark = Pick<World, 'frozenAt' | 'clockOffsetMs'>

/** A call with all that was stored of it (D95). */
export type JournaledCall = CallSummary & {
  /** The world's clock when it began, of a call of REST that reached a world. */
  readonly clock: ClockMark | undefined
  readonly request: Message
  readonly answer: Message
  readonly verdicts: readonly Verdict[]
  /** What was accepted although a bank may refuse it, or is better done otherwise (D73): Sandbank-Warning of the answer. */
  readonly warnings: readonly CallWarning[]
}

/** A header's value as text: the journal holds one character for each byte that was sent. */
export function headerText(value: string): string {
  const bytes = Buffer.from(value, 'latin1')
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? text : value
}

/** One Sandbank-Warning of an answer. */
export type CallWarning = { readonly code: string; readonly text: string }

/** The warnings that an answer carries. */
export function warningsIn(headers: readonly HeaderLine[]): CallWarning[] {
  return headers.flatMap(([name, value]) => {
    if (name.toLowerCase() !== 'sandbank-warning') return []
    const [, code = '', text = ''] = /^(\w+); (.*)/s.exec(value) ?? []
    return [{ code, text }]
  })
}

/** Which calls of a journal are wanted: all conditions that are given must hold. */
export type CallFilter = {
  /** All but KIT unless named. */
  readonly by?: readonly Caller[] | undefined
  readonly door?: Door | undefined
  readonly operation?: string | undefined
  readonly tppId?: string | undefined
  readonly requestId?: string | undefined
  readonly traceId?: string | undefined
  readonly status?: number | undefined
  readonly code?: string | undefined
  readonly refused?: boolean | undefined
  /** A text that is part of the target. */
  readonly path?: string | undefined
  /** A text that is part of what a list shows of a call, in upper or lower case. */
  readonly contains?: string | undefined
}

/** The words of a fault with its place, as a list shows them. */
export function causeOf({ path, text }: Fault): string {
  return path === undefined ? text : `${path}: ${text}`
}

/** The orders that calls can be listed in: a follower misses none only by that in which they were written. */
export const CALL_ORDERS = ['BEGUN', 'WRITTEN', 'DURATION_DESC', 'DURATION_ASC'] as const
export type CallOrder = (typeof CALL_ORDERS)[number]

/** Where a call stands by how long it took: to the microsecond, ties by id. The journal's file writes the same. */
export function durationPlace({ durationMs, id }: Pick<CallSummary, 'durationMs' | 'id'>): string {
  return `${Math.trunc(durationMs * 1_000)}`.padStart(DURATION_DIGITS, '0') + id
}
export const DURATION_DIGITS = 15

/** A page of a journal, latest first: `older` and `newer` are ids that it lies between, or places in another order than BEGUN. */
export type CallWindow = {
  readonly take: number
  readonly order: CallOrder
  readonly older: string | undefined
  readonly newer: string | undefined
  /** From the oldest end. */
  readonly backwards: boolean
}

/** A call as a door hands it over when it is answered: what it has in its hands anyway, which is made into text later. */
export type AnsweredCall = Omit<EndedCall, 'cause'> & {
  /** Names and values in turn, as they came. */
  readonly requestHeaders: readonly string[]
  readonly requestBody: string | Uint8Array | undefined
  readonly answerHeaders: readonly string[]
  readonly answerBody: string | Uint8Array | undefined
  readonly steps: readonly Step[]
  readonly clock?: ClockMark | undefined
  /** What the last step refused. */
  readonly faults: readonly Fault[]
}

/** Calls of a world that are not in its journal, since it could not be written and too many waited for it: when the first and the last of them began. */
export type LostCalls = {
  readonly world: string
  readonly from: Date
  readonly to: Date
  readonly calls: number
}

/** What every call is written into (D95). A reader waits for `ready` before, and finds what was added until then. */
export type Journal = {
  /** Takes a call; it is written a little later, outside of the call's own time. */
  add(call: AnsweredCall): void
  /** Writes all that was added: a little at a time, so that others are answered meanwhile (D74). */
  ready(): Promise<void>
  /** A page of the calls of a world or of all, latest first. */
  list(world: string | undefined, filter: CallFilter, window: CallWindow): Promise<CallSummary[]>
  /** The place that is so many calls of all worlds further on from a place, or from the end; undefined when there are fewer. */
  placeAfter(place: string | undefined, calls: number, backwards: boolean): Promise<number | undefined>
  /** How many calls of a world or of all there are, or of those between two places. */
  count(world: string | undefined, filter: CallFilter, between?: Pick<CallWindow, 'older' | 'newer'>): Promise<number>
  find(world: string, id: string): Promise<JournaledCall | undefined>
  /** All calls that a filter leaves, oldest first, some at a time. */
  each(world: string, filter: CallFilter): AsyncIterable<readonly JournaledCall[]>
  /** What is not in the journal of a world or of all, in the time that it covers, oldest first. */
  lost(world: string | undefined): Promise<LostCalls[]>
  /** How many calls wait to be written. */
  waiting(): number
  /** Why calls wait to be written, while they do. */
  fault(): string | undefined
  /** Passes on each call of this process from now on, a moment after it was answered. Answers how to stop that. */
  follow(onCall: (call: EndedCall) => void): () => void
  /**
   * Passes on the calls from now on that this or another process writes into the same journal: each once, in the order of their places; those of others within a
   * second. Answers how to stop that.
   */
  watch(onCalls: (calls: readonly CallSummary[]) => void): () => void
  /** Passes on what is written by now, and the place up to which that was done. */
  look(): Promise<void>
  place(): number
  /** Writes what is waiting, and closes. */
  close(): Promise<void>
}
