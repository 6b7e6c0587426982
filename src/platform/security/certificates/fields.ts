import { constants, type KeyObject, verify } from 'node:crypto'
import {
  type DerElement,
  DerError,
  expectTag,
  readBitString,
  readChildren,
  readDer,
  readInteger,
  readOid,
  readOptionalBoolean,
  readPart,
  readTime,
  TAG,
} from './der.ts'
import { type PublicKeyFields, readPublicKeyFields } from './public-keys.ts'
import { QC_STATEMENTS } from './qc-statements.ts'

/** A certificate as its DER has it; only its form is checked. Names stay DER, since they are compared as DER. */
export type CertificateFields = {
  /** what the issuer signed, its signature, and how it was made */
  readonly signed: Buffer
  readonly signature: Buffer
  readonly signedWith: IssuerSignature
  readonly version: number
  readonly serial: bigint
  readonly issuerDer: Buffer
  readonly notBefore: Date
  readonly notAfter: Date
  readonly subjectDer: Buffer
  readonly publicKey: PublicKeyFields
  readonly isAuthority: boolean
  /** undefined when the certificate has no KeyUsage, so that the key may be used for anything */
  readonly keyUsage: { readonly mayProveIdentity: boolean; readonly mayIssue: boolean } | undefined
  /** object identifiers; undefined when the certificate has no ExtendedKeyUsage */
  readonly extendedKeyUsage: readonly string[] | undefined
  readonly qcStatements: Buffer | undefined
  /** critical extensions that this server does not know */
  readonly unknownCritical: readonly string[]
  readonly hasNameConstraints: boolean
}

/** How the issuer signed: the algorithm's name, whether its hash is SHA-256 or better, and what verifying needs. */
type IssuerSignature = {
  readonly name: string
  readonly strong: boolean
  readonly keyKind: 'rsa' | 'ec' | undefined
  readonly hash: string
  /** RSA-PSS; undefined for PKCS #1 v1.5 and for ECDSA */
  readonly saltLength?: number
}

/** Reads a certificate's DER (RFC 5280, 4.1). @throws DerError */
export function readCertificateFields(der: Buffer): CertificateFields {
  const [signed, algorithm, signature, ...rest] = readChildren(readDer(der))
  if (rest.length > 0) throw new DerError('a certificate has three parts')
  const members = readChildren(expectTag(signed, TAG.sequence))
  const version = members[0]?.tag === TAG.context0 ? readVersion(members[0]) : 1
  const [serial, innerAlgorithm, issuer, validity, subject, publicKey, ...optional] =
    members[0]?.tag === TAG.context0 ? members.slice(1) : members
  // RFC 5280, 4.1.1.2. The outer one is not signed and could have been replaced.
  if (!expectTag(innerAlgorithm, TAG.sequence).raw.equals(expectTag(algorithm, TAG.sequence).raw))
    throw new DerError('it names two different algorithms for its signature')
  const [notBefore, notAfter, ...furtherDates] = readChildren(expectTag(validity, TAG.sequence))
  if (furtherDates.length > 0) throw new DerError('a validity has two dates')
  return {
    signed: expectTag(signed, TAG.sequence).raw,
    signature: readBitString(signature),
    signedWith: readIssuerSignature(algorithm),
    version,
    serial: readInteger(serial),
    issuerDer: expectTag(issuer, TAG.sequence).raw,
    notBefore: readPart('validity', () => readTime(notBefore)),
    notAfter: readPart('validity', () => readTime(notAfter)),
    subjectDer: expectTag(subject, TAG.sequence).raw,
    publicKey: readPart('public key', () => readPublicKeyFields(publicKey)),
    ...describeExtensions(readPart('list of extensions', () => readExtensions(findExtensions(optional)))),
  }
}

/** Whether the certificate was signed with the private key that belongs to this public one. */
export function isSignedWith({ signed, signature, signedWith }: CertificateFields, issuerKey: KeyObject): boolean {
  const { keyKind, hash, saltLength } = signedWith
  if (keyKind === undefined || issuerKey.asymmetricKeyType !== keyKind) return false
  const pss = saltLength === undefined ? {} : { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }
  try {
    return verify(hash, signed, { key: issuerKey, ...pss }, signature)
  } catch {
    return false
  }
}

const KEY_USAGE = '2.5.29.15'
const BASIC_CONSTRAINTS = '2.5.29.19'
const NAME_CONSTRAINTS = '2.5.29.30'
const EXTENDED_KEY_USAGE = '2.5.29.37'

