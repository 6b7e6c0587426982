import { DomainError } from '../domain/errors.ts'
import {
  BLANK,
  BRACE,
  BRACKET,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COLON,
  COMMA,
  decode,
  endOfString,
  fieldsOf,
  JSON_LIMITS,
  QUOTE,
} from './json-bodies.ts'
import { endTurn } from './turns.ts'

/** How many characters are read before others get their turn: about 5 ms (D74). */
const AT_ONCE = 262_144

/** An object or list that is open. What was cut off before `from` is in `value` already. */
type Level = {
  readonly isList: boolean
  readonly start: number
  from: number
  value: Value | undefined
  isPast: boolean
}
/** How many fields the text has, and how many came out of it. */
type Fields = { written: number; read: number }
type Value = { [name: string]: unknown } | unknown[]

/** JSON that is too large for one turn: cut at commas into pieces, each of which is JSON when its brackets are closed. FORMAT_ERROR when it is none, or has a field twice. */
export async function parseLargeJson(bytes: Uint8Array): Promise<unknown> {
  const text = decode(bytes, why => noJson(why, 0))
  const levels: Level[] = []
  const fields = { written: 0, read: 0 }
  let [root, cutAt]: [Value | undefined, number] = [undefined, 0]
  for (let place = 0; place < text.length; place += 1) {
    const character = text.charCodeAt(place)
    if (character <= BLANK) continue
    const level = levels.at(-1)
    const isEnd = character === CLOSING_BRACE || character === CLOSING_BRACKET
    if ((root !== undefined && level === undefined) || (level?.isPast === true && !isEnd && character !== COMMA))
      throw noJson('a comma or the end is missing', place)
    if (character === QUOTE) {
      place = endOfString(text, place)
      if (place < 0) throw noJson('a string has no end', text.length)
    } else if (character === BRACE || character === BRACKET) {
      levels.push({ isList: character === BRACKET, start: place, from: place + 1, value: undefined, isPast: false })
      if (levels.length > JSON_LIMITS.levels) throw noJson(`more than ${JSON_LIMITS.levels} brackets are open`, place)
    } else if (level === undefined) throw noJson('it is no object', place)
    else if (character === COLON) fields.written += 1
    else if (character === COMMA) {
      if (level.isPast) Object.assign(level, { isPast: false, from: place + 1 })
      else if (place - cutAt > AT_ONCE) {
        cut(text, levels, place, fields)
        level.from = place + 1
        cutAt = place
        await endTurn()
      }
    } else if (isEnd) {
      if (level.isList !== (character === CLOSING_BRACKET)) throw noJson('a bracket is closed by another one', place)
      levels.pop()
      const parent = levels.at(-1)
      if (level.value !== undefined || parent === undefined) {
        root = closed(text, level, place, fields)
        if (parent !== undefined) Object.assign(parent, { isPast: true, from: place })
      }
    }
  }
  if (root === undefined || levels.length > 0) throw noJson('it has no end', text.length)
  // Of two fields of one name JavaScript keeps one.
  if (fields.written > fields.read)
    throw new DomainError('FORMAT_ERROR', 'The body has an object with a field that is given more than once.')
  return root
}

/** Takes what came so far into the values of all that is open. */
function cut(text: string, levels: readonly Level[], end: number, fields: Fields): void {
  for (const [depth, level] of levels.entries()) {
    const inner = levels[depth + 1]
    // What is open in it stands in its value from the first cut on.
    if (inner?.value !== undefined) continue
    const name = take(text, level, inner === undefined ? end : inner.start, inner !== undefined, fields)
    if (inner === undefined) continue
    inner.value = inner.isList ? [] : {}
    define(level, name, inner.value)
  }
}

function closed(text: string, level: Level, end: number, fields: Fields): Value {
  if (!level.isPast) {
    const isAfterComma = level.from > level.start + 1
    if (isAfterComma && text.slice(level.from, end).trim() === '') throw noJson('nothing follows a comma', end)
    take(text, level, end, false, fields)
  }
  return level.value ?? []
}

/** Adds what stands between two places of an object or list to its value. Answers the name or place of the last. */
function take(text: string, level: Level, end: number, isBeforeInner: boolean, fields: Fields): string | number {
  const piece = `${level.isList ? '[' : '{'}${text.slice(level.from, end)}${isBeforeInner ? 'null' : ''}${level.isList ? ']' : '}'}`
  const read = parsePiece(piece, level.from)
  fields.read += fieldsOf(read)
  level.value ??= level.isList ? [] : {}
  if (Array.isArray(level.value)) {
    for (const one of Object.values(read)) level.value.push(one)
    return level.value.length - 1
  }
  let last = ''
  for (const [name, one] of Object.entries(read)) {
    if (Object.hasOwn(level.value, name)) fields.read -= 1
    define(level, name, one)
    last = name
  }
  return last
}

function define({ value }: Level, name: string | number, part: unknown): void {
  if (value !== undefined)
    Object.defineProperty(value, name, { value: part, writable: true, enumerable: true, configurable: true })
}

function parsePiece(piece: string, from: number): object {
  try {
    return JSON.parse(piece)
  } catch (error) {
    throw noJson(error instanceof Error ? error.message.slice(0, 200) : '', from)
  }
}

function noJson(why: string, place: number): DomainError {
  return new DomainError('FORMAT_ERROR', `The body is not JSON in UTF-8: ${why} (after ${place} characters).`)
}
