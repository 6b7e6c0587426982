import { constants, type KeyObject, publicDecrypt } from 'node:crypto'

/**
 * Bytes of which the key shows no signature. Of random ones one in 256 ends as RSA-PSS does when it is opened, and is told as
 * that: so `make` is asked until they do not.
 */
export function showingNothing(key: KeyObject, make: (attempt: string) => Buffer): Buffer {
  for (let attempt = 0; ; attempt += 1) {
    const bytes = make(String(attempt))
    if (lastByte(key, bytes) !== 0xbc) return bytes
  }
}

/** The other way round: bytes that look like RSA-PSS to this key, which did not make them. */
export function lookingLikePss(key: KeyObject, make: (attempt: string) => Buffer): Buffer {
  for (let attempt = 0; ; attempt += 1) {
    const bytes = make(String(attempt))
    if (lastByte(key, bytes) === 0xbc) return bytes
  }
}

function lastByte(key: KeyObject, bytes: Buffer): number | undefined {
  try {
    return publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, bytes).at(-1)
  } catch {
    // They are a larger number than the key's modulus.
    return undefined
  }
}
