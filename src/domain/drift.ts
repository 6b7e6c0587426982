import type { HeaderLine } from './calls.ts'
import { isObject } from './given.ts'
import { idsIn, isUuid } from './ids.ts'
import { parseJson } from './texts.ts'

/** The answer of one bank to a call: of this one (here), or of another one or a file (there). */
export type BankAnswer = {
  readonly status: number
  readonly headers: readonly HeaderLine[]
  readonly body: string
}

/** How two answers to one call may differ (D134). MISSING and EXTRA say what the answer there lacks, or has besides. */
export const DRIFT_KINDS = ['STATUS', 'CODE', 'HEADER', 'MISSING', 'EXTRA', 'TYPE', 'FORM', 'ORDER'] as const
export type DriftKind = (typeof DRIFT_KINDS)[number]

/** One difference. It holds no value of an answer, but for status, code and media type: a value may be a secret. */
export type Drift = {
  readonly kind: DriftKind
  /** The name of the header, or the path of the field, such as `accounts[].iban`; empty for the whole answer. */
  readonly place: string
  readonly here: string
  readonly there: string
}

/** What is never compared, as reports print it. */
export const LEFT_ASIDE = [
  'values: of a field its presence, type, form (such as UUID, day or IBAN) and order are compared',
  'how many entries a list has',
  'ids: those of each bank are carried into its later calls',
  'instants, and the hosts of links',
  'X-Request-ID, Date, Digest, certificate and signature of a call: each is made anew',
  'headers of connections, caches, browsers and signatures, cookies, and Sandbank-…',
] as const

export type Comparison = {
  readonly drifts: readonly Drift[]
  /** The ids that stand at the same places of both answers. */
  readonly ids: readonly (readonly [there: string, here: string])[]
}

/** Compares two answers to the same call. */
export function compareAnswers(there: BankAnswer, here: BankAnswer): Comparison {
  const notes: Notes = { drifts: [], ids: [] }
  const [bodyThere, bodyHere] = [bodyOf(there), bodyOf(here)]
  const [codeThere, codeHere] = [codeOf(there, bodyThere), codeOf(here, bodyHere)]
  if (there.status !== here.status)
    add(notes, 'STATUS', '', [`${here.status} ${codeHere ?? ''}`.trim(), `${there.status} ${codeThere ?? ''}`.trim()])
  // A refusal has other headers and fields than what was asked for.
  if (isRefused(there) !== isRefused(here)) return notes
  if (codeThere !== undefined && codeHere !== undefined && codeThere !== codeHere)
    add(notes, 'CODE', '', [codeHere, codeThere])
  compareHeaders(notes, there, here)
  compareAll(notes, '', bodyThere, bodyHere)
  return notes
}

type Notes = { readonly drifts: Drift[]; readonly ids: (readonly [there: string, here: string])[] }

function add({ drifts }: Notes, kind: DriftKind, place: string, [here, there]: readonly [string, string]): void {
  drifts.push({ kind, place, here, there })
}

const isRefused = ({ status }: BankAnswer) => status >= 400

/** The values of a body: none when there is no body; a body that is not JSON is a text. */
function bodyOf({ body }: BankAnswer): readonly unknown[] {
  return body === '' ? [] : [parseJson(body) ?? body]
}

/** The first code of a refusal, in the words of the Berlin Group. */
function codeOf(answer: BankAnswer, [body]: readonly unknown[]): string | undefined {
  const messages = isRefused(answer) && isObject(body) ? body['tppMessages'] : undefined
  const [first]: readonly unknown[] = Array.isArray(messages) ? messages : []
  const code = isObject(first) ? first['code'] : undefined
  return typeof code === 'string' ? shown(code) : undefined
}

const ASIDE =
  /^(?:connection|keep-alive|proxy-.*|transfer-encoding|trailer|upgrade|te|date|age|via|server|server-timing|vary|etag|last-modified|expires|cache-control|pragma|accept-ranges|alt-svc|content-length|content-encoding|content-language|set-cookie|strict-transport-security|content-security-.*|x-.*-policies|x-(?:frame|content-type|download)-options|x-xss-protection|x-powered-by|x-cache.*|x-amz.*|x-azure.*|x-envoy.*|x-kong.*|x-b3-.*|x-robots-tag|x-correlation-id|x-trace-id|cf-.*|referrer-policy|permissions-policy|cross-origin-.*|access-control-.*|traceparent|tracestate|nel|report-to|digest|signature|tpp-signature-certificate|sandbank-.*)$/

