import { decodeEncodedWords, decodeHeaderBytes } from './encoded-words.ts'
import { findControl, LONGEST_HEADER, refuse, showText } from './refusals.ts'

export const SIGNATURE_HEADER = 'Signature'

/** The parts of a Signature header that count (draft-cavage-http-signatures-10, 2.1). */
export type SignatureParameters = {
  /** as written between the quotation marks, so with any backslashes */
  readonly keyId: string
  readonly algorithm: string | undefined
  /** lower case, in the signed order; `date` when the header does not say */
  readonly headers: readonly string[]
  readonly signature: Buffer
}

/** Every name costs a line of the signing string, and no request has more headers than this to sign. */
const MOST_NAMES = 100

/**
 * Reads a Signature header, wrapped as RFC 2047 or not.
 * @throws DomainError SIGNATURE_INVALID
 */
export function readSignatureHeader(header: string): SignatureParameters {
  if (header.length > LONGEST_HEADER)
    refuseSignature(`The header has ${header.length} characters: at most ${LONGEST_HEADER} are read.`)
  const text = dropScheme(unwrap(dropScheme(header.trim())).trim())
  const control = findControl(text)
  if (control !== undefined) refuseSignature(`The header holds the control character ${control}.`)
  const parameters = readParameters(text)
  const keyId = parameters.get('keyid')
  const signature = parameters.get('signature')
  if (keyId === undefined || signature === undefined) {
    return refuseSignature(`The parameter ${keyId === undefined ? 'keyId' : 'signature'} is missing. Needed: ${FORM}.`)
  }
  return {
    keyId,
    algorithm: parameters.get('algorithm'),
    headers: readNames(parameters.get('headers')),
    signature: readBase64(signature),
  }
}

/** Refuses a signature (D13). */
export function refuseSignature(reason: string, details: readonly string[] = []): never {
  refuse('SIGNATURE_INVALID', reason, SIGNATURE_HEADER, details)
}

const FORM = 'keyId="SN=…,CA=…",algorithm="rsa-sha256",headers="…",signature="…"'

function unwrap(text: string): string {
  return text.startsWith('=?') ? decodeEncodedWords(text, SIGNATURE_HEADER) : decodeHeaderBytes(text, SIGNATURE_HEADER)
}

/** The Authorization form of the draft begins with its scheme; some libraries put it into Signature too. */
function dropScheme(text: string): string {
  return text.replace(/^signature[ \t]+(?![ \t]|=(?!\?))/i, '')
}

const NAME = /([a-z][a-z0-9_-]*)[ \t]*=[ \t]*/iy
const BARE_VALUE = /[^",\s]+/y
/** What follows a quotation mark that closes a value: the end, or another parameter. So bare ones inside a name are no harm. */
const AFTER_VALUE =
  /\s*(?:$|,\s*(?:$|(?:keyid|algorithm|headers|signature|created|expires|opaque)[ \t]*=|[a-z][a-z0-9_-]*[ \t]*=[ \t]*"))/iy

/** The parameters by lower-case name; of a repeated one the last counts. */
function readParameters(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (let at = skipSeparators(text, 0); at < text.length; at = skipSeparators(text, at)) {
    const name = matchAt(NAME, text, at)
    if (name?.[1] === undefined) return refuseParameters(text, at)
    const start = at + name[0].length
    const quoted = text.charAt(start) === '"'
    const value = quoted ? readQuoted(text, start + 1) : matchAt(BARE_VALUE, text, start)?.[0]
    if (value === undefined) return refuseParameters(text, start)
    found.set(name[1].toLowerCase(), value)
    at = start + value.length + (quoted ? 2 : 0)
  }
  return found
}

function readQuoted(text: string, start: number): string | undefined {
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '\\') at++
    else if (character === '"' && matchAt(AFTER_VALUE, text, at + 1) !== null) return text.slice(start, at)
  }
  return undefined
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

function refuseParameters(text: string, at: number): never {
  refuseSignature(
    `The header cannot be read from character ${at + 1} on: ${showText(text.slice(at), 80)}. Needed: ${FORM}.`,
  )
}

function readNames(headers: string | undefined): readonly string[] {
  if (headers === undefined) return ['date']
  const names = headers.trim().toLowerCase().split(/\s+/)
  if (names[0] === '')
    refuseSignature(
      'The parameter headers is empty: list what is signed, for example headers="(request-target) date digest x-request-id".',
    )
  if (names.length > MOST_NAMES)
    refuseSignature(`The parameter headers lists ${names.length} names: at most ${MOST_NAMES} are read.`)
  return names
}

function readBase64(signature: string): Buffer {
  const wrong = /[^A-Za-z0-9+/=]/u.exec(signature)
  if (wrong !== null) {
    return refuseSignature(
      `The parameter signature is not Base64: its character ${wrong.index + 1} is ${showText(wrong[0])}, none of A-Z a-z 0-9 + / =.`,
    )
  }
  if (signature.length % 4 !== 0 || !/^[^=]+={0,2}$/.test(signature)) {
    return refuseSignature(
      `The parameter signature is not Base64: its ${signature.length} characters are not whole groups of four with at most two = at the end.`,
    )
  }
  return Buffer.from(signature, 'base64')
}
