import { X509Certificate } from 'node:crypto'
import { DomainError } from '../../../domain/errors.ts'
import type { Certify, IssuedTppCertificate } from '../../../domain/tpps.ts'
import { describeCertificate } from '../certificates/certificates.ts'
import { DerError, readDer } from '../certificates/der.ts'
import { openPublicKey, readPublicKeyFields } from '../certificates/public-keys.ts'
import { formatKeyId } from '../signature/key-id.ts'
import type { CertificateAuthority } from './certificate-authority.ts'

/** Certificates for keys that the sandbox never sees: their owners send the public half (RSA of 2048 bits and more, or EC P-256). */
export function certifyWith(
  authority: CertificateAuthority,
  machineNow: () => Date,
): (...order: Parameters<Certify>) => IssuedTppCertificate {
  return ({ name, organization, roles, authorityId, publicKey }) => {
    const certificatePem = authority.certify({
      name,
      roles,
      now: machineNow(),
      key: readPublicKey(publicKey),
      ...(organization === undefined ? {} : { organization }),
      ...(authorityId === undefined ? {} : { authorityId }),
    })
    const certificate = new X509Certificate(certificatePem)
    const summary = describeCertificate(certificate)
    return {
      tppId: summary.tppId,
      tppName: summary.tppName,
      certificatePem,
      header: certificate.raw.toString('base64'),
      keyId: formatKeyId(summary),
      notAfter: summary.notAfter,
    }
  }
}

const PEM = /^\s*-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*$/

// The key's DER is checked before OpenSSL sees it: some keys end the process (see public-keys.ts).
function readPublicKey(text: string) {
  const base64 = (PEM.exec(text)?.[1] ?? text).replaceAll(/\s/g, '')
  try {
    if (!/^[A-Za-z0-9+/]+=*$/.test(base64)) throw new DerError('it is not Base64')
    const fields = readPublicKeyFields(readDer(Buffer.from(base64, 'base64')))
    const fault = fields.fault ?? fields.weakness
    if (fault !== undefined) throw new DerError(`it has ${fault}`)
    if (fields.kind === 'ec' && fields.curve !== 'P-256') throw new DerError(`it is on the curve ${fields.curve}`)
    return openPublicKey(fields)
  } catch (error) {
    if (!(error instanceof DerError)) throw error
    throw new DomainError(
      'FORMAT_ERROR',
      `must be an RSA key of 2048 bits or more, or one on P-256, as SubjectPublicKeyInfo in PEM (BEGIN PUBLIC KEY) or Base64: ${error.message}.`,
      'input.publicKey',
    )
  }
}
