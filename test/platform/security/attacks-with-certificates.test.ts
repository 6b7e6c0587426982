import { createPublicKey, type KeyObject, type X509Certificate } from 'node:crypto'
import { describe, it } from 'vitest'
import type { ErrorCode } from '../../../src/domain/errors.ts'
import { createCertificateReader } from '../../../src/platform/security/certificates/certificates.ts'
import { DAY, forgeCertificate, headerForm, NOW } from '../../support/builders/certificates.ts'
import { keptKey } from '../../support/builders/kept-keys.ts'
import { withHeaders } from '../../support/clients/signing-client.ts'
import {
  type AttackedRequest,
  authority,
  expectRefused,
  otherKey,
  reader,
  receive,
  send,
  tpp,
} from '../../support/hostile/attack-kit.ts'

const withCertificate = (certificate: X509Certificate, key: KeyObject = tpp.key) => send({ certificate, key })
const name = [
  ['2.5.4.6', 'NO'],
  ['2.5.4.10', 'Sandbank, Testbank AS'],
  ['2.5.4.3', 'Sandbank Øvelse CA'],
] as const
const impostor = forgeCertificate(
  { key: otherKey() },
  { subject: name, key: otherKey(), isAuthority: true, keyUsage: ['keyCertSign'] },
)
const flip = (certificate: X509Certificate, at: number): string => {
  const bytes = Buffer.from(certificate.raw)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes.toString('base64')
}
const header = (value: string) => withHeaders(send(), { 'TPP-Signature-Certificate': value })
const exponentOne = () => {
  const spki = createPublicKey(keptKey('tpp')).export({ type: 'spki', format: 'der' })
  const at = spki.lastIndexOf(Buffer.from('0203010001', 'hex'))
  return createPublicKey({
    key: Buffer.concat([spki.subarray(0, at), Buffer.from('0203000001', 'hex')]),
    type: 'spki',
    format: 'der',
  })
}

const CERTIFICATE_ATTACKS: readonly (readonly [
  what: string,
  code: ErrorCode,
  attack: () => AttackedRequest,
  reason: RegExp,
])[] = [
  [
    'a CA that took the same name',
    'CERTIFICATE_INVALID',
    () => withCertificate(forgeCertificate({ certificate: impostor, key: otherKey() })),
    /not signed with the key of that trusted issuer.*another CA with the same name/,
  ],
  [
    'a CA with another name',
    'CERTIFICATE_INVALID',
    () => withCertificate(forgeCertificate({ key: otherKey() })),
    /which this server does not trust/,
  ],
  [
    'expired',
    'CERTIFICATE_EXPIRED',
    () => withCertificate(forgeCertificate(authority, { notAfter: new Date(NOW.getTime() - 1000) })),
    /expired at 2026-03-02T09:29:59.000Z; now it is 2026-03-02T09:30:00.000Z/,
  ],
  [
    'not yet valid',
    'CERTIFICATE_EXPIRED',
    () => withCertificate(forgeCertificate(authority, { notBefore: new Date(NOW.getTime() + DAY) })),
    /not valid before 2026-03-03T09:30:00.000Z/,
  ],
  [
    'issued by another TPP’s certificate',
    'CERTIFICATE_INVALID',
    () =>
      withCertificate(
        forgeCertificate({ certificate: tpp.certificate, key: tpp.key }, { key: otherKey() }),
        otherKey(),
      ),
    /issued by CN=Fjord Pay AS.*which this server does not trust/,
  ],
  [
    'the CA’s own certificate',
    'CERTIFICATE_INVALID',
    () => header(headerForm(authority.certificate)),
    /is that of a CA .*: a TPP signs with a certificate of its own/,
  ],
  [
    'a key usage for encryption only',
    'CERTIFICATE_INVALID',
    () => withCertificate(forgeCertificate(authority, { keyUsage: ['keyEncipherment'] })),
    /keyUsage of the certificate does not allow signing: it needs digitalSignature or nonRepudiation/,
  ],
  [
    'a key usage for certificates only',
    'CERTIFICATE_INVALID',
    () => withCertificate(forgeCertificate(authority, { keyUsage: ['keyCertSign', 'cRLSign'] })),
    /keyUsage of the certificate does not allow signing/,
  ],
  [
    'a NUL byte in the name of the TPP',
    'CERTIFICATE_INVALID',
    () =>
      withCertificate(
        forgeCertificate(authority, {
          subject: [
            ['2.5.4.97', 'PSDNO-FSA-1\0'],
            ['2.5.4.3', 'x'],
          ],
        }),
      ),
    /control characters/,
  ],
  [
    'a changed byte in its key',
    'CERTIFICATE_INVALID',
    () => header(flip(tpp.certificate, 400)),
    /not signed with the key of that trusted issuer|not its public key/,
  ],
  [
    'a changed byte in its signature',
    'CERTIFICATE_INVALID',
    () => header(flip(tpp.certificate, tpp.certificate.raw.length - 5)),
    /not signed with the key of that trusted issuer/,
  ],
  [
    'a byte more',
    'CERTIFICATE_INVALID',
    () => header(Buffer.concat([tpp.certificate.raw, Buffer.from([0])]).toString('base64')),
    /not to an X.509 certificate/,
  ],
  [
    'cut in half',
    'CERTIFICATE_INVALID',
    () => header(tpp.certificate.raw.subarray(0, 501).toString('base64')),
    /not to an X.509 certificate/,
  ],
]

