import type { KeyObject, X509Certificate } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { DomainError } from '../../../domain/errors.ts'
import { refuse, showText } from '../refusals.ts'
import type { Warning } from '../warnings.ts'
import { DerError, readPart } from './der.ts'
import { type DistinguishedName, formatDistinguishedName, readDistinguishedName } from './distinguished-name.ts'
import { type CertificateFields, isSignedWith, readCertificateFields } from './fields.ts'
import { refuseUnfitCertificate, refuseUnfitIssuer, refuseUnfitKey } from './fitness.ts'
import { CERTIFICATE_HEADER, decodeCertificateHeader, isPlainBase64, refuseCertificate } from './header.ts'
import { findCertificateMistake } from './mistakes.ts'
import { openPublicKey } from './public-keys.ts'
import { isLoneStatement, readRoles } from './qc-statements.ts'
import { describeTpp, readTppIdentity, type TppIdentity } from './tpp-identity.ts'
import type { FurtherAnchors } from './trust-anchors.ts'

export type SignatureAlgorithm = 'rsa-sha256' | 'ecdsa-sha256'

/** The content of a certificate, trusted or not. */
export type CertificateSummary = {
  readonly serial: bigint
  /** lower-case hexadecimal, without leading zeros */
  readonly serialHex: string
  readonly issuer: DistinguishedName
  /** the form that keyId documents: RFC 4514 */
  readonly issuerText: string
  readonly subjectText: string
  readonly notBefore: Date
  readonly notAfter: Date
  /** the authority id such as `NO-FSA-987654321`, else the subject's name (D20) */
  readonly tppId: string
  readonly tppName: string
  /** `PSP_PI`, `PSP_AI` and so on; undefined when the certificate states none, so that it may do all (D14) */
  readonly roles: readonly string[] | undefined
}

/** What the doors need to know about the caller's certificate, once it is trusted. */
export type TppCertificate = CertificateSummary & {
  readonly publicKey: KeyObject
  /** the one signature algorithm that the key allows */
  readonly algorithm: SignatureAlgorithm
  /** deviations of its header that were tolerated (D73) */
  readonly warnings: readonly Warning[]
}

/** A key that this server knows, and its owner. */
export type KnownKey = { readonly owner: string; readonly key: KeyObject }

export type CertificateReader = {
  /** A promise to await before reading, while the server's own CA is being created. */
  ready?(): Promise<void> | undefined
  /** `at` is the origin by which the sender has reached the bank, if known. */
  read(header: string, now: Date, at?: string): TppCertificate
  /** The keys of the trusted issuers and of the TPPs that called last, without the key of this certificate. */
  listOtherKeys(certificate: TppCertificate): readonly KnownKey[]
}

/** How often the further anchors are looked at while only known certificates come. */
const LOOK_MS = 1_000

/** As many callers as a server may meet in some time; an entry is a few kilobytes. */
const REMEMBERED = 500

/**
 * Creates the reader of TPP-Signature-Certificate headers. A certificate must be issued directly by one of the anchors. Until a signature of an
 * anchor is verified, OpenSSL does not parse any of its bytes. A good certificate is cached by its raw header; the dates are checked on every call.
 * `read` throws DomainError CERTIFICATE_INVALID or CERTIFICATE_EXPIRED with the precise reason.
 */
export function createCertificateReader(
  anchors: readonly X509Certificate[],
  further?: FurtherAnchors,
): CertificateReader {
  const own = anchors.map(describeAnchor)
  let issuers = own
  const known = new LRUCache<string, AdmittedCertificate>({ max: REMEMBERED })
  let lookedAt = 0
  const renew = () => {
    lookedAt = performance.now()
    const others = further?.renew()
    if (others === undefined) return
    issuers = [...own, ...others.map(describeAnchor)]
    // An anchor may have been removed.
    known.clear()
  }
  renew()
  return {
    read(header, now, at) {
      // An anchor that was removed is trusted no longer than this.
      if (performance.now() - lookedAt > LOOK_MS) renew()
      let admitted = known.get(header)
      if (admitted === undefined) {
        renew()
        admitted = explained(header, () => {
          const der = decodeCertificateHeader(header)
          return admit(header, der, issuers, { unread: further?.fault(), at })
        })
        known.set(header, admitted)
      }
      checkDates('The certificate', admitted.certificate, now)
      checkDates('The issuer of the certificate', admitted.issuer, now)
      return admitted.certificate
    },
    listOtherKeys(certificate) {
      const ofIssuers = issuers.flatMap(({ name, key }) =>
        key === undefined ? [] : [{ owner: `the issuer ${showText(name)}`, key }],
      )
      const ofTpps = [...known.values()]
        .filter(({ certificate: one }) => !one.publicKey.equals(certificate.publicKey))
        .map(({ certificate: one }) => ({
          owner: `another certificate of ${showText(one.tppName)}, serial ${one.serialHex}`,
          key: one.publicKey,
        }))
      return [...ofIssuers, ...ofTpps].slice(0, MOST_OTHER_KEYS)
    },
  }
}

