import type { KeyObject, X509Certificate } from 'node:crypto'
import { describeCertificate } from '../../../src/platform/security/certificates/certificates.ts'
import { CERTIFICATE_HEADER } from '../../../src/platform/security/certificates/header.ts'
import { SIGNATURE_HEADER } from '../../../src/platform/security/refusals.ts'
import { createDigest, type DigestAlgorithm } from '../../../src/platform/security/signature/digest.ts'
import { formatKeyId } from '../../../src/platform/security/signature/key-id.ts'
import { signHeaders } from '../../../src/platform/security/signature/request-signer.ts'
import type { RawHeaders } from '../../../src/platform/security/signature/signing-string.ts'

/** What a TPP wants to send, and with what it signs. */
export type RequestToSign = {
  readonly key: KeyObject
  readonly certificate: X509Certificate
  readonly method: string
  /** absolute, or path and query alone */
  readonly url: string
  /** what the operation needs besides the headers that signing adds */
  readonly headers?: RawHeaders
  /** exactly the bytes that will be sent; a text is sent as UTF-8 */
  readonly body?: string | Uint8Array
  readonly requestId: string
  /** sends a Date header, which the server holds against its clock */
  readonly date?: Date | undefined
  readonly digestAlgorithm?: DigestAlgorithm
  /** by default `(request-target)` and all that must be signed, as far as the request carries it */
  readonly signedHeaders?: readonly string[]
}

export type SignedRequest = {
  readonly method: string
  /** path and query */
  readonly target: string
  readonly headers: RawHeaders
  readonly body: Uint8Array
}

/**
 * Adds to a request what makes it a signed one: X-Request-ID, Digest (of an empty body too, since some operations
 * without a body want it), TPP-Signature-Certificate, Signature and, if asked for, Date.
 * Pure: the same input gives the same request, as far as the key's algorithm does.
 * @throws DomainError CERTIFICATE_INVALID for a certificate that no server would take, SIGNATURE_INVALID when
 *   `signedHeaders` names one that the request does not carry
 */
export function signRequest(request: RequestToSign): SignedRequest {
  const { key, certificate, method } = request
  const body = typeof request.body === 'string' ? Buffer.from(request.body) : (request.body ?? new Uint8Array())
  const target = targetOf(request.url)
  const headers: [string, string][] = [
    ...(request.headers ?? []).map(([name, value]): [string, string] => [name, value]),
    ['X-Request-ID', request.requestId],
    ...(request.date === undefined ? [] : [['Date', request.date.toUTCString()] satisfies [string, string]]),
    ['Digest', createDigest(body, request.digestAlgorithm)],
    [CERTIFICATE_HEADER, certificate.raw.toString('base64')],
  ]
  const { signature } = signHeaders({
    message: { method, target, headers },
    keyId: keyIdOf(certificate),
    key,
    ...(request.signedHeaders === undefined ? {} : { names: request.signedHeaders }),
  })
  return { method, target, headers: [...headers, [SIGNATURE_HEADER, signature]], body }
}

// A TPP signs many requests with one certificate.
const keyIds = new WeakMap<X509Certificate, string>()

function keyIdOf(certificate: X509Certificate): string {
  const keyId = keyIds.get(certificate) ?? formatKeyId(describeCertificate(certificate))
  keyIds.set(certificate, keyId)
  return keyId
}

function targetOf(url: string): string {
  const { pathname, search } = new URL(url, 'http://localhost')
  return `${pathname}${search}`
}
