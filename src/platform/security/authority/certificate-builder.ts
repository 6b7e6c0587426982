import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto'
import forge from 'node-forge'
import { readBitString, readChildren, readDer, TAG } from '../certificates/der.ts'
import { PSD2_STATEMENT, PSP_ROLES, QC_STATEMENTS } from '../certificates/qc-statements.ts'

/** One part of a name to write: its object identifier and text. */
export type WrittenAttribute = readonly [oid: string, value: string]

/** What PSD2 statements say about the holder (ETSI TS 119 495, 5.1). */
type Psd2Statement = {
  readonly roles: readonly (keyof typeof PSP_ROLES)[]
  readonly authorityName: string
  readonly authorityId: string
}

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
  readonly keyUsage: readonly ('digitalSignature' | 'nonRepudiation' | 'keyEncipherment' | 'keyCertSign' | 'cRLSign')[]
  readonly psd2?: Psd2Statement
  /** by default SHA-256 */
  readonly hash?: keyof typeof SIGNED_WITH
  /** by default 3; version 1 has no extensions */
  readonly version?: 1 | 2 | 3
  readonly moreExtensions?: readonly WrittenExtension[]
}

/** An extension to write: its value is DER. */
type WrittenExtension = { readonly id: string; readonly critical?: boolean; readonly value: Buffer }

/**
 * Writes and signs an X.509 certificate. Values of names are UTF8String, but a country is a PrintableString, as X.520 demands. node-forge writes it,
 * and node:crypto signs it. Parts that node-forge does not know are added as nodes: EC keys, the issuer's own bytes, longer serial numbers, and the
 * version that DER leaves out.
 * @returns the certificate as DER
 */
export function buildCertificate(template: CertificateTemplate): Buffer {
  const { issuerKey, version = 3, hash = 'sha256' } = template
  const isEc = issuerKey.asymmetricKeyType === 'ec'
  const publicKey = publicKeyDer(template.key)
  const certificate = forge.pki.createCertificate()
  certificate.version = version - 1
  certificate.signatureOid = SIGNED_WITH[hash][isEc ? 'ec' : 'rsa']
  certificate.siginfo.algorithmOid = certificate.signatureOid
  certificate.validity.notBefore = template.notBefore
  certificate.validity.notAfter = template.notAfter
  certificate.setSubject(attributesOf(template.subject))
  if (version === 3) certificate.setExtensions(listExtensions(template, publicKey))
  // Replaced below.
  certificate.publicKey = forge.pki.setRsaPublicKey(new forge.jsbn.BigInteger('3'), new forge.jsbn.BigInteger('3'))
  const [written] = partsOf(forge.pki.certificateToAsn1(certificate))
  const [number, , algorithm, , validity, subject, , ...extensions] = partsOf(written)
  const serial = nodeOf(Buffer.concat([Buffer.of(TAG.integer, template.serial.length), template.serial]))
  const signedWith = isEc ? sequence(...partsOf(algorithm).slice(0, 1)) : algorithm
  const issuer = template.issuerDer === undefined ? subject : nodeOf(template.issuerDer)
  const parts = [serial, signedWith, issuer, validity, subject, nodeOf(publicKey), ...extensions]
  const signed = sequence(...(version === 1 ? parts : [number, ...parts]))
  const signature = sign(hash, derOf(signed), issuerKey)
  return derOf(sequence(signed, signedWith, primitive('BITSTRING', `\0${signature.toString('latin1')}`)))
}

export function encodePem(der: Buffer, label: string): string {
  return forge.pem.encode({ type: label, body: der.toString('latin1') }).replaceAll('\r', '')
}

export function writeName(attributes: readonly WrittenAttribute[]): Buffer {
  return derOf(forge.pki.distinguishedNameToAsn1({ attributes: attributesOf(attributes) }))
}

const SIGNED_WITH = {
  sha1: { rsa: '1.2.840.113549.1.1.5', ec: '1.2.840.10045.4.1' },
  sha256: { rsa: '1.2.840.113549.1.1.11', ec: '1.2.840.10045.4.3.2' },
} as const
const COUNTRY = '2.5.4.6'
const QC_COMPLIANCE = '0.4.0.1862.1.1'
const QC_TYPE = '0.4.0.1862.1.6'
const QC_TYPE_SEAL = '0.4.0.1862.1.6.2'

function attributesOf(attributes: readonly WrittenAttribute[]) {
  const { PRINTABLESTRING, UTF8 } = forge.asn1.Type
  return attributes.map(([type, value]) => {
    const valueTagClass: number = type === COUNTRY ? PRINTABLESTRING : UTF8
    return { type, value, valueTagClass }
  })
}

function listExtensions(template: CertificateTemplate, publicKey: Buffer): object[] {
  const { isAuthority, keyUsage, psd2, moreExtensions = [] } = template
  const own = Buffer.isBuffer(template.key) ? sha1(publicKey) : keyIdentifier(publicKey)
  const usage = Object.fromEntries(keyUsage.map(name => [name, true]))
  const issuer = keyIdentifier(publicKeyDer(template.issuerKey)).toString('latin1')
  return [
    { name: 'basicConstraints', critical: true, cA: isAuthority, ...(isAuthority ? { pathLenConstraint: 0 } : {}) },
    ...(keyUsage.length === 0 ? [] : [{ name: 'keyUsage', critical: true, ...usage }]),
    { id: '2.5.29.14', value: primitive('OCTETSTRING', own.toString('latin1')) },
    { name: 'authorityKeyIdentifier', keyIdentifier: issuer },
    ...(psd2 === undefined ? [] : [{ id: QC_STATEMENTS, value: qcStatements(psd2) }]),
    ...moreExtensions.map(({ value, ...rest }) => ({ ...rest, value: value.toString('latin1') })),
  ]
}

function qcStatements({ roles, authorityName, authorityId }: Psd2Statement): Node {
  const named = roles.map(role => sequence(oid(PSP_ROLES[role]), utf8(role)))
  return sequence(
    sequence(oid(QC_COMPLIANCE)),
    sequence(oid(QC_TYPE), sequence(oid(QC_TYPE_SEAL))),
    sequence(oid(PSD2_STATEMENT), sequence(sequence(...named), utf8(authorityName), utf8(authorityId))),
  )
}

/** SHA-1 over the key's bits, the first method of RFC 5280, 4.2.1.2: it names the key and protects nothing. */
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

type Node = forge.asn1.Asn1

/** DER as a node that node-forge does not interpret: it has no type, and its whole tag is its class. */
function nodeOf(der: Buffer): Node {
  const { tag, content } = readDer(der)
  return forge.asn1.create(tag, forge.asn1.Type.NONE, false, content.toString('latin1'))
}

function sequence(...members: (Node | undefined)[]): Node {
  return forge.asn1.create(
    forge.asn1.Class.UNIVERSAL,
    forge.asn1.Type.SEQUENCE,
    true,
    members.flatMap(one => one ?? []),
  )
}

function primitive(type: keyof typeof forge.asn1.Type, bytes: string): Node {
  return forge.asn1.create(forge.asn1.Class.UNIVERSAL, forge.asn1.Type[type], false, bytes)
}

const oid = (dotted: string) => primitive('OID', forge.asn1.oidToDer(dotted).getBytes())
const utf8 = (text: string) => primitive('UTF8', forge.util.encodeUtf8(text))
const derOf = (node: Node) => Buffer.from(forge.asn1.toDer(node).getBytes(), 'latin1')
const partsOf = (node: Node | undefined) => (Array.isArray(node?.value) ? node.value : [])
