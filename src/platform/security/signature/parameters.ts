import { LRUCache } from 'lru-cache'
import { nearest } from '../../../domain/nearest-names.ts'
import { findControl, LONGEST_HEADER, refuseSignature, showText } from '../refusals.ts'
import type { Warning } from '../warnings.ts'
import {
  decodeEncodedWords,
  decodeHeaderBytes,
  inWindows1252,
  isAscii,
  isUtf8Twice,
  UTF_8_TWICE,
} from './encoded-words.ts'

/** The parts of a Signature header that count (draft-cavage-http-signatures-10, 2.1). */
export type SignatureParameters = {
  /** as written between the quotation marks, including backslashes */
  readonly keyId: string
  readonly algorithm: string | undefined
  /** lower case, in the signed order; `date` when the header does not say */
  readonly headers: readonly string[]
  /** as written, in seconds since 1970 (D76) */
  readonly created: string | undefined
  readonly expires: string | undefined
  readonly signatureText: string
  readonly signature: Buffer
  /** why it is not Base64; undefined when it is */
  readonly signatureFault: string | undefined
  /** what was tolerated (D73) */
  readonly warnings: readonly Warning[]
}

/** Every name costs a line of the signing string, and no request has more headers than this to sign. */
const MOST_NAMES = 100

/** Reads a Signature header, wrapped as RFC 2047 or not. @throws DomainError SIGNATURE_INVALID */
export function readSignatureHeader(header: string): SignatureParameters {
  if (header.length > LONGEST_HEADER)
    refuseSignature(`The header has ${header.length} characters: at most ${LONGEST_HEADER} are read.`)
  const warnings: Warning[] = []
  const bare = dropScheme(header.trim(), warnings)
  const text = dropScheme(unwrap(bare, warnings).trim(), warnings)
  return (warnings.length === 0 ? readKnown(text) : undefined) ?? readText(text, warnings)
}

/** With a signature at the end of the header, as nearly every client writes it; undefined otherwise. */
function withSignature(parameters: SignatureParameters, quoted: string): SignatureParameters | undefined {
  if (!quoted.endsWith('"')) return undefined
  const signatureText = quoted.slice(0, -1)
  const read = readBase64(signatureText)
  return read.signatureFault === undefined ? { ...parameters, signatureText, ...read } : undefined
}

/** A client sends the same parameters before each signature, so only the signature is parsed again. */
function readKnown(text: string): SignatureParameters | undefined {
  const found = text.lastIndexOf(BEFORE_SIGNATURE)
  if (found < 0) return undefined
  const start = found + BEFORE_SIGNATURE.length
  const before = text.slice(0, start)
  const same = BEGINNINGS.get(before)
  if (same !== undefined) return withSignature(same, text.slice(start))
  const parameters = readText(text, [])
  // No character of Base64 separates parameters, so the text before a signature means the same before any other.
  if (text.slice(start) === `${parameters.signatureText}"`) BEGINNINGS.set(before, parameters)
  return parameters
}

const BEFORE_SIGNATURE = ',signature="'

/** The characters are limited, too, since a keyId may be as long as all headers together. */
const BEGINNINGS = new LRUCache<string, SignatureParameters>({
  max: 1_000,
  maxSize: 1_000_000,
  sizeCalculation: (_, before) => before.length,
})

function readText(text: string, warnings: Warning[]): SignatureParameters {
  const control = findControl(text)
  if (control !== undefined && isUtf8Twice(text)) refuseSignature(UTF_8_TWICE)
  refuseWindows1252(text)
  if (control !== undefined)
    refuseSignature(
      `The header holds the control character ${control}: a signature is sent as the Base64 of its bytes.`,
    )
  const parameters = readParameters(text)
  const misspelt = findMisspelt(parameters)
  const keyId = parameters.get('keyid')
  const signature = parameters.get('signature')
  if (keyId === undefined || signature === undefined)
    return refuseMissing(text, keyId === undefined ? 'keyId' : 'signature', misspelt)
  // Without it only date would count as signed.
  if (misspelt.get('headers') !== undefined) return refuseForm(text, notKnown('headers', misspelt))
  for (const name of misspelt.keys()) warnings.push({ code: 'PARAMETER_NAME', text: notKnown(name, misspelt) })
  return {
    keyId,
    algorithm: parameters.get('algorithm'),
    headers: readNames(parameters.get('headers'), warnings),
    created: parameters.get('created'),
    expires: parameters.get('expires'),
    signatureText: signature,
    ...readBase64(signature),
    warnings,
  }
}