function compareHeaders(notes: Notes, there: BankAnswer, here: BankAnswer): void {
  const [those, these] = [headersOf(there), headersOf(here)]
  for (const name of new Set([...these.keys(), ...those.keys()])) {
    const [that, own] = [those.get(name.toLowerCase()), these.get(name.toLowerCase())]
    if (that === undefined || own === undefined) {
      add(notes, 'HEADER', shown(name), [stateOf(own), stateOf(that)])
      continue
    }
    if (name === 'content-type' && mediaOf(that) !== mediaOf(own))
      add(notes, 'HEADER', 'content-type', [mediaOf(own), mediaOf(that)])
    pair(notes, that, own)
  }
}

function headersOf({ headers }: BankAnswer): ReadonlyMap<string, string> {
  const named = headers.map(([name, value]) => [name.toLowerCase(), value] as const)
  // HTTP/2 has fields with a colon in place of the first line.
  return new Map(named.filter(([name]) => !ASIDE.test(name) && !name.startsWith(':')))
}

const stateOf = (value: string | undefined) => (value === undefined ? 'absent' : 'present')
const mediaOf = (value: string) => shown(value.split(';', 1).join('').trim().toLowerCase())

/** Compares the values that stand at one place: one on each side, or those of all entries of lists whose entries are other ones. */
function compareAll(notes: Notes, place: string, those: readonly unknown[], these: readonly unknown[]): void {
  if (those.length === 0 || these.length === 0) {
    if (those.length > 0) add(notes, 'EXTRA', place, ['absent', typesOf(those)])
    if (these.length > 0) add(notes, 'MISSING', place, [typesOf(these), 'absent'])
    return
  }
  if (isDisjoint(those.map(typeOf), these.map(typeOf))) {
    add(notes, 'TYPE', place, [typesOf(these), typesOf(those)])
    return
  }
  compareTexts(notes, place, those.filter(isText), these.filter(isText))
  compareObjects(notes, place, those.filter(isObject), these.filter(isObject))
  compareLists(notes, place, those.filter(isList), these.filter(isList))
}

const isText = (value: unknown) => typeof value === 'string'
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return isList(value) ? 'list' : typeof value
}

const typesOf = (values: readonly unknown[]) => [...new Set(values.map(typeOf))].sort().join(' or ')

function isDisjoint(those: readonly string[], these: readonly string[]): boolean {
  return those.length > 0 && these.length > 0 && !those.some(one => these.includes(one))
}

