import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { openCertificateAuthority } from '../../../src/platform/security/authority/certificate-authority.ts'
import { NOW, withFolder } from '../../support/builders/certificates.ts'
import { bundleOf } from '../../support/harness/script-bundle.ts'

describe('a certificate authority that is made', () => {
  it('is one CA when several processes make it at once', async () => {
    const home = withFolder(folder => folder)
    const script = await bundleOf('authority-process')
    try {
      const start = () => promisify(execFile)(process.execPath, [script, home, NOW.toISOString()])
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
