/**
 * Removes a character from the end of a text, however often it stands there. A regular expression would start again at each occurrence, which takes
 * quadratic time.
 */
export function withoutEnd(text: string, character: string): string {
  let end = text.length
  while (text[end - 1] === character) end -= 1
  return text.slice(0, end)
}

/** The beginning of a text, at most so long; half a character at its end is left out, since many programs refuse a text with one. */
export function beginningOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
}

/**
 * A text of a stranger within a sentence of ours: a terminal obeys control characters, and characters of direction show another text than there is. They
 * become readable; a line feed becomes `\n`.
 */
export function showControls(text: string): string {
  return UNSAFE.test(text) ? text.replace(EACH_UNSAFE, showControl) : text
}
const UNSAFE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u
const EACH_UNSAFE = new RegExp(UNSAFE, 'gu')

/** A character as an escape. */
export function showControl(character: string): string {
  if (character === '\n') return '\\n'
  if (character === '\r') return '\\r'
  if (character === '\t') return '\\t'
  const code = character.codePointAt(0) ?? 0
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`
}

/** The value of a JSON text; undefined, which no JSON text means, when it is invalid or too deep: whatever recurses over that fails (D74). */
export function parseJson(text: string): unknown {
  const value = parsed(text)
  return isDeeperThan(DEEPEST_JSON, value) ? undefined : value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** No value of the bank is half as deep. */
const DEEPEST_JSON = 100

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some(part => isDeeperThan(levels - 1, part))
}

/** Whether a text has a word that begins with what is sought, whatever the case of its letters; nothing begins with an empty text. */
export function findsWord(sought: string): (text: string) => boolean {
  if (sought === '') return () => false
  const begins = new RegExp(`(?<![\\p{L}\\p{N}])${sought.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}`, 'iu')
  return text => begins.test(text)
}

/** A text without percent-encoding; unchanged when the encoding is invalid. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Whether a text has a visible character: not only blanks, marks that join or direct others, and code points that are no characters. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text)
}
const VISIBLE = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u

/** A text in quotation marks. Without a closing mark it reaches to the end, so that nothing is read twice (D74). */
export const QUOTED_TEXT = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/g

/** Groups rows by a key; each group keeps the order of the rows. */
export function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group === undefined) groups.set(keyOf(row), [row])
    else group.push(row)
  }
  return groups
}
