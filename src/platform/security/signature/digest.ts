import { hash } from 'node:crypto'
import { NOT_EXAMINED } from '../../../domain/tpps.ts'
import { findDigestForm, findDigestMistake, isBase64Of } from '../doctor/digest-mistakes.ts'
import { LONGEST_HEADER, refuse, showText } from '../refusals.ts'
import type { Warning } from '../warnings.ts'

export type DigestAlgorithm = 'SHA-256' | 'SHA-512'

/** The value of a Digest header over exactly these bytes (RFC 3230, RFC 5843), for example `SHA-256=47DEQp…`. */
export function createDigest(body: Uint8Array, algorithm: DigestAlgorithm = 'SHA-256'): string {
  return `${algorithm}=${hash(HASH_NAMES[algorithm], body, 'base64')}`
}

/**
 * Checks a Digest header against the bytes received. SHA-256 and SHA-512 count, and each one present must match; other algorithms are ignored, but
 * one of the two is needed.
 * @param mayLook whether the client's mistake may be searched for when it does not match (D96)
 * @returns what was tolerated (D73)
 * @throws DomainError SIGNATURE_INVALID with the body's digest and, if known, the client's mistake
 */
export function verifyDigest(
  header: string,
  body: Uint8Array,
  mayLook: () => boolean = () => true,
): readonly Warning[] {
  if (header.length > LONGEST_HEADER)
    refuse(
      'SIGNATURE_INVALID',
      `The header has ${header.length} characters: at most ${LONGEST_HEADER} are read.`,
      'Digest',
    )
  // As nearly every client writes it.
  if (header === createDigest(body)) return []
  const counting = header.split(',').flatMap(readItem)
  if (counting.length === 0)
    refuseDigest(
      `The header names neither SHA-256 nor SHA-512. For the body received it would be: ${createDigest(body)}`,
      createDigest(body),
      mayLook() ? findDigestForm(header, body) : NOT_EXAMINED,
    )
  for (const [algorithm, claimed] of new Map(counting.map(item => [item.join(), item])).values()) {
    if (!isBase64Of(claimed, hash(HASH_NAMES[algorithm], body, 'buffer')))
      refuseMismatch(algorithm, claimed, body, mayLook)
  }
  return counting.every(([, claimed]) => claimed.length % 4 === 0) ? [] : [UNPADDED]
}

const UNPADDED: Warning = {
  code: 'DIGEST_FORM',
  text: 'The digest is right, but its Base64 lacks the = at its end: write the padding too.',
}

const HASH_NAMES = { 'SHA-256': 'sha256', 'SHA-512': 'sha512' } as const satisfies Record<DigestAlgorithm, string>

/** One `algorithm=base64` of the list, split at the first `=`; nothing when the algorithm does not count. */
function readItem(item: string): [DigestAlgorithm, string][] {
  const [name = ''] = item.split('=', 1)
  const algorithm = name.trim().toUpperCase()
  if (algorithm !== 'SHA-256' && algorithm !== 'SHA-512') return []
  return [[algorithm, item.slice(name.length + 1).trim()]]
}

function refuseMismatch(algorithm: DigestAlgorithm, claimed: string, body: Uint8Array, mayLook: () => boolean): never {
  const actual = hash(HASH_NAMES[algorithm], body, 'base64')
  refuseDigest(
    `The ${algorithm} digest does not match the body: the header says ${showText(claimed, 100)}, the ${body.length} bytes received have ${actual}.`,
    `${algorithm}=${actual}`,
    mayLook() ? findDigestMistake({ hash: HASH_NAMES[algorithm], claimed, body }) : NOT_EXAMINED,
  )
}

/** The cause comes first, if it was found. */
function refuseDigest(reason: string, right: string, cause: string | undefined): never {
  const about = { want: { kind: 'value', value: right } } as const
  if (cause === undefined || cause === NOT_EXAMINED)
    refuse('SIGNATURE_INVALID', reason, 'Digest', cause === undefined ? [] : [cause], about)
  refuse('SIGNATURE_INVALID', cause, 'Digest', [reason], about)
}