type Misspelt = ReadonlyMap<string, string>

/** The known parameters that are not there, with a name that is written in place of each. */
function findMisspelt(parameters: ReadonlyMap<string, string>): Misspelt {
  const absent = KNOWN_NAMES.filter(name => !parameters.has(name.toLowerCase()))
  const lower = absent.map(name => name.toLowerCase())
  const unknown = [...parameters.keys()].filter(name => !isKnown(name))
  const pairs = unknown.slice(0, MOST_NAMES).flatMap(name => {
    const near = nearest(name, lower) ?? lower.find(one => name.length > 2 && one.startsWith(name))
    return absent.filter(one => one.toLowerCase() === near).map(meant => [meant, name] as const)
  })
  return new Map(pairs)
}

function notKnown(meant: string, misspelt: Misspelt): string {
  return `The parameter ${showText(misspelt.get(meant) ?? '', 40)} of the Signature header is not known: write ${meant}.`
}

/** A parameter is missing only where all of the header could be read without it (D97). */
function refuseMissing(text: string, name: string, misspelt: Misspelt): never {
  if (misspelt.has(name)) refuseForm(text, notKnown(name, misspelt))
  const hint = hintOn(text)
  if (hint !== '') refuseSignature(`${hint} Needed: ${FORM}.`.trimStart())
  return refuseForm(text, `The parameter ${name} is missing.`)
}

/** Bytes that are letters or signs of Windows-1252, and no characters of ISO-8859-1 or UTF-8. */
function refuseWindows1252(text: string): void {
  // Other control characters are of no text, and a signature of raw bytes may have any.
  const [byte] = CONTROLS.test(text) ? [] : (/[\x80-\x9f]/.exec(text.replace(/signature="[^"]*/i, '')) ?? [])
  const meant = byte === undefined ? undefined : inWindows1252(byte)
  if (byte === undefined || meant === undefined) return
  refuseSignature(
    QUOTATION_MARKS.test(meant)
      ? `${TYPOGRAPHIC} They are sent in Windows-1252.`
      : `The header is sent in Windows-1252, in which ${showText(byte)} is ${meant}: write it in UTF-8, and wrap the whole of it as RFC 2047, =?utf-8?B?<Base64 of it>?=.`,
  )
}

const CONTROLS = /[^\P{Cc}\t\r\n\x80-\x9f]/u
const QUOTATION_MARKS = /[\u2018-\u201e\u2039\u203a]/
const TYPOGRAPHIC = 'Its quotation marks are typographic ones: write ".'

const FORM = 'keyId="SN=…,CA=…",algorithm="rsa-sha256",headers="…",signature="…"'

function unwrap(text: string, warnings: Warning[]): string {
  if (text.startsWith('=?')) return decodeEncodedWords(text)
  if (!isAscii(text)) warnings.push(NOT_WRAPPED)
  return decodeHeaderBytes(text)
}

const NOT_WRAPPED: Warning = {
  code: 'SIGNATURE_NOT_WRAPPED',
  text: 'The Signature header holds characters beyond ASCII as they are: wrap it as RFC 2047, =?utf-8?B?<Base64 of the whole header>?=.',
}
const HAS_SCHEME: Warning = {
  code: 'SIGNATURE_SCHEME',
  text: 'The value of Signature begins with the word Signature: send it without, from keyId on.',
}
const IN_CAPITALS: Warning = {
  code: 'SIGNED_NAMES_CASE',
  text: 'The parameter headers holds capitals: write the names in small letters, as they stand in the signing string.',
}

/** The Authorization form of the draft begins with its scheme; some libraries write it into Signature too. */
function dropScheme(text: string, warnings: Warning[]): string {
  const scheme = /^signature[ \t]+(?![ \t]|=(?!\?))/i.exec(text)?.[0]
  if (scheme === undefined) return text
  warnings.push(HAS_SCHEME)
  return text.slice(scheme.length)
}

