import { withoutEnd } from '../domain/texts.ts'
/**
 * A number written digit by digit, for one that a double cannot hold: JSON has no limit to its digits, and a balance keeps all of
 * them (D22). Only the writing is ours: Node 20 has no JSON.rawJSON.
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

/** A decimal number for JSON: as a number where that is exact, without zeros at the end of a fraction. */
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

/** A value of which lists may be written already. */
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

// The texts that go into the value which is being written, in their order: nothing else runs meanwhile.
const verbatim: string[] = []

function filled(text: string, texts: readonly string[]): string {
  const [first = '', ...others] = text.split(JSON.stringify(PLACE))
  return first + others.map((part, place) => `${texts[place]}${part}`).join('')
}

// No text that is stored holds a control character, so nothing else looks like these.
const PLACE = '\u0002'
const MARK = '\u0001'
const ESCAPED = '"\\u0001'
const WRITTEN = /"\\u0001(-?\d+(?:\.\d+)?)"/g