const EXTENSION_NAMES: ReadonlyMap<string, string> = new Map([
  [KEY_USAGE, 'keyUsage'],
  [BASIC_CONSTRAINTS, 'basicConstraints'],
  [EXTENDED_KEY_USAGE, 'extendedKeyUsage'],
])

/** Extensions that this server reads, or may ignore in a chain of one issuer without required policies (RFC 5280, 4.2, 6.1). */
const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set([
  KEY_USAGE,
  BASIC_CONSTRAINTS,
  NAME_CONSTRAINTS,
  EXTENDED_KEY_USAGE,
  QC_STATEMENTS,
  '2.5.29.14', // subjectKeyIdentifier
  '2.5.29.17', // subjectAltName
  '2.5.29.18', // issuerAltName
  '2.5.29.31', // cRLDistributionPoints
  '2.5.29.32', // certificatePolicies
  '2.5.29.33', // policyMappings
  '2.5.29.35', // authorityKeyIdentifier
  '2.5.29.36', // policyConstraints
  '2.5.29.54', // inhibitAnyPolicy
  '1.3.6.1.5.5.7.1.1', // authorityInfoAccess
])

const RSA_PSS = '1.2.840.113549.1.1.10'
const MGF1 = '1.2.840.113549.1.1.8'

const ISSUER_SIGNATURES: ReadonlyMap<string, IssuerSignature> = new Map([
  ['1.2.840.113549.1.1.4', { name: 'RSA with MD5', strong: false, keyKind: 'rsa', hash: 'md5' }],
  ['1.2.840.113549.1.1.5', { name: 'RSA with SHA-1', strong: false, keyKind: 'rsa', hash: 'sha1' }],
  ['1.2.840.113549.1.1.14', { name: 'RSA with SHA-224', strong: false, keyKind: 'rsa', hash: 'sha224' }],
  ['1.2.840.113549.1.1.11', { name: 'RSA with SHA-256', strong: true, keyKind: 'rsa', hash: 'sha256' }],
  ['1.2.840.113549.1.1.12', { name: 'RSA with SHA-384', strong: true, keyKind: 'rsa', hash: 'sha384' }],
  ['1.2.840.113549.1.1.13', { name: 'RSA with SHA-512', strong: true, keyKind: 'rsa', hash: 'sha512' }],
  ['1.2.840.10045.4.1', { name: 'ECDSA with SHA-1', strong: false, keyKind: 'ec', hash: 'sha1' }],
  ['1.2.840.10045.4.3.1', { name: 'ECDSA with SHA-224', strong: false, keyKind: 'ec', hash: 'sha224' }],
  ['1.2.840.10045.4.3.2', { name: 'ECDSA with SHA-256', strong: true, keyKind: 'ec', hash: 'sha256' }],
  ['1.2.840.10045.4.3.3', { name: 'ECDSA with SHA-384', strong: true, keyKind: 'ec', hash: 'sha384' }],
  ['1.2.840.10045.4.3.4', { name: 'ECDSA with SHA-512', strong: true, keyKind: 'ec', hash: 'sha512' }],
])
const STRONG_HASHES: ReadonlyMap<string, string> = new Map([
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
])

/** DER leaves out version 1, the default, and counts from 0. */
function readVersion(wrapper: DerElement): number {
  const [number, ...rest] = readChildren(wrapper, TAG.context0)
  const version = readInteger(number) + 1n
  if (rest.length > 0 || version < 2n || version > 255n) throw new DerError('it has no version that there is')
  return Number(version)
}

// The two identifiers before the extensions belong to version 2, and are not used.
const UNIQUE_IDS: ReadonlySet<number> = new Set([0x81, 0x82, TAG.context1, TAG.context2])

function findExtensions(optional: readonly DerElement[]): DerElement | undefined {
  const [wrapper, ...rest] = optional.filter(({ tag }) => !UNIQUE_IDS.has(tag))
  if (wrapper === undefined) return undefined
  if (wrapper.tag !== TAG.context3 || rest.length > 0)
    throw new DerError('parts follow the public key that do not belong there')
  return wrapper
}

type Extension = { readonly critical: boolean; readonly value: Buffer }

