import { actWanted, DomainError, type Fault, MOST_FAULTS, pathTo } from '../../domain/errors.ts'
import { parseJson } from '../../domain/texts.ts'
import { endTurn } from './turns.ts'

/**
 * The permitted number of values in one body, at either door: to read them, and to report their faults, delays every other call (D74). A bulk payment
 * of 500 entries with all their fields has 12,500 values.
 */
export const JSON_LIMITS = { values: 15_000, levels: 100 } as const

/**
 * The permitted number of values in an operator's document, which is read in one turn (D74): 100,000 lines with all their fields are 400,000 objects.
 * A new name costs ten times as much as a repeated one; a fixture has about two hundred names.
 */
export const DOCUMENT_LIMITS = { objects: 500_000, entries: 600_000, names: 1_000 } as const

/** A sentence that describes a body that is not JSON. */
type MistakeOf = (bytes: Uint8Array) => { readonly text: string } | undefined

/** A body as JSON, at either door. BAD_REQUEST when it has too many values; FORMAT_ERROR when it is not JSON in UTF-8, or has a field twice. */
export function parseJsonBody(bytes: Uint8Array, mistakeOf: MistakeOf): unknown {
  const fault = notJson(bytes, mistakeOf)
  const value = parse(decode(bytes, fault), '', fault)
  if (typeof value === 'string' && isJsonObject(value)) throw new DomainError('FORMAT_ERROR', TWICE)
  return value
}

/** The same for a body of an operator, with as many values as its bytes hold: others get their turn between the passes over it (D74). */
export async function parseLargeBody(bytes: Uint8Array, mistakeOf: MistakeOf): Promise<unknown> {
  const fault = notJson(bytes, mistakeOf)
  return parseDocument(decode(bytes, fault), '', fault)
}

/** The same for a text from the form field `name`; `faultOf` makes the refusal when it is not JSON. */
export async function parseDocument(text: string, name: string, faultOf: FaultOf): Promise<unknown> {
  const counts = countParts(text, new Set())
  refuseLargeDocument(counts, name)
  await endTurn()
  const value = parseOnce(text, faultOf)
  await endTurn()
  refuseRepeated(text, name, counts.fields, value)
  return value
}

const TWICE = 'The body is a JSON string that holds JSON: it was serialised twice. Serialise it once.'

function notJson(bytes: Uint8Array, mistakeOf: MistakeOf): FaultOf {
  return why => {
    const mistake = mistakeOf(bytes)
    return new DomainError(
      'FORMAT_ERROR',
      `The body is not JSON in UTF-8: ${why}.${mistake === undefined ? '' : ` ${mistake.text}`}`,
    )
  }
}

function isJsonObject(text: string): boolean {
  return /^\s*[[{]/.test(text) && isJson(text)
}

/** A query parameter as JSON, in the same way. */
export function parseJsonParameter(text: string, name: string): unknown {
  return parse(text, name, why => new DomainError('FORMAT_ERROR', `must be JSON: ${why}.`, name))
}

/**
 * UNSUPPORTED_MEDIA_TYPE for a Content-Type that neither door reads: they read JSON, in UTF-8 if it names a character set. Other parameters say nothing
 * of JSON, and are taken as they are meant (D51).
 */
export function assertJsonType(type: string): void {
  const [media = '', ...parameters] = (type.match(PART) ?? []).map(part => part.trim())
  if (/^application\/json$/i.test(media) && parameters.every(isOfJson) && type.split('"').length % 2 === 1) return
  throw new DomainError(
    'UNSUPPORTED_MEDIA_TYPE',
    `The body must be application/json in UTF-8; Content-Type says ${JSON.stringify(type.slice(0, 80))}.`,
    'Content-Type',
  )
}

/** What stands between semicolons; a text in quotation marks may hold some. */
const PART = /(?:"[^"]*"|[^";])+/g

