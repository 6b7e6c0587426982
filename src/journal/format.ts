import { type HeaderLine, STEPS, type Step } from './calls.ts'

/**
 * The text of a batch of calls, made in one go: a line for each value, one after the other, and bodies with their lengths before them. It holds
 * one byte in each character, so that it is written as it stands; what is none of these is escaped. To make JSON of each call, or a row,
 * cost more than most calls themselves. Heads and messages are two texts, since a list shows heads alone (D74): a message may have 128 KiB.
 *
 *     []
 *     id, instant, microseconds         of each call, as KeptHead has them
 *     door … faults                     the rest of KeptHead
 *
 *     ["long values that several headers have"]
 *     4 Host localhost Accept star      how many lines of headers, and these
 *     112 100                           the bytes that the body had, the characters that follow
 *
 * A call says much of what the call before it in the batch said: the same client sends the same names, and most of the same values. What is the
 * same in its place, be it a value of the summary, the names of all headers, one of their values or a body, is only counted, and one line says how many
 * of these follow each other.
 */

/** The summary of a call as it is kept: each a line, in this order. What there was not, is empty. */
export type KeptHead = {
  readonly id: string
  readonly at: string
  readonly micros: string
  readonly door: string
  readonly operation: string
  readonly tppId: string
  readonly method: string
  readonly target: string
  readonly requestId: string
  readonly status: string
  readonly code: string
  readonly steps: string
  readonly cause: string
  readonly faults: string
}

/** A batch as it is written. */
export type BatchText = { readonly heads: string; readonly messages: string }

/** A call as it is kept. */
export type KeptCall = {
  readonly head: KeptHead
  readonly steps: readonly Step[]
  readonly faults: unknown
  readonly request: KeptMessage
  readonly answer: KeptMessage
}
export type KeptMessage = {
  readonly headers: readonly HeaderLine[]
  readonly body: string | undefined
  readonly bytes: number
}

/** What several headers have: its number in the first line. */
export const SHARED = '\u0001'
/** A line in JSON, since it holds more than a line may. */
const ESCAPED = '\u0002'
/** So many values that follow are the same as in their places of the call before. */
export const SAME = '\u0003'
/** The id of the call itself: an answer says it. */
export const OWN_ID = '\u0004'
const LAST_MARK = OWN_ID.charCodeAt(0)

/** A line as it is written: of characters that have one byte each, and no end of line among them. */
export function line(text: string): string {
  return PLAIN.test(text) ? text : `${ESCAPED}${inOneByte(JSON.stringify(text))}`
}

/**
 * The same for what came as a header: it has one byte in each character and no end of line in it, since HTTP's parser and the Fetch API let in
 * nothing else. Only what begins like a mark of ours is escaped.
 */
export function receivedLine(value: string): string {
  return value.charCodeAt(0) <= LAST_MARK ? line(value) : value
}

const PLAIN = /^[\t\x20-\xff]*$/

/** JSON in characters of one byte each. */
export function inOneByte(json: string): string {
  return json.replace(/[^\0-\xff]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** A line as it is read. */
export function unescaped(line: string): string {
  return line.startsWith(ESCAPED) ? String(JSON.parse(line.slice(1))) : line
}

const A = 65
const LETTERS: ReadonlyMap<string, string> = new Map(STEPS.map((step, place) => [step, String.fromCharCode(A + place)]))

/** Steps as a line has them, a letter for each. */
export function lettersOf(steps: readonly Step[]): string {
  let letters = ''
  for (const step of steps) letters += LETTERS.get(step) ?? ''
  return letters
}

/** And back. */
export function stepsOf(letters: string): Step[] {
  return [...letters].flatMap(letter => STEPS[letter.charCodeAt(0) - A] ?? [])
}
