import { type KeyObject, verify } from 'node:crypto'
import { COVERED_HEADERS, NOT_EXAMINED } from '../../../domain/tpps.ts'
import type { TppCertificate } from '../certificates/certificates.ts'
import { refuse, refuseSignature, SIGNATURE_HEADER, showText } from '../refusals.ts'
import type { Warning } from '../warnings.ts'
import { checkAlgorithm } from './algorithms.ts'
import { checkDate, checkLifetime } from './date.ts'
import { describeToken, type HeaderValues } from './header-values.ts'
import { checkKeyId, type KeyIdMode } from './key-id.ts'
import { readSignatureHeader, type SignatureParameters } from './parameters.ts'
import { groupHeaders, joinLines, listLines, type SignedLine, type SignedMessage, toBytes } from './signing-string.ts'

/** Headers that may occur once: with two of them, the checked value could differ from the used one. */
const SINGLE_HEADERS = [...COVERED_HEADERS, 'signature', 'tpp-signature-certificate'] as const

/**
 * Verifies the Signature header of a request (draft-cavage-http-signatures-10, D13). The key, and with it the algorithm, comes from the certificate,
 * never from the message.
 * @returns what was tolerated, and what is discouraged (D72, D73)
 * @throws DomainError SIGNATURE_MISSING, or SIGNATURE_INVALID with the reason and what was expected
 */
export function verifySignature(
  message: SignedMessage,
  certificate: TppCertificate,
  options: VerifyOptions,
): readonly Warning[] {
  const headers = message.grouped ?? groupHeaders(message.headers)
  refuseRepeats(headers)
  const header = headers.first('signature') ?? ''
  if (header.trim() === '') refuseMissing(headers)
  const parameters = readSignatureHeader(header)
  checkLifetime(parameters, options.now)
  const warnings = [
    ...parameters.warnings,
    ...checkAlgorithm(parameters.algorithm, certificate.algorithm, options.keyId),
    ...checkCoverage(headers, parameters.headers),
    ...checkKeyId(parameters.keyId, certificate, options.keyId),
    ...checkDate(headers.first('date'), options.now),
  ]
  const lines = listLines(message, headers, parameters.headers)
  // Invalid Base64 has no bytes, and fits no key.
  const fits = verifySigningString(joinLines(lines), parameters.signature, certificate.publicKey)
  try {
    if (!fits) refuseMismatch(lines, parameters, certificate, options.examine)
  } finally {
    options.remember?.(lines)
  }
  return warnings
}

type VerifyOptions = {
  readonly keyId: KeyIdMode
  readonly now: Date
  readonly examine?: Examine
  /** Receives the lines that had to be signed, as soon as they are known. */
  readonly remember?: (lines: readonly SignedLine[]) => void
}

/** Looks for the client's mistake, and describes it in sentences (D96). */
type Examine = (refused: RefusedSignature) => readonly string[]

/** The lines of the right signing string, and the parameter signature as written. */
export type RefusedSignature = { readonly lines: readonly SignedLine[]; readonly signature: string }

/**
 * The cryptographic part alone: SHA-256 with RSA PKCS #1 v1.5, or with ECDSA in DER, depending on the key. Which keys are strong enough is decided
 * where the certificate is read.
 */
export function verifySigningString(signingString: string, signature: Uint8Array, publicKey: KeyObject): boolean {
  return verify('sha256', toBytes(signingString), publicKey, signature)
}

function refuseRepeats(headers: HeaderValues): void {
  for (const name of SINGLE_HEADERS) {
    if (headers.isRepeated(name))
      refuse('SIGNATURE_INVALID', `The header ${name} is sent ${headers.all(name).length} times: send it once.`, name)
  }
}

/** When a signature stands in another place, as in the draft and its successors, the refusal says so. */
function refuseMissing(headers: HeaderValues): never {
  const how = `Sign ${listCovered(headers)} with the key of the certificate.`
  const place = /^signature[ \t]/i.test(headers.first('authorization') ?? '')
    ? 'The signature is in Authorization: the interface has it in the header Signature, without the word Signature before it.'
    : headers.has('signature-input')
      ? 'The request has Signature-Input, as RFC 9421 wants it: the interface has draft-cavage-http-signatures-10, with everything in Signature.'
      : headers.has('x-jws-signature')
        ? 'The request has x-jws-signature, as other interfaces want it: this one has draft-cavage-http-signatures-10, in Signature.'
        : (describeToken(name => headers.first(name)) ?? 'The header is missing.')
  refuse('SIGNATURE_MISSING', `${place} ${how}`, SIGNATURE_HEADER)
}

function checkCoverage(headers: HeaderValues, signed: readonly string[]): readonly Warning[] {
  const unsigned = COVERED_HEADERS.filter(name => headers.has(name) && !signed.includes(name))
  if (unsigned.length === 0) {
    return [
      ...(signed.includes('(request-target)') ? [] : [TARGET_UNSIGNED]),
      ...(signed.includes('date') ? [] : [DATE_UNSIGNED]),
    ]
  }
  refuseSignature(
    `The request carries ${unsigned.join(', ')} without signing ${unsigned.length === 1 ? 'it' : 'them'}: sign ${listCovered(headers)}.`,
    [`Signed are: ${signed.join(' ')}`],
  )
}

const TARGET_UNSIGNED: Warning = {
  code: 'REQUEST_TARGET_UNSIGNED',
  text: 'The signature covers neither method nor path nor query, so an attacker who captures this request can send it elsewhere: sign (request-target) too.',
}
const DATE_UNSIGNED: Warning = {
  code: 'DATE_UNSIGNED',
  text: 'The signature covers no Date, so an attacker who captures this request can send it at any time: send a Date header and sign it too.',
}

function listCovered(headers: HeaderValues): string {
  return `headers="${['(request-target)', ...COVERED_HEADERS.filter(name => headers.has(name))].join(' ')}"`
}

function refuseMismatch(
  lines: readonly SignedLine[],
  parameters: SignatureParameters,
  certificate: TppCertificate,
  examine: Examine = () => [],
): never {
  const { headers: names, signature, signatureText, signatureFault } = parameters
  const signingString = joinLines(lines)
  const reason =
    signatureFault ??
    `The signature does not fit ${certificate.algorithm} over the signing string that the server built with the key of the certificate.${findLengthMistake(signature, certificate)}`
  const found = examine({ lines, signature: signatureText })
  // The cause comes first, if it was searched for.
  const [first = '', ...further] = found.includes(NOT_EXAMINED) ? [reason, ...found] : [...found, reason]
  refuseSignature(first, [
    ...further,
    `Signed are: ${names.join(' ')}`,
    `The signing string (${toBytes(signingString).length} bytes, \\n for a newline) is: ${showText(signingString, 4_000)}`,
  ])
}

function findLengthMistake(signature: Buffer, { algorithm, publicKey }: TppCertificate): string {
  if (algorithm === 'ecdsa-sha256') {
    return signature.length === 64
      ? ' It has 64 bytes, as r and s side by side: write ECDSA signatures in DER, as openssl does.'
      : ''
  }
  const wanted = Math.ceil((publicKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8)
  return signature.length === wanted ? '' : ` It has ${signature.length} bytes, and one of this key has ${wanted}.`
}
