import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DerError, readDer } from '../../../src/platform/security/certificates/der.ts'
import { openPublicKey, readPublicKeyFields } from '../../../src/platform/security/certificates/public-keys.ts'
import { asn1Null, bits, integer, octets, oid, sequence } from '../../support/builders/der-writer.ts'
import { keptKey } from '../../support/builders/kept-keys.ts'
import { dsaSpki, ecSpki, INFINITY_POINT, newEcKey, rsaSpki, spkiOf } from '../../support/builders/public-keys.ts'

const read = (spki: Buffer) => readPublicKeyFields(readDer(spki))
const faultOf = (spki: Buffer) => read(spki).fault
const NEEDED = 'RSA of 2048 to 8192 bits, or EC on P-256, is needed'
const RSA = oid('1.2.840.113549.1.1.1')
const EC = oid('1.2.840.10045.2.1')
const USUAL = Buffer.from([1, 0, 1])

/** A positive integer as DER has it. */
function bytesOf(value: bigint): Buffer {
  const digits = value.toString(16)
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  return (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes
}
const rsa = (modulus: bigint, exponent: Buffer = USUAL) => rsaSpki(bytesOf(modulus), exponent)
/** An odd number of so many bits. */
const odd = (length: number) => (1n << BigInt(length - 1)) + 1n

const { n = '' } = createPublicKey(keptKey('tpp')).export({ format: 'jwk' })
const modulus = BigInt(`0x${Buffer.from(n, 'base64url').toString('hex')}`)
const keyBits = bits(sequence(integer(bytesOf(modulus)), integer(USUAL)))

describe('a sound key', () => {
  it('of RSA has its bytes and its kind', () => {
    const der = spkiOf(keptKey('tpp'))
    expect(read(der)).toEqual({ der, kind: 'rsa', fault: undefined })
    expect(openPublicKey(read(der)).equals(createPublicKey(keptKey('tpp')))).toBe(true)
  })

  it.each(['P-256', 'P-384', 'P-521'])('of EC on %s names its curve', curve => {
    const key = newEcKey(curve)
    const der = spkiOf(key)
    expect(read(der)).toEqual({ der, kind: 'ec', curve, fault: undefined })
    expect(openPublicKey(read(der)).equals(createPublicKey(key))).toBe(true)
  })

  it('may leave out the parameters that RSA does not have', () => {
    expect(faultOf(sequence(sequence(RSA), keyBits))).toBeUndefined()
  })
})

describe('an RSA key', () => {
  const EXPONENT = 'an RSA key whose exponent is not an odd number of 2 to 64 bits: 65537 is usual'
  it.each([
    ['of 2047 bits', rsa(odd(2047)), 'an RSA key of 2047 bits: at least 2048 are needed'],
    ['of 2048 bits', rsa(odd(2048)), undefined],
    ['of 8192 bits', rsa(odd(8192)), undefined],
    ['of 8193 bits', rsa(odd(8193)), 'an RSA key of 8193 bits: at most 8192 are read'],
    ['of the modulus 0', rsa(0n), 'an RSA key of 0 bits: at least 2048 are needed'],
    ['of the modulus 1', rsa(1n), 'an RSA key of 1 bits: at least 2048 are needed'],
    [
      'of an even modulus',
      rsa(odd(2048) + 1n),
      'an RSA key with an even modulus, which is the product of no two primes',
    ],
    ['with the exponent 0', rsa(modulus, bytesOf(0n)), EXPONENT],
    ['with the exponent 1', rsa(modulus, bytesOf(1n)), 'an RSA key with the exponent 1, with which everybody can sign'],
    ['with the exponent 2', rsa(modulus, bytesOf(2n)), EXPONENT],
    ['with the exponent 3', rsa(modulus, bytesOf(3n)), undefined],
    ['with the exponent 4', rsa(modulus, bytesOf(4n)), EXPONENT],
    ['with the exponent -1', rsa(modulus, Buffer.from([0xff])), EXPONENT],
    ['with an exponent of 64 bits', rsa(modulus, bytesOf(odd(64))), undefined],
    ['with an exponent of 65 bits', rsa(modulus, bytesOf(odd(65))), EXPONENT],
  ])('%s', (_, spki, fault) => expect(faultOf(spki)).toBe(fault))

  it.each([
    ['that are no NULL', sequence(oid('1.2.3'))],
    ['that are a NULL with something in it', Buffer.from([5, 1, 0])],
    ['that are an empty text', octets()],
  ])('has no parameters %s', (_, parameters) => {
    expect(faultOf(sequence(sequence(RSA, parameters), keyBits))).toBe(
      'an RSA key with parameters, which such a key does not have',
    )
  })
})

describe('an EC key', () => {
  const point = spkiOf(newEcKey('P-256')).subarray(-65)
  const x = BigInt(`0x${point.toString('hex', 1, 33)}`)
  const y = BigInt(`0x${point.toString('hex', 33)}`)
  const p = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n
  const write = (a: bigint, b: bigint) =>
    Buffer.from(`04${[a, b].map(value => value.toString(16).padStart(64, '0')).join('')}`, 'hex')
  const BESIDE = 'an EC key whose point is not on P-256'
  const FORM = 'an EC key on P-256 that is not an uncompressed point of 65 bytes'
  const INFINITY = 'an EC key on P-256 that is the point at infinity, which is no public key'

  it.each([
    ['mirrored, which is a point too', write(x, p - y), undefined],
    ['with its numbers exchanged', write(y, x), BESIDE],
    ['with a number beside it', write(x, y ^ 1n), BESIDE],
    ['of two noughts', write(0n, 0n), BESIDE],
    ['at infinity', INFINITY_POINT, INFINITY],
    ['of one byte that is not 0', Buffer.from([4]), FORM],
    ['of noughts alone', Buffer.alloc(65), FORM],
    ['of two noughts and no form', Buffer.alloc(2), FORM],
    ['in the hybrid form', Buffer.concat([Buffer.from([6]), point.subarray(1)]), FORM],
    ['with a byte too few', point.subarray(0, 64), FORM],
    ['with a byte too many', Buffer.concat([point, Buffer.from([0])]), FORM],
    ['of no bytes', Buffer.alloc(0), FORM],
  ])('has a point %s', (_, bytes, fault) => {
    expect(read(ecSpki('P-256', bytes))).toMatchObject({ kind: 'ec', curve: 'P-256', fault })
  })

  /** The square root of a number modulo the prime of P-256, which is 3 modulo 4. */
  const rootOf = (square: bigint) => {
    let [root, base, left] = [1n, square % p, (p + 1n) / 4n]
    for (; left > 0n; left >>= 1n, base = (base * base) % p) if (left % 2n === 1n) root = (root * base) % p
    return root
  }

  it('has no number beyond the field, though it would be on the curve', () => {
    const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn
    // 0 gives a point of this curve, and so would the prime itself in its place.
    const root = rootOf(b)
    expect((root * root) % p).toBe(b)
    expect(faultOf(ecSpki('P-256', write(0n, root)))).toBeUndefined()
    expect(faultOf(ecSpki('P-256', write(p, root)))).toBe(BESIDE)
  })

  it.each([
    ['without a curve', sequence(EC), undefined],
    ['with a curve of NULL', sequence(EC, asn1Null()), undefined],
    ['with a curve by its parameters', sequence(EC, sequence(integer(1))), undefined],
  ])('%s has none that is known', (_, algorithm, curve) => {
    const spki = sequence(algorithm, bits(point))
    expect(read(spki)).toEqual({
      der: spki,
      kind: 'ec',
      curve,
      fault: `an EC key that does not name its curve by an object identifier: ${NEEDED}`,
    })
  })

  it('on an unsupported curve is refused by its name', () => {
    const spki = ecSpki('secp256k1', point)
    expect(read(spki)).toEqual({ der: spki, kind: 'ec', fault: `a key of type ec (1.3.132.0.10): ${NEEDED}` })
  })
})

describe('a key of another type is refused by its name', () => {
  const other = (id: string) => sequence(sequence(oid(id)), bits(Buffer.alloc(32, 7)))
  it.each([
    ['rsa-pss', other('1.2.840.113549.1.1.10')],
    ['dsa', dsaSpki(Buffer.from([2]))],
    ['dh', other('1.2.840.10046.2.1')],
    ['x25519', spkiOf(generateKeyPairSync('x25519').publicKey)],
    ['x448', spkiOf(generateKeyPairSync('x448').publicKey)],
    ['ed25519', spkiOf(generateKeyPairSync('ed25519').publicKey)],
    ['ed448', spkiOf(generateKeyPairSync('ed448').publicKey)],
    ['1.2.3.4', other('1.2.3.4')],
    // An algorithm with a third part is not the one that it names.
    ['1.2.840.113549.1.1.1', sequence(sequence(RSA, asn1Null(), asn1Null()), keyBits)],
    ['1.2.840.10045.2.1', sequence(sequence(EC, oid('1.3.132.0.34'), asn1Null()), keyBits)],
  ])('%s', (name, spki) => {
    const fields = read(spki)
    expect(fields).toEqual({ der: spki, kind: 'other', fault: `a key of type ${name}: ${NEEDED}` })
    expect(() => openPublicKey(fields)).toThrow(`A faulty key is never opened: a key of type ${name}: ${NEEDED}`)
  })
})

describe('what is no public key is none', () => {
  const algorithm = sequence(RSA, asn1Null())
  const inside = (...parts: Buffer[]) => sequence(algorithm, bits(sequence(...parts)))
  it.each([
    ['another element', octets(), 'expected tag 48, found 4'],
    ['nothing in it', sequence(), 'expected tag 48, found nothing'],
    ['no bits', sequence(algorithm), 'expected tag 3, found nothing'],
    ['a third part', sequence(algorithm, keyBits, asn1Null()), 'a public key is an algorithm and bits'],
    ['an algorithm without a name', sequence(sequence(), keyBits), 'expected tag 6, found nothing'],
    ['an algorithm that is its name', sequence(RSA, keyBits), 'expected tag 48, found 6'],
    ['an RSA key of one number', inside(integer(5)), 'expected tag 2, found nothing'],
    [
      'an RSA key of three numbers',
      inside(integer(bytesOf(modulus)), integer(USUAL), integer(1)),
      'an RSA key is a modulus and an exponent',
    ],
    ['an RSA key that is no list', sequence(algorithm, bits(integer(5))), 'expected tag 48, found 2'],
  ])('%s', (_, spki, reason) => expect(() => read(spki)).toThrow(new DerError(reason)))

  it('and where there is nothing at all', () => {
    expect(() => readPublicKeyFields(undefined)).toThrow(new DerError('expected tag 48, found nothing'))
  })
})
