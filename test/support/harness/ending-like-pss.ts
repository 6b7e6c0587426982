import { constants, type KeyObject, publicDecrypt } from 'node:crypto'

/** Bytes that another key made, which end as RSA-PSS does when this one opens them: one of 256 does. */
export function endingLikePss(key: KeyObject, make: (attempt: number) => Buffer): Buffer {
  for (let attempt = 0; ; attempt += 1) {
    const bytes = make(attempt)
    if (endsLikePss(key, bytes)) return bytes
  }
}

/** Whether bytes end as RSA-PSS does when this key opens them: one of 256 does by chance. */
export function endsLikePss(key: KeyObject, bytes: Buffer): boolean {
  return lastByte(key, bytes) === 0xbc
}

function lastByte(key: KeyObject, bytes: Buffer): number | undefined {
  try {
    return publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, bytes).at(-1)
  } catch {
    // They are a larger number than the key's modulus.
    return undefined
  }
}
