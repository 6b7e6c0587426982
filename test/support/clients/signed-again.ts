import { describeCertificate } from '../../../src/platform/security/certificates/certificates.ts'
import { formatKeyId } from '../../../src/platform/security/signature/key-id.ts'
import { signHeaders } from '../../../src/platform/security/signature/request-signer.ts'
import type { Tpp } from './bank.ts'
import type { SignedRequest } from './sign-request.ts'
import { withHeaders } from './signing-client.ts'

/** Changes headers as `withHeaders` does and signs what is left, so that the signature is right for what is sent. */
export function signedAgain(
  tpp: Tpp,
  request: SignedRequest,
  changes: Readonly<Record<string, string | undefined>>,
): SignedRequest {
  const unsigned = withHeaders(request, { ...changes, Signature: undefined })
  const { signature } = signHeaders({
    message: unsigned,
    keyId: formatKeyId(describeCertificate(tpp.certificate)),
    key: tpp.key,
  })
  return withHeaders(unsigned, { Signature: signature })
}