/** The values by object identifier. An extension that occurs twice has no meaning (RFC 5280, 4.2). */
function readExtensions(wrapper: DerElement | undefined): ReadonlyMap<string, Extension> {
  const found = new Map<string, Extension>()
  if (wrapper === undefined) return found
  const [list, ...lists] = readChildren(wrapper, TAG.context3)
  if (lists.length > 0) throw new DerError('it has two lists of extensions')
  for (const extension of readChildren(expectTag(list, TAG.sequence))) {
    const [id, ...rest] = readChildren(extension)
    const critical = readOptionalBoolean(rest[0])
    const [value, ...further] = critical === undefined ? rest : rest.slice(1)
    const oid = readOid(id)
    if (found.has(oid)) throw new DerError(`the extension ${oid} occurs twice`)
    if (further.length > 0) throw new DerError(`the extension ${oid} has too many parts`)
    found.set(oid, { critical: critical === true, value: expectTag(value, TAG.octetString).content })
  }
  return found
}

function describeExtensions(extensions: ReadonlyMap<string, Extension>) {
  const read = <T>(oid: string, reader: (value: Buffer) => T): T | undefined => {
    const extension = extensions.get(oid)
    return extension && readPart(`extension ${EXTENSION_NAMES.get(oid)}`, () => reader(extension.value))
  }
  return {
    isAuthority: read(BASIC_CONSTRAINTS, readIsAuthority) === true,
    keyUsage: read(KEY_USAGE, readKeyUsage),
    extendedKeyUsage: read(EXTENDED_KEY_USAGE, value => readChildren(readDer(value)).map(readOid)),
    qcStatements: extensions.get(QC_STATEMENTS)?.value,
    unknownCritical: [...extensions].flatMap(([oid, { critical }]) =>
      critical && !KNOWN_EXTENSIONS.has(oid) ? [oid] : [],
    ),
    hasNameConstraints: extensions.has(NAME_CONSTRAINTS),
  }
}

function readIsAuthority(value: Buffer): boolean {
  const [first, second, ...rest] = readChildren(readDer(value))
  const isAuthority = readOptionalBoolean(first)
  const pathLength = isAuthority === undefined ? first : second
  if (pathLength !== undefined && readInteger(pathLength) < 0n) throw new DerError('a path length is negative')
  if (rest.length > 0 || (isAuthority === undefined && second !== undefined))
    throw new DerError('basicConstraints have too many parts')
  return isAuthority === true
}

/** The first content byte counts unused bits; then digitalSignature is the highest bit, and so on downwards. */
function readKeyUsage(value: Buffer): { mayProveIdentity: boolean; mayIssue: boolean } {
  const { content } = expectTag(readDer(value), TAG.bitString)
  const bits = content[1] ?? 0
  const digitalSignature = (bits & 0x80) !== 0
  const nonRepudiation = (bits & 0x40) !== 0
  return { mayProveIdentity: digitalSignature || nonRepudiation, mayIssue: (bits & 0x04) !== 0 }
}

function readIssuerSignature(algorithm: DerElement | undefined): IssuerSignature {
  const [id, parameters] = readChildren(expectTag(algorithm, TAG.sequence))
  const oid = readOid(id)
  if (oid === RSA_PSS) return readPss(parameters)
  return ISSUER_SIGNATURES.get(oid) ?? { name: `the algorithm ${oid}`, strong: false, keyKind: undefined, hash: '' }
}

/**
 * RSASSA-PSS names its hash, the hash of its mask and the length of its salt in the parameters; absent values mean SHA-1 and 20 (RFC 4055, 3.1). A
 * mask with another hash than the text's is not worth supporting.
 */
function readPss(parameters: DerElement | undefined): IssuerSignature {
  const parts = parameters?.tag === TAG.sequence ? readChildren(parameters) : []
  const explicit = (tag: number) => parts.filter(part => part.tag === tag).flatMap(part => readChildren(part, tag))
  const [hashId] = explicit(TAG.context0).map(identifier => readOid(readChildren(identifier)[0]))
  const [mask] = explicit(TAG.context1).map(identifier => readChildren(identifier))
  const maskHash = mask?.[1] === undefined || readOid(mask[0]) !== MGF1 ? undefined : readOid(readChildren(mask[1])[0])
  const [salt] = explicit(TAG.context2).map(readInteger)
  const hash = STRONG_HASHES.get(hashId ?? '')
  const strong = hash !== undefined && maskHash === hashId
  const saltLength = salt === undefined ? 20 : salt >= 0n && salt <= 512n ? Number(salt) : 0
  return { name: 'RSA-PSS', strong, keyKind: 'rsa', hash: hash ?? 'sha1', saltLength }
}
