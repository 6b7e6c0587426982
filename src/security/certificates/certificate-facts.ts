import { X509Certificate } from 'node:crypto'
import type { ReadCertificate } from '../../domain/tpps.ts'
import { describeCertificate } from './certificates.ts'
import { decodeCertificateHeader } from './header.ts'

/** Roles and end of a certificate that a call brought, whether anybody trusts it or not. */
export const readCertificate: ReadCertificate = header => {
  try {
    const { roles, notAfter } = describeCertificate(new X509Certificate(decodeCertificateHeader(header)))
    return { roles, notAfter }
  } catch {
    // It is only shown: why it is none, the page of its call says.
    return undefined
  }
}
