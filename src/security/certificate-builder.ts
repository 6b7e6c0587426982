import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto'
import forge from 'node-forge'
import { expectTag, readChildren, readDer, TAG } from './der.ts'
import { PSD2_STATEMENT, PSP_ROLES, QC_STATEMENTS } from './qc-statements.ts'

/** One part of a name to be written: its object identifier and text. */
export type WrittenAttribute = readonly [oid: string, value: string]

/** What PSD2 statements say of the holder (ETSI TS 119 495, 5.1). */
export type Psd2Statement = {
  readonly roles: readonly (keyof typeof PSP_ROLES)[]
  readonly authorityName: string
  readonly authorityId: string
}

/** The bits of KeyUsage that are of use here, by their number in RFC 5280. */
export const KEY_USAGE_BITS = {
  digitalSignature: 0,
  nonRepudiation: 1,
  keyEncipherment: 2,
  keyCertSign: 5,
  cRLSign: 6,
} as const

export type CertificateTemplate = {
  /** 1 to 20 bytes, the first below 0x80, so that the number is positive */
  readonly serial: Buffer
  readonly subject: readonly WrittenAttribute[]
  readonly notBefore: Date
  readonly notAfter: Date
  /** the key to certify: the public one, or the private one that it belongs to */
  readonly key: KeyObject
  /** the issuer's name as DER, so that it is its subject byte by byte; undefined when it signs itself */
  readonly issuerDer?: Buffer
  readonly issuerKey: KeyObject
  readonly isAuthority: boolean
  readonly keyUsage: readonly (keyof typeof KEY_USAGE_BITS)[]
  readonly psd2?: Psd2Statement
}

/**
 * Writes and signs an X.509 v3 certificate with SHA-256. Values of names are UTF8String, but a country is a
 * PrintableString, as X.520 demands.
 * @returns the certificate as DER
 */
export function buildCertificate(template: CertificateTemplate): Buffer {
  const { issuerKey } = template
  const algorithm = sequence(
    oid(issuerKey.asymmetricKeyType === 'ec' ? ECDSA_SHA256 : RSA_SHA256),
    ...(issuerKey.asymmetricKeyType === 'ec' ? [] : [nothing()]),
  )
  const subject = writeName(template.subject)
  const publicKey = publicKeyDer(template.key)
  const tbs = sequence(
    context(0, [primitive(asn1.Type.INTEGER, Buffer.from([2]))]),
    primitive(asn1.Type.INTEGER, template.serial),
    algorithm,
    template.issuerDer === undefined ? subject : parsed(template.issuerDer),
    sequence(writeTime(template.notBefore), writeTime(template.notAfter)),
    subject,
    parsed(publicKey),
    context(3, [sequence(...listExtensions(template, publicKey))]),
  )
  const signature = sign('sha256', toDer(tbs), issuerKey)
  return toDer(sequence(tbs, algorithm, bitString(signature)))
}

/** DER as a PEM text with the given label. */
export function encodePem(der: Buffer, label: string): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

const { asn1 } = forge
const RSA_SHA256 = '1.2.840.113549.1.1.11'
const ECDSA_SHA256 = '1.2.840.10045.4.3.2'
const COUNTRY = '2.5.4.6'
const QC_COMPLIANCE = '0.4.0.1862.1.1'
const QC_TYPE = '0.4.0.1862.1.6'
const QC_TYPE_SEAL = '0.4.0.1862.1.6.2'

function listExtensions(template: CertificateTemplate, publicKey: Buffer): forge.asn1.Asn1[] {
  const issuerKeyId = keyIdentifier(publicKeyDer(template.issuerKey))
  const constraints = template.isAuthority
    ? sequence(yes(), primitive(asn1.Type.INTEGER, Buffer.from([0])))
    : sequence()
  return [
    extension('2.5.29.19', true, constraints),
    extension('2.5.29.15', true, writeKeyUsage(template.keyUsage)),
    extension('2.5.29.14', false, primitive(asn1.Type.OCTETSTRING, keyIdentifier(publicKey))),
    extension('2.5.29.35', false, sequence(asn1.create(asn1.Class.CONTEXT_SPECIFIC, 0, false, binary(issuerKeyId)))),
    ...(template.psd2 === undefined ? [] : [extension(QC_STATEMENTS, false, writeQcStatements(template.psd2))]),
  ]
}

