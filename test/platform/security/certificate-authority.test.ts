import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type CertificateAuthority,
  openCertificateAuthority,
} from '../../../src/platform/security/authority/certificate-authority.ts'
import { encodePem } from '../../../src/platform/security/authority/certificate-builder.ts'
import { createCertificateReader } from '../../../src/platform/security/certificates/certificates.ts'
import { followTrustAnchors, readTrustAnchors } from '../../../src/platform/security/certificates/trust-anchors.ts'
import {
  DAY,
  exportPem,
  forgeCertificate,
  headerForm,
  issueTo,
  makeAuthority,
  NOW,
  openssl,
  withFolder,
} from '../../support/builders/certificates.ts'
import { fillAuthority, keptKey } from '../../support/builders/kept-keys.ts'
import { expectRefusal, refusalOf } from '../../support/clients/refusals.ts'

const authority = makeAuthority()
const authorityPem = encodePem(authority.certificate.raw, 'CERTIFICATE')

/** Opens the CA of a home with a key at hand, where its own is not what a test is about: to make one takes longest. */
const open = (home: string) => openCertificateAuthority(home, NOW, keptKey('ca'))

describe('the sandbox’s certificate authority', () => {
  it('is made once and is the same afterwards', () => {
    withFolder(home => {
      const first = openCertificateAuthority(home, NOW)
      const second = openCertificateAuthority(home, new Date(NOW.getTime() + DAY))
      expect(second.certificate.raw.equals(first.certificate.raw)).toBe(true)
      expect(readdirSync(home)).toEqual(['ca'])
      expect(readdirSync(join(home, 'ca')).sort()).toEqual(['cert.pem', 'key.pem'])
    })
  })

  it('keeps its key from other users', () => {
    withFolder(home => {
      open(join(home, 'not', 'yet', 'there'))
      expect(statSync(join(home, 'not', 'yet', 'there', 'ca', 'key.pem')).mode & 0o777).toBe(0o600)
    })
  })

  it('has a name with a comma and an Ø, and may issue certificates only', () => {
    const text = openssl(['x509', '-noout', '-text', '-nameopt', 'RFC2253,-esc_msb,utf8'], authorityPem).toString()
    expect(text).toContain('Subject: CN=Sandbank Øvelse CA,O=Sandbank\\, Testbank AS,C=NO')
    expect(text).toMatch(/Basic Constraints: critical\s+CA:TRUE, pathlen:0/)
    expect(text).toMatch(/Key Usage: critical\s+Certificate Sign, CRL Sign/)
  })

  it.each([
    ['key.pem', /lacks .*key\.pem.*restore the files/],
    ['cert.pem', /lacks .*cert\.pem.*restore the files/],
  ])('does not quietly replace itself when %s is lost', (file, reason) => {
    withFolder(home => {
      fillAuthority(home)
      rmSync(join(home, 'ca', file))
      expect(() => openCertificateAuthority(home, NOW)).toThrow(reason)
    })
  })

  it.each([
    ['cert.pem', '', /ca\/cert\.pem, a part of the sandbox's CA, is empty: restore the files from a copy, or delete/],
    ['cert.pem', '\n \n', /ca\/cert\.pem, .* is empty/],
    ['key.pem', '', /ca\/key\.pem, a part of the sandbox's CA, is empty/],
    ['cert.pem', '-----BEGIN CERTIFICATE-----\nAAAA\n', /ca\/cert\.pem, .* holds no certificate in PEM: restore/],
    ['key.pem', 'secret', /ca\/key\.pem, .* holds no private key in PEM: restore/],
  ])('says when its %s is %j', (file, content, reason) => {
    withFolder(home => {
      fillAuthority(home)
      writeFileSync(join(home, 'ca', file), content)
      expect(() => openCertificateAuthority(home, NOW)).toThrow(reason)
    })
  })

  it('is not made in a folder that holds other files', () => {
    withFolder(home => {
      mkdirSync(join(home, 'ca'))
      writeFileSync(join(home, 'ca', 'notes.txt'), 'mine')
      expect(() => open(home)).toThrow(
        /ca is for the sandbox's CA, but holds other files \(notes\.txt\) and neither cert\.pem nor key\.pem: move them away/,
      )
      expect(readdirSync(home)).toEqual(['ca'])
      expect(readdirSync(join(home, 'ca'))).toEqual(['notes.txt'])
    })
  })

  it('says that its folder cannot be read, and how to mend that', () => {
    withFolder(home => {
      writeFileSync(join(home, 'ca'), '')
      const refuse = () => open(home)
      expect(refuse).toThrow(`${join(home, 'ca')}, the folder of the sandbox's CA, cannot be read: make it a folder`)
      expect(refuse).toThrow(expect.objectContaining({ cause: expect.any(Error) }))
    })
  })

  it('names five of the files in its place, and keeps what went wrong below', () => {
    withFolder(home => {
      mkdirSync(join(home, 'ca'))
      for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) writeFileSync(join(home, 'ca', name), '')
      const refuse = () => open(home)
      expect(refuse).toThrow(/holds other files \(a, b, c, d, e\) and neither/)
      expect(refuse).toThrow(expect.objectContaining({ cause: expect.any(Error) }))
    })
    withFolder(home => {
      fillAuthority(home)
      writeFileSync(join(home, 'ca', 'key.pem'), 'secret')
      const refuse = () => openCertificateAuthority(home, NOW)
      expect(refuse).toThrow(expect.objectContaining({ cause: expect.any(Error) }))
      rmSync(join(home, 'ca', 'key.pem'))
      expect(refuse).toThrow(expect.objectContaining({ cause: expect.objectContaining({ code: 'ENOENT' }) }))
    })
  })

  it('may sign certificates and lists, and its certificates may seal, with numbers that are positive', () => {
    withFolder(home => {
      const made = open(home)
      const request = { name: 'Acme', roles: ['PSP_AI'], key: keptKey('tpp'), now: NOW } as const
      const issued = made.issue(request).certificatePem
      const certified = made.certify(request)
      expect(made.certificate.ca).toBe(true)
      const text = (pem: string) => openssl(['x509', '-noout', '-text'], pem).toString()
      const own = text(encodePem(made.certificate.raw, 'CERTIFICATE'))
      expect(own).toMatch(/Basic Constraints: critical\s+CA:TRUE, pathlen:0/)
      expect(own).toMatch(/Key Usage: critical\s+Certificate Sign, CRL Sign\n/)
      for (const pem of [issued, certified]) {
        expect(text(pem)).toMatch(/Key Usage: critical\s+Digital Signature, Non Repudiation\n/)
        const certificate = new X509Certificate(pem)
        expect(certificate.serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/)
        expect(certificate.verify(made.certificate.publicKey)).toBe(true)
        expect(certificate.checkIssued(made.certificate)).toBe(true)
      }
    })
  })

  it('says when its key is another’s, and when it has expired', () => {
    withFolder(home => {
      fillAuthority(home)
      expect(() => openCertificateAuthority(home, new Date('2046-03-03T00:00:00Z'))).toThrow(
        /CA in .* expired at .*2046/,
      )
      writeFileSync(join(home, 'ca', 'key.pem'), exportPem(keptKey('tpp')))
      expect(() => openCertificateAuthority(home, NOW)).toThrow(/do not belong together/)
    })
  })
})

describe('a certificate that the sandbox issues', () => {
  const tpp = issueTo(authority)
  const pem = encodePem(tpp.certificate.raw, 'CERTIFICATE')

  it('says which of its files cannot be read, and what went wrong where it cannot be made', () => {
    withFolder(home => {
      open(home)
      rmSync(join(home, 'ca', 'cert.pem'))
      mkdirSync(join(home, 'ca', 'cert.pem'))
      const path = join(home, 'ca', 'cert.pem')
      expect(() => open(home)).toThrow(
        `${path}, a part of the sandbox's CA, cannot be read: Error: EISDIR: illegal operation on a directory, read`,
      )
      expect(() => open(join(home, 'ca', 'key.pem'))).toThrow(/^E(NOTDIR|EXIST): /)
    })
  })

  it('satisfies openssl at its strictest', () => {
    withFolder(folder => {
      writeFileSync(join(folder, 'ca.pem'), authorityPem)
      const verdict = openssl(
        ['verify', '-x509_strict', '-attime', String(NOW.getTime() / 1000 + 1), '-CAfile', join(folder, 'ca.pem')],
        pem,
      )
      expect(verdict.toString()).toContain('OK')
    })
  })

  it('has the fields of a seal certificate', () => {
    const text = openssl(
      ['x509', '-noout', '-text', '-certopt', 'no_pubkey,no_sigdump', '-nameopt', 'RFC2253'],
      pem,
    ).toString()
    expect(text).toMatch(/Key Usage: critical\s+Digital Signature, Non Repudiation/)
    expect(text).toMatch(/Basic Constraints: critical\s+CA:FALSE/)
    expect(text).toContain('Subject: CN=Fjord Pay AS,organizationIdentifier=PSDNO-FSA-987654321,O=Fjord Pay AS,C=NO')
    expect(text).toContain('Subject Key Identifier')
    expect(text).toContain('Authority Key Identifier')
    expect(tpp.certificate.serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/)
    expect(new Date(tpp.certificate.validTo).toISOString()).toBe('2027-03-02T09:30:00.000Z')
  })

  it('states compliance, the seal type and the PSD2 roles', () => {
    const dump = openssl(['asn1parse', '-strparse', offsetOf(pem)], pem).toString()
    for (const part of [
      '0.4.0.1862.1.1',
      '0.4.0.1862.1.6',
      '0.4.0.1862.1.6.2',
      '0.4.0.19495.2',
      '0.4.0.19495.1.2',
      '0.4.0.19495.1.3',
      'PSP_PI',
      'PSP_AI',
      'NO-FSA',
    ]) {
      expect(dump).toContain(`:${part}\n`)
    }
  })

  it('keeps names beyond ASCII', () => {
    const holder = issueTo(authority, { name: 'Ærlig Økonomi', organization: 'Ærlig & Sønn, AS' })
    expect(holder.certificate.subject).toContain('CN=Ærlig Økonomi')
    expect(holder.certificate.subject).toContain('O=Ærlig & Sønn\\, AS')
  })

  it('comes with a new key of 2048 bits, a serial number and an authority id of its own', () => {
    const issue = () => authority.issue({ name: 'Fjord Pay', roles: ['PSP_AI'], now: NOW })
    const [one, two] = [issue(), issue()]
    const [first, second] = [new X509Certificate(one.certificatePem), new X509Certificate(two.certificatePem)]
    expect(createPublicKey(one.keyPem).asymmetricKeyDetails?.modulusLength).toBe(2048)
    expect(first.checkPrivateKey(createPrivateKey(one.keyPem))).toBe(true)
    expect(first.serialNumber).not.toBe(second.serialNumber)
    expect(first.subject).toMatch(/organizationIdentifier=PSDNO-FSA-[1-9][0-9]{8}/)
    expect(first.publicKey.equals(second.publicKey)).toBe(false)
  })

  it.each([
    ['no name', { name: ' ' }, /name: .*1 to 64 characters/],
    ['a long name', { name: 'x'.repeat(65) }, /name: .*1 to 64 characters/],
    ['a name with a NUL', { name: 'a\0b' }, /none of them a control character/],
    ['a long organisation', { organization: 'x'.repeat(65) }, /organization: .*1 to 64/],
    ['a wrong authority id', { authorityId: '987654321' }, /authorityId: .*like NO-FSA-987654321: 987654321 is not/],
    ['an end before its beginning', { notAfter: NOW }, /notAfter: .*ends after it begins/],
  ])('is refused with %s', (_, changes, reason) => {
    expectRefusal(() => issueTo(authority, changes), 'FORMAT_ERROR', reason)
  })
})

describe('the folder trust', () => {
  const write = (home: string, files: Readonly<Record<string, string | Buffer>>) => {
    mkdirSync(join(home, 'trust'))
    for (const [name, content] of Object.entries(files)) writeFileSync(join(home, 'trust', name), content)
    return readTrustAnchors(home)
  }
  const other = issueTo(authority).certificate

  it('need not exist', () => {
    withFolder(home => expect(readTrustAnchors(home)).toEqual([]))
  })

  it('gives every certificate of every file', () => {
    withFolder(home => {
      const anchors = write(home, {
        'a.pem': `a comment\n${authorityPem}\nanother\n${encodePem(other.raw, 'CERTIFICATE')}`,
        'b.cer': other.raw,
        '.keep': '',
      })
      expect(anchors.map(anchor => anchor.fingerprint256)).toEqual(
        [authority.certificate, other, other].map(({ fingerprint256 }) => fingerprint256),
      )
    })
  })

  it.each([
    ['notes.txt', 'remember the milk'],
    ['empty.pem', ''],
    ['key.pem', exportPem(keptKey('tpp'))],
    ['half.pem', authorityPem + authorityPem.slice(0, 300)],
    ['cut.cer', authority.certificate.raw.subarray(0, 200)],
  ])('is refused with the name of the file that is no certificate: %s', (file, content) => {
    withFolder(home =>
      expect(() => write(home, { 'good.pem': authorityPem, [file]: content })).toThrow(
        new RegExp(`${file.replace('.', '\\.')} is no certificate`),
      ),
    )
  })
})

describe('the folder trust while the bank runs', () => {
  const prints = (anchors: readonly X509Certificate[] | undefined) =>
    anchors?.map(({ fingerprint256 }) => fingerprint256)
  const other = issueTo(authority).certificate

  it('is read again once a file of it is added, changed or removed', () => {
    withFolder(home => {
      const { renew, fault } = followTrustAnchors(home)
      expect([renew(), renew()]).toEqual([[], undefined])
      const file = join(home, 'trust', 'a.pem')
      mkdirSync(join(home, 'trust'))
      writeFileSync(file, authorityPem)
      expect(prints(renew())).toEqual([authority.certificate.fingerprint256])
      expect(renew()).toBeUndefined()
      writeFileSync(file, other.raw)
      expect(prints(renew())).toEqual([other.fingerprint256])
      expect(renew()).toBeUndefined()
      rmSync(file)
      expect([renew(), renew(), fault()]).toEqual([[], undefined, undefined])
    })
  })

  it('leaves the issuers from before where a file of it cannot be read, and says so until it can', () => {
    withFolder(home => {
      mkdirSync(join(home, 'trust'))
      writeFileSync(join(home, 'trust', 'a.pem'), authorityPem)
      const reader = createCertificateReader([], followTrustAnchors(home))
      const read = (issuer: CertificateAuthority, name = 'Fjord Pay AS') =>
        reader.read(headerForm(issueTo(issuer, { name }).certificate), NOW)
      expect(read(authority).tppName).toBe('Fjord Pay AS')
      const unread = 'A file in the folder trust cannot be read: until it can, the issuers from before count.'
      const stranger = headerForm(forgeCertificate({ key: keptKey('other') }))
      const refusal = () => refusalOf(() => reader.read(stranger, NOW)).faults.map(({ text }) => text)
      expect(refusal()).not.toContain(unread)

      writeFileSync(join(home, 'trust', 'b.pem'), 'half')
      expect(refusal()).toContain(unread)
      expect(read(authority, 'Fjell Pay AS').tppName).toBe('Fjell Pay AS')
      rmSync(join(home, 'trust', 'b.pem'))
      expect(refusal()).not.toContain(unread)
    })
  })

  it('must be right at the start, where the bank has no issuers from before', () => {
    withFolder(home => {
      mkdirSync(join(home, 'trust'))
      writeFileSync(join(home, 'trust', 'a.pem'), 'half')
      const { renew, fault } = followTrustAnchors(home)
      for (let look = 0; look < 2; look += 1) expect(renew).toThrow(/a\.pem is no certificate/)
      writeFileSync(join(home, 'trust', 'a.pem'), authorityPem)
      expect(prints(renew())).toEqual([authority.certificate.fingerprint256])
      expect(fault()).toBeUndefined()
      writeFileSync(join(home, 'trust', 'b.pem'), 'half')
      expect(renew()).toBeUndefined()
      expect(fault()).toMatch(/b\.pem is no certificate/)
    })
  })
})

/** Where the value of the extension qcStatements begins, as openssl counts. */
function offsetOf(pem: string): string {
  const lines = openssl(['asn1parse'], pem).toString().split('\n')
  const value = lines[lines.findIndex(line => line.includes(':qcStatements')) + 1] ?? ''
  return value.trim().split(':')[0] ?? ''
}
