import { describeCertificate } from '../../src/security/certificates.ts'
import { COVERED_HEADERS, createSignature } from '../../src/security/http-signature.ts'
import { formatKeyId } from '../../src/security/key-id.ts'
import type { SignedRequest } from '../../src/security/request-signer.ts'
import type { Tpp } from './bank.ts'
import { withHeaders } from './signing-client.ts'

/** Changes headers as `withHeaders` does and signs what is left, so that the signature is right for what is sent. */
export function signedAgain(
  tpp: Tpp,
  request: SignedRequest,
  changes: Readonly<Record<string, string | undefined>>,
): SignedRequest {
  const unsigned = withHeaders(request, { ...changes, Signature: undefined })
  const carried = new Set(unsigned.headers.map(([name]) => name.toLowerCase()))
  const signature = createSignature({
    message: unsigned,
    headers: ['(request-target)', ...COVERED_HEADERS.filter(name => carried.has(name))],
    keyId: formatKeyId(describeCertificate(tpp.certificate)),
    privateKey: tpp.key,
  })
  return withHeaders(unsigned, { Signature: signature })
}