const MOST_OTHER_KEYS = 10

/** Describes a certificate without checking it, for example the client's own. @throws DomainError CERTIFICATE_INVALID */
export function describeCertificate({ raw }: X509Certificate): CertificateSummary {
  const fields = parse(() => readCertificateFields(raw))
  return summarise(fields, describeTpp)
}

/**
 * A certificate as if it were trusted: only to explain a request, never to admit one. Its key is checked as any other.
 * @throws DomainError CERTIFICATE_INVALID
 */
export function describeUntrusted(header: string): TppCertificate {
  const der = decodeCertificateHeader(header)
  const fields = parse(() => readCertificateFields(der))
  refuseUnfitKey(fields)
  return { ...summarise(fields, describeTpp), ...describeKey(fields), warnings: warningsOf(header, der, fields) }
}

type Validity = { readonly notBefore: Date; readonly notAfter: Date }
type Anchor = { readonly fields: CertificateFields; readonly name: string; readonly key: KeyObject | undefined }
/** Facts for the refusal: why further anchors could not be read, and the origin by which the bank was reached. */
type Place = { readonly unread: string | undefined; readonly at: string | undefined }
type AdmittedCertificate = { readonly certificate: TppCertificate; readonly issuer: Validity }

/** A faulty key is reported when a certificate uses it, so that one bad anchor does not keep the bank from starting. */
function describeAnchor({ raw }: X509Certificate): Anchor {
  const fields = parse(() => readCertificateFields(raw))
  const name = formatDistinguishedName(readName(fields.subjectDer))
  return { fields, name, key: fields.publicKey.fault === undefined ? openPublicKey(fields.publicKey) : undefined }
}

/** The checks that do not depend on the time, cheap ones first, and none that needs the key before its issuer is known. */
function admit(header: string, der: Buffer, anchors: readonly Anchor[], place: Place): AdmittedCertificate {
  const fields = parse(() => readCertificateFields(der))
  refuseUnfitCertificate(fields)
  const { fields: issuer } = findIssuer(fields, anchors, place)
  const known = { ...summarise(fields, readTppIdentity), ...describeKey(fields) }
  return { certificate: { ...known, warnings: warningsOf(header, der, fields) }, issuer }
}

/** Deviations of a certificate that are accepted although a bank may refuse them (D73). */
function warningsOf(header: string, der: Buffer, { qcStatements }: CertificateFields): Warning[] {
  const isLone = qcStatements !== undefined && parse(() => isLoneStatement(qcStatements))
  return [...(isPlainBase64(header, der) ? [] : [ODD_FORM]), ...(isLone ? [LONE_STATEMENT] : [])]
}

const ODD_FORM: Warning = {
  code: 'CERTIFICATE_FORM',
  text: 'The certificate is read, but not in the form of the interface: send the Base64 of its DER alone, on one line.',
}

const LONE_STATEMENT: Warning = {
  code: 'QC_STATEMENTS_FORM',
  text: 'The extension qcStatements of the certificate is one statement, not a sequence of statements: its issuer must write it as in RFC 3739, 3.2.6.',
}

