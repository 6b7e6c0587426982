import {
  type DerElement,
  DerError,
  expectTag,
  readChildren,
  readDer,
  readInteger,
  readOid,
  readOptionalBoolean,
  TAG,
} from './der.ts'
import { QC_STATEMENTS } from './qc-statements.ts'

/** What `X509Certificate` does not give, read from the DER. Names stay DER, since they are compared as DER. */
export type CertificateFields = {
  readonly serial: bigint
  readonly issuerDer: Buffer
  readonly subjectDer: Buffer
  readonly signedWith: SignatureHash
  /** undefined when the certificate has no KeyUsage, so that the key may be used for anything */
  readonly keyUsage: { readonly mayProveIdentity: boolean; readonly mayIssue: boolean } | undefined
  readonly qcStatements: Buffer | undefined
}

/** How the issuer signed: the algorithm's name, and whether its hash is SHA-256 or better. */
export type SignatureHash = { readonly name: string; readonly strong: boolean }

const KEY_USAGE = '2.5.29.15'
const RSA_PSS = '1.2.840.113549.1.1.10'

const SIGNATURE_HASHES: ReadonlyMap<string, SignatureHash> = new Map([
  ['1.2.840.113549.1.1.4', { name: 'RSA with MD5', strong: false }],
  ['1.2.840.113549.1.1.5', { name: 'RSA with SHA-1', strong: false }],
  ['1.2.840.113549.1.1.14', { name: 'RSA with SHA-224', strong: false }],
  ['1.2.840.113549.1.1.11', { name: 'RSA with SHA-256', strong: true }],
  ['1.2.840.113549.1.1.12', { name: 'RSA with SHA-384', strong: true }],
  ['1.2.840.113549.1.1.13', { name: 'RSA with SHA-512', strong: true }],
  ['1.2.840.10045.4.1', { name: 'ECDSA with SHA-1', strong: false }],
  ['1.2.840.10045.4.3.1', { name: 'ECDSA with SHA-224', strong: false }],
  ['1.2.840.10045.4.3.2', { name: 'ECDSA with SHA-256', strong: true }],
  ['1.2.840.10045.4.3.3', { name: 'ECDSA with SHA-384', strong: true }],
  ['1.2.840.10045.4.3.4', { name: 'ECDSA with SHA-512', strong: true }],
])
const STRONG_HASHES: ReadonlySet<string> = new Set([
  '2.16.840.1.101.3.4.2.1',
  '2.16.840.1.101.3.4.2.2',
  '2.16.840.1.101.3.4.2.3',
])

/** Reads a certificate's DER (RFC 5280, 4.1). @throws DerError */
export function readCertificateFields(der: Buffer): CertificateFields {
  const [tbs, algorithm] = readChildren(readDer(der))
  const members = readChildren(expectTag(tbs, TAG.sequence))
  const [serial, , issuer, , subject] = members[0]?.tag === TAG.context0 ? members.slice(1) : members
  const extensions = readExtensions(members.find(member => member.tag === TAG.context3))
  const keyUsage = extensions.get(KEY_USAGE)
  return {
    serial: readInteger(serial),
    issuerDer: expectTag(issuer, TAG.sequence).raw,
    subjectDer: expectTag(subject, TAG.sequence).raw,
    signedWith: readSignatureHash(algorithm),
    keyUsage: keyUsage === undefined ? undefined : readKeyUsage(keyUsage),
    qcStatements: extensions.get(QC_STATEMENTS),
  }
}

/** The values by object identifier. An extension that occurs twice has no meaning (RFC 5280, 4.2). */
function readExtensions(wrapper: DerElement | undefined): ReadonlyMap<string, Buffer> {
  const found = new Map<string, Buffer>()
  if (wrapper === undefined) return found
  const [list] = readChildren(wrapper, TAG.context3)
  for (const extension of readChildren(expectTag(list, TAG.sequence))) {
    const [id, ...rest] = readChildren(extension)
    const value = readOptionalBoolean(rest[0]) === undefined ? rest[0] : rest[1]
    const oid = readOid(id)
    if (found.has(oid)) throw new DerError(`the extension ${oid} occurs twice`)
    found.set(oid, expectTag(value, TAG.octetString).content)
  }
  return found
}

/** The first content byte counts unused bits; then digitalSignature is the highest bit, and so on downwards. */
function readKeyUsage(value: Buffer): { mayProveIdentity: boolean; mayIssue: boolean } {
  const { content } = expectTag(readDer(value), TAG.bitString)
  const bits = content[1] ?? 0
  const digitalSignature = (bits & 0x80) !== 0
  const nonRepudiation = (bits & 0x40) !== 0
  return { mayProveIdentity: digitalSignature || nonRepudiation, mayIssue: (bits & 0x04) !== 0 }
}

function readSignatureHash(algorithm: DerElement | undefined): SignatureHash {
  const [id, parameters] = readChildren(expectTag(algorithm, TAG.sequence))
  const oid = readOid(id)
  if (oid === RSA_PSS) return { name: 'RSA-PSS', strong: hasStrongPssHash(parameters) }
  return SIGNATURE_HASHES.get(oid) ?? { name: `the algorithm ${oid}`, strong: false }
}

/** RSASSA-PSS names its hash in the parameters; without them it is SHA-1 (RFC 4055). */
function hasStrongPssHash(parameters: DerElement | undefined): boolean {
  if (parameters?.tag !== TAG.sequence) return false
  const hash = readChildren(parameters).find(member => member.tag === TAG.context0)
  if (hash === undefined) return false
  const [identifier] = readChildren(hash, TAG.context0)
  return STRONG_HASHES.has(readOid(readChildren(expectTag(identifier, TAG.sequence))[0]))
}
