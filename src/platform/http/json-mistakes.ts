import { isObject } from '../../domain/given.ts'
import { parseJson } from '../../domain/texts.ts'
import { CUT, type LooseHabit, readLoosely } from './loose-json.ts'

/** Describes a body that is not JSON, in a sentence that says what to do; and gives the JSON that was meant, if that is certain. */
export type JsonMistake = { readonly text: string; readonly right: string | undefined }

/** Only the beginning of a larger body is examined (D74). */
const LONGEST = 100_000

/** A known mistake in a body that is not JSON. */
export function jsonMistake(bytes: Uint8Array): JsonMistake | undefined {
  const packed = PACKED.find(([start]) => start.every((byte, place) => bytes[place] === byte))
  if (packed !== undefined)
    return mistake(`It is packed by ${packed[1]}: send the bytes from before that, without Content-Encoding`)
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, LONGEST))
  const wide = wideText(body)
  if (wide !== undefined) return mistake('It is in UTF-16: encode it in UTF-8', jsonIn(wide))
  const text = body.toString('utf8')
  if (text.includes('\ufffd')) {
    const latin = body.toString('latin1')
    if (jsonIn(latin) !== undefined)
      return mistake('It is in ISO-8859-1 or Windows-1252: encode it in UTF-8', jsonIn(latin))
  }
  return textMistake(text, bytes.length <= LONGEST)
}

const PACKED: readonly (readonly [start: readonly number[], name: string])[] = [
  [[0x1f, 0x8b], 'gzip'],
  [[0x78, 0x9c], 'zlib (deflate)'],
]

/** The same for a body that is text. */
function textMistake(given: string, isWhole = true): JsonMistake | undefined {
  const text = given.trim()
  for (const [pattern, words] of WHOLE) if (pattern.test(text)) return mistake(words)
  const form = FORM.test(text) ? new URLSearchParams(text) : undefined
  if (form !== undefined)
    return mistake(
      'It is a form, as application/x-www-form-urlencoded has it: send JSON',
      JSON.stringify(Object.fromEntries(form)),
    )
  if (!isWhole) return undefined
  const loose = readLoosely(text)
  if (loose === CUT)
    return mistake(
      'It ends before it is complete: was it cut, or Content-Length counted in characters where it counts bytes?',
    )
  if (loose === undefined) return undefined
  const right = JSON.stringify(loose.value)
  if (loose.end < text.length)
    return mistake(`After its end at character ${loose.end} something follows: send one value alone`, right)
  const words =
    loose.habits.has('SINGLE_QUOTES') && loose.habits.has('PYTHON_WORDS')
      ? [PYTHON]
      : [...loose.habits].map(habit => HABITS[habit])
  return words.length === 0 ? undefined : mistake(words.join('; '), right)
}

/** The object that a body was meant to be, as JSON, if that is certain: in UTF-16, with single quotation marks, as a text within JSON, or alone in a list. */
export function meantJson(body: string): string | undefined {
  const text = body.replace(/^[\ufeff\ufffd]+/, '').replaceAll('\0', '')
  const parsed = parseJson(text)
  const inner =
    typeof parsed === 'string' ? parseJson(parsed) : Array.isArray(parsed) && parsed.length === 1 ? parsed[0] : parsed
  if (isObject(inner)) return inner === parsed ? text : JSON.stringify(inner)
  return text.includes('\ufffd') || parsed !== undefined ? undefined : textMistake(text)?.right
}

const WHOLE: readonly (readonly [RegExp, string])[] = [
  [/^@[\w./\\~-]+$/, 'It is the name of a file: send what is in it; curl reads it with --data-binary @FILE'],
  [/^\[object \w+\]$/, 'It is what JavaScript writes for an object: send JSON.stringify(object)'],
  [/^(?:undefined|None|nil|NULL)$/, 'It is a word in the place of a body: the value was not set'],
  [/^<[!?a-zA-Z]/, 'It is XML or HTML: send JSON'],
  [/^--[\w'()+,./:=?-]+\r?\n/, 'It is multipart form data: send JSON'],
  [/\{\{[\w $.-]+\}\}/, 'It holds a variable of Postman without a value: set it in the environment'],
  [/^\{\w+=/, 'It is what Java writes for a Map: use a JSON library, such as ObjectMapper.writeValueAsString'],
]
const FORM = /^[\w.[\]%-]+=[^&\s]*(?:&[\w.[\]%-]+=[^&\s]*)*$/
const PYTHON = "It is what Python's str() writes for a dict: use json.dumps()"
const HABITS = {
  SINGLE_QUOTES: 'It has texts in single quotation marks: write double ones',
  BARE_NAMES: 'It has names without quotation marks, as JavaScript allows: write "name"',
  COMMA_AT_END: 'A comma stands before a closing bracket: leave it out',
  COMMENTS: 'It has comments, which JSON has not: leave them out',
  PYTHON_WORDS: 'It has True, False or None of Python: write true, false, null',
  LINE_IN_STRING: 'A text in it has a line end or tab as it is: write \\n, \\r or \\t',
  TYPOGRAPHIC_QUOTES: 'It has typographic quotation marks: write those of a keyboard',
  NO_NUMBER: 'It has NaN or undefined, which JSON has not: leave the field out',
} as const satisfies Record<LooseHabit, string>

function mistake(words: string, right?: string): JsonMistake {
  return { text: /[.?]$/.test(words) ? words : `${words}.`, right }
}

// In UTF-16 every second byte of western text is zero.
function wideText(body: Buffer): string | undefined {
  const order = body[0] === 0xff && body[1] === 0xfe ? 'LE' : body[0] === 0xfe && body[1] === 0xff ? 'BE' : undefined
  const isLittle = order === 'LE' || (body[1] === 0 && body[3] === 0 && body[0] !== 0)
  const isBig = order === 'BE' || (body[0] === 0 && body[2] === 0 && body[1] !== 0)
  if (!isLittle && !isBig) return undefined
  const even = Buffer.from(body.subarray(0, body.length & ~1))
  return (isBig ? even.swap16() : even).toString('utf16le').replace(/^\ufeff/, '')
}

function jsonIn(text: string): string | undefined {
  return JSON.stringify(parseJson(text))
}