/** Names are compared as DER and keys by the signature, so another CA that took the same name is not trusted. */
function findIssuer(fields: CertificateFields, anchors: readonly Anchor[], { unread, at }: Place): Anchor {
  const issuerText = showText(formatDistinguishedName(readName(fields.issuerDer)))
  const namesakes = anchors.filter(anchor => anchor.fields.subjectDer.equals(fields.issuerDer))
  if (namesakes.length === 0) {
    refuseCertificate(
      `The certificate was issued by ${issuerText}, which this server does not trust. Use a certificate of the sandbox (sandbank tpp new), or put the issuer's certificate into the folder trust.`,
      [...unreadOf(unread), ...anchors.slice(0, 5).map(anchor => `A trusted issuer is ${showText(anchor.name)}`)],
      MAKE_TPP,
    )
  }
  const issuer = namesakes.find(({ key }) => key !== undefined && isSignedWith(fields, key))
  if (issuer === undefined) {
    const faulty = namesakes.find(({ key }) => key === undefined)
    return refuseCertificate(
      faulty === undefined
        ? `The certificate names ${issuerText} as its issuer, but was not signed with the key of that trusted issuer: it is of another CA with the same name, or was changed. \`npx sandbank tpp new NAME${at === undefined ? '' : ` --base ${at}`}\` makes one of this bank (with --force where the name is taken).`
        : `The issuer ${issuerText} has ${faulty.fields.publicKey.fault}.`,
      unreadOf(unread),
      MAKE_TPP,
    )
  }
  refuseUnfitIssuer(issuer.fields, issuerText)
  return issuer
}

const MAKE_TPP = { kind: 'act', act: 'MAKE_TPP' } as const

// Only the operator may see its path.
function unreadOf(fault: string | undefined): readonly string[] {
  return fault === undefined
    ? []
    : ['A file in the folder trust cannot be read: until it can, the issuers from before count.']
}

function describeKey({ publicKey }: CertificateFields): Pick<TppCertificate, 'publicKey' | 'algorithm'> {
  return { publicKey: openPublicKey(publicKey), algorithm: publicKey.kind === 'ec' ? 'ecdsa-sha256' : 'rsa-sha256' }
}

function summarise(
  { serial, issuerDer, subjectDer, notBefore, notAfter, qcStatements }: CertificateFields,
  identityOf: (subject: DistinguishedName) => TppIdentity,
): CertificateSummary {
  const subject = readName(subjectDer)
  const issuer = readName(issuerDer)
  return {
    serial,
    serialHex: serial.toString(16),
    issuer,
    issuerText: formatDistinguishedName(issuer),
    subjectText: formatDistinguishedName(subject),
    notBefore,
    notAfter,
    roles: qcStatements && parse(() => readRoles(qcStatements)),
    ...identityOf(subject),
  }
}

function readName(der: Buffer): DistinguishedName {
  return parse(() => readPart('subject or issuer', () => readDistinguishedName(der)))
}

/** Says first what the header contains instead of a certificate, if that is known (D96). */
function explained<T>(header: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    const mistake = error instanceof DomainError ? findCertificateMistake(header) : undefined
    if (!(error instanceof DomainError) || mistake === undefined) throw error
    throw new DomainError(error.code, [{ text: mistake, path: CERTIFICATE_HEADER }, ...error.faults])
  }
}

function checkDates(what: string, { notBefore, notAfter }: Validity, now: Date): void {
  const at = now.getTime()
  if (at < notBefore.getTime()) {
    refuse(
      'CERTIFICATE_EXPIRED',
      `${what} is not valid before ${notBefore.toISOString()}; now it is ${now.toISOString()}.`,
      CERTIFICATE_HEADER,
    )
  }
  if (at > notAfter.getTime()) {
    refuse(
      'CERTIFICATE_EXPIRED',
      `${what} expired at ${notAfter.toISOString()}; now it is ${now.toISOString()}. Sign with one that is valid: \`npx sandbank tpp new NAME\` makes one of this bank.`,
      CERTIFICATE_HEADER,
    )
  }
}

/** A DerError becomes a refusal; any other error is a fault of ours. */
function parse<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof DerError && error.part !== undefined)
      return refuseCertificate(
        `The certificate is read, but not its ${error.part} (${error.message}): its issuer must make it anew, with this part corrected.`,
      )
    if (error instanceof DerError)
      return refuseCertificate(
        `The header decodes, but not to an X.509 certificate in DER (${error.message}). Send the Base64 of one certificate, whole and without its private key.`,
      )
    throw error
  }
}
