import { HEADERS, type HeaderSet } from '../../../api/rest/headers.ts'

/** The parts of a call's address that a guess is based on. */
type CallAddress = Pick<URL, 'origin' | 'pathname'>

/** The defaults of required headers. The others have no sensible default. */
const GUESSES: Readonly<Record<string, (url: CallAddress, newId: () => string) => string>> = {
  'x-accept-fix': () => 'none',
  'TPP-Session-ID': (_, newId) => newId(),
  // A page of the bank that shows what a TPP would receive.
  'TPP-Redirect-URI': ({ origin, pathname }) => `${origin}${/^\/worlds\/[^/]+/.exec(pathname)?.[0] ?? ''}/callback`,
  'PSU-IP-Address': () => '127.0.0.1',
}

/** The headers that an operation requires, by the interface's tables (D10). */
export function listRequired(headerSet: HeaderSet | undefined): string[] {
  return headerSet === undefined ? [] : HEADERS.filter(row => row.sets[headerSet] === 'required').map(row => row.name)
}

/** Whether a client of the bank adds a required header by itself. */
export function isGuessed(name: string): boolean {
  return Object.hasOwn(GUESSES, name)
}

/** Those that can be guessed for a call of `url`, with the guess. */
export function guessRequired(
  headerSet: HeaderSet | undefined,
  url: CallAddress,
  newId: () => string,
): [name: string, value: string][] {
  return listRequired(headerSet).flatMap(name => {
    const guess = GUESSES[name]
    return guess === undefined ? [] : [[name, guess(url, newId)] satisfies [string, string]]
  })
}
