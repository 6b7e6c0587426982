/** A text that is nearly JSON: its value, its deviations from JSON, and its end. */
export type LooseJson = { readonly value: unknown; readonly habits: ReadonlySet<LooseHabit>; readonly end: number }

/** Forms that other languages allow and JSON does not. */
export type LooseHabit =
  | 'SINGLE_QUOTES'
  | 'BARE_NAMES'
  | 'COMMA_AT_END'
  | 'COMMENTS'
  | 'PYTHON_WORDS'
  | 'LINE_IN_STRING'
  | 'TYPOGRAPHIC_QUOTES'
  | 'NO_NUMBER'

/** A text that ends in the middle of its value. */
export const CUT = Symbol('a text that ends before its value does')

const PYTHON: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
])
const TYPOGRAPHIC = '\u2018\u2019\u201a\u201b\u201c\u201d'
const MOST_LEVELS = 100
// An unclosed token extends to the end of the text, so that no character is read twice (D74).
const TOKENS =
  /[\s\ufeff]+|"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|'(?:[^'\\]|\\[\s\S])*(?:'|\\?$)|[\u2018-\u201d](?:[^\u2018-\u201d\\]|\\[\s\S])*(?:[\u2018-\u201d]|\\?$)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|#[^\n]*|[\p{L}\w$+.-]+|[\s\S]/gu
// A noncharacter (Unicode, 23.7), which occurs in no text: it stands for a value that JSON does not have.
const MISSING = '\ufdd1'

/**
 * Reads a text in the style of JavaScript or Python, or with typing mistakes, by rewriting it as JSON; CUT when it ends too early, undefined when it
 * is nothing of this kind.
 */
export function readLoosely(text: string): LooseJson | typeof CUT | undefined {
  const habits = new Set<LooseHabit>()
  const written: string[] = []
  let [levels, end, comma] = [0, 0, false]
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    const isComment = /^(?:\/[/*]|#)/.test(token)
    if (isComment) habits.add('COMMENTS')
    const isDone = written.length > 0 && levels === 0
    const isBlank = isComment || token.trim() === ''
    if (isDone && !isBlank) break
    end = index + token.length
    if (isBlank) continue
    if (token === '}' || token === ']') {
      if (comma) habits.add('COMMA_AT_END')
      levels -= 1
    } else if (comma) written.push(',')
    // A comma at the start of a list or object separates nothing.
    comma = token === ',' && !'[{'.includes(written.at(-1) ?? '')
    if (token === '{' || token === '[') levels += 1
    if (levels > MOST_LEVELS) return undefined
    const isName = /^[\s\ufeff]*:/.test(text.slice(end, end + MOST_LEVELS))
    if (!comma) written.push(asJson(token, isName, habits))
  }
  const json = written.join(' ')
  if (levels > 0 || json === '' || json === MISSING) return CUT
  try {
    return { value: JSON.parse(json, (_, value) => (value === MISSING ? undefined : value)), habits, end }
  } catch {
    return undefined
  }
}

/** A token as JSON writes it. An unclosed text becomes MISSING, so that the result is not JSON. */
function asJson(token: string, isName: boolean, habits: Set<LooseHabit>): string {
  const [quote = ''] = token
  const isTypographic = TYPOGRAPHIC.includes(quote)
  if (quote === '"' || quote === "'" || isTypographic) {
    if (isTypographic) habits.add('TYPOGRAPHIC_QUOTES')
    else if (quote === "'") habits.add('SINGLE_QUOTES')
    const last = token.at(-1) ?? ''
    const isClosed = token.length > 1 && (isTypographic ? TYPOGRAPHIC.includes(last) : last === quote)
    if (!isClosed) return MISSING
    const inner = token.slice(1, -1)
    if (/\p{Cc}/u.test(inner)) habits.add('LINE_IN_STRING')
    const plain =
      quote === '"' ? inner : inner.replace(/\\.|"/gs, one => (one === '"' ? '\\"' : one === "\\'" ? "'" : one))
    return `"${plain.replace(/\p{Cc}/gu, one => JSON.stringify(one).slice(1, -1))}"`
  }
  if (isName && /^[\p{L}_$]/u.test(token)) {
    habits.add('BARE_NAMES')
    return JSON.stringify(token)
  }
  if (PYTHON.has(token)) habits.add('PYTHON_WORDS')
  if (token !== 'NaN' && token !== 'undefined') return PYTHON.get(token) ?? token
  habits.add('NO_NUMBER')
  return JSON.stringify(MISSING)
}
