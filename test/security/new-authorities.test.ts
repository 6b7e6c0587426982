import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { openCertificateAuthority } from '../../src/security/certificate-authority.ts'
import { NOW, withFolder } from '../support/certificates.ts'

describe('a certificate authority that is made', () => {
  it('is one CA when several processes make it at once', async () => {
    const home = withFolder(folder => folder)
    const script = `
      const { openCertificateAuthority } = await import(${JSON.stringify(new URL('../../src/security/certificate-authority.ts', import.meta.url).href)})
      console.log(openCertificateAuthority(${JSON.stringify(home)}, new Date(${NOW.getTime()})).certificate.fingerprint256)`
    try {
      const start = () =>
        promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script])
      const prints = await Promise.all([start(), start(), start()])
      expect(new Set(prints.map(({ stdout }) => stdout.trim())).size).toBe(1)
      expect(readdirSync(home)).toEqual(['ca'])
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  })

  it('may find its folder there, as long as that is empty', () => {
    withFolder(home => {
      mkdirSync(join(home, 'ca'))
      expect(openCertificateAuthority(home, NOW).certificate.ca).toBe(true)
    })
  })
})
