import type { CertificateFields } from './fields.ts'
import { refuseCertificate } from './header.ts'

/** Refuses a certificate that is unsuitable for signing requests, from any issuer. @throws DomainError CERTIFICATE_INVALID */
export function refuseUnfitCertificate(fields: CertificateFields): void {
  for (const [is, reason] of FAULTS) if (is(fields)) refuseCertificate(reason(fields))
}

/** Refuses a key that must not be opened. @throws DomainError CERTIFICATE_INVALID */
export function refuseUnfitKey(fields: CertificateFields): void {
  for (const [is, reason] of KEY_FAULTS) if (is(fields)) refuseCertificate(reason(fields))
}

/** Refuses an issuer that is not a CA, or has constraints that this server does not check. @throws DomainError CERTIFICATE_INVALID */
export function refuseUnfitIssuer(issuer: CertificateFields, name: string): void {
  if (!issuer.isAuthority || issuer.keyUsage?.mayIssue === false) {
    refuseCertificate(
      `The certificate was issued with the certificate of ${name}, which is no CA: an issuer needs basicConstraints CA:TRUE and, where it has a keyUsage, keyCertSign.`,
    )
  }
  if (issuer.extendedKeyUsage?.every(isForOtherThings) === true)
    refuseCertificate(
      `The certificate was issued with the certificate of ${name}, whose extendedKeyUsage allows other things only, such as serverAuth.`,
    )
  const unread = [...issuer.unknownCritical, ...(issuer.hasNameConstraints ? ['nameConstraints'] : [])]
  if (unread.length > 0)
    refuseCertificate(
      `The certificate was issued with the certificate of ${name}, which limits what it may issue by ${unread.slice(0, 5).join(', ')}: this server cannot check that.`,
    )
}

const LONGEST_SUBJECT = 4096

type FaultRow = readonly [is: (fields: CertificateFields) => boolean, reason: (fields: CertificateFields) => string]

const KEY_FAULTS: readonly FaultRow[] = [
  [({ publicKey }) => publicKey.fault !== undefined, ({ publicKey }) => `The certificate has ${publicKey.fault}.`],
  [
    ({ publicKey }) => publicKey.kind === 'ec' && publicKey.curve !== 'P-256',
    ({ publicKey }) =>
      `The certificate has a key of type ec (${publicKey.curve}): RSA of 2048 to 8192 bits, or EC on P-256, is needed.`,
  ],
]

/** The reasons why a certificate is unsuitable for signing requests, from any issuer (RFC 5280; D13). */
const FAULTS: readonly FaultRow[] = [
  [
    ({ version }) => version !== 3,
    ({ version }) =>
      `The certificate is X.509 of version ${version}: version 3 is needed, which says what the key is for.`,
  ],
  [
    ({ serial }) => serial <= 0n,
    ({ serial }) => `The serial number of the certificate is ${serial}: it must be above 0 (RFC 5280, 4.1.2.2).`,
  ],
  [
    ({ serial }) => serial >= 2n ** 160n,
    ({ serial }) =>
      `The serial number of the certificate has ${Math.ceil(serial.toString(16).length / 2)} bytes: at most 20 are allowed (RFC 5280, 4.1.2.2).`,
  ],
  [
    ({ subjectDer }) => subjectDer.length > LONGEST_SUBJECT,
    ({ subjectDer }) =>
      `The subject of the certificate has ${subjectDer.length} bytes: at most ${LONGEST_SUBJECT} are read.`,
  ],
  [
    ({ isAuthority }) => isAuthority,
    () => 'The certificate is that of a CA (basicConstraints CA:TRUE): a TPP signs with a certificate of its own.',
  ],
  [
    ({ keyUsage }) => keyUsage?.mayProveIdentity === false,
    () => 'The keyUsage of the certificate does not allow signing: it needs digitalSignature or nonRepudiation.',
  ],
  [
    ({ extendedKeyUsage }) => extendedKeyUsage?.every(isForOtherThings) === true,
    () =>
      'The extendedKeyUsage of the certificate allows other things only, such as serverAuth: it must allow clientAuth or the signing of documents, or be left out.',
  ],
  [
    ({ unknownCritical }) => unknownCritical.length > 0,
    ({ unknownCritical }) =>
      `The certificate has the critical extension ${unknownCritical.slice(0, 5).join(', ')}, which this server does not know and so must not pass over (RFC 5280, 4.2).`,
  ],
  [
    ({ hasNameConstraints }) => hasNameConstraints,
    () => 'The certificate has nameConstraints, which only a CA may have (RFC 5280, 4.2.1.10).',
  ],
  ...KEY_FAULTS,
  [
    ({ signedWith }) => !signedWith.strong,
    ({ signedWith }) =>
      `The certificate was signed by its issuer with ${signedWith.name}: SHA-256 or better is needed.`,
  ],
]

/** Purposes that say nothing about the sender of a request (RFC 5280, 4.2.1.12). An empty list permits nothing. */
const OTHER_PURPOSES: ReadonlySet<string> = new Set([
  '1.3.6.1.5.5.7.3.1', // serverAuth
  '1.3.6.1.5.5.7.3.3', // codeSigning
  '1.3.6.1.5.5.7.3.8', // timeStamping
  '1.3.6.1.5.5.7.3.9', // OCSPSigning
])

function isForOtherThings(purpose: string): boolean {
  return OTHER_PURPOSES.has(purpose)
}
