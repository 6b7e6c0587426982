import { createPublicKey, generateKeyPairSync, type X509Certificate } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { NOT_EXAMINED } from '../../../src/domain/tpps.ts'
import { openCertificateAuthority } from '../../../src/platform/security/authority/certificate-authority.ts'
import type { buildCertificate } from '../../../src/platform/security/authority/certificate-builder.ts'
import { certifyWith } from '../../../src/platform/security/authority/certify.ts'
import {
  createCertificateReader,
  describeCertificate,
} from '../../../src/platform/security/certificates/certificates.ts'
import { readChildren, readDer, readText } from '../../../src/platform/security/certificates/der.ts'
import { isSignedWith, readCertificateFields } from '../../../src/platform/security/certificates/fields.ts'
import { openPublicKey, readPublicKeyFields } from '../../../src/platform/security/certificates/public-keys.ts'
import { createDigest, verifyDigest } from '../../../src/platform/security/signature/digest.ts'
import { verifySignature } from '../../../src/platform/security/signature/http-signature.ts'
import { buildSigningString } from '../../../src/platform/security/signature/signing-string.ts'
import {
  DAY,
  forgeCertificate,
  forgeDer,
  headerForm,
  issueTo,
  NOW,
  withFolder,
} from '../../support/builders/certificates.ts'
import { fillAuthority, keptKey } from '../../support/builders/kept-keys.ts'
import { dsaSpki, ecSpki, INFINITY_POINT, newEcKey, spkiOf } from '../../support/builders/public-keys.ts'
import { refusalOf } from '../../support/clients/refusals.ts'
import { headerOf, withHeaders } from '../../support/clients/signing-client.ts'
import { authority, otherKey, reader, send, tpp } from '../../support/hostile/attack-kit.ts'

const faultsOf = (run: () => unknown) => refusalOf(run).faults.map(({ text }) => text)

describe('the keys that a reader knows', () => {
  const one = issueTo(authority, { key: keptKey('tpp'), authorityId: 'NO-FSA-1', name: 'One' })
  const two = issueTo(authority, { key: otherKey(), authorityId: 'NO-FSA-2', name: 'Two' })

  it('are those of the issuers and of the TPPs that called, but for that of the certificate', () => {
    const ours = createCertificateReader([authority.certificate])
    const first = ours.read(headerForm(one.certificate), NOW)
    expect(ours.listOtherKeys(first).map(({ owner }) => owner)).toEqual([`the issuer ${first.issuerText}`])
    const second = ours.read(headerForm(two.certificate), NOW)
    const keys = ours.listOtherKeys(first)
    expect(keys.map(({ owner }) => owner)).toEqual([
      `the issuer ${first.issuerText}`,
      `another certificate of Two, serial ${second.serialHex}`,
    ])
    expect(keys.map(({ key }) => key.equals(createPublicKey(otherKey())))).toEqual([false, true])
    expect(ours.listOtherKeys(second).map(({ owner }) => owner)[1]).toContain('another certificate of One')
  })

  it('are ten at most', () => {
    const ours = createCertificateReader(Array.from({ length: 12 }, () => authority.certificate))
    expect(ours.listOtherKeys(ours.read(headerForm(one.certificate), NOW))).toHaveLength(10)
  })

  it('leave out an issuer whose key is faulty, which is reported when it is met', () => {
    const weak = forgeCertificate(
      { key: keptKey('weak', 1024) },
      { key: keptKey('weak', 1024), isAuthority: true, keyUsage: ['keyCertSign'] },
    )
    const theirs = createCertificateReader([weak, authority.certificate])
    expect(theirs.listOtherKeys(theirs.read(headerForm(one.certificate), NOW))).toHaveLength(1)
    const issued = forgeCertificate({ certificate: weak, key: keptKey('weak', 1024) })
    expect(faultsOf(() => theirs.read(headerForm(issued), NOW))[0]).toMatch(
      /^The issuer CN=.* has an RSA key of 1024 bits: at least 2048 are needed\.$/,
    )
  })

  it('are named, five of them, to a caller with another issuer', () => {
    const ours = createCertificateReader(Array.from({ length: 7 }, () => authority.certificate))
    const foreign = forgeCertificate({ key: keptKey('middle') }, { subject: [['2.5.4.3', 'Else']] })
    const [first, ...trusted] = faultsOf(() => ours.read(headerForm(foreign), NOW))
    expect(first).toBe(
      "The certificate was issued by CN=Else, which this server does not trust. Use a certificate of the sandbox (sandbank tpp new), or put the issuer's certificate into the folder trust.",
    )
    expect(trusted).toEqual(Array(5).fill('A trusted issuer is CN=Sandbank Øvelse CA,O=Sandbank\\, Testbank AS,C=NO'))
  })
})

