/** What a text is that is nearly JSON: its value, what of it is none of JSON, and where it ends. */
export type LooseJson = { readonly value: unknown; readonly habits: ReadonlySet<LooseHabit>; readonly end: number }

/** What other languages allow and JSON does not. */
export type LooseHabit =
  | 'SINGLE_QUOTES'
  | 'BARE_NAMES'
  | 'COMMA_AT_END'
  | 'COMMENTS'
  | 'PYTHON_WORDS'
  | 'LINE_IN_STRING'
  | 'TYPOGRAPHIC_QUOTES'
  | 'NO_NUMBER'

const WORDS: ReadonlyMap<string, readonly [value: unknown, habit: LooseHabit | undefined]> = new Map<
  string,
  readonly [unknown, LooseHabit | undefined]
>([
  ['true', [true, undefined]],
  ['false', [false, undefined]],
  ['null', [null, undefined]],
  ['True', [true, 'PYTHON_WORDS']],
  ['False', [false, 'PYTHON_WORDS']],
  ['None', [null, 'PYTHON_WORDS']],
  ['undefined', [undefined, 'NO_NUMBER']],
  ['NaN', [undefined, 'NO_NUMBER']],
])
const CLOSED_BY: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '”': '”', '‘': '’', '’': '’' }
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }
const MOST_LEVELS = 100

/** A text that ends in the middle of its value. */
export const CUT = Symbol('a text that ends before its value does')

/** Reads a text as JavaScript, Python or a careless hand writes it; CUT when it ends too early, undefined when it is nothing of the kind. */
export function readLoosely(text: string): LooseJson | typeof CUT | undefined {
  const reader = new LooseReader(text)
  try {
    return { value: reader.value(0), habits: reader.habits, end: reader.end() }
  } catch (error) {
    if (error === CUT) return CUT
    if (error === ELSE) return undefined
    throw error
  }
}

const ELSE = Symbol('a text that is nothing like JSON')

class LooseReader {
  readonly habits = new Set<LooseHabit>()
  readonly #text: string
  #place = 0

  constructor(text: string) {
    this.#text = text
  }

  value(level: number): unknown {
    if (level > MOST_LEVELS) throw ELSE
    const first = this.#next()
    if (first === '{') return this.#object(level)
    if (first === '[') return this.#list(level)
    if (CLOSED_BY[first] !== undefined) return this.#string()
    const [word = ''] = this.#match(/[\w.+-]+/y)
    const [known] = [WORDS.get(word)]
    if (known === undefined) {
      if (!/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word)) throw ELSE
      return Number(word)
    }
    if (known[1] !== undefined) this.habits.add(known[1])
    return known[0]
  }

  /** Where the value ends, with all blanks and comments behind it. */
  end(): number {
    this.#skip()
    return this.#place
  }

  #object(level: number): unknown {
    const fields: [string, unknown][] = []
    this.#place += 1
    for (;;) {
      if (this.#next() === '}') break
      const name = CLOSED_BY[this.#next()] === undefined ? this.#bareName() : this.#string()
      if (this.#next() !== ':') throw ELSE
      this.#place += 1
      fields.push([name, this.value(level + 1)])
      if (this.#isOver('}')) break
    }
    this.#place += 1
    return Object.fromEntries(fields)
  }

  #list(level: number): unknown {
    const items: unknown[] = []
    this.#place += 1
    for (;;) {
      if (this.#next() === ']') break
      items.push(this.value(level + 1))
      if (this.#isOver(']')) break
    }
    this.#place += 1
    return items
  }

  #isOver(end: string): boolean {
    const next = this.#next()
    if (next === end) return true
    if (next !== ',') throw ELSE
    this.#place += 1
    if (this.#next() === end) this.habits.add('COMMA_AT_END')
    return false
  }

  #bareName(): string {
    const [name] = this.#match(/[\p{L}_$][\w$]*/uy)
    if (name === undefined) throw ELSE
    this.habits.add('BARE_NAMES')
    return name
  }

  #string(): string {
    const quote = this.#text[this.#place] ?? ''
    const close = CLOSED_BY[quote] ?? ''
    if (quote === "'") this.habits.add('SINGLE_QUOTES')
    else if (quote !== '"') this.habits.add('TYPOGRAPHIC_QUOTES')
    let text = ''
    for (let place = this.#place + 1; place < this.#text.length; place += 1) {
      const character = this.#text[place] ?? ''
      if (character === close) {
        this.#place = place + 1
        return text
      }
      if (character === '\\') {
        place += 1
        const escaped = this.#text[place] ?? ''
        const [, code] = escaped === 'u' ? (/^([\da-f]{4})/i.exec(this.#text.slice(place + 1, place + 5)) ?? []) : []
        text += code === undefined ? (ESCAPES[escaped] ?? escaped) : String.fromCharCode(Number.parseInt(code, 16))
        if (code !== undefined) place += 4
      } else {
        if (character < ' ') this.habits.add('LINE_IN_STRING')
        text += character
      }
    }
    throw CUT
  }

  /** The next character that is neither blank nor comment. */
  #next(): string {
    this.#skip()
    const next = this.#text[this.#place]
    if (next === undefined) throw CUT
    return next
  }

  #skip(): void {
    for (;;) {
      this.#match(/[\s\ufeff]+/y)
      const [comment] = this.#match(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|#[^\n]*/y)
      if (comment === undefined) return
      this.habits.add('COMMENTS')
    }
  }

  #match(pattern: RegExp): readonly string[] {
    pattern.lastIndex = this.#place
    const found = pattern.exec(this.#text)
    if (found === null) return []
    this.#place = pattern.lastIndex
    return found
  }
}
