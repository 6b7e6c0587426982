import type { SignatureAlgorithm } from '../certificates/certificates.ts'
import { refuseSignature, showText } from '../refusals.ts'
import type { Warning } from '../warnings.ts'
import type { KeyIdMode } from './key-id.ts'

/**
 * Checks the optional parameter algorithm against the algorithm of the key; returns what was tolerated (D73).
 * @throws DomainError SIGNATURE_INVALID when it names another algorithm
 */
export function checkAlgorithm(
  written: string | undefined,
  wanted: SignatureAlgorithm,
  mode: KeyIdMode,
): readonly Warning[] {
  if (written === undefined || written.toLowerCase() === wanted) return []
  const means = OTHER_WORDS[wanted].has(plainWord(written))
  if (means && mode === 'tolerant') {
    const text = `The algorithm is named ${showText(written, 60)}: write algorithm="${wanted}", the name that the interface has.`
    return [{ code: 'ALGORITHM_NAME', text }]
  }
  const later = written.toLowerCase() === 'hs2019' ? ', a word of later drafts' : ''
  refuseSignature(
    `The algorithm is ${showText(written, 60)}${later}, but the key of the certificate is for ${wanted}: write algorithm="${wanted}", or leave it out.`,
  )
}

/** Other words for the key's algorithm. They decide nothing: only the key counts. */
const OTHER_WORDS: Readonly<Record<SignatureAlgorithm, ReadonlySet<string>>> = {
  'rsa-sha256': plainWords(
    'hs2019',
    'sha-256',
    'RSA',
    'RS256',
    'rsa-sha2-256',
    'SHA256withRSA',
    'sha256WithRSAEncryption',
    'rsassa-pkcs1-v1_5-sha256',
    'rsa-v1_5-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    '1.2.840.113549.1.1.11',
  ),
  'ecdsa-sha256': plainWords(
    'hs2019',
    'sha-256',
    'ECDSA',
    'ES256',
    'SHA256withECDSA',
    'ecdsa-with-SHA256',
    'ecdsa-p256-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256',
    '1.2.840.10045.4.3.2',
  ),
}

function plainWords(...words: readonly string[]): ReadonlySet<string> {
  return new Set(words.map(plainWord))
}

/** Without case and punctuation, in which forms of the same word differ. */
function plainWord(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/g, '')
}
