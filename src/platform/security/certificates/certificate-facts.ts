import { X509Certificate } from 'node:crypto'
import type { ReadCertificate } from '../../../domain/tpps.ts'
import { describeCertificate } from './certificates.ts'
import { decodeCertificateHeader } from './header.ts'

/** Roles and end date of a certificate that a call brought, trusted or not. */
export const readCertificate: ReadCertificate = header => {
  try {
    const { roles, notAfter } = describeCertificate(new X509Certificate(decodeCertificateHeader(header)))
    return { roles, notAfter }
  } catch {
    // For display only: the page of its call says why it is not a certificate.
    return undefined
  }
}
