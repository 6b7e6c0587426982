import type { KeyObject } from 'node:crypto'
import { COVERED_HEADERS } from '../../domain/tpps.ts'
import { createSignature } from './http-signature.ts'
import { buildSigningString, type SignedMessage } from './signing-string.ts'

/**
 * Signs the headers that a message carries: `(request-target)` and all that must be signed, unless `names` says otherwise.
 * @returns the value of its Signature header, and the string that was signed
 * @throws DomainError SIGNATURE_INVALID when the message lacks a named header
 */
export function signHeaders(options: {
  readonly message: SignedMessage
  readonly keyId: string
  readonly key: KeyObject
  readonly names?: readonly string[]
}): { readonly signature: string; readonly signingString: string } {
  const { message, keyId, key } = options
  const carried = new Set(message.headers.map(([name]) => name.toLowerCase()))
  const headers = options.names ?? ['(request-target)', ...COVERED_HEADERS.filter(name => carried.has(name))]
  return {
    signature: createSignature({ message, headers, keyId, privateKey: key }),
    signingString: buildSigningString(message, headers),
  }
}
