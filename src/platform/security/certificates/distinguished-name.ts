import { DerError, decodeUtf8, expectTag, readChildren, readDer, readOid, readText, TAG } from './der.ts'

/** One part of a name. `type` is an object identifier; a value that is not text is `#` and its DER in hexadecimal. */
export type NameAttribute = { readonly type: string; readonly value: string }

/** A name as the certificate has it: in its order, each relative name with its one or more attributes. */
export type DistinguishedName = { readonly relativeNames: readonly (readonly NameAttribute[])[] }

/** How a written name compares with a certificate's: equal, or the reason why not. */
export type NameComparison = 'equal' | 'shuffled' | 'incomplete' | 'different'

/** Reads a DER Name. @throws DerError */
export function readDistinguishedName(der: Buffer): DistinguishedName {
  const relativeNames = readChildren(readDer(der)).map(set => readChildren(set, TAG.set).map(readAttribute))
  return { relativeNames }
}

/**
 * The documented form, which is RFC 4514's: last part first, `\` before characters that would separate.
 * For example `CN=Sandbank Øvelse CA,O=Sandbank\, Testbank AS,C=NO`.
 */
export function formatDistinguishedName(name: DistinguishedName): string {
  return name.relativeNames
    .map(attributes => attributes.map(formatAttribute).join('+'))
    .reverse()
    .join(',')
}

/** The values of an attribute type (an object identifier), in the name's order. */
export function listNameValues(name: DistinguishedName, type: string): string[] {
  return name.relativeNames.flat().flatMap(attribute => (attribute.type === type ? [attribute.value] : []))
}

/**
 * Reads a name as clients print it: openssl's forms, RFC 1779, 2253 and 4514, Java, .NET, Node. A separator counts only before a known attribute type
 * and `=`, so that an unescaped comma inside a value does no harm.
 * @returns the parts in the order written; undefined when the text is not a name at all
 */
export function parseDistinguishedName(text: string): readonly NameAttribute[] | undefined {
  const { parts, rest } = readParts(text.trim())
  return rest === undefined && parts.length > 0 ? parts : undefined
}

/** The end of a text that is not a name, from where it cannot be read. */
export function unreadPart(text: string): string | undefined {
  const { parts, rest } = readParts(text.trim())
  return rest ?? (parts.length === 0 ? text.trim() : undefined)
}

function readParts(trimmed: string): { readonly parts: readonly NameAttribute[]; readonly rest: string | undefined } {
  const separators = trimmed.startsWith('/') ? '/+' : ',;+\n\r'
  const parts: NameAttribute[] = []
  let at = trimmed.startsWith('/') ? 1 : 0
  while (at < trimmed.length) {
    const head = readHead(trimmed, at)
    const end = head && findEnd(trimmed, head.end, separators)
    if (head === undefined || end === undefined) return { parts, rest: trimmed.slice(at) }
    parts.push({ type: head.type, value: decodeValue(trimmed.slice(head.end, end)) })
    at = end + 1
  }
  return { parts, rest: undefined }
}

/**
 * Compares by meaning: values in NFKC, white space folded, case ignored, percent signs decoded where that helps; parts in the certificate's order or
 * fully reversed. The key comes from the chained certificate, so this is only a consistency check, and tolerance of spelling is safe.
 */
export function compareDistinguishedName(name: DistinguishedName, written: readonly NameAttribute[]): NameComparison {
  const groups = name.relativeNames.map(attributes => attributes.map(keyOf))
  const wanted = groups.flat()
  const known = new Set(wanted)
  const given = written.map(attribute => spelledAs(attribute, known))
  if ([groups, groups.toReversed(), orderOfGo(name)].some(order => fitsInOrder(order, given))) return 'equal'
  if (sameMembers(wanted, given)) return 'shuffled'
  return given.every(key => known.has(key)) && given.length < wanted.length ? 'incomplete' : 'different'
}

/** The parts of a written name that the other has not (or less often), and the parts that it lacks. */
export function listDifferences(
  name: DistinguishedName,
  written: readonly NameAttribute[],
): { readonly more: readonly NameAttribute[]; readonly missing: readonly NameAttribute[] } {
  const missing = [...name.relativeNames.flat()]
  const known = new Set(missing.map(keyOf))
  const more = written.filter(attribute => {
    const key = spelledAs(attribute, known)
    const place = missing.findIndex(one => keyOf(one) === key)
    if (place >= 0) missing.splice(place, 1)
    return place < 0
  })
  return { more, missing }
}

/** The key of an attribute in the first of its spellings that is known. */
function spelledAs({ type, value }: NameAttribute, known: ReadonlySet<string>): string {
  const keys = listSpellings(value).map(spelling => keyOf({ type, value: spelling }))
  return keys.find(key => known.has(key)) ?? keyOf({ type, value })
}

