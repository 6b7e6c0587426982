import { verifySignature } from '../../../src/platform/security/signature/http-signature.ts'
import { signHeaders } from '../../../src/platform/security/signature/request-signer.ts'
import type { RawHeaders } from '../../../src/platform/security/signature/signing-string.ts'
import type { Warning } from '../../../src/platform/security/warnings.ts'
import { headerForm, NOW } from '../builders/certificates.ts'
import { reader, tpp } from '../hostile/attack-kit.ts'
import type { SignedRequest } from './sign-request.ts'
import { type SigningInput, signedRequest } from './signing-client.ts'

export const DATE = ['Date', NOW.toUTCString()] as const
export const certificate = reader.read(headerForm(tpp.certificate), NOW)

/** A request as the signing client makes it. */
export const sign = (changes: Partial<SigningInput> = {}): SignedRequest =>
  signedRequest({
    ...tpp,
    method: 'POST',
    url: '/v1/signing-baskets?x=1',
    headers: [['PSU-ID', '5f0a']],
    body: '{"paymentIds":[]}',
    ...changes,
  })

/** A request whose Signature header is made from parts that the signing client would not choose. */
export const signByHand = (
  headers: RawHeaders,
  names: string,
  rewrite: (header: string) => string = header => header,
): SignedRequest => {
  const message = { method: 'GET', target: '/v1/accounts', headers }
  const { signature } = signHeaders({
    message,
    names: names.split(' '),
    keyId: `SN=${certificate.serialHex},CA=CN=Sandbank \\D8velse CA,O=Sandbank\\, Testbank AS,C=NO`,
    key: tpp.key,
  })
  return { ...message, headers: [...headers, ['Signature', rewrite(signature)] as const], body: new Uint8Array() }
}

/** Verifies the signature alone, as a server at `now` does. */
export const verify = (request: SignedRequest, now = NOW): readonly Warning[] =>
  verifySignature(request, certificate, { keyId: 'tolerant', now })
