import type { HeaderLine } from '../../../domain/calls.ts'
import { parseJson } from '../../../domain/texts.ts'
import { withoutBraces } from '../commands.ts'

/** One call in a form that a program of any language can make. */
export type SampleCall = {
  /** A TPP's calls go through a proxy that signs them, so that no sample needs a key; the operator's go to the bank itself. */
  readonly by: 'TPP' | 'OPERATOR'
  readonly method: string
  /** Path and query. `{name}` in it, as in the body, is the value that an earlier call gave under that name. */
  readonly path: string
  readonly headers: readonly HeaderLine[]
  readonly body: string | undefined
  /** Pointers into its answer. A pointer to an address gives the id at its end. */
  readonly gives: Readonly<Record<string, string>>
  /** The customer who approves the thing that the previous call began. */
  readonly approver?: string
}

/** Calls in order; the sample is about the last one. */
export type Sample = {
  readonly calls: readonly SampleCall[]
  readonly origin: string
  /** The command that starts the proxy. */
  readonly proxy: string
}

/** Where `sandbank proxy` listens. */
const SIGNER = 'http://127.0.0.1:4001'

/** The addresses that a sample reads from its environment, as `sandbank exec` sets them, each with its default. */
export function settingsOf({ calls, origin }: Sample) {
  return [
    ...(calls.some(({ by }) => by === 'TPP') ? [{ name: 'signer', from: 'SANDBANK_SIGNER', or: SIGNER }] : []),
    ...(calls.some(({ by }) => by === 'OPERATOR')
      ? [
          { name: 'bank', from: 'SANDBANK_URL', or: origin },
          { name: 'token', from: 'SANDBANK_TOKEN', or: '' },
        ]
      : []),
  ]
}

/** What must run beside the sample, as comment lines that begin with `mark`. */
export function neededBy({ calls, proxy }: Sample, mark: string): string {
  return [
    ...(calls.some(({ by }) => by === 'TPP') ? [`${mark} In another terminal: ${proxy}\n`] : []),
    ...(calls.some(({ path }) => path.includes(OWN_ID))
      ? [`${mark} It puts the id of its TPP in the place of %7BtppId%7D.\n`]
      : []),
  ].join('')
}

/** In a path: the id of the calling TPP. The signer fills it in. */
export const OWN_ID = '{tppId}'

/** The values that later calls take from the answer to one: names with their pointers. */
export function takenFrom({ calls }: Sample, place: number): (readonly [name: string, pointer: string])[] {
  const later = calls.slice(place + 1).map(({ path, body = '' }) => `${path}${body}`)
  return Object.entries(calls[place]?.gives ?? {}).filter(([name]) => later.some(text => text.includes(`{${name}}`)))
}

export function namesIn(sample: Sample): string[] {
  return [...new Set(sample.calls.flatMap((_, place) => takenFrom(sample, place).map(([name]) => name)))]
}

/** How a language writes a text, a named value, and a concatenation. */
export type Spelling = {
  readonly text: (text: string) => string
  readonly value: (name: string) => string
  readonly plus: string
}

/** A text in which names stand for values. */
export function spell(text: string, names: readonly string[], { text: write, value, plus }: Spelling): string {
  if (names.length === 0 || text === '') return write(text)
  return text
    .split(new RegExp(`\\{(${names.join('|')})\\}`))
    .flatMap((part, place) => (place % 2 === 1 ? [value(part)] : part === '' ? [] : [write(part)]))
    .join(plus)
}

export function spellPath(path: string, names: readonly string[], spelling: Spelling): string {
  return spell(names.includes('tppId') ? path : path.replaceAll(OWN_ID, withoutBraces(OWN_ID)), names, spelling)
}

/**
 * A text in the common notation of JSON, JavaScript, Python, Java and Go. Characters of direction are escaped, because they would show another
 * program than the one that runs; and separators of lines, because editors and tools break lines at them.
 */
export function quoted(text: string): string {
  return visible(JSON.stringify(text))
}

function visible(text: string): string {
  return text.replaceAll(
    /[^\P{Cc}\n]|\p{Bidi_Control}|[\ufeff\u2028\u2029]/gu,
    one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The keys along a pointer, and whether it ends at an address. */
export function readPointer(pointer: string): { readonly keys: readonly string[]; readonly isAddress: boolean } {
  return { keys: pointer.split('/').slice(1), isAddress: pointer.endsWith('/href') }
}

/** The regular expression that finds a pointer's value in the text of an answer, for languages without JSON. */
export function patternOf(pointer: string): string {
  const { keys, isAddress } = readPointer(pointer)
  return isAddress ? `"${keys.at(-2)}":."href":"[^"]*/([^"/]*)"` : `"${keys.at(-1)}":"([^"]*)"`
}

/**
 * A body as JSON that keeps its meaning when a program writes it again; undefined if there is none, for example with digits that a number would lose.
 */
export function plainJson(body: string | undefined, indent: number): string | undefined {
  // An object literal takes that name as its prototype.
  if (body === undefined || body.includes('"__proto__"')) return undefined
  const value = parseJson(body)
  const isSame = value !== undefined && [0, 2].some(spaces => JSON.stringify(value, null, spaces) === body)
  return isSame ? visible(JSON.stringify(value, null, indent)) : undefined
}

/** How a language without JSON writes a text, joins two, and names a value. */
type Wording = Pick<Spelling, 'text' | 'plus'> & { readonly assign: (name: string) => string }

/** The calls, with what later ones take from their answers, by the functions `call` and `find` of the sample. */
export function callLines(sample: Sample, { text, plus, assign }: Wording): string[] {
  const names = namesIn(sample)
  const spelling = { text, plus, value: (name: string) => name }
  return sample.calls.flatMap(({ by, method, path, headers, body = '' }, place) => {
    const url = `${by === 'TPP' ? 'signer' : 'bank'}${plus}${spellPath(path, names, spelling)}`
    const sent = [...headers.flat().map(text), ...(by === 'TPP' ? [] : ['"Authorization"', '"Bearer " + token'])]
    const call = `call(${[text(method), url, spell(body, names, spelling), ...sent].join(', ')})`
    const given = takenFrom(sample, place)
    if (given.length === 0) return [call]
    const made = `made${place + 1}`
    const found = given.map(([name, pointer]) => `${assign(name)}find(${text(patternOf(pointer))}, ${made})`)
    return [`${assign(made)}${call}`, ...found]
  })
}
