import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openCertificateAuthority } from '../../../src/platform/security/authority/certificate-authority.ts'
import { openAuthorityLater } from '../../../src/platform/security/authority/later-authority.ts'
import { headerForm, issueTo, NOW } from '../../support/builders/certificates.ts'
import { fillAuthority, keptKey } from '../../support/builders/kept-keys.ts'

const homeOf = (prepare: (home: string) => void = () => undefined) => {
  const home = mkdtempSync(join(tmpdir(), 'sandbank-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  prepare(home)
  return { home, authority: openAuthorityLater(home, () => NOW) }
}
const UNAVAILABLE = "The sandbox's CA could not be made: can its folder be written?"

describe('the CA of a server', () => {
  it('is opened at once where it is there', async () => {
    const { home, authority } = homeOf(fillAuthority)
    expect(authority.certificates.ready?.()).toBeUndefined()
    await authority.make()
    const opened = await authority.open()
    expect(opened.certificate.raw).toEqual(openCertificateAuthority(home, NOW).certificate.raw)
    const holder = issueTo(opened)
    const certificate = authority.certificates.read(headerForm(holder.certificate), NOW)
    expect(certificate.tppName).toBe('Fjord Pay AS')
    const other = issueTo(opened, { name: 'Fjell Pay AS', key: keptKey('other') })
    expect(authority.certificates.read(headerForm(other.certificate), NOW).tppName).toBe('Fjell Pay AS')
    expect(authority.certificates.listOtherKeys(certificate).map(({ owner }) => owner)).toEqual([
      'the issuer CN=Sandbank Øvelse CA,O=Sandbank\\, Testbank AS,C=NO',
      expect.stringMatching(/^another certificate of Fjell Pay AS, serial [0-9a-f]+$/),
    ])
  })

  it('says at once what is wrong with its files, and with those of other issuers', () => {
    const opening = (...path: string[]) =>
      homeOf(home => {
        fillAuthority(home)
        mkdirSync(join(home, 'trust'))
        writeFileSync(join(home, ...path), 'x')
      })
    expect(() => opening('ca', 'cert.pem')).toThrow(/ca\/cert\.pem/)
    expect(() => opening('trust', 'other.pem')).toThrow(/trust\/other\.pem is no certificate/)
  })

  it('may be made by another process while it is not yet there', async () => {
    const { home, authority } = homeOf()
    expect(existsSync(join(home, 'ca'))).toBe(false)
    expect(() => authority.certificates.read('MIIC', NOW)).toThrow(
      'No certificate can be read before there is a CA: wait for `ready`.',
    )
    fillAuthority(home)
    expect(authority.certificates.ready?.()).toBeUndefined()
    const opened = await authority.open()
    expect(authority.certificates.read(headerForm(issueTo(opened).certificate), NOW).tppName).toBe('Fjord Pay AS')
  })

  it('is made at once where the home itself is not there yet', () => {
    const { home } = homeOf()
    const { certificates } = openAuthorityLater(join(home, 'new'), () => NOW)
    expect(certificates.ready?.()).toBeUndefined()
    expect(existsSync(join(home, 'new', 'ca', 'cert.pem'))).toBe(true)
  })

  it('is not made by a server that closes', async () => {
    const { home, authority } = homeOf()
    const asked = [authority.make(), authority.open()]
    authority.close()
    expect(await Promise.allSettled(asked)).toMatchObject([
      { reason: { message: 'The bank is closing.' } },
      { reason: { code: 'UNAVAILABLE', faults: [{ text: UNAVAILABLE }] } },
    ])
    expect(existsSync(join(home, 'ca'))).toBe(false)
  })

  it.each([
    ["EMFILE: too many open files, open '/srv/key.pem'", 'the server has too many files and connections open'],
    ["ENFILE: file table overflow, open '/srv/key.pem'", 'the server has too many files and connections open'],
    ["ENOSPC: no space left on device, write '/srv/key.pem'", 'its disk is full.'],
    ["EDQUOT: disk quota exceeded, write '/srv/key.pem'", 'its disk is full.'],
    ["EACCES: permission denied, mkdir '/srv'", 'can its folder be written?'],
  ])('says why it is not made, without a path: %s', async (message, why) => {
    const { home } = homeOf()
    const authority = openAuthorityLater(home, () => {
      throw new Error(message)
    })
    const [refused] = await Promise.allSettled([authority.open()])
    const [fault] = refused.status === 'rejected' ? refused.reason.faults : []
    expect(fault.text).toContain(`The sandbox's CA could not be made: ${why}`)
    expect(fault.text).not.toContain('/srv')
  })
})