const NAME = /([a-z][a-z0-9_-]*)[ \t]*=[ \t]*/iy
const UP_TO_QUOTE = /(?:[^"\\]|\\.)*"/sy
const BARE_VALUE = /[^",\s]+/y
/** What follows a quotation mark that closes a value: the end, or another parameter. So unescaped marks inside a name do no harm. */
const AFTER_VALUE =
  /\s*(?:$|,\s*(?:$|(?:keyid|algorithm|headers|signature|created|expires|opaque)[ \t]*=|[a-z][a-z0-9_-]*[ \t]*=[ \t]*"))/iy

/** The parameters by lower-case name, each once (D76). */
function readParameters(text: string): ReadonlyMap<string, string> {
  if (/,\s*$/.test(text)) refuseSignature('The header goes on with a comma after its last parameter: leave it out.')
  const found = new Map<string, string>()
  let end = 0
  let bare: Bare | undefined
  for (let at = skipSeparators(text, 0); at < text.length; at = skipSeparators(text, at)) {
    const name = matchAt(NAME, text, at)
    if (name?.[1] === undefined) return refuseParameters(text, at, bare)
    const start = at + name[0].length
    const quoted = text.charAt(start) === '"'
    const value = quoted ? readQuoted(text, start + 1) : matchAt(BARE_VALUE, text, start)?.[0]
    if (value === undefined) return quoted ? refuseUnclosed(text, name[1], start) : refuseParameters(text, start)
    const lower = name[1].toLowerCase()
    if (found.has(lower)) refuseSignature(`The parameter ${showText(name[1], 40)} is there twice: write it once.`)
    if (quoted) refuseSwallowed(text, name[1], value)
    found.set(lower, value)
    at = start + value.length + (quoted ? 2 : 0)
    if (!isKnown(lower)) continue
    end = at
    bare = quoted ? undefined : { name: name[1], start }
  }
  // Before the last known parameter, unknown text is ignored (2.2).
  if (end > 0 && end < text.length && findMisspelt(found).size === 0)
    refuseSignature(
      `The header goes on after its last parameter: leave out ${showText(text.slice(end).replace(/^[\s,]+/, ''), 80)}.`,
    )
  return found
}

/** As the interface spells them. */
const KNOWN_NAMES = ['keyId', 'algorithm', 'headers', 'signature', 'created', 'expires', 'opaque'] as const
const KNOWN: ReadonlySet<string> = new Set(KNOWN_NAMES.map(name => name.toLowerCase()))
const isKnown = (lower: string) => KNOWN.has(lower)

/** The last known parameter, where its value stands in no quotation marks. */
type Bare = { readonly name: string; readonly start: number }

const NEXT_PARAMETER = /\b(keyid|algorithm|headers|signature|created|expires)\s*=\s*"/i

/** A value that holds the next parameter: its own end is not marked, or the comma is not there. */
function refuseSwallowed(text: string, name: string, value: string): void {
  const next = NEXT_PARAMETER.exec(value)
  if (next?.[1] === undefined) return
  const before = value.slice(0, next.index).trimEnd()
  const first = before.replace(/[,;]$/, '').trimEnd()
  if (!first.endsWith('"'))
    refuseForm(text, `The closing quotation mark of the parameter ${name} is missing: write " before ,${next[1]}=.`)
  if (!before.endsWith(';')) refuseForm(text, `The comma between the parameters ${name} and ${next[1]} is missing.`)
}

function refuseUnclosed(text: string, name: string, start: number): never {
  if (/(?<!\\)"/.test(text.slice(start + 1))) return refuseParameters(text, start)
  return refuseForm(text, `The closing quotation mark of the parameter ${name} is missing.`)
}

function readQuoted(text: string, start: number): string | undefined {
  for (let at = start; ; ) {
    const [part] = matchAt(UP_TO_QUOTE, text, at) ?? []
    if (part === undefined) return undefined
    at += part.length
    if (matchAt(AFTER_VALUE, text, at) !== null) return text.slice(start, at - 1)
  }
}

function skipSeparators(text: string, start: number): number {
  let at = start
  while (at < text.length && ', \t\r\n'.includes(text.charAt(at))) at++
  return at
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function refuseParameters(text: string, at: number, bare?: Bare): never {
  const mark = bare === undefined ? -1 : text.indexOf('"', bare.start)
  if (bare !== undefined && mark >= 0 && matchAt(AFTER_VALUE, text, mark + 1) !== null)
    refuseForm(text, `The opening quotation mark of the parameter ${bare.name} is missing.`)
  return refuseForm(text, `The header cannot be read from character ${at + 1} on: ${showText(text.slice(at), 80)}.`)
}

/** The cause comes first, if it is visible. */
function refuseForm(text: string, reason: string): never {
  refuseSignature(`${hintOn(text)} ${reason} Needed: ${FORM}.`.trimStart())
}

/** Common deviations from the draft, in a text without blanks at its ends. */
function hintOn(text: string): string {
  if (text.startsWith('{')) return 'It is JSON: write name="value", with commas between.'
  if (/^[\w*-]+=(?::|\()/.test(text))
    return 'It is in the form of RFC 9421: the interface has draft-cavage-http-signatures-10, with everything in Signature.'
  if (/^ey[\w-]+\.[\w-]*\.[\w-]+$/.test(text))
    return 'It is a JSON Web Signature: the interface has draft-cavage-http-signatures-10.'
  if (text.startsWith('"'))
    return 'It stands in quotation marks as a whole, as JSON writes a text: send the text itself.'
  if (/=\s*\\"/.test(text)) return 'Its quotation marks are written \\": leave the backslashes out.'
  if (text.includes('&quot;')) return 'Its quotation marks are those of HTML, &quot;: write ".'
  if (QUOTATION_MARKS.test(text)) return TYPOGRAPHIC
  if (/^keyid\s*:/i.test(text)) return 'It has a colon after a name: write name="value".'
  if (/headers\s*=\s*\[/i.test(text))
    return ' The parameter headers is a list of JSON: write the names in quotation marks, with blanks between them.'
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(text) && /keyid\s*=/i.test(Buffer.from(text, 'base64').toString()))
    return 'It is the Base64 of the header: write =?utf-8?B? before it and ?= after it (RFC 2047).'
  if (/"\s*;/.test(text)) return 'Its parameters are separated by semicolons: commas are needed.'
  if (text.includes('"') || !/signature\s*=/i.test(text)) return ''
  return `Its values stand in ${/=\s*'/.test(text) ? 'single' : 'no'} quotation marks: double ones are needed.`
}

function readNames(headers: string | undefined, warnings: Warning[]): readonly string[] {
  if (headers === undefined) return ['date']
  const lower = headers.toLowerCase()
  if (lower !== headers) warnings.push(IN_CAPITALS)
  const names = lower.trim().split(/\s+/)
  if (names[0] === '')
    refuseSignature(
      'The parameter headers is empty: list what is signed, for example headers="(request-target) date digest x-request-id".',
    )
  if (names.length > MOST_NAMES)
    refuseSignature(`The parameter headers lists ${names.length} names: at most ${MOST_NAMES} are read.`)
  if (lower.includes(','))
    refuseSignature(
      'The parameter headers has commas between its names: write a blank, for example headers="(request-target) date digest x-request-id".',
    )
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  if (twice !== undefined)
    refuseSignature(`The parameter headers lists ${showText(twice, 80)} twice: list each header once.`)
  for (const [name, reason] of LATER_NAMES) if (names.includes(name)) refuseSignature(reason)
  const derived = names.find(name => name.startsWith('@'))
  if (derived !== undefined)
    refuseSignature(
      `The parameter headers lists ${showText(derived, 40)}, which is of RFC 9421: the interface has draft-cavage-http-signatures-10, where (request-target) stands for method, path and query.`,
    )
  return names
}

/** Names that only later drafts know (draft-cavage-http-signatures-11 and -12, RFC 9421). */
const LATER_NAMES = [
  [
    '(created)',
    'The parameter headers lists (created), which is of later drafts: the interface has draft-cavage-http-signatures-10, where a signed Date header says when.',
  ],
  [
    '(expires)',
    'The parameter headers lists (expires), which is of later drafts: the interface has draft-cavage-http-signatures-10, where a signed Date header says when.',
  ],
  ['@signature-params', 'The signature is one of RFC 9421: the interface has draft-cavage-http-signatures-10.'],
] as const satisfies readonly (readonly [string, string])[]

function readBase64(written: string): Pick<SignatureParameters, 'signature' | 'signatureFault'> {
  const wrong = /[^A-Za-z0-9+/=]/u.exec(written)
  if (wrong !== null) {
    return {
      signature: Buffer.alloc(0),
      signatureFault: `The parameter signature is not Base64: its character ${wrong.index + 1} is ${showText(wrong[0])}, none of A-Z a-z 0-9 + / =.`,
    }
  }
  if (written.length % 4 !== 0 || !/^[^=]+={0,2}$/.test(written)) {
    return {
      signature: Buffer.alloc(0),
      signatureFault: `The parameter signature is not Base64: its ${written.length} characters are not whole groups of four with at most two = at the end.`,
    }
  }
  return { signature: Buffer.from(written, 'base64'), signatureFault: undefined }
}
