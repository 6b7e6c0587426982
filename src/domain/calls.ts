import type { World } from '../generated/client.ts'
import type { Fault } from './errors.ts'

/** The doors that calls come through. */
export const DOORS = ['REST', 'GRAPHQL', 'PAGE'] as const
export type Door = (typeof DOORS)[number]

/** The senders of calls. KIT marks calls that the kit and the CLI make for a test, such as an approval (D95). */
export const CALLERS = ['TPP', 'PSU', 'OPERATOR', 'KIT'] as const
export type Caller = (typeof CALLERS)[number]

/** The steps of a call, in order (D12). FRAMING is before all doors; ACCESS and DOCUMENT belong to the operator's. */
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

/** A fault of a call as it is shown later: includes what would have been right, and what stood there. */
export type JudgedFault = Omit<Fault, 'code'> & {
  readonly expected: string | undefined
  readonly found: string | undefined
  /** It explains the fault before it, and is none of its own. */
  readonly isNote?: true
}

/** The result of a step that ran: the last one of a refused call failed, for these reasons. */
export type Verdict = { readonly step: Step; readonly passed: boolean; readonly faults: readonly JudgedFault[] }

export type HeaderLine = readonly [name: string, value: string]

/** One side of a call. 64 KiB of a body are stored; `bytes` is its full size. */
export type Message = {
  readonly headers: readonly HeaderLine[]
  readonly body: string | undefined
  readonly bytes: number
}

/** A short form of a call, as a list or a log shows it. */
export type CallSummary = {
  /** The value of `Sandbank-Request` in the answer. */
  readonly id: string
  /** The name of the world; the default one's for calls that reached no world (D95). */
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
  /** The code of the refusal, if it was refused. */
  readonly code: string | undefined
  readonly durationMs: number
  /** The first fault of a refusal, in words and with its place. */
  readonly cause: string | undefined
  /** Its place in the order of writing, which is about the order of ends; ids are in the order of beginnings. */
  readonly place: number
}

/** A call that was answered, and may not be written yet. */
export type EndedCall = Omit<CallSummary, 'place'>

/** The state of a world's clock: frozen at an instant, or its distance from the machine's. */
export type ClockMark = Pick<World, 'frozenAt' | 'clockOffsetMs'>

/** A call with everything that was stored of it (D95). */
export type JournaledCall = CallSummary & {
  /** The world's clock when the call began, for a REST call that reached a world. */
  readonly clock: ClockMark | undefined
  readonly request: Message
  readonly answer: Message
  readonly verdicts: readonly Verdict[]
  /** What was accepted although a bank may refuse it, or is discouraged (D73): Sandbank-Warning of the answer. */
  readonly warnings: readonly CallWarning[]
}

/** A header's value as text: the journal stores one character for each sent byte. */
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

/** Which calls of a journal to return: all given conditions must hold. */
export type CallFilter = {
  /** All but KIT by default. */
  readonly by?: readonly Caller[] | undefined
  readonly door?: Door | undefined
  readonly operation?: string | undefined
  readonly tppId?: string | undefined
  readonly requestId?: string | undefined
  readonly traceId?: string | undefined
  readonly status?: number | undefined
  readonly code?: string | undefined
  readonly refused?: boolean | undefined
  /** Only calls that a program or a person made on purpose: not a page that was opened and shown. */
  readonly acts?: true | undefined
  /** A text that is part of the target. */
  readonly path?: string | undefined
  /** A text within the list's line of a call, in upper or lower case. */
  readonly contains?: string | undefined
}

/** The sentence of a fault with its place, as a list shows it. */
export function causeOf({ path, text }: Fault): string {
  return path === undefined ? text : `${path}: ${text}`
}

/** The orders of lists of calls: a follower misses no call only in the order of writing. */
export const CALL_ORDERS = ['BEGUN', 'WRITTEN', 'DURATION_DESC', 'DURATION_ASC'] as const
export type CallOrder = (typeof CALL_ORDERS)[number]

/** The place of a call by its duration: to the microsecond, ties by id. The journal's SQL computes the same. */
export function durationPlace({ durationMs, id }: Pick<CallSummary, 'durationMs' | 'id'>): string {
  return `${Math.trunc(durationMs * 1_000)}`.padStart(DURATION_DIGITS, '0') + id
}
export const DURATION_DIGITS = 15

