import { DomainError } from '../../../domain/errors.ts'
import { decodePercent, parseJson } from '../../../domain/texts.ts'
import type { CertificateSummary } from '../certificates/certificates.ts'
import { DerError } from '../certificates/der.ts'
import {
  compareDistinguishedName,
  type DistinguishedName,
  findAttributeOid,
  formatAttribute,
  formatDistinguishedName,
  isAsciiRemnant,
  listDifferences,
  type NameAttribute,
  parseDistinguishedName,
  printAttributeType,
  readDistinguishedName,
  unreadPart,
} from '../certificates/distinguished-name.ts'
import { showText } from '../refusals.ts'
import { decodeEncodedWords, UTF_8_TWICE, undoUtf8 } from '../signature/encoded-words.ts'

type Identity = Pick<CertificateSummary, 'issuer' | 'subjectText'>

/**
 * Why a written name is not the issuer's, as a sentence (D97): a mistake that explains every letter of the name; else, if the whole name can be read,
 * the attribute that differs; else the place from which on it cannot be read.
 * @param readings the same name, with its backslashes undone or not
 */
export function describeNameMistake(readings: readonly string[], identity: Identity): string {
  const names = readings.map(reading => reading.trim()).filter(name => name.length <= LONGEST_NAME)
  const found = names.flatMap(name => findMistake(name, identity.issuer) ?? [])
  const [proved] = [...found, ...names.flatMap(name => findOther(name, identity) ?? [])]
  return proved ?? describeUnread(readings, identity.issuer)
}

/** A name of more characters is none, and costs too much to examine (D74). */
const LONGEST_NAME = 2_000

function findMistake(name: string, issuer: DistinguishedName): string | undefined {
  const isIssuer = (text: string) => verdictOf(text, issuer) === 'equal'
  return MISTAKES.find(([, respell]) => respell(name, issuer).some(isIssuer))?.[0]
}

function verdictOf(text: string, issuer: DistinguishedName) {
  const parts = parseDistinguishedName(text)
  return parts && compareDistinguishedName(issuer, parts)
}

function findOther(name: string, { issuer, subjectText }: Identity): string | undefined {
  const parts = parseDistinguishedName(name)
  const subject = parseDistinguishedName(subjectText)?.map(attribute => [attribute])
  if (parts === undefined) return undefined
  if (isAsciiRemnant(issuer, parts)) return REMNANT
  if (subject && compareDistinguishedName({ relativeNames: subject }, parts) === 'equal')
    return 'It is the subject of the certificate: write its issuer.'
  const verdict = compareDistinguishedName(issuer, parts)
  if (verdict === 'shuffled')
    return 'Its parts are right, but in another order: use the order of the certificate or the fully reversed one.'
  if (verdict === 'incomplete')
    return `A part of the name is missing: write the full name, with ${showParts(listDifferences(issuer, parts).missing)}.`
  return describeCut(parts, issuer)
}

const REMNANT =
  'The client wrote ? for what is not ASCII, which it cannot send in a header (Java’s HttpClient does so): wrap the whole Signature header as RFC 2047, =?utf-8?B?…?=.'

/** The right parts, the last of them not whole: it was cut off, or split at a comma of its own. */
function describeCut(parts: readonly NameAttribute[], issuer: DistinguishedName): string | undefined {
  const { more, missing } = listDifferences(issuer, parts)
  const [last, ...others] = more
  if (last === undefined || others.length > 0 || last !== parts.at(-1) || last.value === '') return undefined
  const whole = missing.find(({ type, value }) => type === last.type && plain(value).startsWith(plain(last.value)))
  if (whole === undefined) return undefined
  return `It ends within ${showPart(whole)}: was it cut off, or split at a comma that is part of a value?`
}

const plain = (value: string) => value.normalize('NFKC').toLowerCase()

type Respell = (name: string, issuer: DistinguishedName) => readonly string[]
const changed = (change: (name: string) => string): Respell => {
  return name => {
    const other = change(name)
    return other === name ? [] : [other]
  }
}
const hexCodes = (pattern: RegExp): Respell =>
  changed(name => name.replace(pattern, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))))
