import { createPublicKey, type KeyObject } from 'node:crypto'
import {
  type DerElement,
  DerError,
  expectTag,
  readBitString,
  readChildren,
  readDer,
  readInteger,
  readOid,
  TAG,
} from './der.ts'

/** A SubjectPublicKeyInfo as its DER has it, checked without any cryptography. */
export type PublicKeyFields = {
  readonly der: Buffer
  readonly kind: 'rsa' | 'ec' | 'other'
  /** the named curve of an EC key: `P-256`, `P-384` or `P-521` */
  readonly curve?: string
  /** why the key may not be used, as words after "has"; undefined when it may */
  readonly fault: string | undefined
  /** why no CA makes a certificate for it, although calls may be signed with it; undefined when one does */
  readonly weakness?: string
}

/**
 * Reads a SubjectPublicKeyInfo (RFC 5280, 4.1.2.7) and checks its DER. OpenSSL ends the whole process on some keys, for example an EC point at
 * infinity or a DSA value of 0, so no faulty key may become a KeyObject.
 * @throws DerError when it is not a SubjectPublicKeyInfo
 */
export function readPublicKeyFields(element: DerElement | undefined): PublicKeyFields {
  const info = expectTag(element, TAG.sequence)
  const [algorithm, bits, ...rest] = readChildren(info)
  if (rest.length > 0) throw new DerError('a public key is an algorithm and bits')
  const [id, parameters, ...further] = readChildren(expectTag(algorithm, TAG.sequence))
  const oid = readOid(id)
  const key = readBitString(bits)
  if (oid === RSA && further.length === 0) return { der: info.raw, kind: 'rsa', ...judgeRsa(parameters, key) }
  if (oid === EC && further.length === 0) return { der: info.raw, ...judgeEc(parameters, key) }
  const name = OTHER_KEYS.get(oid) ?? oid
  return { der: info.raw, kind: 'other', fault: `a key of type ${name}: ${NEEDED}` }
}

/** The key for verifying. @throws Error when it is faulty: the caller must have refused it before */
export function openPublicKey({ der, fault }: PublicKeyFields): KeyObject {
  if (fault !== undefined) throw new Error(`A faulty key is never opened: ${fault}`)
  return createPublicKey({ key: der, format: 'der', type: 'spki' })
}

const RSA = '1.2.840.113549.1.1.1'
const EC = '1.2.840.10045.2.1'
const NEEDED = 'RSA of 2048 to 8192 bits, or EC on P-256, is needed'
const OTHER_KEYS: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.1.1.10', 'rsa-pss'],
  ['1.2.840.10040.4.1', 'dsa'],
  ['1.2.840.10046.2.1', 'dh'],
  ['1.3.101.110', 'x25519'],
  ['1.3.101.111', 'x448'],
  ['1.3.101.112', 'ed25519'],
  ['1.3.101.113', 'ed448'],
])

const LEAST_BITS = 2048
const MOST_BITS = 8192
/** Real exponents are 3, 17 and 65537; a longer one only makes the verifier slow (OpenSSL's bound for large keys). */
const MOST_EXPONENT_BITS = 64
const USUAL_EXPONENT = 65_537n

type KeyVerdict = Pick<PublicKeyFields, 'fault' | 'weakness'>

function judgeRsa(parameters: DerElement | undefined, key: Buffer): KeyVerdict {
  // RFC 3279, 2.3.1 demands NULL; some writers leave it out.
  if (parameters !== undefined && !(parameters.tag === TAG.null && parameters.content.length === 0))
    return { fault: 'an RSA key with parameters, which such a key does not have' }
  const [first, second, ...rest] = readChildren(readDer(key))
  if (rest.length > 0) throw new DerError('an RSA key is a modulus and an exponent')
  const modulus = readInteger(first)
  const exponent = readInteger(second)
  const fault = faultOfRsa(modulus, exponent)
  // ETSI TS 119 312 and the CA/Browser Forum demand at least 65537.
  return exponent >= USUAL_EXPONENT
    ? { fault }
    : { fault, weakness: `an RSA key with the exponent ${exponent}: at least 65537 is needed, as every CA demands` }
}

function faultOfRsa(modulus: bigint, exponent: bigint): string | undefined {
  const bits = modulus > 0n ? bitLength(modulus) : 0
  if (bits < LEAST_BITS) return `an RSA key of ${bits} bits: at least ${LEAST_BITS} are needed`
  if (bits > MOST_BITS) return `an RSA key of ${bits} bits: at most ${MOST_BITS} are read`
  if (modulus % 2n === 0n) return 'an RSA key with an even modulus, which is the product of no two primes'
  if (exponent === 1n) return 'an RSA key with the exponent 1, with which everybody can sign'
  if (exponent < 3n || exponent % 2n === 0n || bitLength(exponent) > MOST_EXPONENT_BITS)
    return 'an RSA key whose exponent is not an odd number of 2 to 64 bits: 65537 is usual'
  return undefined
}

type Curve = { readonly name: string; readonly p: bigint; readonly b: bigint; readonly bytes: number }

/** SEC 2: y² = x³ − 3x + b over the prime p. The group of each curve has prime order, so every point but infinity is valid. */
const CURVES: ReadonlyMap<string, Curve> = new Map([
  [
    '1.2.840.10045.3.1.7',
    {
      name: 'P-256',
      p: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
      b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
      bytes: 32,
    },
  ],
  [
    '1.3.132.0.34',
    {
      name: 'P-384',
      p: 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n,
      b: 0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
      bytes: 48,
    },
  ],
  [
    '1.3.132.0.35',
    {
      name: 'P-521',
      p: 2n ** 521n - 1n,
      b: 0x051953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00n,
      bytes: 66,
    },
  ],
])

function judgeEc(parameters: DerElement | undefined, point: Buffer): Omit<PublicKeyFields, 'der'> {
  if (parameters?.tag !== TAG.oid)
    return { kind: 'ec', fault: `an EC key that does not name its curve by an object identifier: ${NEEDED}` }
  const oid = readOid(parameters)
  const curve = CURVES.get(oid)
  if (curve === undefined) return { kind: 'ec', fault: `a key of type ec (${oid}): ${NEEDED}` }
  return { kind: 'ec', curve: curve.name, fault: judgePoint(curve, point) }
}

function judgePoint({ name, p, b, bytes }: Curve, point: Buffer): string | undefined {
  if (point.length === 1 && point[0] === 0)
    return `an EC key on ${name} that is the point at infinity, which is no public key`
  if (point[0] !== 4 || point.length !== 1 + 2 * bytes)
    return `an EC key on ${name} that is not an uncompressed point of ${1 + 2 * bytes} bytes`
  const x = BigInt(`0x${point.toString('hex', 1, 1 + bytes)}`)
  const y = BigInt(`0x${point.toString('hex', 1 + bytes)}`)
  const fits = x < p && y < p && (y * y - (x * x * x - 3n * x + b)) % p === 0n
  return fits ? undefined : `an EC key whose point is not on ${name}`
}

function bitLength(value: bigint): number {
  return value.toString(2).length
}
