import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readyKeysOfProcess } from '../../support/builders/ready-keys.ts'
import { createCli } from '../../support/clients/cli.ts'
import { missingOf, skipWithout } from '../../support/harness/tools.ts'

const cli = createCli()
afterAll(() => cli.remove())

/** The first test lets it make its own keys. */
const exec = (...args: string[]) => cli.run(['exec', ...args], { env: readyKeysOfProcess() })

const script = (code: string) => ['--', process.execPath, '--input-type=module', '-e', code]

describe('sandbank exec', () => {
  it('runs a command with a bank that it finds in its environment, and ends with its exit code', async () => {
    // A folder into which no other test writes.
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
        const response = await (await ask({ Authorization: 'Bearer ' + SANDBANK_TOKEN })).json()
        console.log(JSON.stringify({ fits, keyId: SANDBANK_KEYID_VALUE.slice(0, 3), customers: response.data.customers.totalCount, withoutToken: (await ask({})).status }))
        process.exit(7)
      `)
    const { exitCode, stdout, stderr } = await cli.run(['exec', ...ask], { env: { TMPDIR } })
    expect({ exitCode, stderr }).toEqual({ exitCode: 7, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({ fits: true, keyId: 'SN=', customers: 4, withoutToken: 401 })
    expect(readdirSync(TMPDIR)).toEqual([])
    rmSync(TMPDIR, { recursive: true })
  })

  it('lets the command use sandbank itself, with what a fixture of the product says', async () => {
    const call = [process.execPath, 'dist/cli.js', 'call', 'GET', '/v1/sandbox/customers']
    const { exitCode, stdout } = await exec('--fixture', 'approvals', '--', ...call)
    expect({ exitCode, customers: stdout.trim() }).toEqual({ exitCode: 0, customers: expect.stringMatching(/ AS"/) })
    const unknown = await exec('--fixture', 'aprovals', '--', ...call)
    expect(unknown.exitCode).toBe(2)
    expect(unknown.stderr).toContain('Is approvals meant?')
  })

  const names = `
    const answer = await fetch(process.env.SANDBANK_SIGNER + '/v1/sandbox/customers')
    console.log(JSON.stringify((await answer.json()).map(one => one.customerName)))`

  it('gives the command a bank with what a fixture in a file says', async () => {
    const file = join(cli.home, 'small.yaml')
    writeFileSync(file, 'customers:\n  - key: kari\n    name: Kari Nordmann\n    type: PRIVATE\n')
    expect((await exec('--fixture', file, ...script(names))).stdout.trim()).toBe('["Kari Nordmann"]')
  })

  it('gives the command a signer that acts for a PSU, also for one that the command itself makes', async () => {
    const ask = script(`
      const call = (path, body) => fetch(process.env.SANDBANK_SIGNER + path, {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
      })
      const made = await call('/v1/sandbox/customers', { customerNumber: '01017012345', name: 'Åse', type: 'PRIVATE' })
      const consent = { access: {}, recurringIndicator: true, validUntil: '9999-12-31', frequencyPerDay: 4 }
      console.log(made.status, (await call('/v1/consents', consent)).status)`)
    const { exitCode, stdout, stderr } = await exec('--from', 'EMPTY', '--psu', '01017012345', ...ask)
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: '201 201\n', stderr: '' })
  })

  it('gives it an empty bank when asked to, and reports a signal as a shell does', async () => {
    const ask = script(`${names}\nprocess.kill(process.pid, 'SIGKILL')`)
    const { exitCode, stdout } = await exec('--from', 'EMPTY', ...ask)
    expect([exitCode, stdout.trim()]).toEqual([137, '[]'])
  })

  it('keeps the journal of a command that failed: a suite of pytest names a call, and the file has it', async context => {
    skipWithout(context, missingOf('pytest-3'))
    const folder = mkdtempSync(join(tmpdir(), 'sandbank-keep-test-'))
    const file = join(folder, 'calls.jsonl')
    writeFileSync(
      join(folder, 'test_it.py'),
      `from sandbank import connect


def test_it():
    with connect() as bank, bank.create_world() as world:
        bank.tpp("shop").fetch(world.url("/v1/sandbox/customers"), json={"name": "Kari"}).expect(201)
`,
    )
    const suite = ['pytest-3', '-q', '-p', 'no:cacheprovider', folder]
    const { exitCode, stdout, stderr } = await exec('--from', 'EMPTY', '--keep-journal', file, '--', ...suite)
    expect(exitCode, stdout).toBe(1)
    const calls = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(stderr).toBe(`The command failed. Calls of its bank that are kept in ${file}: ${calls.length}.\n`)
    // Its world is deleted by then, and the page that pytest names is gone.
    const [, id] = /\/requests\/([0-9a-f-]{36})\]/.exec(stdout) ?? []
    const named = calls.find(call => call.id === id)
    expect(named).toMatchObject({
      method: 'POST',
      operation: 'createCustomer',
      status: 400,
      code: 'FORMAT_ERROR',
      request: { body: '{"name": "Kari"}' },
      answer: { body: expect.stringContaining('tppMessages') },
      verdicts: expect.arrayContaining([expect.objectContaining({ step: 'SIGNATURE', passed: true })]),
    })
    expect(calls.map(({ at }) => at)).toEqual(calls.map(({ at }) => at).toSorted())
    rmSync(folder, { recursive: true })
  })

  it('refuses a place for the journal that cannot be written before the command runs', async () => {
    const file = join(cli.home, 'no-such-folder', 'calls.jsonl')
    const { exitCode, stdout, stderr } = await exec('--keep-journal', file, ...script("console.log('ran')"))
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain(`--keep-journal ${file} cannot be written`)
  })

  it('says so when the command cannot be run, and counts it as wrong usage', async () => {
    const { exitCode, stderr } = await exec('--', '/no/such/program')
    expect(exitCode).toBe(2)
    expect(stderr).toContain(
      '"/no/such/program" cannot be run (spawn /no/such/program ENOENT): install it, or write its path.',
    )
  })
})
