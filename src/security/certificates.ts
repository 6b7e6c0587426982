import { type KeyObject, X509Certificate } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { normaliseTppId } from '../domain/tpps.ts'
import { type CertificateFields, readCertificateFields } from './certificate-fields.ts'
import { CERTIFICATE_HEADER, decodeCertificateHeader, refuseCertificate } from './certificate-header.ts'
import { DerError } from './der.ts'
import {
  type DistinguishedName,
  findNameValue,
  formatDistinguishedName,
  readDistinguishedName,
} from './distinguished-name.ts'
import { readRoles } from './qc-statements.ts'
import { findControl, refuse, showText } from './refusals.ts'

export type SignatureAlgorithm = 'rsa-sha256' | 'ecdsa-sha256'

/** What the doors need to know of the caller's certificate, once it is trusted. */
export type TppCertificate = {
  readonly serial: bigint
  /** lower-case hexadecimal, without leading zeros */
  readonly serialHex: string
  readonly issuer: DistinguishedName
  /** the form that keyId documents: RFC 4514 */
  readonly issuerText: string
  readonly subjectText: string
  readonly publicKey: KeyObject
  /** the one signature algorithm that the key allows */
  readonly algorithm: SignatureAlgorithm
  readonly notBefore: Date
  readonly notAfter: Date
  /** the authority id such as `NO-FSA-987654321`, else the subject's name (D20) */
  readonly tppId: string
  readonly tppName: string
  /** `PSP_PI`, `PSP_AI` and so on; undefined when the certificate states none, so that it may do all (D14) */
  readonly roles: readonly string[] | undefined
}

export type CertificateReader = { read(header: string, now: Date): TppCertificate }

/** As many callers as a server may meet in a while; an entry is a few kilobytes. */
const REMEMBERED = 500

/**
 * Makes the reader of TPP-Signature-Certificate headers. A certificate must be issued directly by one of the anchors.
 * What was found good is remembered by the raw header; the dates are checked on every call.
 * `read` throws DomainError CERTIFICATE_INVALID or CERTIFICATE_EXPIRED, which says precisely why.
 */
export function createCertificateReader(anchors: readonly X509Certificate[]): CertificateReader {
  const issuers = anchors.map(describeAnchor)
  const known = new LRUCache<string, AdmittedCertificate>({ max: REMEMBERED })
  return {
    read(header, now) {
      let admitted = known.get(header)
      if (admitted === undefined) {
        admitted = admit(decodeCertificateHeader(header), issuers)
        known.set(header, admitted)
      }
      checkDates('The certificate', admitted.certificate, now)
      checkDates('The issuer of the certificate', admitted.issuer, now)
      return admitted.certificate
    },
  }
}

/**
 * Describes a certificate without asking who issued it, for example the client's own.
 * @throws DomainError CERTIFICATE_INVALID when it cannot be read or its key is no RSA key of 2048 bits or P-256
 */
export function describeCertificate(x509: X509Certificate): TppCertificate {
  return describe(
    x509,
    parse(() => readCertificateFields(x509.raw)),
  )
}

type Validity = { readonly notBefore: Date; readonly notAfter: Date }
type Anchor = Validity & { readonly x509: X509Certificate; readonly fields: CertificateFields; readonly name: string }
type AdmittedCertificate = { readonly certificate: TppCertificate; readonly issuer: Validity }

const ORGANIZATION_IDENTIFIER = '2.5.4.97'
const ORGANIZATION = '2.5.4.10'
const COMMON_NAME = '2.5.4.3'

function describeAnchor(x509: X509Certificate): Anchor {
  const fields = parse(() => readCertificateFields(x509.raw))
  const name = formatDistinguishedName(parse(() => readDistinguishedName(fields.subjectDer)))
  return { x509, fields, name, ...readValidity(x509) }
}

/** The checks that do not depend on the time, cheap ones first. */
function admit(der: Buffer, anchors: readonly Anchor[]): AdmittedCertificate {
  const fields = parse(() => readCertificateFields(der))
  const x509 = openCertificate(der)
  const certificate = describe(x509, fields)
  if (fields.keyUsage?.mayProveIdentity === false) {
    refuseCertificate(
      'The keyUsage of the certificate does not allow signing: it needs digitalSignature or nonRepudiation.',
    )
  }
  if (!fields.signedWith.strong) {
    refuseCertificate(
      `The certificate was signed by its issuer with ${fields.signedWith.name}: SHA-256 or better is needed.`,
    )
  }
  return { certificate, issuer: findIssuer(x509, fields, certificate, anchors) }
}

