import { createPublicKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { encodePem } from '../../../src/platform/security/authority/certificate-builder.ts'
import { certifyWith } from '../../../src/platform/security/authority/certify.ts'
import { FLAW_NAMES, FLAWS } from '../../../src/platform/security/authority/flawed-certificates.ts'
import { localTppReader, readLocalKey } from '../../../src/platform/security/authority/local-tpps.ts'
import { formatKeyId } from '../../../src/platform/security/signature/key-id.ts'
import { DAY, headerForm, issueTo, NOW, withFolder } from '../../support/builders/certificates.ts'
import { keptKey } from '../../support/builders/kept-keys.ts'
import { newEcKey } from '../../support/builders/public-keys.ts'
import { refusalOf } from '../../support/clients/refusals.ts'
import { authority, reader } from '../../support/hostile/attack-kit.ts'

const pem = (key: KeyObject) => createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
const certify = certifyWith(authority, () => NOW)
const order = (publicKey: string, changes = {}) => ({
  name: 'Acme',
  roles: ['PSP_AI'] as const,
  authorityId: 'NO-FSA-123456789',
  publicKey,
  ...changes,
})

describe('a certificate for a key that stays with its owner', () => {
  const key = keptKey('tpp')

  it('says who the TPP is, and is returned in the form in which it is sent', () => {
    const made = certify(order(pem(key)))
    const certificate = new X509Certificate(made.certificatePem)
    const read = reader.read(made.header, NOW)
    expect(made).toEqual({
      tppId: 'NO-FSA-123456789',
      tppName: 'Acme',
      certificatePem: encodePem(certificate.raw, 'CERTIFICATE'),
      header: certificate.raw.toString('base64'),
      keyId: formatKeyId(read),
      notAfter: new Date('2027-03-02T09:30:00.000Z'),
    })
    expect(read).toMatchObject({
      roles: ['PSP_AI'],
      subjectText: 'CN=Acme,organizationIdentifier=PSDNO-FSA-123456789,O=Acme,C=NO',
    })
    expect(read.publicKey.equals(createPublicKey(key))).toBe(true)
  })

  it('may name another organisation, and gets an id of its own when it names none', () => {
    const made = certify({ ...order(pem(key), { organization: 'Acme Bank AS' }), authorityId: undefined })
    expect(reader.read(made.header, NOW).subjectText).toContain('O=Acme Bank AS')
    expect(made.tppId).toMatch(/^NO-FSA-\d{9}$/)
  })

  it.each([
    ['PEM', pem(key)],
    ['PEM with blanks around it', ` \n${pem(key)}\n `],
    ['PEM on Windows', pem(key).replaceAll('\n', '\r\n')],
    ['Base64 of DER', createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64')],
    ['Base64 with line breaks', pem(key).split('\n').slice(1, -2).join('\n')],
    ['PEM on P-256', pem(newEcKey('P-256'))],
  ])('is made from %s', (_, publicKey) => {
    expect(certify(order(publicKey)).tppId).toBe('NO-FSA-123456789')
  })

  it.each([
    ['hello!', 'it is not Base64'],
    ['', 'it is not Base64'],
    ['MBkw=x', 'it is not Base64'],
    [pem(keptKey('weak', 1024)), 'it has an RSA key of 1024 bits: at least 2048 are needed'],
    [pem(newEcKey('P-384')), 'it is on the curve P-384'],
    [`x${pem(key)}`, 'it is not Base64'],
    [`${pem(key)}x`, 'it is not Base64'],
    ['AAAA', expect.any(String)],
    ['MBkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDAgAA', expect.stringMatching(/^it has /)],
  ])('is not made from what is none: %#', (publicKey, why) => {
    const { code, faults } = refusalOf(() => certify(order(publicKey)))
    expect(code).toBe('FORMAT_ERROR')
    const [fault] = faults
    const start =
      'must be an RSA key of 2048 bits or more, or one on P-256, as SubjectPublicKeyInfo in PEM (BEGIN PUBLIC KEY) or Base64: '
    expect(fault?.path).toBe('input.publicKey')
    expect(fault?.text.slice(0, start.length)).toBe(start)
    expect(fault?.text.slice(start.length, -1)).toEqual(why)
    expect(fault?.text.at(-1)).toBe('.')
  })

  it.each([
    [3, 3],
    [17, 17],
  ])('is not made for an RSA key with the exponent %i, which no CA certifies', (_, publicExponent) => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent })
    expect(
      refusalOf(() => certify(order(publicKey.export({ type: 'spki', format: 'pem' }).toString()))).faults[0]?.text,
    ).toMatch(`: it has an RSA key with the exponent ${publicExponent}: at least 65537 is needed, as every CA demands.`)
  })

  it('is not made under a wrong name', () => {
    for (const changes of [{ name: '' }, { name: 'x'.repeat(65) }, { name: 'a\tb' }, { name: 'a\0b' }])
      expect(refusalOf(() => certify(order(pem(key), changes))).faults).toEqual([
        {
          path: 'name',
          text: 'A name in a certificate has 1 to 64 characters, none of them a control character.',
        },
      ])
    expect(refusalOf(() => certify(order(pem(key), { organization: ' ' }))).faults[0]?.path).toBe('organization')
    expect(refusalOf(() => certify(order(pem(key), { authorityId: 'acme' }))).faults).toEqual([
      {
        path: 'authorityId',
        text: 'An authority id is country, authority and number, like NO-FSA-987654321: acme is not.',
      },
    ])
    expect(certify(order(pem(key), { name: 'x'.repeat(64) })).tppName).toBe('x'.repeat(64))
    expect(certify(order(pem(key), { name: '  Acme ' })).tppName).toBe('Acme')
  })
})

