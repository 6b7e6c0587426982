import { createHash, createPublicKey } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { encodePem } from '../../../src/platform/security/authority/certificate-builder.ts'
import { exportPem, forgeCertificate, headerForm, NOW, openssl } from '../../support/builders/certificates.ts'
import { newEcKey } from '../../support/builders/public-keys.ts'
import { refusalOf } from '../../support/clients/refusals.ts'
import { authority, otherKey, reader, tpp } from '../../support/hostile/attack-kit.ts'

const folder = mkdtempSync(join(tmpdir(), 'sandbank-things-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const keyFile = file('key.pem', exportPem(tpp.key))
const certificateFile = file('cert.pem', encodePem(tpp.certificate.raw, 'CERTIFICATE'))
const good = headerForm(tpp.certificate)
const base64 = (bytes: Buffer) => bytes.toString('base64')

const HEADERS: readonly (readonly [what: string, header: () => string, words: RegExp])[] = [
  [
    'hexadecimal',
    () => tpp.certificate.raw.toString('hex'),
    /holds a certificate in hexadecimal: send the Base64 of its DER alone/,
  ],
  ['hexadecimal with colons', () => tpp.certificate.raw.toString('hex').replace(/..(?=.)/g, '$&:'), /in hexadecimal/],
  ['Base64 twice', () => base64(Buffer.from(good)), /in Base64 twice/],
  [
    'base64url',
    () => Buffer.concat([tpp.certificate.raw]).toString('base64url'),
    /in the URL form of Base64|in Base64 without/,
  ],
  ['quotation marks', () => `"${good}"`, /in quotation marks/],
  ['a JSON list', () => `["${good}"]`, /in quotation marks/],
  ['another word', () => `x5c: ${good}`, /after another word/],
  ['twice', () => `${good}, ${good}`, /sent twice, joined by a comma/],
  [
    'a private key',
    () => base64(tpp.key.export({ type: 'pkcs8', format: 'der' })),
    /holds a private key, which must never leave its owner/,
  ],
  ['a private key of PKCS #1', () => base64(tpp.key.export({ type: 'pkcs1', format: 'der' })), /holds a private key/],
  [
    'a public key',
    () => base64(createPublicKey(tpp.key).export({ type: 'spki', format: 'der' })),
    /holds a public key alone/,
  ],
  [
    'a request for a certificate',
    () => base64(openssl(['req', '-new', '-key', keyFile, '-subj', '/CN=x', '-outform', 'DER'])),
    /request for a certificate \(CSR\)/,
  ],
  [
    'PKCS #7',
    () => base64(openssl(['crl2pkcs7', '-nocrl', '-certfile', certificateFile, '-outform', 'DER'])),
    /PKCS #7 container/,
  ],
  [
    'PKCS #12',
    () => base64(openssl(['pkcs12', '-export', '-inkey', keyFile, '-in', certificateFile, '-passout', 'pass:x'])),
    /PKCS #12 file/,
  ],
  [
    'its chain',
    () => base64(Buffer.concat([tpp.certificate.raw, authority.certificate.raw])),
    /several certificates, one after the other/,
  ],
]

const ec = newEcKey('P-256')
const rsaPem = tpp.key.export({ type: 'pkcs8', format: 'pem' }).toString()
const oneLine = (pem: string) => pem.replaceAll('\n', '')

/** What developers send by accident, of which a private key must be reported first of all. */
const BY_ACCIDENT: readonly (readonly [what: string, header: () => string, words: RegExp])[] = [
  [
    'an EC key of SEC 1',
    () => base64(ec.export({ type: 'sec1', format: 'der' })),
    /^The header holds a private key, which must never/,
  ],
  ['an EC key of PKCS #8', () => base64(ec.export({ type: 'pkcs8', format: 'der' })), /holds a private key/],
  [
    'an EC key as PEM',
    () => oneLine(String(ec.export({ type: 'sec1', format: 'pem' }))),
    /holds a private key.*EC PRIVATE KEY/,
  ],
  ['an RSA key as PEM', () => oneLine(rsaPem), /holds a private key.*another key/],
  ['the Base64 of such a PEM', () => base64(Buffer.from(rsaPem)), /holds a private key/],
  [
    'an encrypted key',
    () => base64(tpp.key.export({ type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase: 'x' })),
    /holds a private key.*encrypted/,
  ],
  [
    'an encrypted key as PEM',
    () => oneLine(String(tpp.key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }))),
    /holds a private key.*ENCRYPTED PRIVATE KEY/,
  ],
  [
    'a key of OpenSSH',
    () => '-----BEGIN OPENSSH PRIVATE KEY-----b3BlbnNzaC1r-----END OPENSSH PRIVATE KEY-----',
    /holds a private key/,
  ],
  ['the inside of one', () => base64(Buffer.from('openssh-key-v1\0\0\0\0\x04none')), /private key.*OpenSSH/],
  [
    'a JSON Web Key with its private part',
    () => JSON.stringify(tpp.key.export({ format: 'jwk' })),
    /holds a private key/,
  ],
  [
    'a JSON Web Key',
    () => JSON.stringify(createPublicKey(tpp.key).export({ format: 'jwk' })),
    /holds a JSON Web Key, which is no certificate/,
  ],
  [
    'a key store of Java',
    () => base64(Buffer.from('feedfeed0000000200000001', 'hex')),
    /a key store of Java .*keytool -exportcert/,
  ],
  ['a public key of SSH', () => 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ== me@host', /a public key of SSH/],
  ['a file name', () => '/etc/certs/qseal.pem', /the name of a file: send what is in it/],
  ['a file name of Windows', () => 'C:\\certs\\qseal.pfx', /the name of a file/],
  ['a variable of Postman', () => '{{certificate}}', /a variable of Postman without a value/],
  ['a variable of a shell', () => '$CERTIFICATE', /a variable that was not replaced/],
  ['a word', () => 'undefined', /a word in place of a value/],
  ['an array of Java', () => '[B@1b6d3586', /what Java writes for an array of bytes/],
  ['an object of JavaScript', () => '[object Object]', /what JavaScript writes for an object: .*certificate\.raw/],
  [
    'an object of .NET',
    () => 'System.Security.Cryptography.X509Certificates.X509Certificate2',
    /what \.NET writes.*RawData/,
  ],
  ['an object of Python', () => '<Certificate(subject=<Name(CN=acme)>, ...)>', /what Python writes for an object/],
  ['a name', () => 'CN=acme,O=Acme AS,C=NO', /a name, such as that of a certificate's owner/],
  [
    'a fingerprint',
    () => createHash('sha1').update(tpp.certificate.raw).digest('hex'),
    /the fingerprint of a certificate/,
  ],
  ['a fingerprint with colons', () => tpp.certificate.fingerprint256, /the fingerprint of a certificate/],
  ['a scheme before it', () => `Bearer ${good}`, /after another word/],
  ['a part of it', () => good.slice(0, 800), /was cut off: it says that it has \d+ bytes, and 600 came/],
]

describe('a header that holds something else than a certificate says what', () => {
  it.each(BY_ACCIDENT)('%s, sent by accident', (_, header, words) => {
    const { code, faults } = refusalOf(() => reader.read(header(), NOW))
    expect(code).toBe('CERTIFICATE_INVALID')
    expect(faults[0]?.text).toMatch(words)
    for (const { text } of faults) expect(text.length).toBeLessThanOrEqual(512)
  })

  it.each(HEADERS)('%s', (_, header, words) => {
    const { code, faults } = refusalOf(() => reader.read(header(), NOW))
    expect(code).toBe('CERTIFICATE_INVALID')
    expect(faults[0]?.text).toMatch(words)
    expect(faults.length).toBeGreaterThan(1)
    // What it holds may be secret.
    for (const { text } of faults) expect(text.length).toBeLessThanOrEqual(512)
  })

  it('and nothing of the kind when it holds a certificate that is refused for itself', () => {
    const { faults } = refusalOf(() => reader.read(headerForm(forgeCertificate({ key: otherKey() })), NOW))
    expect(faults[0]?.text).toMatch(/which this server does not trust/)
  })

  it('or when nothing explains it', () => {
    const { faults } = refusalOf(() => reader.read(base64(Buffer.from('nothing of the kind')), NOW))
    expect(faults).toHaveLength(1)
  })
})
