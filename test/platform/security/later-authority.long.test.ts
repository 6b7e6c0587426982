import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openCertificateAuthority } from '../../../src/platform/security/authority/certificate-authority.ts'
import { openAuthorityLater } from '../../../src/platform/security/authority/later-authority.ts'
import { headerForm, issueTo, NOW } from '../../support/builders/certificates.ts'

const homeOf = (prepare: (home: string) => void = () => undefined) => {
  const home = mkdtempSync(join(tmpdir(), 'sandbank-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  prepare(home)
  return { home, authority: openAuthorityLater(home, () => NOW) }
}
const UNAVAILABLE = "The sandbox's CA could not be made: can its folder be written?"

describe('the CA of a server', () => {
  it('is not made in a home that is gone, and made once, for all who ask, where that is back', async () => {
    const { home, authority } = homeOf()
    const asked = [authority.make(), authority.open()]
    rmSync(home, { recursive: true })
    const [made, opened] = await Promise.allSettled(asked)
    expect(made).toMatchObject({
      reason: { message: `No CA was made: ${home} was moved or deleted while the bank was using it.` },
    })
    expect(opened).toMatchObject({ reason: { code: 'UNAVAILABLE', faults: [{ text: UNAVAILABLE }] } })

    mkdirSync(home)
    const ready = authority.certificates.ready?.()
    expect(ready).toBeInstanceOf(Promise)
    const [first, second] = await Promise.all([authority.open(), authority.open(), authority.make(), ready])
    expect(second).toBe(first)
    expect(first.certificate.raw).toEqual(openCertificateAuthority(home, NOW).certificate.raw)
    expect(await authority.open()).toBe(first)
    expect(authority.certificates.ready?.()).toBeUndefined()
    expect(authority.certificates.read(headerForm(issueTo(first).certificate), NOW).tppName).toBe('Fjord Pay AS')
  })
})
