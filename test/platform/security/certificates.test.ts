import { generateKeyPairSync, type X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { normaliseTppId } from '../../../src/domain/tpps.ts'
import { encodePem } from '../../../src/platform/security/authority/certificate-builder.ts'
import { readCertificate } from '../../../src/platform/security/certificates/certificate-facts.ts'
import {
  createCertificateReader,
  type TppCertificate,
} from '../../../src/platform/security/certificates/certificates.ts'
import { formatWarning, refuseTolerated } from '../../../src/platform/security/warnings.ts'
import {
  forgeCertificate,
  headerForm,
  issueTo,
  issueWithOpenssl,
  makeAuthority,
  NOW,
} from '../../support/builders/certificates.ts'
import { keptKey } from '../../support/builders/kept-keys.ts'
import { expectRefusal } from '../../support/clients/refusals.ts'

const authority = makeAuthority()
const reader = createCertificateReader([authority.certificate])
const tpp = issueTo(authority)
const pem = encodePem(tpp.certificate.raw, 'CERTIFICATE')

const readByOpenssl = (certificate: X509Certificate): TppCertificate =>
  // openssl dates by the machine's clock, in whole seconds.
  createCertificateReader([authority.certificate]).read(headerForm(certificate), new Date(Date.now() + 1_000))
const issueByOpenssl = (extensions?: string) =>
  readByOpenssl(
    issueWithOpenssl(authority, keptKey('tpp'), {
      subject: '/CN=Fjord Pay',
      ...(extensions === undefined ? {} : { extensions }),
    }),
  )

const PSD2_PI =
  'SEQUENCE:psd2\n[psd2]\nid=OID:0.4.0.19495.2\ninfo=SEQUENCE:info\n[info]\nroles=SEQUENCE:roles\nname=UTF8:Finanstilsynet\nnca=UTF8:NO-FSA\n[roles]\n'
const ROLE_PI = 'pi=SEQUENCE:pi\n[pi]\noid=OID:0.4.0.19495.1.2\nname=UTF8:PSP_PI\n'

describe('the certificate of a TPP', () => {
  it('says who the TPP is and what it may do', () => {
    expect(reader.read(headerForm(tpp.certificate), NOW)).toMatchObject({
      serial: BigInt(`0x${tpp.certificate.serialNumber}`),
      serialHex: tpp.certificate.serialNumber.toLowerCase(),
      issuerText: 'CN=Sandbank Øvelse CA,O=Sandbank\\, Testbank AS,C=NO',
      subjectText: 'CN=Fjord Pay AS,organizationIdentifier=PSDNO-FSA-987654321,O=Fjord Pay AS,C=NO',
      algorithm: 'rsa-sha256',
      notBefore: NOW,
      tppId: 'NO-FSA-987654321',
      tppName: 'Fjord Pay AS',
      roles: ['PSP_PI', 'PSP_AI'],
    })
  })

  it.each([
    ['Base64 of DER', headerForm(tpp.certificate)],
    ['with spaces around', `  ${headerForm(tpp.certificate)} `],
    ['Base64 of PEM', Buffer.from(pem).toString('base64')],
    ['Base64 of PEM with Windows line ends', Buffer.from(pem.replaceAll('\n', '\r\n')).toString('base64')],
    ['PEM without its line breaks', pem.replaceAll('\n', '')],
    ['PEM with spaces for line breaks', pem.replaceAll('\n', ' ')],
    ['PEM with \\n for line breaks', pem.replaceAll('\n', '\\n')],
    ['PEM, URL-encoded', encodeURIComponent(pem)],
    ['PEM, URL-encoded as a form', encodeURIComponent(pem).replaceAll('%20', '+')],
    ['Base64 of DER, URL-encoded', encodeURIComponent(headerForm(tpp.certificate))],
    ['PEM with its chain', (pem + encodePem(authority.certificate.raw, 'CERTIFICATE')).replaceAll('\n', '')],
  ])('is read from %s', (_, header) => {
    expect(reader.read(header, NOW).serial).toBe(BigInt(`0x${tpp.certificate.serialNumber}`))
  })

  it('is read once, and its dates on every call', () => {
    const header = headerForm(tpp.certificate)
    expect(reader.read(header, NOW)).toBe(reader.read(header, NOW))
    const later = new Date(tpp.certificate.validTo)
    expect(reader.read(header, later).tppId).toBe('NO-FSA-987654321')
    expectRefusal(
      () => reader.read(header, new Date(later.getTime() + 1)),
      'CERTIFICATE_EXPIRED',
      /The certificate expired at 2027-03-02T09:30:00.000Z/,
    )
    expectRefusal(
      () => reader.read(header, new Date(NOW.getTime() - 1)),
      'CERTIFICATE_EXPIRED',
      /not valid before 2026-03-02T09:30:00.000Z/,
    )
    expect(reader.read(header, NOW).tppId).toBe('NO-FSA-987654321')
  })

  it('has the name of its subject for an id when no authority gave it one', () => {
    const plain = forgeCertificate(
      { ...authority },
      {
        subject: [
          ['2.5.4.6', 'NO'],
          ['2.5.4.3', 'plain.example'],
        ],
      },
    )
    expect(reader.read(headerForm(plain), NOW)).toMatchObject({
      tppId: 'CN=plain.example,C=NO',
      tppName: 'plain.example',
      roles: undefined,
    })
  })

  it('has the same id with and without the prefix PSD', () => {
    expect(normaliseTppId('PSDNO-FSA-987654321')).toBe('NO-FSA-987654321')
    expect(normaliseTppId('NO-FSA-987654321')).toBe('NO-FSA-987654321')
    expect(normaliseTppId('PSD-987')).toBe('PSD-987')
    expect(normaliseTppId('VATNO-987654321')).toBe('VATNO-987654321')
  })

  it.each([[['PSP_PI'] as const], [['PSP_AI'] as const], [['PSP_AI', 'PSP_PI'] as const], [[] as const]])(
    'grants exactly the roles %j',
    roles => {
      expect(reader.read(headerForm(issueTo(authority, { roles }).certificate), NOW).roles).toEqual(roles)
    },
  )

  it('may state its roles in one statement where a sequence of statements belongs, with a warning (D73)', () => {
    const lone = issueByOpenssl(`1.3.6.1.5.5.7.1.3=ASN1:${PSD2_PI}${ROLE_PI}`)
    expect(lone.roles).toEqual(['PSP_PI'])
    expect(lone.warnings.map(({ code }) => code)).toEqual(['QC_STATEMENTS_FORM'])
    for (const { text, code } of lone.warnings)
      expect(formatWarning({ text, code })).toMatch(/^QC_STATEMENTS_FORM; [\x20-\x7e]{30,400}$/)
    expectRefusal(() => refuseTolerated(lone.warnings), 'CERTIFICATE_INVALID', /a sequence of statements/)
    const listed = issueByOpenssl(`1.3.6.1.5.5.7.1.3=ASN1:SEQUENCE:all\n[all]\none=${PSD2_PI}${ROLE_PI}`)
    expect([listed.roles, listed.warnings]).toEqual([['PSP_PI'], []])
  })

  it('may state other things than roles', () => {
    const compliance = '1.3.6.1.5.5.7.1.3=ASN1:SEQUENCE:all\n[all]\none=SEQUENCE:one\n[one]\nid=OID:0.4.0.1862.1.1\n'
    expect(issueByOpenssl(compliance).roles).toBeUndefined()
    expect(issueByOpenssl('keyUsage=digitalSignature').roles).toBeUndefined()
    expect(issueByOpenssl().roles).toBeUndefined()
  })

  it('may state no role that is known, and then may do nothing', () => {
    expect(
      issueByOpenssl(`1.3.6.1.5.5.7.1.3=ASN1:${PSD2_PI}${ROLE_PI.replace('19495.1.2', '19495.1.0')}`).roles,
    ).toEqual([])
  })

  it.each([
    ['a number for the statements', 'INTEGER:1'],
    ['a statement without content', 'SEQUENCE:psd2\n[psd2]\nid=OID:0.4.0.19495.2\n'],
    ['a role that is no sequence', `${PSD2_PI}pi=OID:0.4.0.19495.1.2\n`],
  ])('is refused when its roles cannot be read: %s', (_, value) => {
    expectRefusal(
      () => issueByOpenssl(`1.3.6.1.5.5.7.1.3=ASN1:${value}`),
      'CERTIFICATE_INVALID',
      /^TPP-Signature-Certificate: The certificate is read, but not its extension qcStatements \(.+\): its issuer must make it anew, with this part corrected\.$/,
    )
  })

  // Each part that can be wrong alone is named (D97): "not an X.509 certificate" is said of what is none.
  it.each([
    ['keyUsage', '2.5.29.15=DER:0500'],
    ['basicConstraints', '2.5.29.19=DER:0500'],
    ['extendedKeyUsage', '2.5.29.37=DER:0500'],
    ['qcStatements', '1.3.6.1.5.5.7.1.3=DER:0500'],
  ])('is refused for its extension %s, where that cannot be read', (name, extension) => {
    expectRefusal(
      () => issueByOpenssl(extension),
      'CERTIFICATE_INVALID',
      new RegExp(`^TPP-Signature-Certificate: The certificate is read, but not its extension ${name} \\(expected tag`),
    )
  })

  it('may have a P-256 key', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    expect(readByOpenssl(issueWithOpenssl(authority, privateKey, { subject: '/CN=Fjord Pay' })).algorithm).toBe(
      'ecdsa-sha256',
    )
  })

  it.each([
    ['P-384', () => generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey, /key of type ec \(P-384\)/],
    ['Ed25519', () => generateKeyPairSync('ed25519').privateKey, /key of type ed25519/],
  ])('may not have a %s key', (_, makeKey, reason) => {
    const certificate = issueWithOpenssl(authority, makeKey(), { subject: '/CN=Fjord Pay' })
    expectRefusal(() => readByOpenssl(certificate), 'CERTIFICATE_INVALID', reason)
  })

  it.each([
    ['SHA-384', ['-sha384']],
    ['SHA-512', ['-sha512']],
    ['RSA-PSS with SHA-256', ['-sha256', '-sigopt', 'rsa_padding_mode:pss']],
  ])('may be signed by its issuer with %s', (_, options) => {
    expect(
      readByOpenssl(issueWithOpenssl(authority, keptKey('tpp'), { subject: '/CN=Fjord Pay', options })).tppName,
    ).toBe('Fjord Pay')
  })

  it.each([
    ['SHA-1', ['-sha1'], /RSA with SHA-1: SHA-256 or better is needed/],
    ['SHA-224', ['-sha224'], /RSA with SHA-224: SHA-256 or better/],
    ['MD5', ['-md5'], /RSA with MD5: SHA-256 or better/],
    ['RSA-PSS with SHA-1', ['-sha1', '-sigopt', 'rsa_padding_mode:pss'], /RSA-PSS: SHA-256 or better/],
  ])('may not be signed by its issuer with %s', (_, options, reason) => {
    const certificate = issueWithOpenssl(authority, keptKey('tpp'), { subject: '/CN=Fjord Pay', options })
    expectRefusal(() => readByOpenssl(certificate), 'CERTIFICATE_INVALID', reason)
  })

  it('is refused when it says two things about the use of its key', () => {
    const extensions = 'keyUsage=critical,keyEncipherment\n2.5.29.54=DER:03020780\n'
    const { raw } = issueWithOpenssl(authority, keptKey('tpp'), { subject: '/CN=Fjord Pay', extensions })
    // openssl writes no extension twice, so the second one gets the identifier of the first afterwards.
    const bytes = Buffer.from(raw)
    bytes[bytes.indexOf(Buffer.from('0603551d36', 'hex')) + 4] = 0x0f
    expectRefusal(
      () => reader.read(bytes.toString('base64'), new Date()),
      'CERTIFICATE_INVALID',
      /not its list of extensions \(the extension 2\.5\.29\.15 occurs twice\)/,
    )
  })

  it('may come from any of the trusted issuers, an intermediate one too', () => {
    const name = { subject: [['2.5.4.3', 'Other CA']], isAuthority: true, keyUsage: ['keyCertSign'] } as const
    const root = forgeCertificate({ key: keptKey('other') }, { ...name, key: keptKey('other') })
    const middle = forgeCertificate(
      { certificate: root, key: keptKey('other') },
      { ...name, subject: [['2.5.4.3', 'Middle CA']], key: keptKey('middle') },
    )
    const leaf = headerForm(forgeCertificate({ certificate: middle, key: keptKey('middle') }))
    expect(createCertificateReader([authority.certificate, root, middle]).read(leaf, NOW).issuerText).toBe(
      'CN=Middle CA',
    )
    expectRefusal(
      () => createCertificateReader([authority.certificate, root]).read(leaf, NOW),
      'CERTIFICATE_INVALID',
      /issued by CN=Middle CA, which this server does not trust.*A trusted issuer is CN=Sandbank/,
    )
  })

  it('of another CA with the name of a trusted one is refused, with the command that makes one of this bank', () => {
    const forged = headerForm(forgeCertificate({ certificate: authority.certificate, key: keptKey('other') }))
    for (const [at, command] of [
      ['http://bank:4100', '`npx sandbank tpp new NAME --base http://bank:4100`'],
      [undefined, '`npx sandbank tpp new NAME`'],
    ] as const)
      expect(expectRefusal(() => reader.read(forged, NOW, at), 'CERTIFICATE_INVALID', /another CA/).message).toContain(
        command,
      )
  })

  it('is recognised among trusted issuers of one name by their keys', () => {
    const subject = [['2.5.4.3', 'Renewed CA']] as const
    const make = (key: string) =>
      forgeCertificate(
        { key: keptKey(key) },
        { subject, key: keptKey(key), isAuthority: true, keyUsage: ['keyCertSign'] },
      )
    const [old, renewed] = [make('other'), make('middle')]
    const leaf = headerForm(forgeCertificate({ certificate: renewed, key: keptKey('middle') }))
    expect(createCertificateReader([old, renewed]).read(leaf, NOW).issuerText).toBe('CN=Renewed CA')
  })
})

describe('the facts of a certificate that a call brought', () => {
  it('are its roles and its end, whether it is trusted or not', () => {
    const facts = { roles: ['PSP_PI', 'PSP_AI'], notAfter: new Date(tpp.certificate.validTo) }
    expect(readCertificate(headerForm(tpp.certificate))).toEqual(facts)
    const notAfter = new Date('2026-04-01T00:00:00Z')
    const forged = forgeCertificate({ key: keptKey('other') }, { notAfter })
    expect(readCertificate(headerForm(forged))?.notAfter).toEqual(notAfter)
  })

  it.each(['', 'hello', 'MIIC', '%zz'])('are none where %j is no certificate', header =>
    expect(readCertificate(header)).toBeUndefined(),
  )
})
