import { createPrivateKey, X509Certificate } from 'node:crypto'
import { type HeaderLine, headerText, type JournaledCall } from '../journal/calls.ts'
import type { LocalKey } from '../security/authority/local-tpps.ts'
import { describeCertificate } from '../security/certificates/certificates.ts'
import { CERTIFICATE_HEADER } from '../security/certificates/header.ts'
import { SIGNATURE_HEADER } from '../security/refusals.ts'
import { createDigest } from '../security/signature/digest.ts'
import { formatKeyId } from '../security/signature/key-id.ts'
import { signHeaders } from '../security/signature/request-signer.ts'
import type { Incoming } from './call.ts'

type Moment = { readonly now: Date; readonly newId: () => string }

/** Repeats a call of the journal (D105): this TPP creates the headers that each signed call has anew; everything else is unchanged. */
export function againAs(call: JournaledCall, { keyPem, certificatePem }: LocalKey, { now, newId }: Moment): Incoming {
  const { method, target, request } = call
  const body = Buffer.from(request.body ?? '')
  const certificate = new X509Certificate(certificatePem)
  const headers: HeaderLine[] = [
    ...request.headers
      .filter(([name]) => !ANEW.test(name))
      .map(([name, value]): HeaderLine => [name, headerText(value)]),
    ...(body.length === 0 ? [] : [['Content-Length', String(body.length)] satisfies HeaderLine]),
    ['Date', now.toUTCString()],
    ['X-Request-ID', newId()],
    ['Digest', createDigest(body)],
    [CERTIFICATE_HEADER, certificate.raw.toString('base64')],
  ]
  const { signature } = signHeaders({
    message: { method, target, headers },
    keyId: formatKeyId(describeCertificate(certificate)),
    key: createPrivateKey(keyPem),
  })
  return {
    method,
    target,
    lines: [...headers, [SIGNATURE_HEADER, signature]].flat(),
    readBody: async limit => (body.length > limit ? undefined : body),
    hungUp: () => new AbortController().signal,
  }
}

const ANEW =
  /^(?:date|x-request-id|digest|tpp-signature-certificate|signature|content-length|transfer-encoding|connection|expect)$/i