describe('a certificate as it is issued', () => {
  const issue = (changes = {}) =>
    issueTo(authority, { key: keptKey('tpp'), authorityId: 'NO-FSA-1', name: 'One', ...changes }).certificate
  const authorityOf = (certificate: X509Certificate) => {
    const { qcStatements = Buffer.alloc(0) } = readCertificateFields(certificate.raw)
    const statements = readChildren(readDer(qcStatements)).map(statement => readChildren(statement))
    const [, , name, id] = [undefined, ...(statements[2]?.[1] === undefined ? [] : readChildren(statements[2][1]))]
    return [name, id].map(element => element && readText(element))
  }

  it('names the authority by its name where it is known, else by its id', () => {
    expect(authorityOf(issue())).toEqual(['Finanstilsynet (sandbox)', 'NO-FSA'])
    expect(authorityOf(issue({ authorityId: 'PSDDE-BAFIN-7' }))).toEqual(['DE-BAFIN', 'DE-BAFIN'])
    expect(describeCertificate(issue({ authorityId: 'PSDDE-BAFIN-7' })).subjectText).toContain('C=DE')
  })

  it('ends after it begins, a year later by default', () => {
    const end = (changes = {}) => new Date(issue(changes).validTo).toISOString()
    expect(end()).toBe('2027-03-02T09:30:00.000Z')
    expect(end({ notBefore: new Date('2028-02-29T00:00:00Z') })).toBe('2029-03-01T00:00:00.000Z')
    expect(end({ notAfter: new Date(NOW.getTime() + DAY) })).toBe('2026-03-03T09:30:00.000Z')
    for (const notAfter of [NOW, new Date(NOW.getTime() - 1)])
      expect(refusalOf(() => issue({ notAfter })).faults).toEqual([
        { path: 'notAfter', text: 'A certificate ends after it begins.' },
      ])
  })

  it('has a serial number of 16 bytes that is positive', () => {
    for (let count = 0; count < 20; count++) expect(issue().serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/)
  })

  it('may be written in each version, with each use of its key, and signed by each kind of key', () => {
    const build = (changes = {}) => readCertificateFields(forgeDer({ key: keptKey('tpp') }, changes))
    expect(([1, 2, 3] as const).map(version => build({ version }).version)).toEqual([1, 2, 3])
    expect([build({ version: 2 }).keyUsage, build({ keyUsage: [] }).keyUsage]).toEqual([undefined, undefined])
    const bytes = (keyUsage: readonly string[]) => {
      const hex = forgeDer({ key: keptKey('tpp') }, { keyUsage } as Partial<
        Parameters<typeof buildCertificate>[0]
      >).toString('hex')
      return /0603551d0f0101ff0404(.{8})/.exec(hex)?.[1]
    }
    expect([
      bytes(['digitalSignature']),
      bytes(['digitalSignature', 'nonRepudiation']),
      bytes(['nonRepudiation', 'digitalSignature']),
      bytes(['keyEncipherment']),
      bytes(['keyCertSign', 'cRLSign']),
    ]).toEqual(['03020780', '030206c0', '030206c0', '03020520', '03020106'])
    const ec = newEcKey('P-256')
    const fields = readCertificateFields(forgeDer({ key: ec }))
    expect(fields.signedWith.name).toBe('ECDSA with SHA-256')
    expect(isSignedWith(fields, createPublicKey(ec))).toBe(true)
    expect(build({ hash: 'sha1' }).signedWith.name).toBe('RSA with SHA-1')
  })

  it('names its key and that of its issuer by their SHA-1', () => {
    const text = issue()
    const hex = text.raw.toString('hex')
    const [, own] = /0603551d0e0416041[4](.{40})/.exec(hex) ?? []
    const [, issuer] = /0603551d2304183016801[4](.{40})/.exec(hex) ?? []
    expect([own?.length, issuer?.length]).toEqual([40, 40])
    expect(own).not.toBe(issuer)
  })
})

