import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createCli } from '../support/cli.ts'

const cli = createCli()
afterAll(() => cli.remove())

const script = (code: string) => ['--', process.execPath, '--input-type=module', '-e', code]

describe('sandbank exec', () => {
  it('runs a command with a bank that it finds in its environment, and ends with its exit code', async () => {
    // A folder that nobody else leaves anything in.
    const TMPDIR = mkdtempSync(join(tmpdir(), 'sandbank-exec-test-'))
    const ask = script(`
        import { readFileSync } from 'node:fs'
        import { X509Certificate, createPrivateKey } from 'node:crypto'
        const { SANDBANK_URL, SANDBANK_CERTIFICATE, SANDBANK_KEY, SANDBANK_KEYID_VALUE, SANDBANK_TOKEN } = process.env
        const certificate = new X509Certificate(readFileSync(SANDBANK_CERTIFICATE))
        const fits = certificate.checkPrivateKey(createPrivateKey(readFileSync(SANDBANK_KEY)))
        const ask = headers => fetch(SANDBANK_URL + '/graphql', {
          method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: '{"query":"{ customers { totalCount } }"}',
        })
        const told = await (await ask({ Authorization: 'Bearer ' + SANDBANK_TOKEN })).json()
        console.log(JSON.stringify({ fits, keyId: SANDBANK_KEYID_VALUE.slice(0, 3), customers: told.data.customers.totalCount, untold: (await ask({})).status }))
        process.exit(7)
      `)
    const { exitCode, stdout, stderr } = await cli.run(['exec', ...ask], { env: { TMPDIR } })
    expect({ exitCode, stderr }).toEqual({ exitCode: 7, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({ fits: true, keyId: 'SN=', customers: 4, untold: 401 })
    expect(readdirSync(TMPDIR)).toEqual([])
    rmSync(TMPDIR, { recursive: true })
  })

  it('lets the command use sandbank itself, and gives it an empty bank when asked to', async () => {
    const { exitCode, stdout } = await cli.run([
      'exec',
      '--from',
      'EMPTY',
      '--',
      process.execPath,
      'dist/cli.js',
      'call',
      'GET',
      '/v1/sandbox/customers',
    ])
    expect({ exitCode, customers: stdout.trim().split('\n').at(-1) }).toEqual({ exitCode: 0, customers: '[]' })
  })

  it('gives the command a bank with what a fixture says, of the product or in a file', async () => {
    const ask = script(`
      const answer = await fetch(process.env.SANDBANK_SIGNER + '/v1/sandbox/customers')
      console.log((await answer.json()).map(one => one.customerName).sort().join())
    `)
    const file = join(cli.home, 'small.yaml')
    writeFileSync(file, 'customers:\n  - key: kari\n    name: Kari Nordmann\n    type: PRIVATE\n')
    expect((await cli.run(['exec', '--fixture', file, ...ask])).stdout.trim()).toBe('Kari Nordmann')
    expect((await cli.run(['exec', '--fixture', 'approvals', ...ask])).stdout.trim()).toMatch(/ AS/)
    const unknown = await cli.run(['exec', '--fixture', 'aprovals', ...ask])
    expect(unknown.exitCode).toBe(2)
    expect(unknown.stderr).toContain('Is approvals meant?')
  })

  it('says so when the command cannot be run, and counts it as wrong usage', async () => {
    const { exitCode, stderr } = await cli.run(['exec', '--', '/no/such/program'])
    expect(exitCode).toBe(2)
    expect(stderr).toContain('"/no/such/program" cannot be run')
  })

  it('tells of a signal as a shell does', async () => {
    const { exitCode } = await cli.run(['exec', ...script("process.kill(process.pid, 'SIGKILL')")])
    expect(exitCode).toBe(137)
  })
})