/** An attribute as the documented form has it, such as `O=Sandbank\, Testbank AS`. */
export function formatAttribute({ type, value }: NameAttribute): string {
  return `${printAttributeType(type)}=${escapeValue(value)}`
}

/** How Go's pkix.Name prints a parsed name: known types first, in a fixed order and the last of them first; then the others. */
const TYPES_OF_GO = [
  '2.5.4.5',
  '2.5.4.3',
  '2.5.4.17',
  '2.5.4.9',
  '2.5.4.8',
  '2.5.4.7',
  '2.5.4.11',
  '2.5.4.10',
  '2.5.4.6',
]

function orderOfGo(name: DistinguishedName): string[][] {
  const attributes = name.relativeNames.flat()
  const known = TYPES_OF_GO.map(type => attributes.filter(attribute => attribute.type === type).map(keyOf))
  const others = attributes.filter(({ type }) => !TYPES_OF_GO.includes(type)).map(attribute => [keyOf(attribute)])
  return [...known, ...others.reverse()]
}

/**
 * Whether a name equals this one with `?` for each character that is not ASCII: one for each character, or one for each byte of its UTF-8. Clients
 * that can write only ASCII send this.
 */
export function isAsciiRemnant(name: DistinguishedName, written: readonly NameAttribute[]): boolean {
  return [/[^\p{ASCII}]/gu, undefined].some(pattern => {
    const relativeNames = name.relativeNames.map(attributes =>
      attributes.map(({ type, value }) => ({ type, value: toQuestions(value, pattern) })),
    )
    return compareDistinguishedName({ relativeNames }, written) === 'equal'
  })
}

function toQuestions(value: string, each: RegExp | undefined): string {
  return each === undefined
    ? Buffer.from(value)
        .toString('latin1')
        .replace(/[\x80-\xff]/g, '?')
    : value.replace(each, '?')
}

const HEAD = /[ \t]*((?:oid\.)?[0-9]+(?:\.[0-9]+)+|[a-z][a-z0-9_-]*)[ \t]*=/iy

function readHead(text: string, at: number): { type: string; end: number } | undefined {
  HEAD.lastIndex = at
  const written = HEAD.exec(text)?.[1]
  const type = written === undefined ? undefined : findAttributeOid(written)
  return type === undefined ? undefined : { type, end: HEAD.lastIndex }
}

/** The end of the value that starts here; undefined when a quotation mark is never closed. */
function findEnd(text: string, start: number, separators: string): number | undefined {
  let quoted = false
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '\\') at++
    else if (character === '"') quoted = !quoted
    else if (!quoted && separators.includes(character) && readHead(text, at + 1) !== undefined) return at
  }
  return quoted ? undefined : text.length
}

function decodeValue(written: string): string {
  const trimmed = written.trim()
  if (/^#(?:[0-9a-f]{2})+$/i.test(trimmed)) return decodeHexValue(trimmed)
  const quoted = trimmed.length >= 2 && trimmed.startsWith('"') && trimmed.endsWith('"')
  return unescapeValue(quoted ? trimmed.slice(1, -1) : trimmed)
}

function decodeHexValue(written: string): string {
  try {
    const element = readDer(Buffer.from(written.slice(1), 'hex'))
    return readText(element) ?? hexOf(element.raw)
  } catch (error) {
    if (error instanceof DerError) return written
    throw error
  }
}

/**
 * `\C3\98` (RFC 4514) and `\xC3\x98` (openssl's one-line form) are bytes; any other escaped character is itself. A backslash at the end had a space
 * that was trimmed.
 */
function unescapeValue(text: string): string {
  return text.replace(/(?:\\x?[0-9a-f]{2})+|\\([\s\S]|$)/gi, (run: string, single?: string) => {
    if (single !== undefined) return single
    return decodeBytes(run.replace(/\\x?/gi, ''))
  })
}

/** What a written value can stand for: itself, or percent-encoded text, in which a form has + for blanks, and which may have been escaped before. */
function listSpellings(value: string): string[] {
  if (!/[%+]/.test(value)) return [value]
  const decoded = [decodePercent(value), decodePercent(value.replaceAll('+', ' '))]
  return [value, ...decoded, ...decoded.map(unescapeValue)]
}

function decodePercent(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, run => decodeBytes(run.replaceAll('%', '')))
}

function decodeBytes(hex: string): string {
  const bytes = Buffer.from(hex, 'hex')
  return decodeUtf8(bytes) ?? bytes.toString('latin1')
}

function keyOf({ type, value }: NameAttribute): string {
  return `${type}=${value.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()}`
}