function extension(id: string, critical: boolean, value: forge.asn1.Asn1): forge.asn1.Asn1 {
  return sequence(oid(id), ...(critical ? [yes()] : []), primitive(asn1.Type.OCTETSTRING, toDer(value)))
}

function writeQcStatements({ roles, authorityName, authorityId }: Psd2Statement): forge.asn1.Asn1 {
  const written = roles.map(role => sequence(oid(PSP_ROLES[role]), utf8(role)))
  return sequence(
    sequence(oid(QC_COMPLIANCE)),
    sequence(oid(QC_TYPE), sequence(oid(QC_TYPE_SEAL))),
    sequence(oid(PSD2_STATEMENT), sequence(sequence(...written), utf8(authorityName), utf8(authorityId))),
  )
}

/** A bit string whose first bit is the highest; DER drops the zero bits at the end. */
function writeKeyUsage(names: readonly (keyof typeof KEY_USAGE_BITS)[]): forge.asn1.Asn1 {
  const numbers = names.map(name => KEY_USAGE_BITS[name])
  const bits = numbers.reduce<number>((byte, number) => byte | (0x80 >> number), 0)
  return primitive(asn1.Type.BITSTRING, Buffer.from([7 - Math.max(...numbers), bits]))
}

function writeName(attributes: readonly WrittenAttribute[]): forge.asn1.Asn1 {
  const sets = attributes.map(([type, value]) => {
    const text = type === COUNTRY ? primitive(asn1.Type.PRINTABLESTRING, Buffer.from(value, 'latin1')) : utf8(value)
    return asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SET, true, [sequence(oid(type), text)])
  })
  return sequence(...sets)
}

/** UTCTime ends with the year 2049 (RFC 5280, 4.1.2.5). */
function writeTime(time: Date): forge.asn1.Asn1 {
  const year = time.getUTCFullYear()
  return year >= 1950 && year < 2050
    ? primitive(asn1.Type.UTCTIME, Buffer.from(String(asn1.dateToUtcTime(time))))
    : primitive(asn1.Type.GENERALIZEDTIME, Buffer.from(String(asn1.dateToGeneralizedTime(time))))
}

/** SHA-1 over the key's bits, the first method of RFC 5280, 4.2.1.2: a name for the key, not a protection. */
function keyIdentifier(publicKey: Buffer): Buffer {
  const bits = expectTag(readChildren(readDer(publicKey))[1], TAG.bitString)
  return createHash('sha1').update(bits.content.subarray(1)).digest()
}

function publicKeyDer(key: KeyObject): Buffer {
  return (key.type === 'public' ? key : createPublicKey(key)).export({ type: 'spki', format: 'der' })
}

// forge keeps bytes in strings, one character each.
function binary(bytes: Buffer): string {
  return bytes.toString('latin1')
}

function toDer(element: forge.asn1.Asn1): Buffer {
  return Buffer.from(asn1.toDer(element).getBytes(), 'latin1')
}

function parsed(der: Buffer): forge.asn1.Asn1 {
  return asn1.fromDer(binary(der))
}

function primitive(type: forge.asn1.Type, content: Buffer): forge.asn1.Asn1 {
  return asn1.create(asn1.Class.UNIVERSAL, type, false, binary(content))
}

function sequence(...members: forge.asn1.Asn1[]): forge.asn1.Asn1 {
  return asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, members)
}

function context(number: number, members: forge.asn1.Asn1[]): forge.asn1.Asn1 {
  return asn1.create(asn1.Class.CONTEXT_SPECIFIC, number, true, members)
}

function bitString(bytes: Buffer): forge.asn1.Asn1 {
  return primitive(asn1.Type.BITSTRING, Buffer.concat([Buffer.from([0]), bytes]))
}

function oid(dotted: string): forge.asn1.Asn1 {
  return asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OID, false, asn1.oidToDer(dotted).getBytes())
}

function utf8(text: string): forge.asn1.Asn1 {
  return primitive(asn1.Type.UTF8, Buffer.from(text))
}

function yes(): forge.asn1.Asn1 {
  return primitive(asn1.Type.BOOLEAN, Buffer.from([0xff]))
}

function nothing(): forge.asn1.Asn1 {
  return primitive(asn1.Type.NULL, Buffer.alloc(0))
}
