import { createHash } from 'node:crypto'
import { LONGEST_HEADER, refuse, showText } from './refusals.ts'
import type { Warning } from './warnings.ts'

export type DigestAlgorithm = 'SHA-256' | 'SHA-512'

/** The value of a Digest header over exactly these bytes (RFC 3230, RFC 5843), for example `SHA-256=47DEQp…`. */
export function createDigest(body: Uint8Array, algorithm: DigestAlgorithm = 'SHA-256'): string {
  return `${algorithm}=${hashOf(body, algorithm).toString('base64')}`
}

/**
 * Checks a Digest header against the bytes received. SHA-256 and SHA-512 count, and each one present must match;
 * other algorithms are ignored, but one of the two is needed.
 * @returns what was tolerated (D73)
 * @throws DomainError SIGNATURE_INVALID with the digest that the body has and, where it can be told, the client's mistake
 */
export function verifyDigest(header: string, body: Uint8Array): readonly Warning[] {
  if (header.length > LONGEST_HEADER)
    refuseDigest(`The header has ${header.length} characters: at most ${LONGEST_HEADER} are read.`)
  const counting = header.split(',').flatMap(readItem)
  if (counting.length === 0) {
    refuseDigest(
      `The header names neither SHA-256 nor SHA-512. For the body received it would be: ${createDigest(body)}`,
    )
  }
  for (const [algorithm, claimed] of new Map(counting.map(item => [item.join(), item])).values()) {
    const actual = hashOf(body, algorithm)
    if (!isBase64Of(claimed, actual)) refuseMismatch(algorithm, claimed, actual, body)
  }
  return counting.every(([, claimed]) => claimed.length % 4 === 0) ? [] : [UNPADDED]
}

const UNPADDED: Warning = {
  code: 'DIGEST_FORM',
  text: 'The digest is right, but its Base64 lacks the = at its end: write the padding too.',
}

/** Beyond these a hint would cost more than it helps. */
const HINT_BODY_LENGTH = 65_536
const HINT_DEPTH = 64

const HASH_NAMES = { 'SHA-256': 'sha256', 'SHA-512': 'sha512' } as const satisfies Record<DigestAlgorithm, string>

function hashOf(body: Uint8Array, algorithm: DigestAlgorithm): Buffer {
  return createHash(HASH_NAMES[algorithm]).update(body).digest()
}

/** One `algorithm=base64` of the list, split at the first `=`; nothing when the algorithm does not count. */
function readItem(item: string): [DigestAlgorithm, string][] {
  const [name = ''] = item.split('=', 1)
  const algorithm = name.trim().toUpperCase()
  if (algorithm !== 'SHA-256' && algorithm !== 'SHA-512') return []
  return [[algorithm, item.slice(name.length + 1).trim()]]
}

/** Compared as text, with the padding optional, since Buffer would read over characters that are no Base64. */
function isBase64Of(claimed: string, bytes: Buffer): boolean {
  const encoded = bytes.toString('base64')
  return claimed === encoded || claimed === withoutPadding(encoded)
}

/** Not by a pattern: one that looks for a run at the end starts at each of a hostile text's thousands. */
function withoutPadding(base64: string): string {
  let end = base64.length
  while (end > 0 && base64.charAt(end - 1) === '=') end--
  return base64.slice(0, end)
}

function refuseMismatch(algorithm: DigestAlgorithm, claimed: string, actual: Buffer, body: Uint8Array): never {
  const hint = findEncodingMistake(claimed, actual) ?? findBodyMistake(algorithm, claimed, body)
  refuseDigest(
    `The ${algorithm} digest does not match the body: the header says ${showText(claimed, 100)}, the ${body.length} bytes received have ${actual.toString('base64')}.${hint === undefined ? '' : ` ${hint}`}`,
  )
}

function findEncodingMistake(claimed: string, actual: Buffer): string | undefined {
  const hex = actual.toString('hex')
  if (claimed.toLowerCase() === hex) return 'The hash is right, but written in hexadecimal: write its bytes in Base64.'
  if (isBase64Of(claimed, Buffer.from(hex)))
    return 'That is the Base64 of the hexadecimal text: write the Base64 of the hash’s bytes.'
  if (withoutPadding(claimed) === actual.toString('base64url'))
    return 'The hash is right, but in the URL form of Base64: write + and / instead of - and _.'
  return undefined
}

/** Looks for the change of the body, between hashing and sending, that would explain the client's digest. */
function findBodyMistake(algorithm: DigestAlgorithm, claimed: string, body: Uint8Array): string | undefined {
  const matches = (text: string) => isBase64Of(claimed, hashOf(Buffer.from(text), algorithm))
  if (matches('')) return 'That is the digest of an empty body.'
  if (body.length > HINT_BODY_LENGTH) return undefined
  const text = Buffer.from(body).toString('utf8')
  const unix = text.replaceAll('\r\n', '\n')
  const trimmed = unix.trimEnd()
  const lineEnds = [unix, unix.replaceAll('\n', '\r\n'), trimmed, `${trimmed}\n`, `${trimmed}\r\n`]
  if (lineEnds.some(matches))
    return 'It would match the body with other line ends, or with another line end after it: sign the very bytes that are sent.'
  if (listJsonForms(text).some(matches))
    return 'It would match the same JSON written with other white space: serialise the body once, then hash and send those bytes.'
  return undefined
}

/** The same JSON as common libraries write it. A deep structure is left alone: indenting it would make it large. */
function listJsonForms(text: string): string[] {
  if ((text.match(/[[{]/g)?.length ?? 0) > HINT_BODY_LENGTH / 4 || depthOf(text) > HINT_DEPTH) return []
  const value = parseJson(text)
  if (value === undefined) return []
  const lines = JSON.stringify(value, null, 1)
  const spaced = lines.replace(/,\n */g, ', ').replace(/\n */g, '')
  return [
    JSON.stringify(value),
    spaced,
    JSON.stringify(value, null, 2),
    JSON.stringify(value, null, 4),
    JSON.stringify(value, null, '\t'),
  ]
}

function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const character of text) {
    if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth)
    else if (character === ']' || character === '}') depth--
  }
  return deepest
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refuseDigest(reason: string): never {
  refuse('SIGNATURE_INVALID', reason, 'Digest')
}