describe('the CA of the sandbox', () => {
  it('is good until the very end of its last day, and refuses a folder with other files', () => {
    withFolder(home => {
      fillAuthority(home)
      const { certificate } = openCertificateAuthority(home, NOW)
      const end = new Date(certificate.validTo)
      expect(() => openCertificateAuthority(home, end)).not.toThrow()
      expect(() => openCertificateAuthority(home, new Date(end.getTime() + 1))).toThrow(
        `The sandbox's CA in ${join(home, 'ca')} expired at ${certificate.validTo}: restore the files from a copy, or delete the folder to get a new CA (certificates of the old one are then refused)`,
      )
    })
  })

  it('certifies keys without having them', () => {
    const made = certifyWith(
      authority,
      () => NOW,
    )({
      name: 'Acme',
      roles: ['PSP_PI'],
      organization: undefined,
      authorityId: undefined,
      publicKey: createPublicKey(keptKey('tpp')).export({ type: 'spki', format: 'pem' }).toString(),
    })
    expect(reader.read(made.header, NOW)).toMatchObject({ roles: ['PSP_PI'], tppName: 'Acme' })
  })
})

describe('a public key is judged with words', () => {
  const fault = (spki: Buffer) => readPublicKeyFields(readDer(spki)).fault
  const NEEDED = 'RSA of 2048 to 8192 bits, or EC on P-256, is needed'
  it.each([
    [spkiOf(generateKeyPairSync('ed25519').publicKey), `a key of type ed25519: ${NEEDED}`],
    [spkiOf(generateKeyPairSync('x25519').publicKey), `a key of type x25519: ${NEEDED}`],
    [dsaSpki(Buffer.from([1])), `a key of type dsa: ${NEEDED}`],
    [ecSpki('P-256', INFINITY_POINT), 'an EC key on P-256 that is the point at infinity, which is no public key'],
    [ecSpki('P-256', Buffer.from([0, 0])), 'an EC key on P-256 that is not an uncompressed point of 65 bytes'],
    [ecSpki('P-256', Buffer.from([4])), 'an EC key on P-256 that is not an uncompressed point of 65 bytes'],
    [spkiOf(newEcKey('P-384')), undefined],
    [spkiOf(keptKey('tpp')), undefined],
  ])('%#', (spki, expected) => expect(fault(spki)).toBe(expected))

  it('and is opened only without any', () => {
    const good = readPublicKeyFields(readDer(spkiOf(keptKey('tpp'))))
    expect(openPublicKey(good).equals(createPublicKey(keptKey('tpp')))).toBe(true)
    expect(() => openPublicKey({ ...good, fault: 'a fault' })).toThrow('A faulty key is never opened: a fault')
  })
})

