import { COVERED_HEADERS } from '../../../domain/tpps.ts'
import type { RawHeaders, SignedLine } from '../signature/signing-string.ts'
import type { Plans, SigningCase, SigningPlan } from './signing-plans.ts'

/** Other forms that a client may have written of the names, values and lines of a signing string. */

export const upper = (text: string): string => text.toUpperCase()
export const lower = (text: string): string => text.toLowerCase()
export const titleCase = (name: string): string => name.replace(/(^|-)[a-z]/g, upper)
/** `(request-target)` is not a header. */
export const underscored = (name: string): string => (name.startsWith('(') ? name : name.replaceAll('-', '_'))
export const nameAsSent = (name: string, headers: RawHeaders): string =>
  headers.find(([sent]) => lower(sent) === name)?.[0] ?? name
export const hostOf = (headers: RawHeaders): string => headers.find(([name]) => lower(name) === 'host')?.[1] ?? ''

export const inUrlForm = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_')
export const inUtf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')
export const inJavaUtf16 = (text: string): Buffer => inUtf16(text).swap16()
export const inJson = (text: string): Buffer => Buffer.from(JSON.stringify(text))
/** Each character of a signing string is a byte that was sent, usually of UTF-8. */
const asUnicode = (text: string): string => Buffer.from(text, 'latin1').toString()
/** And the reverse: each byte of a text in UTF-8 as a character. */
export const asBytes = (text: string): string => Buffer.from(text).toString('latin1')
/** The non-ASCII characters of an address that was sent unencoded. */
export const inPercent = (sent: string): string =>
  asUnicode(sent).replace(/[^\p{ASCII}]+/gu, text => encodeURIComponent(text.toWellFormed()))
export const inLatin1 = (text: string): Buffer => Buffer.from(asUnicode(text), 'latin1')
export const inAscii = (text: string): Buffer => Buffer.from(asUnicode(text).replace(/[^\p{ASCII}]/gu, '?'))

export function sortQuery(path: string): string {
  const [plain = '', query] = path.split('?')
  return query === undefined ? path : `${plain}?${query.split('&').sort().join('&')}`
}

export function changeQuery(path: string, sent: string, written: string): string {
  const [plain = '', ...query] = path.split('?')
  return [plain, ...query.map(part => part.replaceAll(sent, written))].join('?')
}

/** `SHA-256=` and the bytes after it in hexadecimal. */
export function inHexadecimal(digest: string): string {
  const start = digest.indexOf('=') + 1
  return digest.slice(0, start) + Buffer.from(digest.slice(start), 'base64').toString('hex')
}

/** The same time in another form; a value that is not a time stays. */
export function writeDate(value: string, show: (iso: string, time: number) => string): string {
  const time = Date.parse(value)
  return Number.isNaN(time) ? value : show(new Date(time).toISOString(), time)
}

/** The date with a number of steps before and after; nothing when no date can be read. */
export const shiftDate = (most: number, seconds: number): Plans => {
  const steps = Array.from({ length: 2 * most }, (_, at) => (Math.floor(at / 2) + 1) * (at % 2 === 0 ? -1 : 1))
  return eachValue(({ name, value }) => {
    const time = name === 'date' ? Date.parse(value) : Number.NaN
    return Number.isNaN(time) ? [] : steps.map(step => new Date(time + step * seconds * 1000).toUTCString())
  })
}

/** One line after the other with other values. */
export const eachValue =
  (change: (line: SignedLine) => readonly string[]): Plans =>
  plan =>
    plan.lines.flatMap((line, at) =>
      change(line).map(value => ({ ...plan, lines: plan.lines.with(at, { ...line, value }) })),
    )

export const nameTwice = eachValue(({ name, value }) => [`${name}: ${value}`, `${titleCase(name)}: ${value}`])

const MOST_NAMED = 7

