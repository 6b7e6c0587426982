import { createCertificateReader } from '../../../src/platform/security/certificates/certificates.ts'
import type { Bank, Tpp } from '../clients/bank.ts'

/** The id that the bank knows a TPP by (D20). */
export function tppIdOf(bank: Bank, { certificate }: Tpp): string {
  const reader = createCertificateReader([bank.authority.certificate])
  return reader.read(certificate.raw.toString('base64'), new Date()).tppId
}

/** Where a TPP registers its contact information. */
export const contactPath = (tppId: string) => `/v1/tpps/${tppId}/contact-information`