/** A parameter of a media type, as clients write it: utf8 means UTF-8. A comma begins another value of the header. */
function isOfJson(parameter: string): boolean {
  if (/^charset\s*=/i.test(parameter)) return /^charset\s*=\s*(["']?)utf-?8\1$/i.test(parameter)
  return parameter === '' || /^[^\s",=]+(?:=(?:"[^"]*"|[^",]*))?$/.test(parameter)
}

/** UNSUPPORTED_MEDIA_TYPE for a compressed body, which neither door reads. */
export function assertPlain(coding: string | undefined): void {
  if (coding === undefined || coding.toLowerCase() === 'identity') return
  const text = 'The body must not be compressed: send it without Content-Encoding.'
  throw new DomainError('UNSUPPORTED_MEDIA_TYPE', text, 'Content-Encoding')
}

// Created once: this decoder has no state between bodies.
const utf8 = new TextDecoder('utf-8', { fatal: true })

type FaultOf = (why: string) => DomainError

/** The text of a body. */
function decode(bytes: Uint8Array, faultOf: FaultOf): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw faultOf('a byte sequence is not UTF-8')
  }
}

// Readers do not agree on which of two fields with one name counts (RFC 8259, 4).
function parse(text: string, name: string, faultOf: FaultOf): unknown {
  const fields = countFields(text, name)
  const value = parseOnce(text, faultOf)
  refuseRepeated(text, name, fields, value)
  return value
}

function refuseRepeated(text: string, name: string, fields: number, value: unknown): void {
  // JavaScript keeps only one of two fields with one name. The duplicates are searched only then, since each name must be compared.
  const missing = fields - fieldsOf(value)
  if (missing > 0) throw new DomainError('FORMAT_ERROR', repeatedFields(text, name, Math.min(missing, MOST_FAULTS)))
}

/** The values in a text, whether or not it is JSON. */
type Counts = {
  readonly values: number
  readonly fields: number
  readonly levels: number
  readonly entries: number
  readonly objects: number
  readonly names: number
}

/** Counts the values in a text before it is parsed, and different names in `names` where they matter. */
function countParts(text: string, names?: Set<string>): Counts {
  let [fields, level, levels, entries, objects, empty, last] = [0, 0, 0, 0, 0, 0, 0]
  let [start, end] = [0, 0]
  for (let place = 0; place < text.length; place += 1) {
    const character = text.charCodeAt(place)
    if (character <= BLANK) continue
    if (character === QUOTE) {
      start = place
      place = endOfString(text, place)
      // A string without an end is the last thing in the text.
      if (place < 0) break
      end = place
    } else if (character === COMMA) entries += 1
    else if (character === COLON) {
      fields += 1
      if (names !== undefined && names.size <= DOCUMENT_LIMITS.names) names.add(text.slice(start, end))
    } else if (character === BRACE || character === BRACKET) {
      objects += 1
      level += 1
      levels = Math.max(levels, level)
    } else if (character === CLOSING_BRACE || character === CLOSING_BRACKET) {
      level -= 1
      if (last === BRACE || last === BRACKET) empty += 1
    }
    last = character
  }
  return { values: 1 + entries + objects - empty, fields, levels, entries, objects, names: names?.size ?? 0 }
}

/** Refuses too many values for one call. Returns the number of fields. */
function countFields(text: string, name: string): number {
  const { values, fields, levels } = countParts(text)
  const about = aboutField(name)
  if (values > JSON_LIMITS.values)
    throw new DomainError(
      'BAD_REQUEST',
      actWanted(
        'SEND_LESS',
        `One call may hold ${JSON_LIMITS.values} values; this one has ${values}. Send them in several calls.`,
        about,
      ),
    )
  refuseDeep(levels, name)
  return fields
}

const aboutField = (name: string) => (name === '' ? {} : { path: name })

function refuseDeep(levels: number, name: string): void {
  if (levels > JSON_LIMITS.levels)
    throw new DomainError('BAD_REQUEST', [
      {
        ...aboutField(name),
        text: `Values may be ${JSON_LIMITS.levels} levels deep; these are ${levels}. No input is nested that deep.`,
      },
    ])
}

function refuseLargeDocument({ objects, entries, names, levels }: Counts, name: string): void {
  const { names: mostNames, ...most } = DOCUMENT_LIMITS
  const has = `this one has ${objects} and ${entries}`
  const text = `A document may hold ${most.objects} objects and lists, and ${most.entries} fields and entries beside others; ${has}. Apply it in several documents.`
  if (objects > most.objects || entries > most.entries)
    throw new DomainError('BAD_REQUEST', actWanted('SEND_LESS', text, aboutField(name)))
  if (names > mostNames)
    throw new DomainError('BAD_REQUEST', [
      {
        ...aboutField(name),
        text: `The fields of a document may have ${mostNames} different names; these have more. A fixture knows far fewer.`,
      },
    ])
  refuseDeep(levels, name)
}

/** The number of fields in a value. */
function fieldsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  let fields = parts === value ? 0 : parts.length
  for (const part of parts) fields += fieldsOf(part)
  return fields
}

function parseOnce(text: string, faultOf: FaultOf): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw faultOf(error instanceof Error ? error.message.slice(0, 200) : '')
  }
}