/** Some of the names as the request has them, or as maps of headers write them: clients take a few from a constant, and others from the request. */
export const nameSome: Plans = (plan, { message }) => {
  if (plan.lines.length > MOST_NAMED) return []
  const ways = [(name: string) => nameAsSent(name, message.headers), titleCase, upper]
  const choices = Array.from({ length: 2 ** plan.lines.length - 1 }, (_, at) => at + 1)
  return ways.flatMap(way =>
    choices.map(chosen => ({
      ...plan,
      lines: plan.lines.map((one, at) => ((chosen >> at) & 1 ? { ...one, name: way(one.name) } : one)),
    })),
  )
}

/** One line with another space after its colon, or another end than the others. */
export const layOutOne: Plans = plan =>
  plan.lines.flatMap((line, at) => [
    ...[` ${line.value}`, `${line.value} `, `${line.value}\r`, `${line.value}\n`].map(value => ({
      ...plan,
      lines: plan.lines.with(at, { ...line, value }),
    })),
    // Only this one has no space: each of the others has its own in the value.
    { ...plan, inside: ':', lines: plan.lines.map(one => (one === line ? one : { ...one, value: ` ${one.value}` })) },
  ])

/** The names of a machine for itself, with and without the port. */
export const nameMachine = eachValue(({ name, value }) => {
  const [, sent = '', port = ''] = /^(.*?)(:\d+)?$/.exec(value) ?? []
  return name === 'host' ? ['localhost', '127.0.0.1', '[::1]', sent].flatMap(one => [`${one}${port}`, one]) : []
})

/** Variables of Postman: common names, and its own. */
export const nameVariables = eachValue(({ name }) => {
  const camel = name.replace(/-(.)/g, (_, letter: string) => upper(letter))
  const names = [name, titleCase(name), camel, underscored(name), 'requestId', 'uuid', '$guid', '$randomUUID']
  return [...names, '$isoTimestamp'].map(one => `{{${one}}}`)
})

export const leaveOne: Plans = plan => plan.lines.map((_, at) => ({ ...plan, lines: plan.lines.toSpliced(at, 1) }))

/** The line of method and path, first or last. */
export const addTarget: Plans = (plan, { message }) =>
  plan.lines.some(({ name }) => name === '(request-target)')
    ? []
    : addLine(plan, { name: '(request-target)', value: `${lower(message.method)} ${message.target}` })

const MOST_ADDED = 30

/** A line of a header that is not listed, first or last. */
export const addHeader: Plans = (plan, { message }) => {
  const listed = new Set(plan.lines.map(({ name }) => name))
  return message.headers
    .map(([name, value]) => ({ name: lower(name), value: value.trim() }))
    .filter(({ name }) => !listed.has(name))
    .slice(0, MOST_ADDED)
    .flatMap(line => addLine(plan, line))
}

function addLine(plan: SigningPlan, line: SignedLine): SigningPlan[] {
  return [
    { ...plan, lines: [line, ...plan.lines] },
    { ...plan, lines: [...plan.lines, line] },
  ]
}

type Lines = readonly SignedLine[]
const INTERFACE_ORDER: readonly string[] = ['(request-target)', ...COVERED_HEADERS]

export const sortByInterface = (all: Lines): Lines => sortBy(all, name => INTERFACE_ORDER.indexOf(name) >>> 0)
export const sortByRequest = (all: Lines, { message }: SigningCase): Lines =>
  sortBy(all, one => message.headers.findIndex(([sent]) => lower(sent) === one))
const sortBy = (all: Lines, placeOf: (name: string) => number): Lines =>
  all.toSorted((a, b) => placeOf(a.name) - placeOf(b.name))

const MOST_PERMUTED = 5

/** Every order of a few lines: maps have no order in many languages. */
export const listOrders: Plans = plan => permute(plan.lines).map(lines => ({ ...plan, lines }))

function permute(lines: Lines): Lines[] {
  if (lines.length > MOST_PERMUTED) return []
  if (lines.length < 2) return [lines]
  return lines.flatMap((line, at) => permute(lines.toSpliced(at, 1)).map(rest => [line, ...rest]))
}
