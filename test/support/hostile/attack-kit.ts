import { expect } from 'vitest'
import type { ErrorCode } from '../../../src/domain/errors.ts'
import {
  createCertificateReader,
  type TppCertificate,
} from '../../../src/platform/security/certificates/certificates.ts'
import { verifyDigest } from '../../../src/platform/security/signature/digest.ts'
import { verifySignature } from '../../../src/platform/security/signature/http-signature.ts'
import { buildSigningString } from '../../../src/platform/security/signature/signing-string.ts'
import { issueTo, makeAuthority, NOW } from '../builders/certificates.ts'
import { keptKey } from '../builders/kept-keys.ts'
import { expectRefusal } from '../clients/refusals.ts'
import { headerOf, type SigningInput, signedRequest, withHeaders } from '../clients/signing-client.ts'

export const authority = makeAuthority()
export const reader = createCertificateReader([authority.certificate])
export const tpp = issueTo(authority)
const BODY = '{"customerNumber":"1","name":"A","type":"PRIVATE"}'

export type AttackedRequest = ReturnType<typeof signedRequest>

/** A good request, as far as `changes` leave it good. */
export const send = (changes: Partial<SigningInput> = {}): AttackedRequest =>
  signedRequest({
    ...tpp,
    method: 'POST',
    url: '/v1/sandbox/customers',
    headers: [
      ['PSU-ID', '5f0a'],
      ['TPP-Redirect-URI', 'https://tpp.example/'],
    ],
    body: BODY,
    date: NOW,
    requestId: 'r-1',
    ...changes,
  })

/** All that a door checks, in its order: certificate, signature, digest. */
export const receive = (request: AttackedRequest, now = NOW): TppCertificate => {
  const certificate = reader.read(headerOf(request, 'TPP-Signature-Certificate'), now)
  verifySignature(request, certificate, { keyId: 'tolerant', now })
  verifyDigest(headerOf(request, 'Digest'), request.body)
  return certificate
}

/** Changes the text of the Signature header, which is then sent without its wrapping. */
export const rewriteSignature = (request: AttackedRequest, rewrite: (header: string) => string): AttackedRequest => {
  const plain = Buffer.from(headerOf(request, 'Signature').split('?')[3] ?? '', 'base64').toString()
  return withHeaders(request, { Signature: Buffer.from(rewrite(plain)).toString('latin1') })
}

/** Replaces the signature's bytes, over whatever the header lists. */
export const resign = (
  request: AttackedRequest,
  algorithm: string,
  make: (signingString: string) => Buffer,
): AttackedRequest => {
  const names = ['(request-target)', 'date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri']
  const signature = make(buildSigningString(request, names)).toString('base64')
  return rewriteSignature(request, header =>
    header.replace(/algorithm="[^"]*"/, `algorithm="${algorithm}"`).replace(/(,signature=")[^"]*/, `$1${signature}`),
  )
}

/** A key without a certificate. */
export const otherKey = () => keptKey('attacker')

/** Expects an attack to be refused with code and reason, in texts that fit the wire and show nothing internal. */
export function expectRefused(run: () => unknown, code: ErrorCode, reason: RegExp): void {
  for (const { text } of expectRefusal(run, code, reason).faults) {
    expect(text.length).toBeLessThanOrEqual(512)
    expect(text).not.toMatch(/error:|asn1|ERR_|node:|\/src\/|[\0\n]/i)
  }
}