describe('a certificate that is wrong on purpose', () => {
  it.each(FLAW_NAMES)('%s: is refused for its flaw', flaw => {
    const issued = authority.issue(
      { name: 'Flawed', roles: ['PSP_AI'], authorityId: 'NO-FSA-123456789', key: keptKey('tpp'), now: NOW },
      flaw,
    )
    const certificate = new X509Certificate(issued.certificatePem)
    const own = certificate.checkPrivateKey(keptKey('tpp'))
    const matches = createPublicKey(issued.keyPem).equals(certificate.publicKey)
    const { code, words } = FLAWS[flaw]
    expect([own, matches]).toEqual([!['weak-key', 'wrong-curve', 'self-signed'].includes(flaw), flaw !== 'other-key'])
    if (code === 'FORBIDDEN') expect(reader.read(headerForm(certificate), NOW).roles).toEqual([])
    else if (code === 'SIGNATURE_INVALID') expect(reader.read(headerForm(certificate), NOW).tppName).toBe('Flawed')
    else {
      const refusal = refusalOf(() => reader.read(headerForm(certificate), NOW))
      expect([refusal.code, refusal.message]).toEqual([code, expect.stringContaining(words)])
    }
  })

  it('names when it ended or begins', () => {
    const read = (flaw: 'expired' | 'not-yet') => {
      const issued = authority.issue({ name: 'Flawed', roles: [], key: keptKey('tpp'), now: NOW }, flaw)
      const { validFrom, validTo } = new X509Certificate(issued.certificatePem)
      return [validFrom, validTo].map(text => (new Date(text).getTime() - NOW.getTime()) / DAY)
    }
    expect(read('expired')).toEqual([-366, -1])
    expect(read('not-yet')).toEqual([30, 395])
  })
})

const VALID = { roles: ['PSP_PI', 'PSP_AI'], notAfter: new Date('2027-03-02T09:30:00.000Z') }

describe('the TPPs of this machine', () => {
  const write = (home: string, name: string, content: string) => {
    mkdirSync(join(home, 'tpps', name), { recursive: true })
    writeFileSync(join(home, 'tpps', name, 'cert.pem'), content)
  }
  const pemOf = (name: string, authorityId = 'NO-FSA-123456789') =>
    encodePem(issueTo(authority, { name, authorityId }).certificate.raw, 'CERTIFICATE')

  it('are those whose certificates lie in its folder, by their names', () => {
    withFolder(home => {
      const read = localTppReader(home)
      expect(read()).toEqual([])
      write(home, 'zeta', pemOf('Zeta AS'))
      write(home, 'acme', pemOf('Acme AS', 'NO-FSA-222222222'))
      write(home, '.draft', pemOf('Draft'))
      write(home, 'odd', 'nothing')
      mkdirSync(join(home, 'tpps', 'empty'))
      writeFileSync(join(home, 'tpps', 'file'), 'x')
      expect(read()).toEqual([
        { id: 'NO-FSA-222222222', name: 'Acme AS', localName: 'acme', flawed: false, certificate: VALID },
        { id: 'NO-FSA-123456789', name: 'Zeta AS', localName: 'zeta', flawed: false, certificate: VALID },
      ])
    })
  })

  it('are listed in the order of their names, whatever lies between them', () => {
    withFolder(home => {
      const folders = ['c', 'a', 'e', 'b', 'd']
      for (const name of folders) write(home, name, pemOf(`${name} AS`))
      writeFileSync(join(home, 'tpps', 'notes'), pemOf('Notes'))
      expect(localTppReader(home)().map(({ localName }) => localName)).toEqual(['a', 'b', 'c', 'd', 'e'])
    })
  })

  it('are none where the folder is a file', () => {
    withFolder(home => {
      writeFileSync(join(home, 'tpps'), '')
      expect(localTppReader(home)()).toEqual([])
    })
  })

  it('are listed once their certificate is written', () => {
    withFolder(home => {
      const read = localTppReader(home)
      mkdirSync(join(home, 'tpps', 'acme'), { recursive: true })
      expect(read()).toEqual([])
      write(home, 'acme', 'half')
      expect(read()).toEqual([])
      write(home, 'acme', pemOf('Acme AS'))
      expect(read()).toEqual([
        { id: 'NO-FSA-123456789', name: 'Acme AS', localName: 'acme', flawed: false, certificate: VALID },
      ])
    })
  })

  it('sign with the key beside their certificate', () => {
    withFolder(home => {
      write(home, 'acme', pemOf('Acme AS'))
      writeFileSync(join(home, 'tpps', 'acme', 'key.pem'), 'the key of Åse')
      const { keyPem, certificatePem } = readLocalKey(home, 'acme')
      expect(keyPem).toBe('the key of Åse')
      expect(new X509Certificate(certificatePem).subject).toContain('CN=Acme AS')
      expect(() => readLocalKey(home, 'other')).toThrow(/ENOENT/)
    })
  })

  it('are read again when they change, and are gone when they are gone', () => {
    withFolder(home => {
      const read = localTppReader(home)
      write(home, 'acme', pemOf('Acme AS'))
      const [first] = read()
      expect(read()[0]).toBe(first)
      write(home, 'acme', pemOf('Acme Limited'))
      utimesSync(join(home, 'tpps', 'acme', 'cert.pem'), NOW, NOW)
      expect(read()).toEqual([
        { id: 'NO-FSA-123456789', name: 'Acme Limited', localName: 'acme', flawed: false, certificate: VALID },
      ])
      rmSync(join(home, 'tpps', 'acme'), { recursive: true })
      expect(read()).toEqual([])
    })
  })
})
