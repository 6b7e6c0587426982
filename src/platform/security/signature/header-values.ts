/**
 * The values of a request's headers by their names in lower case, including repeats. A request has few headers: a linear search costs less than
 * building a table.
 */
export class HeaderValues {
  readonly #lines: readonly string[]
  readonly #names: readonly string[]

  /** @param lines names and values, alternating, as received */
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
    return this.#names.includes(name, this.#names.indexOf(name) + 1)
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

/**
 * Caches the results of `make` for the first `most` texts that are not longer than `longest`: texts that occur often are cached, and a hostile client
 * that invents texts cannot fill the memory.
 */
export function remember(
  make: (text: string) => string,
  { most, longest }: { readonly most: number; readonly longest: number },
): (text: string) => string {
  const known = new Map<string, string>()
  return text => {
    const before = known.get(text)
    if (before !== undefined) return before
    const made = make(text)
    if (known.size < most && text.length <= longest) known.set(text, made)
    return made
  }
}

/** The name of a header in lower case. The cache holds more names than the clients of a bank use. */
export const inSmallLetters = remember(name => name.toLowerCase(), { most: 1_000, longest: 60 })

/** The other name under which a client sent a missing header; undefined when none of the known ones was sent. */
export function describeOtherName(name: string, header: (name: string) => string | undefined): string | undefined {
  for (const other of [name.replaceAll('-', '_'), name.replaceAll('_', '-')])
    if (other !== name && header(other))
      return `The request carries ${other}: write the name with hyphens, both there and in the parameter headers.`
  return inSmallLetters(name) === 'digest' && header('content-digest')
    ? 'The request carries Content-Digest of RFC 9530: the interface has Digest of RFC 3230, SHA-256=<Base64>.'
    : undefined
}

/** A token instead of a signature; undefined when there is none. */
export function describeToken(header: (name: string) => string | undefined): string | undefined {
  return /^bearer[ \t]/i.test(header('authorization') ?? '')
    ? 'Authorization has a Bearer token, which the interface does not know: each call is signed instead.'
    : undefined
}
