import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { asn1Null, bits, integer, oid, sequence } from './der-writer.ts'
import { keptKey } from './kept-keys.ts'

const RSA = '1.2.840.113549.1.1.1'
const EC = '1.2.840.10045.2.1'
const DSA = '1.2.840.10040.4.1'

/** The curves that OpenSSL is likely to know, by object identifier. */
export const CURVE_OIDS = {
  'P-192': '1.2.840.10045.3.1.1',
  'P-224': '1.3.132.0.33',
  'P-256': '1.2.840.10045.3.1.7',
  'P-384': '1.3.132.0.34',
  'P-521': '1.3.132.0.35',
  secp256k1: '1.3.132.0.10',
  brainpoolP256r1: '1.3.36.3.3.2.8.1.1.7',
  sect233r1: '1.3.132.0.27',
} as const

export function newEcKey(namedCurve: string): KeyObject {
  return generateKeyPairSync('ec', { namedCurve }).privateKey
}

export function spkiOf(key: KeyObject): Buffer {
  return (key.type === 'public' ? key : createPublicKey(key)).export({ type: 'spki', format: 'der' })
}

/** A SubjectPublicKeyInfo of an EC key, with any bytes for the point. */
export function ecSpki(curve: keyof typeof CURVE_OIDS, point: Buffer): Buffer {
  return sequence(sequence(oid(EC), oid(CURVE_OIDS[curve])), bits(point))
}

/** A SubjectPublicKeyInfo of an RSA key, with any numbers, as bytes. */
export function rsaSpki(modulus: Buffer, exponent: Buffer): Buffer {
  return sequence(sequence(oid(RSA), asn1Null()), bits(sequence(integer(modulus), integer(exponent))))
}

/** A SubjectPublicKeyInfo of a DSA key with sound parameters and any public value, as bytes. */
export function dsaSpki(value: Buffer): Buffer {
  const parameters = sequence(
    integer(Buffer.from(`00${'f7'.repeat(128)}`, 'hex')),
    integer(Buffer.from(`00${'e3'.repeat(20)}`, 'hex')),
    integer(2),
  )
  return sequence(sequence(oid(DSA), parameters), bits(integer(value)))
}

/** The point at infinity, as SEC 1 writes it. */
export const INFINITY_POINT = Buffer.from([0])

/** Good keys of every kind, and the bad ones that are known to end a process. */
export function keySeeds(): Buffer[] {
  const curves = Object.keys(CURVE_OIDS).filter((name): name is keyof typeof CURVE_OIDS => name in CURVE_OIDS)
  return [
    spkiOf(keptKey('tpp')),
    ...['P-256', 'P-384', 'P-521', 'secp256k1'].map(curve => spkiOf(newEcKey(curve))),
    spkiOf(generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 }).publicKey),
    spkiOf(generateKeyPairSync('ed25519').publicKey),
    spkiOf(generateKeyPairSync('x25519').publicKey),
    ...curves.map(curve => ecSpki(curve, INFINITY_POINT)),
    ...['00', '01', 'ff'].map(value => dsaSpki(Buffer.from(value, 'hex'))),
  ]
}