/** Names are compared as DER and keys by the signature, so another CA that took the same name is not trusted. */
function findIssuer(
  x509: X509Certificate,
  fields: CertificateFields,
  described: TppCertificate,
  anchors: readonly Anchor[],
): Anchor {
  const issuerText = showText(described.issuerText)
  const namesakes = anchors.filter(anchor => anchor.fields.subjectDer.equals(fields.issuerDer))
  if (namesakes.length === 0) {
    refuseCertificate(
      `The certificate was issued by ${issuerText}, which this server does not trust. Use a certificate of the sandbox (sandbank tpp new), or put the issuer's certificate into the folder trust.`,
      anchors.slice(0, 5).map(anchor => `A trusted issuer is ${showText(anchor.name)}`),
    )
  }
  const issuer = namesakes.find(anchor => isSignedBy(x509, anchor.x509))
  if (issuer === undefined) {
    return refuseCertificate(
      `The certificate names ${issuerText} as its issuer, but was not signed with the key of that trusted issuer: it is of another CA with the same name, or was changed.`,
    )
  }
  if (!issuer.x509.ca || issuer.fields.keyUsage?.mayIssue === false) {
    refuseCertificate(
      `The certificate was issued with the certificate of ${issuerText}, which is no CA: an issuer needs basicConstraints CA:TRUE and, where it has a keyUsage, keyCertSign.`,
    )
  }
  const { modulusLength } = issuer.x509.publicKey.asymmetricKeyDetails ?? {}
  if (modulusLength !== undefined && modulusLength < 2048) {
    refuseCertificate(`The issuer ${issuerText} has an RSA key of ${modulusLength} bits: at least 2048 are needed.`)
  }
  return issuer
}

function describe(x509: X509Certificate, fields: CertificateFields): TppCertificate {
  const issuer = parse(() => readDistinguishedName(fields.issuerDer))
  const subject = parse(() => readDistinguishedName(fields.subjectDer))
  const subjectText = formatDistinguishedName(subject)
  const authorityId = findNameValue(subject, ORGANIZATION_IDENTIFIER)
  const tppName = findNameValue(subject, ORGANIZATION) ?? findNameValue(subject, COMMON_NAME) ?? subjectText
  // Both end up in the store and on pages, and not every store can hold a NUL.
  if (findControl(`${authorityId ?? ''}${tppName}`) !== undefined)
    refuseCertificate('The subject of the certificate holds control characters.')
  const publicKey = readPublicKey(x509)
  return {
    serial: fields.serial,
    serialHex: fields.serial.toString(16),
    issuer,
    issuerText: formatDistinguishedName(issuer),
    subjectText,
    publicKey,
    algorithm: findAlgorithm(publicKey),
    ...readValidity(x509),
    tppId: authorityId === undefined ? subjectText : normaliseTppId(authorityId),
    tppName,
    roles: fields.qcStatements && parse(() => fields.qcStatements && readRoles(fields.qcStatements)),
  }
}

/** Algorithm and strength come from the key alone; an exponent of 1 would make every signature valid. */
function findAlgorithm(publicKey: KeyObject): SignatureAlgorithm {
  const { modulusLength = 0, publicExponent = 0n, namedCurve } = publicKey.asymmetricKeyDetails ?? {}
  if (publicKey.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') return 'ecdsa-sha256'
  if (publicKey.asymmetricKeyType !== 'rsa') {
    return refuseCertificate(
      `The certificate has a key of type ${publicKey.asymmetricKeyType ?? 'unknown'}${namedCurve === undefined ? '' : ` (${namedCurve})`}: RSA of at least 2048 bits, or EC P-256, is needed.`,
    )
  }
  if (modulusLength < 2048)
    refuseCertificate(`The certificate has an RSA key of ${modulusLength} bits: at least 2048 are needed.`)
  if (publicExponent < 3n)
    refuseCertificate('The RSA key of the certificate has the exponent 1, with which everybody can sign.')
  return 'rsa-sha256'
}

function checkDates(what: string, { notBefore, notAfter }: Validity, now: Date): void {
  if (now < notBefore) {
    refuse(
      'CERTIFICATE_EXPIRED',
      `${what} is not valid before ${notBefore.toISOString()}; now it is ${now.toISOString()}.`,
      CERTIFICATE_HEADER,
    )
  }
  if (now > notAfter) {
    refuse(
      'CERTIFICATE_EXPIRED',
      `${what} expired at ${notAfter.toISOString()}; now it is ${now.toISOString()}.`,
      CERTIFICATE_HEADER,
    )
  }
}

function readValidity(x509: X509Certificate): Validity {
  const [notBefore, notAfter] = [new Date(x509.validFrom), new Date(x509.validTo)]
  if (Number.isNaN(notBefore.getTime()) || Number.isNaN(notAfter.getTime()))
    refuseCertificate('The dates of the certificate cannot be read.')
  return { notBefore, notAfter }
}

const UNREADABLE =
  'The header decodes, but not to an X.509 certificate in DER. Send the Base64 of one certificate, whole and without its private key.'

/** What our reader cannot read is a refusal; anything else it throws would be a fault of ours. */
function parse<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof DerError) return refuseCertificate(UNREADABLE)
    throw error
  }
}

/** node:crypto throws OpenSSL's errors on bytes it cannot read; their text is ours to keep (D16). */
function openCertificate(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der)
  } catch {
    return refuseCertificate(UNREADABLE)
  }
}

function readPublicKey(x509: X509Certificate): KeyObject {
  try {
    return x509.publicKey
  } catch {
    return refuseCertificate(
      'The public key of the certificate cannot be read: RSA of at least 2048 bits, or EC P-256, is needed.',
    )
  }
}

function isSignedBy(x509: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return x509.verify(issuer.publicKey)
  } catch {
    return false
  }
}
