import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createCertificateReader,
  describeCertificate,
} from '../../../src/platform/security/certificates/certificates.ts'
import { formatKeyId } from '../../../src/platform/security/signature/key-id.ts'
import { fillAuthority } from '../../support/builders/kept-keys.ts'
import { type Cli, createCli } from '../../support/clients/cli.ts'

let cli: Cli
beforeEach(() => {
  cli = createCli()
  // Its key takes long to make: only the tests of a new home leave that to the command.
  fillAuthority(cli.home)
})
afterEach(() => cli.remove())

describe('sandbank tpp new', () => {
  it('makes a key for its owner alone and a certificate that the sandbox trusts', async () => {
    rmSync(join(cli.home, 'ca'), { recursive: true })
    const { exitCode, stderr } = await cli.run(['tpp', 'new', 'acme'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(readdirSync(join(cli.home, 'tpps'))).toEqual(['acme'])
    expect(statSync(fileOf('acme', 'key.pem')).mode & 0o777).toBe(0o600)
    const x509 = readCertificate('acme')
    expect(x509.checkPrivateKey(createPrivateKey(readFileSync(fileOf('acme', 'key.pem'))))).toBe(true)
    const anchor = new X509Certificate(readFileSync(join(cli.home, 'ca', 'cert.pem')))
    const trusted = createCertificateReader([anchor]).read(x509.raw.toString('base64'), new Date())
    expect(trusted.roles).toEqual(['PSP_PI', 'PSP_AI'])
    expect(trusted.tppName).toBe('acme')
  })

  it('keeps all that it writes, and the folders above it, for their owner alone', async () => {
    rmSync(join(cli.home, 'ca'), { recursive: true })
    await cli.run(['tpp', 'new', 'acme', '--flaw', 'expired'])
    const written = readdirSync(cli.home, { recursive: true, withFileTypes: true })
    expect(written.map(({ name }) => name).sort()).toEqual([
      'acme',
      'ca',
      'cert.pem',
      'cert.pem',
      'flaw.txt',
      'key.pem',
      'key.pem',
      'tpps',
    ])
    for (const entry of written) {
      const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777
      expect([entry.name, mode]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600])
    }
  })

  it.each([
    ['--flaw', 'none'],
    ['--roles', 'bank'],
    ['--id', 'x'],
    ['--org', '\n'],
  ])('refuses %s %j, and makes neither a TPP nor a CA', async (option, value) => {
    rmSync(join(cli.home, 'ca'), { recursive: true })
    expect((await cli.run(['tpp', 'new', 'acme', option, value])).exitCode).toBe(2)
    expect(readdirSync(cli.home)).toEqual([])
  })

  it('says that its home cannot be made, and ends', async () => {
    const { exitCode, stderr } = await cli.run(['tpp', 'new', 'acme'], { env: { SANDBANK_HOME: '/proc/nowhere' } })
    expect(exitCode).toBe(2)
    expect(stderr).toContain("'/proc/nowhere': make that place writable, or set SANDBANK_HOME")
  })

  it('says who the TPP is, where its files are, its keyId, and what to try', async () => {
    const { stdout } = await cli.run([
      'tpp',
      'new',
      'reader',
      '--roles',
      'ai',
      '--org',
      'Leser & Sønn AS',
      '--id',
      'NO-FSA-123456789',
    ])
    const certificate = describeCertificate(readCertificate('reader'))
    expect(certificate).toMatchObject({ tppId: 'NO-FSA-123456789', tppName: 'Leser & Sønn AS', roles: ['PSP_AI'] })
    for (const text of [
      'NO-FSA-123456789',
      'PSP_AI',
      `${certificate.notBefore.toISOString().slice(0, 10)} to ${certificate.notAfter.toISOString().slice(0, 10)}`,
      // The openssl lines of the README begin with it.
      `folder       ${join(cli.home, 'tpps', 'reader')}\n`,
      fileOf('reader', 'key.pem'),
      fileOf('reader', 'cert.pem'),
      formatKeyId(certificate),
      'npx sandbank call GET /v1/sandbox/customers --tpp reader',
    ]) {
      expect(stdout).toContain(text)
    }
  })

  it('refuses a name that is taken, and leaves that TPP as it was', async () => {
    cli.addTpp('acme')
    const before = readFileSync(fileOf('acme', 'key.pem'), 'utf8')
    const { exitCode, stderr } = await cli.run(['tpp', 'new', 'acme'])
    expect(exitCode).toBe(2)
    expect(stderr).toContain('--force')
    expect(readFileSync(fileOf('acme', 'key.pem'), 'utf8')).toBe(before)
  })

  it('leaves a TPP as it is where it has the id that is stated, and all else that is asked', async () => {
    const asked = ['tpp', 'new', 'acme', '--roles', 'AI', '--id', 'NO-FSA-555555552']
    expect((await cli.run(asked)).exitCode).toBe(0)
    const before = readFileSync(fileOf('acme', 'key.pem'), 'utf8')
    const again = await cli.run([...asked.slice(0, -1), 'PSDNO-FSA-555555552'])
    expect([again.exitCode, again.stderr]).toEqual([0, ''])
    expect(again.stdout).toMatch(/^There is the TPP acme already, with this id: it stays as it is\./)
    expect(again.stdout).toContain('npx sandbank call GET /v1/sandbox/customers --tpp acme')
    for (const other of [
      ['--id', 'NO-FSA-555555553'],
      ['--org', 'Other AS'],
      ['--roles', 'PI,AI'],
      ['--flaw', 'expired'],
    ]) {
      const { exitCode, stderr } = await cli.run([...asked, ...other])
      expect([exitCode, stderr], other.join(' ')).toEqual([2, expect.stringContaining('There is a TPP acme already')])
    }
    expect(readFileSync(fileOf('acme', 'key.pem'), 'utf8')).toBe(before)
  })

  it('replaces key and certificate together with --force', async () => {
    cli.addTpp('acme')
    const before = readFileSync(fileOf('acme', 'key.pem'), 'utf8')
    expect((await cli.run(['tpp', 'new', 'acme', '--force', '--roles', 'PI'])).exitCode).toBe(0)
    const key = readFileSync(fileOf('acme', 'key.pem'), 'utf8')
    expect(key).not.toBe(before)
    expect(readCertificate('acme').checkPrivateKey(createPrivateKey(key))).toBe(true)
    expect(readdirSync(join(cli.home, 'tpps'))).toEqual(['acme'])
  })

  it('keeps its id, roles and legal name with --force, so that its consents stay its own', async () => {
    const made = await cli.run(['tpp', 'new', 'acme', '--roles', 'AI', '--org', 'Acme AS', '--id', 'NO-FSA-555555551'])
    expect(made.exitCode).toBe(0)
    const summary = () => describeCertificate(readCertificate('acme'))
    const { serialHex, ...before } = summary()
    expect((await cli.run(['tpp', 'new', 'acme', '--force'])).exitCode).toBe(0)
    const { tppId, tppName, roles } = summary()
    expect({ tppId, tppName, roles }).toEqual({ tppId: 'NO-FSA-555555551', tppName: 'Acme AS', roles: ['PSP_AI'] })
    expect(before).toMatchObject({ tppId, tppName, roles })
    expect(summary().serialHex).not.toBe(serialHex)
    expect((await cli.run(['tpp', 'new', 'acme', '--force', '--roles', 'PI'])).exitCode).toBe(0)
    expect(summary()).toMatchObject({ tppId: 'NO-FSA-555555551', roles: ['PSP_PI'] })
    // What cannot be read keeps nothing.
    writeFileSync(fileOf('acme', 'cert.pem'), 'damaged')
    expect((await cli.run(['tpp', 'new', 'acme', '--force'])).exitCode).toBe(0)
    expect(summary().tppId).not.toBe('NO-FSA-555555551')
  })

  it('lets one of two that want the same name at once have it', async () => {
    const results = await Promise.all([cli.run(['tpp', 'new', 'acme']), cli.run(['tpp', 'new', 'acme'])])
    expect(results.map(({ exitCode }) => exitCode).sort()).toEqual([0, 2])
    expect(readdirSync(join(cli.home, 'tpps'))).toEqual(['acme'])
  })

  it.each([
    [['Acme'], 'letters a–z, digits and hyphens'],
    [['../acme'], 'letters a–z, digits and hyphens'],
    [['a'.repeat(64)], '1 to 63'],
    [['acme', '--roles', 'PI,CARD'], '"CARD" is not a role'],
    [['acme', '--id', 'FSA-1'], 'NO-FSA-987654321'],
    [['acme', '--org', 'x'.repeat(65)], '1 to 64 characters'],
  ])('refuses %j and writes no TPP', async (args, expected) => {
    const { exitCode, stdout, stderr } = await cli.run(['tpp', 'new', ...args])
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain(expected)
    expect(existsSync(join(cli.home, 'tpps')) ? readdirSync(join(cli.home, 'tpps')) : []).toEqual([])
  })

  it('names the CA that has to be repaired when its key is gone', async () => {
    cli.addTpp('acme')
    rmSync(join(cli.home, 'ca', 'key.pem'))
    const { exitCode, stderr } = await cli.run(['tpp', 'new', 'other'])
    expect(exitCode).toBe(2)
    expect(stderr).toContain(join(cli.home, 'ca', 'key.pem'))
  })
})

describe('sandbank tpp list', () => {
  it('says how to make the first one', async () => {
    const { exitCode, stdout } = await cli.run(['tpp', 'list'])
    expect(exitCode).toBe(0)
    expect(stdout).toContain('npx sandbank tpp new NAME')
  })

  it('lists all in a table, and as JSON with their keyIds and files', async () => {
    await Promise.all([
      cli.run(['tpp', 'new', 'beta', '--id', 'NO-FSA-222222222', '--roles', 'PI']),
      cli.run(['tpp', 'new', 'alpha', '--id', 'NO-FSA-111111111', '--org', 'Alpha AS']),
    ])
    const [head, ...rows] = (await cli.run(['tpp', 'list'])).stdout.trimEnd().split('\n')
    expect(head).toMatch(/^NAME +TPP ID +ROLES +VALID UNTIL +ORGANISATION$/)
    expect(rows).toEqual([
      expect.stringMatching(/^alpha +NO-FSA-111111111 +PSP_PI PSP_AI +\d{4}-\d\d-\d\d +Alpha AS$/),
      expect.stringMatching(/^beta +NO-FSA-222222222 +PSP_PI +\d{4}-\d\d-\d\d +beta$/),
    ])
    const [alpha, beta] = JSON.parse((await cli.run(['tpp', 'list', '--json'])).stdout)
    expect(alpha).toMatchObject({
      name: 'alpha',
      tppId: 'NO-FSA-111111111',
      roles: ['PSP_PI', 'PSP_AI'],
      key: fileOf('alpha', 'key.pem'),
    })
    expect(beta.keyId).toBe(formatKeyId(describeCertificate(readCertificate('beta'))))
  })

  it('names the file that is broken', async () => {
    mkdirSync(join(cli.home, 'tpps', 'broken'), { recursive: true })
    writeFileSync(fileOf('broken', 'cert.pem'), 'no certificate')
    const { exitCode, stderr } = await cli.run(['tpp', 'list'])
    expect(exitCode).toBe(2)
    expect(stderr).toContain(fileOf('broken', 'cert.pem'))
  })
})

function fileOf(name: string, file: string): string {
  return join(cli.home, 'tpps', name, file)
}

function readCertificate(name: string): X509Certificate {
  return new X509Certificate(readFileSync(fileOf(name, 'cert.pem')))
}
