import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { readBitString, readChildren, readDer } from '../certificates/der.ts'
import { PSD2_STATEMENT, PSP_ROLES, QC_STATEMENTS } from '../certificates/qc-statements.ts'
import {
  asn1Null,
  asn1True,
  bits,
  element,
  instant,
  integer,
  octets,
  oid,
  printable,
  sequence,
  set,
  utf8,
} from './der-writer.ts'

/** One part of a name to be written: its object identifier and text. */
export type WrittenAttribute = readonly [oid: string, value: string]

/** What PSD2 statements say of the holder (ETSI TS 119 495, 5.1). */
type Psd2Statement = {
  readonly roles: readonly (keyof typeof PSP_ROLES)[]
  readonly authorityName: string
  readonly authorityId: string
}

/** The bits of KeyUsage that are of use here, by their number in RFC 5280. */
const KEY_USAGE_BITS = {
  digitalSignature: 0,
  nonRepudiation: 1,
  keyEncipherment: 2,
  keyCertSign: 5,
  cRLSign: 6,
} as const

export type CertificateTemplate = {
  /** the bytes of the number: 1 to 20, the first below 0x80, so that it is positive */
  readonly serial: Buffer
  readonly subject: readonly WrittenAttribute[]
  readonly notBefore: Date
  readonly notAfter: Date
  /** the key to certify: the public one, the private one that it belongs to, or any SubjectPublicKeyInfo */
  readonly key: KeyObject | Buffer
  /** the issuer's name as DER, so that it is its subject byte by byte; undefined when it signs itself */
  readonly issuerDer?: Buffer
  readonly issuerKey: KeyObject
  readonly isAuthority: boolean
  readonly keyUsage: readonly (keyof typeof KEY_USAGE_BITS)[]
  readonly psd2?: Psd2Statement
  /** by default SHA-256 */
  readonly hash?: keyof typeof SIGNED_WITH
  /** by default 3; version 1 has no extensions */
  readonly version?: 1 | 2 | 3
  readonly moreExtensions?: readonly WrittenExtension[]
}

/** An extension to be written: its value is DER. */
type WrittenExtension = { readonly id: string; readonly critical?: boolean; readonly value: Buffer }

/**
 * Writes and signs an X.509 certificate. Values of names are UTF8String, but a country is a PrintableString, as X.520
 * demands.
 * @returns the certificate as DER
 */
export function buildCertificate(template: CertificateTemplate): Buffer {
  const { issuerKey, version = 3, hash = 'sha256' } = template
  const isEc = issuerKey.asymmetricKeyType === 'ec'
  const algorithm = sequence(oid(SIGNED_WITH[hash][isEc ? 'ec' : 'rsa']), ...(isEc ? [] : [asn1Null()]))
  const subject = writeName(template.subject)
  const publicKey = publicKeyDer(template.key)
  const signed = sequence(
    ...(version === 1 ? [] : [element(0xa0, integer(version - 1))]),
    integer(template.serial),
    algorithm,
    template.issuerDer ?? subject,
    sequence(instant(template.notBefore), instant(template.notAfter)),
    subject,
    publicKey,
    ...(version === 3 ? [element(0xa3, sequence(...listExtensions(template, publicKey)))] : []),
  )
  return sequence(signed, algorithm, bits(sign(hash, signed, issuerKey)))
}

/** DER as a PEM text with the given label. */
export function encodePem(der: Buffer, label: string): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

const SIGNED_WITH = {
  sha1: { rsa: '1.2.840.113549.1.1.5', ec: '1.2.840.10045.4.1' },
  sha256: { rsa: '1.2.840.113549.1.1.11', ec: '1.2.840.10045.4.3.2' },
} as const
const COUNTRY = '2.5.4.6'
const QC_COMPLIANCE = '0.4.0.1862.1.1'
const QC_TYPE = '0.4.0.1862.1.6'
const QC_TYPE_SEAL = '0.4.0.1862.1.6.2'

function listExtensions(template: CertificateTemplate, publicKey: Buffer): Buffer[] {
  const issuerKeyId = keyIdentifier(publicKeyDer(template.issuerKey))
  return [
    { id: '2.5.29.19', critical: true, value: template.isAuthority ? sequence(asn1True(), integer(0)) : sequence() },
    ...(template.keyUsage.length === 0
      ? []
      : [{ id: '2.5.29.15', critical: true, value: writeKeyUsage(template.keyUsage) }]),
    { id: '2.5.29.14', value: octets(Buffer.isBuffer(template.key) ? sha1(publicKey) : keyIdentifier(publicKey)) },
    { id: '2.5.29.35', value: sequence(element(0x80, issuerKeyId)) },
    ...(template.psd2 === undefined ? [] : [{ id: QC_STATEMENTS, value: writeQcStatements(template.psd2) }]),
    ...(template.moreExtensions ?? []),
  ].map(writeExtension)
}

function writeExtension({ id, critical = false, value }: WrittenExtension): Buffer {
  return sequence(oid(id), ...(critical ? [asn1True()] : []), octets(value))
}

function writeQcStatements({ roles, authorityName, authorityId }: Psd2Statement): Buffer {
  const written = roles.map(role => sequence(oid(PSP_ROLES[role]), utf8(role)))
  return sequence(
    sequence(oid(QC_COMPLIANCE)),
    sequence(oid(QC_TYPE), sequence(oid(QC_TYPE_SEAL))),
    sequence(oid(PSD2_STATEMENT), sequence(sequence(...written), utf8(authorityName), utf8(authorityId))),
  )
}

/** A bit string whose first bit is the highest; DER drops the zero bits at the end. */
function writeKeyUsage(names: readonly (keyof typeof KEY_USAGE_BITS)[]): Buffer {
  const numbers = names.map(name => KEY_USAGE_BITS[name])
  const byte = numbers.reduce<number>((sum, number) => sum | (0x80 >> number), 0)
  return bits(Buffer.from([byte]), 7 - Math.max(...numbers))
}

/** A Name as DER. */
export function writeName(attributes: readonly WrittenAttribute[]): Buffer {
  return sequence(
    ...attributes.map(([type, value]) => set(sequence(oid(type), type === COUNTRY ? printable(value) : utf8(value)))),
  )
}

/** SHA-1 over the key's bits, the first method of RFC 5280, 4.2.1.2: a name for the key, not a protection. */
function keyIdentifier(publicKey: Buffer): Buffer {
  return sha1(readBitString(readChildren(readDer(publicKey))[1]))
}

function sha1(bytes: Buffer): Buffer {
  return createHash('sha1').update(bytes).digest()
}

function publicKeyDer(key: KeyObject | Buffer): Buffer {
  if (Buffer.isBuffer(key)) return key
  return (key.type === 'public' ? key : createPublicKey(key)).export({ type: 'spki', format: 'der' })
}
