import type { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { CertificateTemplate } from '../../../src/platform/security/authority/certificate-builder.ts'
import { createCertificateReader } from '../../../src/platform/security/certificates/certificates.ts'
import { forgeCertificate, forgeDer, headerForm, NOW } from '../../support/builders/certificates.ts'
import { asn1True, element, integer, oid, sequence } from '../../support/builders/der-writer.ts'
import { authority, expectRefused, otherKey, reader, tpp } from '../../support/hostile/attack-kit.ts'

const SERVER_AUTH = '1.3.6.1.5.5.7.3.1'
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'
const usage = (...purposes: string[]) => ({ id: '2.5.29.37', value: sequence(...purposes.map(oid)) })
const CONSTRAINTS = {
  id: '2.5.29.30',
  critical: true,
  value: sequence(element(0xa0, sequence(element(0x82, Buffer.from('a.example'))))),
}
const UNKNOWN = { id: '1.2.3.4.5', critical: true, value: sequence() }
const readForged = (changes: Partial<CertificateTemplate>) =>
  reader.read(forgeDer(authority, changes).toString('base64'), NOW)

const LEAVES: readonly (readonly [what: string, changes: Partial<CertificateTemplate>, reason: RegExp])[] = [
  ['version 1', { version: 1 }, /X\.509 of version 1: version 3 is needed/],
  ['version 2', { version: 2 }, /X\.509 of version 2: version 3 is needed/],
  [
    'a negative serial number',
    { serial: Buffer.from('ff01', 'hex') },
    /serial number of the certificate is -255: it must be above 0/,
  ],
  ['the serial number 0', { serial: Buffer.from([0]) }, /serial number of the certificate is 0: it must be above 0/],
  ['an empty serial number', { serial: Buffer.alloc(0) }, /in DER \(an integer has no bytes\)/],
  [
    'a serial number in a longer form',
    { serial: Buffer.from('0001', 'hex') },
    /in DER \(an integer is not written in its shortest form\)/,
  ],
  [
    'a negative serial number in a longer form',
    { serial: Buffer.from('ff80', 'hex') },
    /in DER \(an integer is not written/,
  ],
  [
    'CA:TRUE',
    { isAuthority: true },
    /is that of a CA \(basicConstraints CA:TRUE\): a TPP signs with a certificate of its own/,
  ],
  [
    'serverAuth only',
    { moreExtensions: [usage(SERVER_AUTH)] },
    /extendedKeyUsage of the certificate allows other things only, such as serverAuth/,
  ],
  ['no purpose at all', { moreExtensions: [usage()] }, /extendedKeyUsage of the certificate allows other things only/],
  [
    'an unknown critical extension',
    { moreExtensions: [UNKNOWN] },
    /critical extension 1\.2\.3\.4\.5, which this server does not know/,
  ],
  ['name constraints', { moreExtensions: [CONSTRAINTS] }, /has nameConstraints, which only a CA may have/],
  [
    'a subject of 5 kB',
    { subject: [['2.5.4.3', 'x'.repeat(5000)]] },
    /subject of the certificate has \d+ bytes: at most 4096/,
  ],
]

describe('a certificate of a trusted issuer is refused for its form', () => {
  it.each(LEAVES)('%s', (_, changes, reason) => {
    expectRefused(() => readForged(changes), 'CERTIFICATE_INVALID', reason)
  })

  it('but not for an extension that may be passed over, or for purposes that hold the right one', () => {
    expect(readForged({ moreExtensions: [{ ...UNKNOWN, critical: false }] }).tppId).toBe('NO-FSA-987654321')
    expect(readForged({ moreExtensions: [usage(SERVER_AUTH, CLIENT_AUTH)] }).tppId).toBe('NO-FSA-987654321')
    expect(readForged({ moreExtensions: [usage('1.3.6.1.5.5.7.3.36')] }).tppId).toBe('NO-FSA-987654321')
  })
})

/** Puts other bytes in place of the first that are equal; the lengths must stay. */
const swap = (certificate: X509Certificate, from: Buffer, to: Buffer): string => {
  const bytes = Buffer.from(certificate.raw)
  const at = bytes.indexOf(from)
  expect(at).toBeGreaterThan(0)
  expect(to).toHaveLength(from.length)
  to.copy(bytes, at)
  return bytes.toString('base64')
}
const dated = (date: string) =>
  swap(tpp.certificate, element(0x17, Buffer.from('260302093000Z')), element(0x17, Buffer.from(date)))
const [, , bodyLength = 0, lastByte = 0] = tpp.certificate.raw
const IN_DER = /not to an X\.509 certificate in DER/

// The signature is judged after the form, so these are recognised by their reasons.
const BYTES: readonly (readonly [what: string, header: () => string, reason: RegExp])[] = [
  [
    'a date with an offset',
    () => dated('2603020930+01'),
    /not its validity \(a date is not written as RFC 5280 demands/,
  ],
  [
    'a date without seconds',
    () => swap(tpp.certificate, Buffer.from('260302093000Z'), Buffer.from('2603020930Z  ')),
    /a date is not written/,
  ],
  ['a day that there is not', () => dated('260230093000Z'), /not its validity \(a date is none of the calendar\)/],
  [
    'a length in a longer form',
    () =>
      Buffer.concat([Buffer.from([0x30, 0x83, 0, bodyLength, lastByte]), tpp.certificate.raw.subarray(4)]).toString(
        'base64',
      ),
    /in DER \(a length is not written in its shortest form\)/,
  ],
  [
    'a boolean that is neither',
    () => swap(tpp.certificate, asn1True(), Buffer.from('010101', 'hex')),
    /not its list of extensions \(a boolean is neither 00 nor FF\)/,
  ],
  [
    'another algorithm inside than outside',
    () => swap(tpp.certificate, oid('1.2.840.113549.1.1.11'), oid('1.2.840.113549.1.1.12')),
    /in DER \(it names two different algorithms/,
  ],
  [
    'bits that fill no byte for a signature',
    () => swap(tpp.certificate, Buffer.from('0382010100', 'hex'), Buffer.from('0382010101', 'hex')),
    IN_DER,
  ],
  [
    'a part too many',
    () => sequence(tpp.certificate.raw.subarray(4), integer(1)).toString('base64'),
    /in DER \(a certificate has three parts\)/,
  ],
]

describe('a certificate that is not in DER is refused', () => {
  it.each(BYTES)('%s', (_, header, reason) => {
    expectRefused(() => reader.read(header(), NOW), 'CERTIFICATE_INVALID', reason)
  })
})

describe('a trusted issuer is refused when its certificate limits what it issues in a way that is not read', () => {
  const readBelow = (changes: Partial<CertificateTemplate>) => {
    const subject = [['2.5.4.3', 'Limited CA']] as const
    const ca = forgeCertificate(
      { key: otherKey() },
      { subject, key: otherKey(), isAuthority: true, keyUsage: ['keyCertSign'], ...changes },
    )
    const leaf = forgeCertificate({ certificate: ca, key: otherKey() })
    return createCertificateReader([ca]).read(headerForm(leaf), NOW)
  }

  it.each([
    ['name constraints', [CONSTRAINTS], /limits what it may issue by nameConstraints: this server cannot check that/],
    ['an unknown critical extension', [UNKNOWN], /limits what it may issue by 1\.2\.3\.4\.5/],
    ['serverAuth only', [usage(SERVER_AUTH)], /whose extendedKeyUsage allows other things only, such as serverAuth/],
  ])('%s', (_, moreExtensions, reason) => {
    expectRefused(() => readBelow({ moreExtensions }), 'CERTIFICATE_INVALID', reason)
  })

  it('but not without', () => {
    expect(readBelow({}).issuerText).toBe('CN=Limited CA')
  })
})