/** The forms of a text. What has none of them is a text. */
const FORMS: readonly (readonly [name: string, fits: (text: string) => boolean])[] = [
  ['empty', text => text === ''],
  ['UUID', isUuid],
  ['instant', text => /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/.test(text)],
  ['instant without offset', text => /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(text)],
  ['day', text => /^\d{4}-\d\d-\d\d$/.test(text)],
  ['number with decimals', text => /^-?\d+\.\d+$/.test(text)],
  ['digits', text => /^-?\d+$/.test(text)],
  ['IBAN', text => /^[A-Z]{2}\d\d[A-Z\d]{11,30}$/.test(text)],
  ['URL', text => /^https?:\/\//.test(text)],
  ['path', text => text.startsWith('/')],
]

const formOf = (text: string) => FORMS.find(([, fits]) => fits(text))?.[0] ?? 'text'
/** Texts of these forms are no ids. */
const NO_IDS = new Set(['instant', 'instant without offset', 'day', 'number with decimals'])

function compareTexts(notes: Notes, place: string, those: readonly string[], these: readonly string[]): void {
  const [formsThere, formsHere] = [those, these].map(texts => [...new Set(texts.map(formOf))].sort())
  if (isDisjoint(formsThere ?? [], formsHere ?? [])) {
    add(notes, 'FORM', place, [formsHere?.join(' or ') ?? '', formsThere?.join(' or ') ?? ''])
    return
  }
  const [that, own] = [those[0], these[0]]
  if (that !== undefined && own !== undefined && those.length === 1 && these.length === 1) pair(notes, that, own)
}

/** Notes the ids of two texts that stand at the same place. */
function pair({ ids }: Notes, there: string, here: string): void {
  if (NO_IDS.has(formOf(here))) return
  const [those, these] = [idsIn(withoutPlace(there)), idsIn(withoutPlace(here))]
  const isAddress = /^(?:URL|path)$/.test(formOf(here))
  if (those.length !== these.length && !isAddress) return
  // The addresses of another bank may begin with other words, but end with what they are of.
  for (const [at, id] of those.toReversed().entries()) {
    const own = these.at(-1 - at)
    if (own !== undefined) ids.push([id, own])
  }
}

/** A link without the address of its bank, and without the world. */
function withoutPlace(text: string): string {
  return text.replace(/^(?:https?:\/\/[^/]+)?(?:\/worlds\/[^/]+)?(?=\/)/, '')
}

type Fields = Readonly<Record<string, unknown>>

function compareObjects(notes: Notes, place: string, those: readonly Fields[], these: readonly Fields[]): void {
  if (those.length === 0 || these.length === 0) return
  const valuesOf = (objects: readonly Fields[], name: string) =>
    objects.flatMap(one => (Object.hasOwn(one, name) ? [one[name]] : []))
  for (const name of new Set([...these, ...those].flatMap(one => Object.keys(one))))
    compareAll(
      notes,
      place === '' ? shown(name) : `${place}.${shown(name)}`,
      valuesOf(those, name),
      valuesOf(these, name),
    )
}

function compareLists(notes: Notes, place: string, those: readonly List[], these: readonly List[]): void {
  const [there, here] = [those[0], these[0]]
  if (there === undefined || here === undefined) return
  if (those.length === 1 && these.length === 1) compareEntries(notes, place, there, here)
  else compareOthers(notes, `${place}[]`, those.flat(), these.flat())
}

type List = readonly unknown[]

/** Entries that are equal but for ids and instants belong together; of the others those that are left, if the lists hold the same things at all. */
function compareEntries(notes: Notes, place: string, there: List, here: List): void {
  const keysOf = [there, here].map(list => list.map(one => JSON.stringify(sorted(one)))) satisfies string[][]
  const masked = [there, here].map(list => list.map(one => JSON.stringify(sorted(one, maskedText))))
  const [those = [], these = []] = isShuffled(keysOf[0], keysOf[1]) ? keysOf : masked
  if (those.join() !== these.join() && isShuffled(those, these))
    add(notes, 'ORDER', place, ['entries in another order', 'the same entries'])
  const left = new Set(there.keys())
  const rest: unknown[] = []
  for (const [at, key] of these.entries()) {
    const match = [...left].find(one => those[one] === key)
    if (match === undefined) rest.push(here[at])
    else compareAll(notes, `${place}[]`, [there[match]], [here[at]])
    if (match !== undefined) left.delete(match)
  }
  const others = [...left].map(at => there[at])
  const isSame = (here.length - rest.length) * 2 >= here.length || (there.length === 1 && here.length === 1)
  if (!isSame || others.length !== rest.length) compareOthers(notes, `${place}[]`, others, rest, [there, here])
  else for (const [at, one] of others.entries()) compareAll(notes, `${place}[]`, [one], [rest[at]])
}

function isShuffled(those: readonly string[] = [], these: readonly string[] = []): boolean {
  return those.length === these.length && those.toSorted().join() === these.toSorted().join()
}

/** Entries that are other ones: what any of them has stands for all. Their ids stand for each other, and so does the way in which they are sorted. */
function compareOthers(
  notes: Notes,
  place: string,
  those: List,
  these: List,
  [there, here]: readonly [List, List] = [those, these],
): void {
  for (const [at, one] of those.entries()) {
    if (these[at] === undefined) break
    compareAll({ drifts: [], ids: notes.ids }, place, [one], [these[at]])
  }
  // A list without entries shows nothing of those it could have.
  if (those.length > 0 && these.length > 0) compareAll({ drifts: notes.drifts, ids: [] }, place, there, here)
  for (const name of Object.keys(isObject(here[0]) ? here[0] : {})) {
    const [way, own] = [wayOf(there, name), wayOf(here, name)]
    if (way === undefined || own === undefined || way === own) continue
    add(notes, 'ORDER', place.slice(0, -2), [`${own} by ${shown(name)}`, `${way} by ${shown(name)}`])
    return
  }
}

/** How a list is sorted by a field that holds days or instants; undefined when it is not, or has fewer than two of them. */
function wayOf(list: List, name: string): 'ascending' | 'descending' | undefined {
  const values = list.map(one => (isObject(one) ? one[name] : undefined))
  const texts = values.filter(one => typeof one === 'string').filter(one => /^(?:day|instant)/.test(formOf(one)))
  if (texts.length < values.length || new Set(texts).size < 2) return undefined
  const isSortedBy = (sign: number) =>
    texts.every((one, at) => at === 0 || sign * one.localeCompare(texts[at - 1] ?? '') >= 0)
  if (isSortedBy(1)) return 'ascending'
  return isSortedBy(-1) ? 'descending' : undefined
}

/** A value with the fields of its objects in order. */
function sorted(value: unknown, text: (value: string) => string = one => one): unknown {
  if (typeof value === 'string') return text(value)
  if (isList(value)) return value.map(one => sorted(one, text))
  if (!isObject(value)) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner, text)]))
}

/** A text without what differs between two banks that do the same. */
function maskedText(text: string): string {
  if (/^instant/.test(formOf(text))) return 'instant'
  return masked(withoutPlace(text))
}

const masked = (text: string) => idsIn(text).reduce((rest, id) => rest.replace(id, '…'), text)

/** A name or code of another bank as a report shows it: an object may have ids as the names of its fields. */
function shown(name: string): string {
  return masked(name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name)
}
const LONGEST_NAME = 80
