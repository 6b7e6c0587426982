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
  const shortest = decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
  return String(Number(shortest)) === shortest ? Number(shortest) : new Digits(shortest)
}

/** A value as JSON. */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value)
  return text.includes(ESCAPED) ? text.replaceAll(WRITTEN, '$1') : text
}

// No text that is stored holds a control character, so nothing else looks like it.
const MARK = '\u0001'
const ESCAPED = '"\\u0001'
const WRITTEN = /"\\u0001(-?\d+(?:\.\d+)?)"/g
