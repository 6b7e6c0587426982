import { withoutEnd } from '../../domain/texts.ts'
/**
 * A number written digit by digit, for one that a double cannot hold: JSON has no limit of digits, and a balance keeps all of them (D22). Only
 * writing is our own: Node 20 has no JSON.rawJSON.
 */
export class Digits {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): string {
    return `${MARK}${this.text}`
  }
}

/** A decimal number for JSON: as a number where that is exact, without trailing zeros. */
export function exactNumber(decimal: string): number | Digits {
  const shortest = decimal.includes('.') ? withoutEnd(withoutEnd(decimal, '0'), '.') : decimal
  return String(Number(shortest)) === shortest ? Number(shortest) : new Digits(shortest)
}

/** JSON that is written already. */
export class Verbatim {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): string {
    verbatim.push(this.text)
    return PLACE
  }
}

/** A value in which lists may be written already. */
export type Writable<Value> = Value extends readonly unknown[]
  ? Value | Verbatim
  : Value extends Digits
    ? Value
    : Value extends object
      ? { readonly [Name in keyof Value]: Writable<Value[Name]> }
      : Value

/** A value as JSON. */
export function toJson(value: unknown): string {
  try {
    const text = JSON.stringify(value)
    const exact = text.includes(ESCAPED) ? text.replaceAll(WRITTEN, '$1') : text
    return verbatim.length === 0 ? exact : filled(exact, verbatim)
  } finally {
    verbatim.length = 0
  }
}

// The texts for the value that is being written, in order: nothing else runs meanwhile.
const verbatim: string[] = []

function filled(text: string, texts: readonly string[]): string {
  const [first = '', ...others] = text.split(JSON.stringify(PLACE))
  return first + others.map((part, place) => `${texts[place]}${part}`).join('')
}

// No stored text contains a control character, so nothing else looks like these marks.
const PLACE = '\u0002'
const MARK = '\u0001'
const ESCAPED = '"\\u0001'
const WRITTEN = /"\\u0001(-?\d+(?:\.\d+)?)"/g