describe('what a refusal of a signature says', () => {
  const certificate = reader.read(headerForm(tpp.certificate), NOW)
  const refused = (request: ReturnType<typeof send>) =>
    faultsOf(() => verifySignature(request, certificate, { keyId: 'tolerant', now: NOW }))
  it('when a header that is carried is not signed', () => {
    const names = ['(request-target)', 'date', 'digest', 'x-request-id', 'psu-id']
    expect(refused(send({ signedHeaders: names }))).toEqual([
      expect.stringMatching(/^The request carries tpp-redirect-uri without signing it: sign /),
      `Signed are: ${names.join(' ')}`,
    ])
    expect(refused(send({ signedHeaders: names.slice(0, 4) }))[0]).toMatch(
      /^The request carries psu-id, tpp-redirect-uri without signing them: sign /,
    )
  })

  it('when a signed header is not carried', () => {
    const request = withHeaders(send(), { 'X-Request-ID': undefined })
    expect(refused(request)).toEqual([
      'The header x-request-id is listed as signed, but the request does not carry it.',
      'Signed are: (request-target) date digest x-request-id psu-id tpp-redirect-uri',
    ])
  })

  it('when the signature is elsewhere', () => {
    const none = withHeaders(send(), { Signature: undefined })
    const place = (headers: Record<string, string>) =>
      refused(withHeaders(none, headers))[0]?.split('. Sign headers')[0]?.split(': ')[0]
    expect(place({})).toBe('The header is missing')
    expect(place({ Authorization: 'Signature a' })).toBe('The signature is in Authorization')
    expect(place({ Authorization: 'x Signature a' })).toBe('The header is missing')
    expect(place({ 'X-JWS-Signature': 'a' })).toBe('The request has x-jws-signature, as other interfaces want it')
    expect(place({ 'Signature-Input': 'a' })).toBe('The request has Signature-Input, as RFC 9421 wants it')
    expect(refused(withHeaders(send(), { Signature: ' ' }))[0]).toMatch(/^The header is missing/)
  })

  it('and a header that is sent again is not one', () => {
    const request = send()
    const twice = { ...request, headers: [...request.headers, ['Digest', 'x'] as const] }
    expect(refused(twice)).toEqual(['The header digest is sent 2 times: send it once.'])
  })

  it('a header is signed with the values that are sent, without the blanks around each', () => {
    const message = {
      method: 'GET',
      target: '/',
      headers: [
        ['A', ' 1\t'],
        ['a', '2 '],
        ['B', '\xa0 3\xa0'],
      ] as const,
    }
    expect(buildSigningString(message, ['A', 'b'])).toBe('a: 1, 2\nb: \xa0 3\xa0')
  })
})

describe('a digest', () => {
  const BODY = Buffer.from('a')
  it('of a header of 32,768 characters is read', () => {
    const long = `${createDigest(BODY)},${'x'.repeat(40_000)}`
    expect(verifyDigest(long.slice(0, 32_768), BODY)).toEqual([])
    expect(faultsOf(() => verifyDigest(long.slice(0, 32_769), BODY))).toEqual([
      'The header has 32769 characters: at most 32768 are read.',
    ])
  })

  it('is warned of when one of them lacks its padding', () => {
    const both = `${createDigest(BODY)},${createDigest(BODY, 'SHA-512').replace(/=+$/, '')}`
    expect(verifyDigest(both, BODY).map(({ code }) => code)).toEqual(['DIGEST_FORM'])
    expect(verifyDigest(`sha-256 =${createDigest(BODY).slice(8)}, md5=x`, BODY)).toEqual([])
  })

  it('that is wrong is reported without a look where none is allowed, else with its cause first', () => {
    const EMPTY = 'That is the digest of an empty body: hash the body that is sent.'
    const wrong = createDigest(Buffer.alloc(0))
    const text = `The SHA-256 digest does not match the body: the header says ${wrong.slice(8)}, the 1 bytes received have ${createDigest(BODY).slice(8)}.`
    expect(faultsOf(() => verifyDigest(wrong, BODY, () => false))).toEqual([text, NOT_EXAMINED])
    expect(faultsOf(() => verifyDigest(wrong, BODY))).toEqual([EMPTY, text])
    expect(faultsOf(() => verifyDigest(createDigest(Buffer.from('x')), BODY))[0]).toMatch(/have [A-Za-z0-9+/=]+\.$/)
  })
})

it('a certificate of a trusted CA is read in the writing of the interface without a warning', () => {
  const header = headerOf(send(), 'TPP-Signature-Certificate')
  expect(reader.read(header, NOW).warnings).toEqual([])
  expect(reader.read(` ${header}`, NOW).warnings).toEqual([
    {
      code: 'CERTIFICATE_FORM',
      text: 'The certificate is read, but not in the form of the interface: send the Base64 of its DER alone, on one line.',
    },
  ])
})

it('a folder of the CA with half of it is said to be so', () => {
  withFolder(home => {
    mkdirSync(join(home, 'ca'))
    writeFileSync(join(home, 'ca', 'cert.pem'), '')
    expect(() => openCertificateAuthority(home, NOW)).toThrow(
      /cert\.pem, a part of the sandbox's CA, is empty: restore/,
    )
  })
})
