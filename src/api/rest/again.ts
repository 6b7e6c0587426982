import { createPrivateKey, X509Certificate } from 'node:crypto'
import { type HeaderLine, headerText, type JournaledCall } from '../../domain/calls.ts'
import type { LocalKey } from '../../platform/security/authority/local-tpps.ts'
import { describeCertificate } from '../../platform/security/certificates/certificates.ts'
import { CERTIFICATE_HEADER } from '../../platform/security/certificates/header.ts'
import { SIGNATURE_HEADER } from '../../platform/security/refusals.ts'
import { createDigest } from '../../platform/security/signature/digest.ts'
import { formatKeyId } from '../../platform/security/signature/key-id.ts'
import { signHeaders } from '../../platform/security/signature/request-signer.ts'
import type { SignedMessage } from '../../platform/security/signature/signing-string.ts'
import type { Incoming } from './call.ts'

type Moment = Pick<Incoming, 'origin'> & { readonly now: Date; readonly newId: () => string }

/** Repeats a call of the journal (D105): this TPP creates the headers that each signed call has anew; everything else is unchanged. */
export function againAs(call: JournaledCall, key: LocalKey, { now, newId, origin }: Moment): Incoming {
  const { method, target, request } = call
  const body = Buffer.from(request.body ?? '')
  const headers: HeaderLine[] = [
    ...request.headers
      .filter(([name]) => !ANEW.test(name))
      .map(([name, value]): HeaderLine => [name, headerText(value)]),
    ...(body.length === 0 ? [] : [['Content-Length', String(body.length)] satisfies HeaderLine]),
    ['Date', now.toUTCString()],
    ['X-Request-ID', newId()],
    ['Digest', createDigest(body)],
  ]
  return {
    method,
    target,
    origin,
    lines: [...headers, ...signAs({ method, target, headers }, key)].flat(),
    readBody: async limit => (body.length > limit ? undefined : body),
    hungUp: () => new AbortController().signal,
  }
}

/** The headers by which this TPP signs a message: its certificate and its signature. */
export function signAs(message: SignedMessage, { keyPem, certificatePem }: LocalKey): readonly HeaderLine[] {
  const certificate = new X509Certificate(certificatePem)
  const { signature } = signHeaders({
    message,
    keyId: formatKeyId(describeCertificate(certificate)),
    key: createPrivateKey(keyPem),
  })
  return [
    [CERTIFICATE_HEADER, certificate.raw.toString('base64')],
    [SIGNATURE_HEADER, signature],
  ]
}

const ANEW =
  /^(?:date|x-request-id|digest|tpp-signature-certificate|signature|content-length|transfer-encoding|connection|expect)$/i