/** Whether the flat list is the groups in order; inside a relative name the order is free. */
function fitsInOrder(groups: readonly (readonly string[])[], given: readonly string[]): boolean {
  let at = 0
  for (const group of groups) {
    if (!sameMembers(group, given.slice(at, at + group.length))) return false
    at += group.length
  }
  return at === given.length
}

function sameMembers(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return false
  const sorted = right.toSorted()
  return left.toSorted().every((key, index) => key === sorted[index])
}

function readAttribute(element: ReturnType<typeof readDer>): NameAttribute {
  const [type, value, ...rest] = readChildren(expectTag(element, TAG.sequence))
  if (value === undefined || rest.length > 0) throw new DerError('an attribute is a type and a value')
  return { type: readOid(type), value: readText(value) ?? hexOf(value.raw) }
}

function hexOf(raw: Buffer): string {
  return `#${raw.toString('hex')}`
}

function escapeValue(value: string): string {
  return value
    .replace(/[,+"\\<>;]/g, character => `\\${character}`)
    .replace(/\p{Cc}/gu, character => Buffer.from(character).toString('hex').replace(/../g, '\\$&'))
    .replace(/^[# ]|(?<=.) $/g, character => `\\${character}`)
}

/**
 * The attribute types of names: object identifier, the short name that this server prints, and the names that clients print. openssl, Java, .NET,
 * Node and Go agree on few of them.
 */
const ATTRIBUTE_TYPES = [
  ['2.5.4.3', 'CN', 'commonName'],
  ['2.5.4.4', 'SN', 'surname'],
  ['2.5.4.5', 'serialNumber', 'SERIALNUMBER', 'DEVICESERIALNUMBER'],
  ['2.5.4.6', 'C', 'countryName', 'country'],
  ['2.5.4.7', 'L', 'localityName', 'locality'],
  ['2.5.4.8', 'ST', 'S', 'SP', 'stateOrProvinceName', 'state'],
  ['2.5.4.9', 'street', 'streetAddress'],
  ['2.5.4.10', 'O', 'organizationName', 'organization'],
  ['2.5.4.11', 'OU', 'organizationalUnitName', 'organizationalUnit'],
  ['2.5.4.12', 'title', 'T'],
  ['2.5.4.13', 'description'],
  ['2.5.4.15', 'businessCategory'],
  ['2.5.4.17', 'postalCode'],
  ['2.5.4.41', 'name'],
  ['2.5.4.42', 'GN', 'givenName', 'G'],
  ['2.5.4.43', 'initials', 'I'],
  ['2.5.4.44', 'generationQualifier', 'generation'],
  ['2.5.4.46', 'dnQualifier', 'DNQ', 'dn'],
  ['2.5.4.65', 'pseudonym'],
  ['2.5.4.97', 'organizationIdentifier', 'orgId', 'OI', 'ORGANIZATION_IDENTIFIER'],
  ['0.9.2342.19200300.100.1.1', 'UID', 'userId'],
  ['0.9.2342.19200300.100.1.25', 'DC', 'domainComponent'],
  ['1.2.840.113549.1.9.1', 'emailAddress', 'E', 'EMAIL'],
  ['1.2.840.113549.1.9.2', 'unstructuredName'],
  ['1.3.6.1.4.1.311.60.2.1.1', 'jurisdictionL', 'jurisdictionLocalityName'],
  ['1.3.6.1.4.1.311.60.2.1.2', 'jurisdictionST', 'jurisdictionStateOrProvinceName'],
  ['1.3.6.1.4.1.311.60.2.1.3', 'jurisdictionC', 'jurisdictionCountryName'],
] as const satisfies readonly (readonly [oid: string, printed: string, ...aliases: string[]])[]

const OID_OF_NAME: ReadonlyMap<string, string> = new Map(
  ATTRIBUTE_TYPES.flatMap(([oid, ...names]) => names.map(name => [name.toUpperCase(), oid] as const)),
)
const NAME_OF_OID: ReadonlyMap<string, string> = new Map(ATTRIBUTE_TYPES.map(([oid, printed]) => [oid, printed]))

/** The object identifier of an attribute type as a client wrote it (`O`, `organizationName`, `OID.2.5.4.10`); undefined when unknown. */
export function findAttributeOid(written: string): string | undefined {
  const upper = written.toUpperCase()
  const dotted = upper.startsWith('OID.') ? upper.slice(4) : upper
  return /^[0-9]+(?:\.[0-9]+)+$/.test(dotted) ? dotted : OID_OF_NAME.get(upper)
}

/** The short name of an attribute type, or its object identifier when it has none. */
export function printAttributeType(oid: string): string {
  return NAME_OF_OID.get(oid) ?? oid
}
