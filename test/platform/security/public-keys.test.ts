import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createCertificateReader } from '../../../src/platform/security/certificates/certificates.ts'
import { forgeCertificate, headerForm, NOW } from '../../support/builders/certificates.ts'
import { element, integer, oid, sequence } from '../../support/builders/der-writer.ts'
import { keptKey } from '../../support/builders/kept-keys.ts'
import { dsaSpki, ecSpki, INFINITY_POINT, newEcKey, rsaSpki, spkiOf } from '../../support/builders/public-keys.ts'
import { authority, expectRefused, reader } from '../../support/hostile/attack-kit.ts'

const hex = (text: string) => Buffer.from(text, 'hex')
const { n = '' } = createPublicKey(keptKey('tpp')).export({ format: 'jwk' })
const modulus = Buffer.concat([Buffer.from([0]), Buffer.from(n, 'base64url')])
// Begins with a bit that is set: whatever the key of this run is, its integer is in the shortest form.
const short = Buffer.concat([hex('0080'), modulus.subarray(-127)])
const point = spkiOf(newEcKey('P-256')).subarray(-65)
const flipped = Buffer.from(point)
flipped[64] = (flipped[64] ?? 0) ^ 1
const beyond = Buffer.concat([hex('04'), hex('ff'.repeat(32)), point.subarray(33)])
const even = Buffer.from(modulus)
even[256] = (even[256] ?? 0) & 0xfe
const explicit = sequence(
  sequence(oid('1.2.840.10045.2.1'), sequence(integer(1))),
  element(0x03, Buffer.concat([hex('00'), point])),
)

// The first five are answered by SIGABRT when OpenSSL meets them.
const KEYS: readonly (readonly [what: string, spki: Buffer, reason: RegExp])[] = [
  ['the point at infinity of P-256', ecSpki('P-256', INFINITY_POINT), /EC key on P-256 that is the point at infinity/],
  ['the point at infinity of P-384', ecSpki('P-384', INFINITY_POINT), /EC key on P-384 that is the point at infinity/],
  ['the point at infinity of P-521', ecSpki('P-521', INFINITY_POINT), /EC key on P-521 that is the point at infinity/],
  [
    'the point at infinity of another curve',
    ecSpki('secp256k1', INFINITY_POINT),
    /key of type ec \(1\.3\.132\.0\.10\)/,
  ],
  ['DSA with a negative value', dsaSpki(hex('ff')), /key of type dsa: RSA of 2048 to 8192 bits/],
  ['DSA with the value 0', dsaSpki(hex('00')), /key of type dsa/],
  ['DSA with the value 1', dsaSpki(hex('01')), /key of type dsa/],
  ['a point beside the curve', ecSpki('P-256', flipped), /EC key whose point is not on P-256/],
  ['a point beyond the field', ecSpki('P-256', beyond), /EC key whose point is not on P-256/],
  [
    'a compressed point',
    ecSpki('P-256', Buffer.concat([hex('02'), point.subarray(1, 33)])),
    /not an uncompressed point of 65 bytes/,
  ],
  ['a point that was cut', ecSpki('P-256', point.subarray(0, 64)), /not an uncompressed point of 65 bytes/],
  ['no point', ecSpki('P-256', hex('')), /not an uncompressed point of 65 bytes/],
  ['a point of another curve', ecSpki('P-384', point), /not an uncompressed point of 97 bytes/],
  ['a curve of explicit parameters', explicit, /does not name its curve by an object identifier/],
  ['Ed25519', spkiOf(generateKeyPairSync('ed25519').publicKey), /key of type ed25519/],
  [
    'RSA for PSS only',
    spkiOf(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).publicKey),
    /key of type rsa-pss/,
  ],
  ['RSA of 1024 bits', rsaSpki(short, hex('010001')), /RSA key of 1024 bits: at least 2048/],
  [
    'RSA of a negative modulus',
    rsaSpki(Buffer.concat([hex('80'), modulus.subarray(1)]), hex('010001')),
    /RSA key of 0 bits/,
  ],
  [
    'RSA of 8200 bits',
    rsaSpki(Buffer.concat([hex('00'), Buffer.alloc(1025, 0xff)]), hex('010001')),
    /RSA key of 8200 bits: at most 8192/,
  ],
  ['RSA of an even modulus', rsaSpki(even, hex('010001')), /even modulus/],
  ['RSA with the exponent 1', rsaSpki(modulus, hex('01')), /exponent 1, with which everybody can sign/],
  ['RSA with the exponent 0', rsaSpki(modulus, hex('00')), /exponent is not an odd number of 2 to 64 bits/],
  ['RSA with the exponent 2', rsaSpki(modulus, hex('02')), /exponent is not an odd number/],
  ['RSA with a negative exponent', rsaSpki(modulus, hex('ff')), /exponent is not an odd number/],
  ['RSA with a long exponent', rsaSpki(modulus, hex('010000000000000001')), /exponent is not an odd number/],
  [
    'RSA with an exponent in a longer form',
    rsaSpki(modulus, hex('00010001')),
    /not its public key \(an integer is not/,
  ],
]

describe('a certificate with a key that is no sound RSA or P-256 key is refused before OpenSSL sees the key', () => {
  it.each(KEYS)('%s', (_, key, reason) => {
    expectRefused(
      () => reader.read(headerForm(forgeCertificate(authority, { key })), NOW),
      'CERTIFICATE_INVALID',
      reason,
    )
  })

  it.each(KEYS)('%s, on an unsigned certificate', (_, key, reason) => {
    const { raw } = forgeCertificate(authority, { key })
    raw.fill(0, raw.length - 256)
    expectRefused(() => reader.read(raw.toString('base64'), NOW), 'CERTIFICATE_INVALID', reason)
  })
})

describe('an issuer', () => {
  const issue = (curve: string) => {
    const key = newEcKey(curve)
    const subject = [['2.5.4.3', `CA on ${curve}`]] as const
    const ca = forgeCertificate({ key }, { subject, key, isAuthority: true, keyUsage: ['keyCertSign'] })
    return { ca, leaf: headerForm(forgeCertificate({ certificate: ca, key })) }
  }

  it.each(['P-256', 'P-384', 'P-521'])('may have an EC key on %s', curve => {
    const { ca, leaf } = issue(curve)
    expect(createCertificateReader([ca]).read(leaf, NOW).issuerText).toBe(`CN=CA on ${curve}`)
  })

  it('may not have a key on another curve, which is reported when its certificates come', () => {
    const { ca, leaf } = issue('secp256k1')
    expectRefused(
      () => createCertificateReader([ca]).read(leaf, NOW),
      'CERTIFICATE_INVALID',
      /The issuer CN=CA on secp256k1 has a key of type ec \(1\.3\.132\.0\.10\)/,
    )
  })
})