const bytesOf = (pattern: RegExp, sign: RegExp): Respell =>
  changed(name => name.replace(pattern, run => Buffer.from(run.replace(sign, ''), 'hex').toString()))
const WHOLE = 'wrap the whole Signature header as RFC 2047, =?utf-8?B?<Base64 of it>?='
const TYPE = '(?:oid\\.)?[a-z0-9][a-z0-9_.-]*'

/** What clients do to the name of an issuer. Each is proved before it is named: without it, the name is that of the certificate. */
const MISTAKES: readonly (readonly [says: string, respell: Respell])[] = [
  [UTF_8_TWICE, name => [undoUtf8(name) ?? []].flat()],
  [
    'Its backslashes are escaped once too often: within the quotation marks of the header each is written twice, and no more.',
    changed(name => name.replaceAll(/\\{2,}/g, '\\')),
  ],
  [`Its words beyond ASCII are wrapped as RFC 2047 one by one: ${WHOLE}.`, changed(unwrapWords)],
  [
    'It has UNDEF for a type that the client does not know, as PHP and OpenSSL write it: write the type’s number there, such as 2.5.4.97 for organizationIdentifier.',
    (name, issuer) => nameTypes(name, 'UNDEF', issuer),
  ],
  [
    'A type of the name is written in a way that is not known: write its short name or its number.',
    (name, issuer) => nameTypes(name, unknownTypeOf(name), issuer),
  ],
  [
    'A type of the name is followed by another sign than =: write = after each, such as C=NO.',
    changed(name => name.replace(/(?<=^|[,;/+\s])([a-z][a-z0-9_.]{0,60}) ?(?:=>|[-:>])\s*/gi, withEquals)),
  ],
  [
    'Its parts are joined by another sign than a comma: write a comma between them.',
    changed(name => name.replace(new RegExp(`(?:\\s*(?:\\\\n|[|&/#])\\s*|\\s+)(?=(${TYPE})\\s*=)`, 'gi'), asComma)),
  ],
  [
    'It begins with a word that openssl and others print before a name: write the name alone.',
    changed(name => name.replace(/^(?:\[\w{1,20}\]\s*|(?:issuer|ca|dn|x509)\b[\w .]{0,20}[:=]\s*)+/i, '')),
  ],
  [
    'It stands in brackets or quotation marks: write the name alone.',
    changed(name => name.replace(/^[\w.: ]{0,40}[([{<'"]{1,3}(?:Name\()?/, '').replace(/[)\]}>'"]{1,3}$/, '')),
  ],
  [
    'Its values stand in single quotation marks: leave them out.',
    changed(name => name.replace(/=\s*'([^']*)'/g, '=$1')),
  ],
  ['It is JSON or an array: write type=value, with a comma between.', changed(fromPairs)],
  ['It is HTML, with names for what is not ASCII: write the letters themselves.', changed(fromHtml)],
  [
    'Its letters beyond ASCII are written as JSON and Java write them in ASCII (\\u00d8): write the letters themselves.',
    hexCodes(/\\{0,4}u([0-9a-f]{4})/gi),
  ],
  ['It was encoded by escape() of JavaScript: use encodeURIComponent().', hexCodes(/%u([0-9a-f]{4})/gi)],
  ['It is percent-encoded twice: encode it once.', changed(name => decodePercent(decodePercent(name)))],
  [
    `Its letters beyond ASCII are quoted-printable without a word around them: ${WHOLE}.`,
    bytesOf(/(?:=[89A-F][0-9A-F])+/g, /=/g),
  ],
  ['It is the Base64 of the name: write the name itself.', name => [decode(name, 'base64')?.toString() ?? []].flat()],
  ['It is the DER of the name: write the name as text.', fromDer],
  [
    'Its letters beyond ASCII were replaced by similar ones: write them as the certificate has them.',
    (name, issuer) => [withoutMarks, withPairs].flatMap(change => asIssuer(name, issuer, change)),
  ],
  [
    'Its letters beyond ASCII were lost on the way, and \ufffd is there instead: a program read their bytes in another charset.',
    (name, issuer) =>
      asIssuer(
        name,
        issuer,
        value => value.replaceAll(BEYOND_ASCII, '\ufffd'),
        value => value.replaceAll(/\ufffd+/g, '\ufffd'),
      ),
  ],
  [
    'Its letters beyond ASCII were left out: write them as the certificate has them.',
    (name, issuer) => asIssuer(name, issuer, value => value.replaceAll(BEYOND_ASCII, '')),
  ],
  [
    'The blanks or signs in its values are not those of the certificate: write each value as it stands there.',
    (name, issuer) => asIssuer(name, issuer, onlyLetters, onlyLetters),
  ],
]

function withEquals(found: string, type: string): string {
  return findAttributeOid(type) === undefined ? found : `${type}=`
}

function asComma(found: string, type: string): string {
  return findAttributeOid(type) === undefined ? found : ','
}

function unwrapWords(name: string): string {
  return name
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replace(/=\?[^?\s]+\?[bq]\?[^?\s]*\?=/gi, word => quietly(() => decodeEncodedWords(word)) ?? word)
}

function unknownTypeOf(name: string): string | undefined {
  return [...name.matchAll(new RegExp(`(?:^|[,;/+\\n])\\s*(${TYPE})\\s*=`, 'gi'))]
    .map(([, word = '']) => word)
    .find(word => findAttributeOid(word) === undefined)
}

/** With each type of the issuer in place of a word that is none. */
function nameTypes(name: string, word: string | undefined, { relativeNames }: DistinguishedName): string[] {
  if (word === undefined || !name.includes(word)) return []
  const types = new Set(relativeNames.flat().map(({ type }) => type))
  return [...types].map(type => name.replaceAll(word, type))
}

/** `{"C":"NO"}`, `['C' => 'NO']`, `(('C', 'NO'),)` and the like. */
function fromPairs(name: string): string {
  const object = parseJson(name)
  const pairs =
    typeof object === 'object' && object !== null && !Array.isArray(object)
      ? Object.entries(object)
      : [...name.matchAll(/["']([\w.]+)["']\s*(?:=>|[:,=])\s*["']([^"']*)["']/g)].map(([, type, value]) => [
          type,
          value,
        ])
  return pairs.length === 0 ? name : pairs.map(([type, value]) => `${type}="${value}"`).join(',')
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>', nbsp: ' ' }
const MARKS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  cedil: '\u0327',
}
const LETTERS: Readonly<Record<string, string>> = { Oslash: 'Ø', oslash: 'ø', AElig: 'Æ', aelig: 'æ', szlig: 'ß' }

function fromHtml(name: string): string {
  return name.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,8});/gi, (whole, found: string) => {
    const [, number = ''] = /^#(x?[0-9a-f]+)$/i.exec(found) ?? []
    if (number !== '') return String.fromCharCode(Number(number.replace(/^x/i, '0x')))
    const [, letter = '', mark = ''] = /^([a-z])([a-z]+)$/i.exec(found) ?? []
    return ENTITIES[found] ?? LETTERS[found] ?? (mark in MARKS ? `${letter}${MARKS[mark]}`.normalize('NFC') : whole)
  })
}

function decode(name: string, encoding: 'base64' | 'hex'): Buffer | undefined {
  const form = encoding === 'hex' ? /^#?(?:[0-9a-f]{2})+$/i : /^[A-Za-z0-9+/]+={0,2}$/
  return form.test(name) ? Buffer.from(name.replace('#', ''), encoding) : undefined
}

function fromDer(name: string): string[] {
  const found = [decode(name, 'hex'), decode(name, 'base64')].flatMap(
    bytes => (bytes && quietly(() => formatDistinguishedName(readDistinguishedName(bytes)))) ?? [],
  )
  return found
}

const BEYOND_ASCII = /[^\p{ASCII}]+/gu
const onlyLetters = (value: string) => value.replaceAll(/[^\p{L}\p{N}]/gu, '')
const withoutMarks = (value: string) => spellOut(value, { Ø: 'O', Æ: 'AE', ß: 'ss', Đ: 'D', Ł: 'L' })
const withPairs = (value: string) => spellOut(value, { Ø: 'OE', Æ: 'AE', Å: 'AA', Ä: 'AE', Ö: 'OE', Ü: 'UE', ß: 'ss' })

function spellOut(value: string, letters: Readonly<Record<string, string>>): string {
  return Array.from(value.normalize('NFC'), one => letters[one] ?? letters[one.toUpperCase()] ?? one)
    .join('')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
}

/** The issuer's own name, if the written one is the same once the values of both are changed. */
function asIssuer(
  name: string,
  issuer: DistinguishedName,
  change: (value: string) => string,
  changeWritten: (value: string) => string = value => value,
): string[] {
  const relativeNames = issuer.relativeNames.map(attributes =>
    attributes.map(({ type, value }) => ({ type, value: change(value) })),
  )
  const written = parseDistinguishedName(name)?.map(({ type, value }) => ({ type, value: changeWritten(value) }))
  const isSame = written !== undefined && compareDistinguishedName({ relativeNames }, written) === 'equal'
  return isSame ? [formatDistinguishedName(issuer)] : []
}

function quietly<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    if (error instanceof DerError || error instanceof DomainError) return undefined
    throw error
  }
}

/** Signs that a value holds more than was read: an encoding, a type that is not known, or a sign between parts. */
const UNREAD = new RegExp(
  `(?<=^|[,;/+|&\\s])${TYPE}\\s*[=:]|[,;/|]\\s*[a-z]{1,2}[-:> ]|=\\?[^?\\s]*\\?[bq]\\?|%u?[0-9a-f]{2}|&#?[a-z0-9]{1,8};|\\\\|\\bu[0-9a-f]{4}|=[0-9a-f]{2}|[\ufffd\\x80-\\x9f]|^#|["']`,
  'i',
)

/** Where the name cannot be read; else, when all of it can, the attribute that differs. */
function describeUnread(readings: readonly string[], issuer: DistinguishedName): string {
  const [first = ''] = readings
  if (first.trim() === '') return 'It is empty.'
  if (first.length > LONGEST_NAME) return `It has ${first.length} characters, and at most ${LONGEST_NAME} are compared.`
  const rest = unreadPart(first)
  if (rest === first.trim()) return 'It cannot be read as a name.'
  if (rest !== undefined)
    return `${cannotBeRead(rest.trim())}${rest.includes('"') ? ' A quotation mark is not closed.' : ''}`
  const [nearest] = readings
    .map(parseDistinguishedName)
    .filter(parts => parts !== undefined)
    .map(parts => listDifferences(issuer, parts))
    .toSorted((one, other) => one.more.length - other.more.length)
  const { more = [], missing = [] } = nearest ?? {}
  const unread = more.map(one => unreadIn(one, missing)).find(text => text !== undefined)
  return unread === undefined ? describeDifference(more, missing, issuer) : cannotBeRead(unread)
}

const cannotBeRead = (rest: string) => `It cannot be read as a name from ${showText(rest, 60)} on.`

function unreadIn({ type, value }: NameAttribute, missing: readonly NameAttribute[]): string | undefined {
  const right = missing.find(one => one.type === type && plain(value).startsWith(plain(one.value)))
  const after = right === undefined ? '' : plain(value).slice(plain(right.value).length)
  if (/^[^\p{L}\p{N}]/u.test(after)) return value.slice(-after.length)
  const place = value.search(UNREAD)
  return place < 0 ? undefined : value.slice(place)
}

function describeDifference(
  [first]: readonly NameAttribute[],
  missing: readonly NameAttribute[],
  issuer: DistinguishedName,
): string {
  if (first === undefined) return 'It is no name.'
  const type = printAttributeType(first.type)
  const right = missing.find(one => one.type === first.type)
  if (right !== undefined)
    return `It is another name: its ${type} is ${showText(first.value, 60) || 'empty'}, and that of the issuer is ${showText(right.value, 60)}.`
  const also = issuer.relativeNames.flat().some(one => one.type === first.type)
  return `It is another name: it has ${showPart(first)}${also ? ' more often than the issuer' : ', which the issuer has not'}.`
}

const showPart = (attribute: NameAttribute) => showText(formatAttribute(attribute), 80)
const showParts = (attributes: readonly NameAttribute[]) => attributes.slice(0, 5).map(showPart).join(', ')
