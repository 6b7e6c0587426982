import { createPublicKey } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { encodePem } from '../../src/security/certificate-builder.ts'
import { authority, otherKey, reader, tpp } from '../support/attack-kit.ts'
import { exportPem, forgeCertificate, headerForm, NOW, openssl } from '../support/certificates.ts'
import { refusalOf } from '../support/refusals.ts'

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

describe('a header that holds something else than a certificate says what', () => {
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
