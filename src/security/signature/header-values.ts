import { inSmallLetters } from './header-names.ts'

/**
 * The values of a request's headers by their names in small letters, repeats included. A request has few, so that to look through them costs less than to
 * make a table of them.
 */
export class HeaderValues {
  readonly #lines: readonly string[]
  readonly #names: readonly string[]

  /** @param lines names and values in turn, as received */
  constructor(lines: readonly string[]) {
    const names: string[] = []
    for (let place = 0; place + 1 < lines.length; place += 2) names.push(inSmallLetters(lines[place] ?? ''))
    this.#lines = lines
    this.#names = names
  }

  has(name: string): boolean {
    return this.#names.includes(name)
  }

  /** The first value; undefined where there is none. */
  first(name: string): string | undefined {
    const place = this.#names.indexOf(name)
    return place < 0 ? undefined : this.#lines[place * 2 + 1]
  }

  /** Whether the header is sent more than once. */
  isRepeated(name: string): boolean {
    const place = this.#names.indexOf(name)
    return place >= 0 && this.#names.includes(name, place + 1)
  }

  all(name: string): string[] {
    const values: string[] = []
    for (let place = this.#names.indexOf(name); place >= 0; place = this.#names.indexOf(name, place + 1))
      values.push(this.#lines[place * 2 + 1] ?? '')
    return values
  }

  /** The value, repeated ones joined by ", ". */
  joined(name: string): string | undefined {
    return this.isRepeated(name) ? this.all(name).join(', ') : this.first(name)
  }
}
