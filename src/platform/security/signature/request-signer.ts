import { type KeyObject, sign } from 'node:crypto'
import { COVERED_HEADERS } from '../../../domain/tpps.ts'
import { encodeWhenNotAscii } from './encoded-words.ts'
import { buildSigningString, type SignedMessage, toBytes } from './signing-string.ts'

/**
 * Signs the headers that a message carries: `(request-target)` and all that must be signed, unless `names` says otherwise.
 * @returns the value of its Signature header, wrapped as RFC 2047 when the keyId is not ASCII, and the string that was signed
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
  const names = options.names ?? ['(request-target)', ...COVERED_HEADERS.filter(name => carried.has(name))]
  const signingString = buildSigningString(message, names)
  const algorithm = key.asymmetricKeyType === 'ec' ? 'ecdsa-sha256' : 'rsa-sha256'
  const bytes = sign('sha256', toBytes(signingString), key).toString('base64')
  const quotedKeyId = keyId.replace(/["\\]/g, character => `\\${character}`)
  const signature = encodeWhenNotAscii(
    `keyId="${quotedKeyId}",algorithm="${algorithm}",headers="${names.join(' ').toLowerCase()}",signature="${bytes}"`,
  )
  return { signature, signingString }
}