/** A page of a journal, latest first. `older` and `newer` are the ids between which it lies, or places in an order other than BEGUN. */
export type CallWindow = {
  readonly take: number
  readonly order: CallOrder
  readonly older: string | undefined
  readonly newer: string | undefined
  /** Read from the oldest end. */
  readonly backwards: boolean
}

/** A call as a door passes it on when it is answered: values that the door has anyway, which become text later. */
export type AnsweredCall = Omit<EndedCall, 'cause'> & {
  /** Names and values, alternating, as received. */
  readonly requestHeaders: readonly string[]
  readonly requestBody: string | Uint8Array | undefined
  readonly answerHeaders: readonly string[]
  readonly answerBody: string | Uint8Array | undefined
  readonly steps: readonly Step[]
  readonly clock?: ClockMark | undefined
  /** The refusal of the last step. */
  readonly faults: readonly Fault[]
}

/** Calls of a world that the journal has lost, since it could not be written and too many waited: when the first and the last of them began. */
export type LostCalls = {
  readonly world: string
  readonly from: Date
  readonly to: Date
  readonly calls: number
}

/** The number of calls in a minute; minutes are counted from 1970. */
export type CallMinute = { readonly minute: number; readonly accepted: number; readonly refused: number }

/** How much of the interface a TPP has used in a world, by the calls of its journal. */
export type TppUsage = {
  readonly tppId: string
  readonly calls: number
  /** How many of the operations. */
  readonly operations: number
  readonly lastAt: Date
  /** Its latest call. */
  readonly lastId: string
}

/** When the last call of a world began, and its id. */
export type LastCall = { readonly id: string; readonly at: Date }

/** The journal that every call is written into (D95). A reader first waits for `ready`, and then finds all calls added until then. */
export type Journal = {
  /** Takes a call; it is written a little later, so that the call does not wait. */
  add(call: AnsweredCall): void
  /** Writes all added calls, in small portions, so that others are answered meanwhile (D74). */
  ready(): Promise<void>
  /** A page of the calls of a world or of all, latest first. */
  list(world: string | undefined, filter: CallFilter, window: CallWindow): Promise<CallSummary[]>
  /** The place that lies a number of calls of all worlds after another place, or from the end; undefined when there are fewer. */
  placeAfter(place: string | undefined, calls: number, backwards: boolean): Promise<number | undefined>
  /** How many calls of a world or of all there are, or of those between two places. */
  count(world: string | undefined, filter: CallFilter, between?: Pick<CallWindow, 'older' | 'newer'>): Promise<number>
  /** How many calls of a world that pass a filter came in each minute since an instant; minutes without calls are left out. */
  minutes(world: string, filter: CallFilter, since: Date): Promise<CallMinute[]>
  find(world: string, id: string): Promise<JournaledCall | undefined>
  /** All calls that pass a filter, or those of them between two ids, oldest first, in slices. */
  each(
    world: string,
    filter: CallFilter,
    between?: Pick<CallWindow, 'older' | 'newer'>,
  ): AsyncIterable<readonly JournaledCall[]>
  /** The last call of each of these worlds that has one, by their names. */
  lastCalls(worlds: readonly string[]): Promise<ReadonlyMap<string, LastCall>>
  /** What each TPP has used of a world by REST. */
  usage(world: string): Promise<TppUsage[]>
  /** The losses of a world or of all, in the time that the journal covers, oldest first. */
  lost(world: string | undefined): Promise<LostCalls[]>
  /** How many calls wait to be written. */
  waiting(): number
  /** Why calls wait to be written, while they do. */
  fault(): string | undefined
  /** Passes on each call of this process from now on, a moment after it was answered. Returns a function that stops this. */
  follow(onCall: (call: EndedCall) => void): () => void
  /**
   * From now on passes on the calls that this or another process writes into the same journal: each once, in the order of their places; those of
   * other processes within a second. Returns a function that stops this.
   */
  watch(onCalls: (calls: readonly CallSummary[]) => void): () => void
  /** Passes on all calls written by now, and their last place. */
  look(): Promise<void>
  place(): number
  /** Writes the waiting calls, and closes. */
  close(): Promise<void>
}
