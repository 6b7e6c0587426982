import { createPublicKey, type KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { encodePem } from '../../../src/platform/security/authority/certificate-builder.ts'
import { DerError, readDer } from '../../../src/platform/security/certificates/der.ts'
import { isSignedWith, readCertificateFields } from '../../../src/platform/security/certificates/fields.ts'
import {
  refuseUnfitCertificate,
  refuseUnfitIssuer,
  refuseUnfitKey,
} from '../../../src/platform/security/certificates/fitness.ts'
import { forgeDer, NOW } from '../../support/builders/certificates.ts'
import {
  asn1Null,
  asn1True,
  bits,
  element,
  instant,
  integer,
  octets,
  oid,
  sequence,
  set,
  utf8,
} from '../../support/builders/der-writer.ts'
import { keptKey } from '../../support/builders/kept-keys.ts'
import { newEcKey, spkiOf } from '../../support/builders/public-keys.ts'
import { refusalOf } from '../../support/clients/refusals.ts'

const key = keptKey('tpp')
const SHA256_RSA = sequence(oid('1.2.840.113549.1.1.11'), asn1Null())
const NAME = sequence(set(sequence(oid('2.5.4.3'), utf8('A'))))
const no = () => element(1, Buffer.from([0]))
const extension = (id: string, value: Buffer, ...critical: readonly Buffer[]) =>
  sequence(oid(id), ...critical, octets(value))
const listed = (...extensions: readonly Buffer[]) => element(0xa3, sequence(...extensions))

type Parts = {
  readonly version: readonly Buffer[]
  readonly serial: Buffer
  readonly algorithm: Buffer
  readonly outer: Buffer
  readonly issuer: Buffer
  readonly validity: Buffer
  readonly subject: Buffer
  readonly publicKey: Buffer
  readonly optional: readonly Buffer[]
  readonly after: readonly Buffer[]
}
/** A certificate of any parts; its signature is none. */
function certificate(changes: Partial<Parts> = {}): Buffer {
  const parts: Parts = {
    version: [element(0xa0, integer(2))],
    serial: integer(7),
    algorithm: SHA256_RSA,
    outer: changes.algorithm ?? SHA256_RSA,
    issuer: NAME,
    validity: sequence(instant(NOW), instant(new Date(NOW.getTime() + 1_000))),
    subject: NAME,
    publicKey: spkiOf(key),
    optional: [],
    after: [],
    ...changes,
  }
  const { version, serial, algorithm, issuer, validity, subject, publicKey, optional } = parts
  const signed = sequence(...version, serial, algorithm, issuer, validity, subject, publicKey, ...optional)
  return sequence(signed, parts.outer, bits(Buffer.from('abc')), ...parts.after)
}
const read = (changes: Partial<Parts> = {}) => readCertificateFields(certificate(changes))
const wrong = (changes: Partial<Parts>, reason: string) => {
  expect(() => read(changes)).toThrow(DerError)
  expect(() => read(changes)).toThrow(expect.objectContaining({ message: reason }))
}
const withExtensions = (...extensions: readonly Buffer[]) => read({ optional: [listed(...extensions)] })

describe('the fields of a certificate', () => {
  it('are read as they are', () => {
    const { publicKey, signed, ...fields } = read()
    expect(fields).toEqual({
      signature: Buffer.from('abc'),
      signedWith: { name: 'RSA with SHA-256', strong: true, keyKind: 'rsa', hash: 'sha256' },
      version: 3,
      serial: 7n,
      issuerDer: NAME,
      notBefore: NOW,
      notAfter: new Date(NOW.getTime() + 1_000),
      subjectDer: NAME,
      isAuthority: false,
      keyUsage: undefined,
      extendedKeyUsage: undefined,
      qcStatements: undefined,
      unknownCritical: [],
      hasNameConstraints: false,
    })
    expect(publicKey.kind).toBe('rsa')
    expect(readDer(signed).raw.equals(signed)).toBe(true)
  })

  it('have a version', () => {
    expect(read({ version: [] }).version).toBe(1)
    for (const number of [1, 2, 3, 254])
      expect(read({ version: [element(0xa0, integer(number))] }).version).toBe(number + 1)
    for (const one of [[integer(0)], [integer(255)], [integer(Buffer.from([0xff]))], [integer(2), integer(2)]])
      wrong({ version: [element(0xa0, ...one)] }, 'it has no version that there is')
  })

  it('are those of one certificate with one algorithm and two dates', () => {
    wrong({ after: [asn1Null()] }, 'a certificate has three parts')
    wrong(
      { outer: sequence(oid('1.2.840.113549.1.1.12'), asn1Null()) },
      'it names two different algorithms for its signature',
    )
    wrong({ outer: asn1Null() }, 'expected tag 48, found 5')
    wrong({ algorithm: asn1Null() }, 'expected tag 48, found 5')
    wrong({ validity: sequence(instant(NOW), instant(NOW), instant(NOW)) }, 'a validity has two dates')
    wrong({ validity: sequence(instant(NOW)) }, 'a date is not written as RFC 5280 demands, in UTC with seconds')
    wrong({ issuer: utf8('A') }, 'expected tag 48, found 12')
    wrong({ subject: utf8('A') }, 'expected tag 48, found 12')
    wrong({ serial: asn1Null() }, 'expected tag 2, found 5')
  })

  it('may be followed by unused identifiers, and by extensions', () => {
    const ids = [0x81, 0x82, 0xa1, 0xa2].map(tag => element(tag, Buffer.from([0])))
    expect(read({ optional: [...ids, listed()] }).isAuthority).toBe(false)
    const follow = 'parts follow the public key that do not belong there'
    wrong({ optional: [asn1Null()] }, follow)
    wrong({ optional: [listed(), asn1Null()] }, follow)
    wrong({ optional: [listed(), listed()] }, follow)
    wrong({ optional: [element(0xa3, sequence(), sequence())] }, 'it has two lists of extensions')
    wrong({ optional: [element(0xa3)] }, 'expected tag 48, found nothing')
  })
})

describe('the extensions of a certificate', () => {
  it('occur once each, with an object identifier, perhaps a boolean, and a value', () => {
    const one = extension('1.2.3', asn1Null())
    wrong({ optional: [listed(one, one)] }, 'the extension 1.2.3 occurs twice')
    wrong(
      { optional: [listed(sequence(oid('1.2.3'), octets(), asn1Null()))] },
      'the extension 1.2.3 has too many parts',
    )
    wrong(
      { optional: [listed(sequence(oid('1.2.3'), asn1True(), octets(), asn1Null()))] },
      'the extension 1.2.3 has too many parts',
    )
    wrong({ optional: [listed(sequence(oid('1.2.3'), asn1True()))] }, 'expected tag 4, found nothing')
    wrong({ optional: [listed(sequence(oid('1.2.3'), utf8('a')))] }, 'expected tag 4, found 12')
  })

  it('that are critical and not known are named', () => {
    expect(
      withExtensions(
        extension('1.2.3', asn1Null(), asn1True()),
        extension('1.2.4', asn1Null(), no()),
        extension('1.2.5', asn1Null()),
        extension('1.2.6', asn1Null(), asn1True()),
        ...['2.5.29.14', '2.5.29.17', '2.5.29.18', '2.5.29.31', '2.5.29.32', '2.5.29.33', '2.5.29.35', '2.5.29.36'].map(
          id => extension(id, asn1Null(), asn1True()),
        ),
        extension('2.5.29.54', asn1Null(), asn1True()),
        extension('1.3.6.1.5.5.7.1.1', asn1Null(), asn1True()),
      ).unknownCritical,
    ).toEqual(['1.2.3', '1.2.6'])
  })

  it('say whether it is an authority', () => {
    const constraints = (...parts: readonly Buffer[]) =>
      withExtensions(extension('2.5.29.19', sequence(...parts), asn1True())).isAuthority
    expect([constraints(), constraints(asn1True()), constraints(asn1True(), integer(0)), constraints(no())]).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(constraints(integer(1))).toBe(false)
    expect(constraints(no(), integer(1))).toBe(false)
    const minus = integer(Buffer.from([0xff]))
    for (const parts of [[asn1True(), minus], [minus]])
      expect(() => constraints(...parts)).toThrow('a path length is negative')
    for (const parts of [
      [asn1True(), integer(0), integer(0)],
      [integer(0), integer(0)],
      [no(), integer(0), asn1Null()],
    ])
      expect(() => constraints(...parts)).toThrow('basicConstraints have too many parts')
  })

  it.each([
    [0x80, { mayProveIdentity: true, mayIssue: false }],
    [0x40, { mayProveIdentity: true, mayIssue: false }],
    [0xc0, { mayProveIdentity: true, mayIssue: false }],
    [0x04, { mayProveIdentity: false, mayIssue: true }],
    [0x3b, { mayProveIdentity: false, mayIssue: false }],
    [0x84, { mayProveIdentity: true, mayIssue: true }],
  ])('say what its key is for: %i', (byte, usage) => {
    expect(withExtensions(extension('2.5.29.15', bits(Buffer.from([byte])))).keyUsage).toEqual(usage)
  })

  it('say of a key that is for nothing that it is', () => {
    const usage = extension('2.5.29.15', element(3, Buffer.from([0])))
    expect(withExtensions(usage).keyUsage).toEqual({ mayProveIdentity: false, mayIssue: false })
  })

  it('name purposes, statements and constraints', () => {
    const statements = sequence(sequence(oid('1.2.3')))
    const fields = withExtensions(
      extension('2.5.29.37', sequence(oid('1.2.3'), oid('1.2.4'))),
      extension('1.3.6.1.5.5.7.1.3', statements),
      extension('2.5.29.30', sequence()),
    )
    expect(fields).toMatchObject({
      extendedKeyUsage: ['1.2.3', '1.2.4'],
      qcStatements: statements,
      hasNameConstraints: true,
    })
  })
})

describe('how a certificate was signed', () => {
  const signedWith = (algorithm: Buffer) => read({ algorithm }).signedWith
  it.each([
    ['1.2.840.113549.1.1.4', 'RSA with MD5', false, 'rsa', 'md5'],
    ['1.2.840.113549.1.1.5', 'RSA with SHA-1', false, 'rsa', 'sha1'],
    ['1.2.840.113549.1.1.14', 'RSA with SHA-224', false, 'rsa', 'sha224'],
    ['1.2.840.113549.1.1.12', 'RSA with SHA-384', true, 'rsa', 'sha384'],
    ['1.2.840.10045.4.1', 'ECDSA with SHA-1', false, 'ec', 'sha1'],
    ['1.2.840.10045.4.3.4', 'ECDSA with SHA-512', true, 'ec', 'sha512'],
    ['1.2.3', 'the algorithm 1.2.3', false, undefined, ''],
  ])('%s is %s', (id, name, strong, keyKind, hash) => {
    expect(signedWith(sequence(oid(id)))).toEqual({ name, strong, keyKind, hash })
  })

  const sha = (hash: number) => sequence(oid(`2.16.840.1.101.3.4.2.${hash}`))
  const mgf1 = (hash: number) => sequence(oid('1.2.840.113549.1.1.8'), sha(hash))
  const context = (tag: number, part: Buffer) => element(0xa0 + tag, part)
  const pss = (...parts: readonly Buffer[]) => signedWith(sequence(oid('1.2.840.113549.1.1.10'), sequence(...parts)))
  it('by RSA-PSS names its hash, that of its mask, and its salt', () => {
    const strong = (hash: string, saltLength: number) => ({
      name: 'RSA-PSS',
      strong: true,
      keyKind: 'rsa',
      hash,
      saltLength,
    })
    expect(pss(context(0, sha(1)), context(1, mgf1(1)), context(2, integer(32)))).toEqual(strong('sha256', 32))
    expect(pss(context(0, sha(2)), context(1, mgf1(2)))).toEqual(strong('sha384', 20))
    expect(pss(context(0, sha(3)), context(1, mgf1(3)), context(2, integer(512)))).toEqual(strong('sha512', 512))
    expect(pss(context(0, sha(1)), context(1, mgf1(1)), context(2, integer(0)))).toEqual(strong('sha256', 0))
    for (const salt of [integer(513), integer(Buffer.from([0xff]))])
      expect(pss(context(0, sha(1)), context(1, mgf1(1)), context(2, salt))).toEqual(strong('sha256', 0))
  })

  it('by RSA-PSS is weak with SHA-1, with two hashes, or with another mask', () => {
    const weak = (hash: string) => ({ name: 'RSA-PSS', strong: false, keyKind: 'rsa', hash, saltLength: 20 })
    expect(pss()).toEqual(weak('sha1'))
    expect(signedWith(sequence(oid('1.2.840.113549.1.1.10')))).toEqual(weak('sha1'))
    expect(signedWith(sequence(oid('1.2.840.113549.1.1.10'), asn1Null()))).toEqual(weak('sha1'))
    expect(pss(context(0, sha(1)))).toEqual(weak('sha256'))
    expect(pss(context(1, mgf1(1)))).toEqual(weak('sha1'))
    expect(pss(context(0, sha(1)), context(1, mgf1(2)))).toEqual(weak('sha256'))
    expect(pss(context(0, sha(1)), context(1, sequence(oid('1.2.3'), sha(1))))).toEqual(weak('sha256'))
    expect(pss(context(0, sha(1)), context(1, sequence(oid('1.2.840.113549.1.1.8'))))).toEqual(weak('sha256'))
    expect(pss(context(0, sha(9)), context(1, mgf1(9)))).toEqual(weak('sha1'))
  })

  it('is verified with the key of the issuer, of the kind that it names', () => {
    const publicOf = (one: KeyObject) => createPublicKey(one)
    const fields = readCertificateFields(forgeDer({ key }))
    expect(isSignedWith(fields, publicOf(key))).toBe(true)
    expect(isSignedWith(fields, publicOf(keptKey('other')))).toBe(false)
    expect(isSignedWith(fields, publicOf(newEcKey('P-256')))).toBe(false)
    expect(isSignedWith({ ...fields, signedWith: { ...fields.signedWith, keyKind: undefined } }, publicOf(key))).toBe(
      false,
    )
    expect(isSignedWith({ ...fields, signedWith: { ...fields.signedWith, hash: 'none' } }, publicOf(key))).toBe(false)
    expect(isSignedWith({ ...fields, signedWith: { ...fields.signedWith, saltLength: 20 } }, publicOf(key))).toBe(false)
    const ec = newEcKey('P-256')
    expect(isSignedWith(readCertificateFields(forgeDer({ key: ec })), publicOf(ec))).toBe(true)
  })
})

describe('what makes a certificate unfit', () => {
  const good = withExtensions(extension('2.5.29.15', bits(Buffer.from([0x80]))))
  const reasonOf = (changes: Partial<typeof good>) => {
    const refusal = refusalOf(() => refuseUnfitCertificate({ ...good, ...changes }))
    expect(refusal.code).toBe('CERTIFICATE_INVALID')
    return refusal.faults[0]?.text
  }

  it.each<[Partial<typeof good>, string]>([
    [{ version: 1 }, 'The certificate is X.509 of version 1: version 3 is needed, which says what the key is for.'],
    [{ serial: 0n }, 'The serial number of the certificate is 0: it must be above 0 (RFC 5280, 4.1.2.2).'],
    [{ serial: -1n }, 'The serial number of the certificate is -1: it must be above 0 (RFC 5280, 4.1.2.2).'],
    [
      { serial: 2n ** 160n },
      'The serial number of the certificate has 21 bytes: at most 20 are allowed (RFC 5280, 4.1.2.2).',
    ],
    [{ subjectDer: Buffer.alloc(4_097) }, 'The subject of the certificate has 4097 bytes: at most 4096 are read.'],
    [
      { keyUsage: { mayProveIdentity: false, mayIssue: true } },
      'The keyUsage of the certificate does not allow signing: it needs digitalSignature or nonRepudiation.',
    ],
    [
      { isAuthority: true },
      'The certificate is that of a CA (basicConstraints CA:TRUE): a TPP signs with a certificate of its own.',
    ],
    ...['1', '3', '8', '9'].map((purpose): [Partial<typeof good>, string] => [
      { extendedKeyUsage: [`1.3.6.1.5.5.7.3.${purpose}`] },
      'The extendedKeyUsage of the certificate allows other things only, such as serverAuth: it must allow clientAuth or the signing of documents, or be left out.',
    ]),
    [
      { extendedKeyUsage: [] },
      'The extendedKeyUsage of the certificate allows other things only, such as serverAuth: it must allow clientAuth or the signing of documents, or be left out.',
    ],
    [
      { unknownCritical: ['1', '2', '3', '4', '5', '6'] },
      'The certificate has the critical extension 1, 2, 3, 4, 5, which this server does not know and so must not pass over (RFC 5280, 4.2).',
    ],
    [
      { hasNameConstraints: true },
      'The certificate has nameConstraints, which only a CA may have (RFC 5280, 4.2.1.10).',
    ],
    [{ publicKey: { ...good.publicKey, fault: 'a key that is bad' } }, 'The certificate has a key that is bad.'],
    [
      { publicKey: { der: Buffer.alloc(0), kind: 'ec', curve: 'P-384', fault: undefined } },
      'The certificate has a key of type ec (P-384): RSA of 2048 to 8192 bits, or EC on P-256, is needed.',
    ],
    [
      { signedWith: { ...good.signedWith, strong: false } },
      'The certificate was signed by its issuer with RSA with SHA-256: SHA-256 or better is needed.',
    ],
  ])('%#', (changes, reason) => expect(reasonOf(changes)).toBe(reason))

  it('is none of these', () => {
    for (const changes of [
      {},
      { keyUsage: undefined },
      { subjectDer: Buffer.alloc(4_096) },
      { serial: 1n },
      { serial: 2n ** 160n - 1n },
      { extendedKeyUsage: ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'] },
      { publicKey: { der: Buffer.alloc(0), kind: 'ec', curve: 'P-256', fault: undefined } } as const,
    ])
      expect(() => refuseUnfitCertificate({ ...good, ...changes })).not.toThrow()
  })

  it('of its key is judged by itself too', () => {
    expect(() => refuseUnfitKey(good)).not.toThrow()
    const faulty = { ...good, publicKey: { ...good.publicKey, fault: 'a bad key' } }
    expect(refusalOf(() => refuseUnfitKey(faulty)).faults[0]?.text).toBe('The certificate has a bad key.')
  })

  it('of its issuer', () => {
    const ca = { ...good, isAuthority: true, keyUsage: undefined }
    const reason = (changes: Partial<typeof good>) =>
      refusalOf(() => refuseUnfitIssuer({ ...ca, ...changes }, 'CN=A')).faults[0]?.text
    const start = 'The certificate was issued with the certificate of CN=A, '
    const noCa = `${start}which is no CA: an issuer needs basicConstraints CA:TRUE and, where it has a keyUsage, keyCertSign.`
    expect(reason({ isAuthority: false })).toBe(noCa)
    expect(reason({ keyUsage: { mayIssue: false, mayProveIdentity: true } })).toBe(noCa)
    expect(reason({ extendedKeyUsage: ['1.3.6.1.5.5.7.3.1'] })).toBe(
      `${start}whose extendedKeyUsage allows other things only, such as serverAuth.`,
    )
    expect(reason({ hasNameConstraints: true })).toBe(
      `${start}which limits what it may issue by nameConstraints: this server cannot check that.`,
    )
    expect(reason({ unknownCritical: ['1', '2', '3', '4', '5', '6'], hasNameConstraints: true })).toBe(
      `${start}which limits what it may issue by 1, 2, 3, 4, 5: this server cannot check that.`,
    )
    for (const changes of [
      {},
      { keyUsage: { mayIssue: true, mayProveIdentity: false } },
      { extendedKeyUsage: ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'] },
    ])
      expect(() => refuseUnfitIssuer({ ...ca, ...changes }, 'CN=A')).not.toThrow()
  })
})

it('DER is written as PEM in lines of 64 characters', () => {
  expect(encodePem(Buffer.alloc(49), 'CERTIFICATE')).toBe(
    `-----BEGIN CERTIFICATE-----\n${'A'.repeat(64)}\nAA==\n-----END CERTIFICATE-----\n`,
  )
})