/** An object or a list around the scan's position, with the place in it. */
type Level = { readonly fields: Set<string> | undefined; at: string | number }

/** The fields that occur twice in their objects, by their paths below `name`, at most `most`. The text must be valid JSON. */
function repeatedFields(text: string, name: string, most: number): Fault[] {
  const faults: Fault[] = []
  const levels: Level[] = []
  for (let place = 0; place < text.length && faults.length < most; place += 1) {
    const character = text.charCodeAt(place)
    const level = levels.at(-1)
    if (character === QUOTE) {
      const end = endOfString(text, place)
      if (level?.fields !== undefined && isName(text, end)) {
        level.at = nameOf(text.slice(place, end + 1))
        const others = level.fields.size
        if (level.fields.add(level.at).size === others)
          faults.push({
            path: pathTo([...(name === '' ? [] : [name]), ...levels.map(({ at }) => at)]),
            text: 'This field is given more than once.',
            want: { kind: 'once' },
          })
      }
      place = end
    } else if (character === BRACE) levels.push({ fields: new Set(), at: '' })
    else if (character === BRACKET) levels.push({ fields: undefined, at: 0 })
    else if (character === CLOSING_BRACE || character === CLOSING_BRACKET) levels.pop()
    else if (character === COMMA && typeof level?.at === 'number') level.at += 1
  }
  return faults
}

const BACKSLASH = 92
const [BLANK, QUOTE, COMMA, COLON] = [32, 34, 44, 58]
const [BRACE, CLOSING_BRACE, BRACKET, CLOSING_BRACKET] = [123, 125, 91, 93]

/** The end of the string that begins here; -1 when there is none. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, place: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(place - 1 - backslashes) === BACKSLASH) backslashes += 1
  return backslashes % 2 === 1
}

function isName(text: string, end: number): boolean {
  let next = end + 1
  while (text.charCodeAt(next) <= BLANK) next += 1
  return text.charCodeAt(next) === COLON
}

function nameOf(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
}

/** Indents JSON without parsing its values, which would round long numbers; any other text stays as it is. */
export function formatJson(text: string): string {
  if (!isJson(text)) return text
  let depth = 0
  const line = () => `\n${'  '.repeat(depth)}`
  const indented = [...text.matchAll(JSON_TOKEN)].map(([token], index, tokens) => {
    if (token === '{' || token === '[') {
      const closes = tokens[index + 1]?.[0] === (token === '{' ? '}' : ']')
      if (closes) return token
      depth++
      return token + line()
    }
    if (token === '}' || token === ']') {
      const opened = tokens[index - 1]?.[0] === (token === '}' ? '{' : '[')
      if (opened) return token
      depth--
      return line() + token
    }
    if (token === ',') return token + line()
    return token === ':' ? ': ' : token
  })
  return indented.join('')
}

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

export function isJson(text: string): boolean {
  return parseJson(text) !== undefined
}