describe('an attack with a certificate is refused with its reason', () => {
  it.each(CERTIFICATE_ATTACKS)('%s', (_, code, attack, reason) => {
    expectRefused(() => receive(attack()), code, reason)
  })

  it('an RSA key of 1024 bits', () => {
    const weak = forgeCertificate(authority, { key: keptKey('weak', 1024) })
    expectRefused(
      () => reader.read(headerForm(weak), NOW),
      'CERTIFICATE_INVALID',
      /RSA key of 1024 bits: at least 2048 are needed/,
    )
  })

  it('an RSA key with the exponent 1', () => {
    const certificate = forgeCertificate(authority, { key: exponentOne() })
    expectRefused(
      () => reader.read(headerForm(certificate), NOW),
      'CERTIFICATE_INVALID',
      /exponent 1, with which everybody can sign|cannot be read/,
    )
  })

  it('a trusted certificate that is no CA as the issuer', () => {
    const trusting = createCertificateReader([authority.certificate, tpp.certificate])
    const leaf = forgeCertificate({ certificate: tpp.certificate, key: tpp.key }, { key: otherKey() })
    expectRefused(
      () => trusting.read(headerForm(leaf), NOW),
      'CERTIFICATE_INVALID',
      /issued with the certificate of CN=Fjord Pay AS.*which is no CA/,
    )
  })

  it('a trusted CA that may not issue certificates', () => {
    const ca = forgeCertificate(
      { key: otherKey() },
      { subject: name, key: otherKey(), isAuthority: true, keyUsage: ['digitalSignature'] },
    )
    const leaf = forgeCertificate({ certificate: ca, key: otherKey() })
    expectRefused(
      () => createCertificateReader([ca]).read(headerForm(leaf), NOW),
      'CERTIFICATE_INVALID',
      /no CA: an issuer needs.*keyCertSign/,
    )
  })

  it('a trusted CA that has expired, or whose key is weak', () => {
    const base = { subject: name, isAuthority: true, keyUsage: ['keyCertSign'] } as const
    const expired = forgeCertificate(
      { key: otherKey() },
      { ...base, key: otherKey(), notAfter: new Date(NOW.getTime() - 1000) },
    )
    const weak = forgeCertificate({ key: keptKey('weak', 1024) }, { ...base, key: keptKey('weak', 1024) })
    const read = (ca: X509Certificate, key: KeyObject) =>
      createCertificateReader([ca]).read(headerForm(forgeCertificate({ certificate: ca, key })), NOW)
    expectRefused(() => read(expired, otherKey()), 'CERTIFICATE_EXPIRED', /The issuer of the certificate expired at/)
    expectRefused(
      () => read(weak, keptKey('weak', 1024)),
      'CERTIFICATE_INVALID',
      /issuer .* has an RSA key of 1024 bits/,
    )
  })
})
