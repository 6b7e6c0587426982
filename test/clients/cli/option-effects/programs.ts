import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect } from 'vitest'
import { describeCertificate } from '../../../../src/platform/security/certificates/certificates.ts'
import { readyKeysOfProcess } from '../../../support/builders/ready-keys.ts'
import { assistantOfCommand } from '../../../support/clients/assistant.ts'
import { sharedPostgres } from '../../../support/harness/postgres.ts'
import { SHARED } from '../../../support/harness/server-process.ts'
import { fillHome } from '../../../support/harness/template.ts'
import { startProgram } from './running.ts'
import { type Effects, jsonOf, KARI, ONLY_IN_GREEN, type Tried } from './tried.ts'

const SMALL = 'customers: [{ customerNumber: "01017000077", name: Liv, type: PRIVATE }]\n'

/** sandbank, start, exec, proxy, tpp: what runs by itself. */
export const PROGRAMS: Effects = {
  'sandbank --version': async ({ print }) => expect(await print('--version')).toMatch(/^\d+\.\d+\.\d+\n$/),
  kit: async ({ print }) => expect(await print('kit', 'python')).toMatch(/^import |^from /m),
  completion: async ({ print }) => expect(await print('completion', 'bash')).toContain('_sandbank() {'),
  'start --port': async tried => {
    const port = await freePort()
    await start(tried, ['--port', port], async url => expect(url).toBe(`http://127.0.0.1:${port}`))
  },
  // D70: other machines reach it, so that it demands a token.
  'start --host': async tried =>
    start(tried, ['--host', '0.0.0.0'], async (url, output) => {
      expect(output).toContain('Operator   Authorization: Bearer ')
      expect((await fetch(`${url}/graphql?query={clock{now}}`)).status).toBe(401)
    }),
  'start --home': async tried => {
    await start(tried, ['--home', tried.file('another')], async () =>
      expect(existsSync(join(tried.file('another'), 'sandbank.db'))).toBe(true),
    )
  },
  'start --world': async tried =>
    start(tried, ['--world', 'red'], async url => expect(await customersAt(`${url}/worlds/red`)).toHaveLength(4)),
  'start --fixture': async tried => {
    writeFileSync(tried.file('start.yaml'), SMALL)
    await start(tried, ['--world', 'red', '--fixture', tried.file('start.yaml')], async url => {
      expect(await customersAt(`${url}/worlds/red`)).toEqual(['Liv'])
      expect(await customersAt(url)).toHaveLength(4)
    })
  },
  'start --import': async tried => {
    writeFileSync(tried.file('import.yaml'), SMALL)
    const home = ['--home', tried.file('imported')]
    await start(tried, [...home, '--import', tried.file('import.yaml')], async url =>
      expect(await customersAt(url)).toEqual(['Liv']),
    )
  },
  'start --export-on-exit': async tried => {
    await start(tried, ['--export-on-exit', tried.file('end.yaml')], async () =>
      expect(existsSync(tried.file('end.yaml'))).toBe(false),
    )
    expect(readFileSync(tried.file('end.yaml'), 'utf8')).toContain(KARI)
  },
  'start --accept-loss': async tried => {
    const home = tried.file('lossy')
    await fillHome(home)
    const env = { SANDBANK_HOME: home, PORT: '0', LOG_LEVEL: 'silent' }
    const killed = await startProgram(['start'], env)
    await killed.said(BASE)
    await killed.kill()
    for (const name of ['sandbank.db-wal', 'sandbank.db-witness']) rmSync(join(home, name))
    const refused = await startProgram(['start'], env)
    await refused.said(/start as before with --accept-loss/)
    await refused.stop()
    const accepted = await startProgram(['start', '--accept-loss'], env)
    await accepted.said(BASE)
    expect(accepted.output()).toContain('WARNING: something is missing from')
    expect(await accepted.stop()).toBe(0)
  },
  'exec --from': async tried => expect(await exec(tried, ['--from', 'EMPTY'], '/v1/sandbox/customers')).toBe('200 []'),
  'exec --fixture': async tried => {
    writeFileSync(tried.file('exec.yaml'), SMALL)
    expect(await exec(tried, ['--fixture', tried.file('exec.yaml')], '/v1/sandbox/customers')).toContain('"Liv"')
  },
  'exec --import': async tried => {
    writeFileSync(tried.file('import.yaml'), SMALL)
    expect(await exec(tried, ['--import', tried.file('import.yaml')], '/v1/sandbox/customers')).toContain('"Liv"')
    await tried.print('snapshot', 'save', tried.file('import.snapshot'), '--world', 'green')
    expect(await exec(tried, ['--import', tried.file('import.snapshot')], '/v1/sandbox/customers')).toContain(
      ONLY_IN_GREEN,
    )
    writeFileSync(tried.file('cut.snapshot'), readFileSync(tried.file('import.snapshot'), 'utf8').slice(0, 500))
    const cut = await tried.run('exec', '--import', tried.file('cut.snapshot'), '--', 'true')
    expect([cut.exitCode, cut.stderr]).toEqual([2, expect.stringContaining('its end is missing')])
    // A test with a misspelt name must not run on an empty bank.
    const missing = await tried.run('exec', '--import', tried.file('mispelt.yaml'), '--', 'true')
    expect([missing.exitCode, missing.stderr]).toEqual([
      2,
      expect.stringMatching(/cannot be read from .*mispelt\.yaml/),
    ])
  },
  'exec --psu': async tried => expect(await exec(tried, ['--psu', KARI], '/v1/accounts')).not.toMatch(NO_PSU),
  'exec --keep-journal': async tried => {
    const file = tried.file('calls.jsonl')
    const kept = [
      'exec',
      '--from',
      'EMPTY',
      '--keep-journal',
      file,
      '--',
      process.execPath,
      '--input-type=module',
      '-e',
    ]
    const code = "await fetch(process.env.SANDBANK_SIGNER + '/v1/sandbox/customers')"
    const env = readyKeysOfProcess()
    expect((await tried.cli.run([...kept, code], { env })).exitCode).toBe(0)
    expect(existsSync(file)).toBe(false)
    expect((await tried.cli.run([...kept, `${code}; process.exit(1)`], { env })).exitCode).toBe(1)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ operation: 'customers', status: 200 })
  },
  'proxy --tpp': async tried =>
    proxy(tried, ['--tpp', 'other'], async url => {
      expect((await fetch(`${url}/v1/sandbox/customers`, { headers: { 'X-Request-ID': 'by-proxy' } })).status).toBe(200)
      expect(await tried.print('log', '--tpp', 'other', '--request', 'by-proxy')).toContain(' 200 ')
      expect(await tried.print('log', '--tpp', 'acme', '--request', 'by-proxy')).toBe('')
    }),
  'proxy --world': async tried =>
    proxy(tried, ['--tpp', 'acme', '--world', 'green'], async url =>
      expect(await (await fetch(`${url}/v1/sandbox/customers`)).text()).toContain(ONLY_IN_GREEN),
    ),
  'proxy --psu': async tried => {
    const read = async (url: string) => (await fetch(`${url}/v1/accounts`)).text()
    await proxy(tried, ['--tpp', 'acme'], async url => expect(await read(url)).toMatch(NO_PSU))
    await proxy(tried, ['--tpp', 'acme', '--psu', KARI], async url => expect(await read(url)).not.toMatch(NO_PSU))
    const wrong = await tried.run('proxy', '--psu', '1', '--port', '0')
    expect([wrong.exitCode, wrong.stderr]).toEqual([1, expect.stringContaining('"1"')])
  },
  'proxy --port': async tried => {
    const port = await freePort()
    await proxy(tried, ['--tpp', 'acme', '--port', port], async url => expect(new URL(url).port).toBe(port))
  },
  'proxy --base': async ({ cli, bank }) => {
    const env = { SANDBANK_HOME: cli.home, SANDBANK_TPP: 'acme', SANDBANK_URL: 'http://127.0.0.1:9' }
    const running = await startProgram(['proxy', '--port', '0', '--base', bank.url], env)
    await running.said(PASSES)
    expect(running.output()).toContain(bank.url)
    await running.stop()
  },
  'mcp --world': async ({ cli, bank }) => {
    const env = { SANDBANK_HOME: cli.home, SANDBANK_URL: bank.url }
    const assistant = await assistantOfCommand(['--world', 'green'], env)
    expect((await assistant.use('call', { operation: 'customers' })).text).toContain(ONLY_IN_GREEN)
    await assistant.close()
  },
  'mcp --base': async ({ cli, bank }) => {
    const env = { SANDBANK_HOME: cli.home, SANDBANK_URL: 'http://127.0.0.1:9' }
    const assistant = await assistantOfCommand(['--base', bank.url], env)
    expect((await assistant.use('call', { operation: 'worlds' })).text).toContain('"name": "green"')
    await assistant.close()
  },
  'move --to': async tried => {
    const { createDatabase, urlOf, query } = await sharedPostgres()
    const database = await createDatabase()
    await fillHome(tried.file('moving'))
    const { exitCode, stdout, stderr } = await move(tried, 'moving', urlOf(database))
    expect([exitCode, stderr, stdout]).toEqual([
      0,
      expect.stringMatching(/^All of it is moved, or nothing\./),
      expect.stringContaining('are in the database.'),
    ])
    expect(await query(database, 'SELECT name FROM "World"')).toContainEqual({ name: 'default' })
  },
  'move --home': async tried => {
    const { exitCode, stderr } = await move(tried, 'no-home', 'postgresql://nobody@127.0.0.1:9/none')
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`There is no bank in ${tried.file('no-home')}`)])
  },
  'tpp new --roles': async tried => expect((await newTpp(tried, '--roles', 'AI')).roles).toEqual(['PSP_AI']),
  'tpp new --org': async tried => expect((await newTpp(tried, '--org', 'Reader AS')).tppName).toBe('Reader AS'),
  'tpp new --id': async tried =>
    expect((await newTpp(tried, '--id', 'NO-FSA-123456789')).tppId).toBe('NO-FSA-123456789'),
  'tpp new --flaw': async tried =>
    expect((await newTpp(tried, '--flaw', 'expired')).notAfter.getTime()).toBeLessThan(Date.now()),
  'tpp new --force': async tried => {
    await newTpp(tried, '--org', 'Before AS')
    const again = await tried.cli.run(['tpp', 'new', 'made', '--org', 'After AS'])
    expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('--force')])
    const made = await tried.cli.run(['tpp', 'new', 'made', '--org', 'After AS', '--force'])
    expect(made.stdout).toContain('Made the TPP made.')
    expect(certificateOf(tried).tppName).toBe('After AS')
  },
  'tpp new --base': async tried => {
    const made = await ofBank(tried, 'afar', 'tpp', 'new', 'afar')
    expect(made).toContain(`npx sandbank call GET /v1/sandbox/customers --tpp afar --base ${tried.bank.url}`)
    // That bank has certified it: its calls are taken.
    expect(await ofBank(tried, 'afar', 'call', 'GET', '/v1/sandbox/customers')).toContain(KARI)
  },
  'tpp list --base': async tried => {
    await ofBank(tried, 'lists', 'tpp', 'new', 'listed')
    expect(await ofBank(tried, 'lists', 'tpp', 'list')).toMatch(/^listed /m)
    const none = await tried.cli.run(['tpp', 'list', '--base', 'http://bank.example'], homeOf(tried, 'lists'))
    expect(none.stdout).toContain('There is no TPP of http://bank.example here yet.')
  },
  'tpp use --base': async tried => {
    for (const name of ['first', 'second']) await ofBank(tried, 'uses', 'tpp', 'new', name)
    expect(await ofBank(tried, 'uses', 'tpp', 'use', 'second')).toBe(
      `second signs calls to ${tried.bank.url} from now on when no other TPP is named.\n`,
    )
    expect(await ofBank(tried, 'uses', 'call', 'GET', '/v1/sandbox/customers')).toContain(KARI)
  },
  'tpp list --json': jsonOf(['tpp', 'list'], expect.arrayContaining([expect.objectContaining({ name: 'acme' })])),
}

/** What a call that needs a PSU is refused for. */
const NO_PSU = /PSU-ID/
const BASE = /Base URL {3}http:\S+/
const PASSES = /passes on: http:\S+/
const urlIn = (said: string) => said.replace(/^.*(?=http:)/, '')

/** `sandbank start` in a home of its own, with an option, until `look` has seen what it does. */
async function start(
  tried: Tried,
  options: readonly string[],
  look: (url: string, output: string) => Promise<void>,
): Promise<void> {
  const home = tried.file(`home${options[0]}`)
  rmSync(home, { recursive: true, force: true })
  await fillHome(home)
  const env = { SANDBANK_HOME: home, PORT: '0', LOG_LEVEL: 'silent', ...readyKeysOfProcess() }
  const running = await startProgram(['start', ...options], env)
  const url = urlIn(await running.said(BASE))
  await look(url, running.output())
  expect(await running.stop()).toBe(0)
}

async function customersAt(base: string): Promise<string[]> {
  const body = JSON.stringify({ query: '{ customers { nodes { name } } }' })
  const asked = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  })
  const { data } = await asked.json()
  return data.customers.nodes.map(({ name }: { readonly name: string }) => name)
}

/** What a program that `exec` runs is answered through its signer. */
async function exec({ cli }: Tried, options: readonly string[], path: string): Promise<string> {
  const code = `const answer = await fetch(process.env.SANDBANK_SIGNER + '${path}'); console.log(answer.status, await answer.text())`
  const args = ['exec', ...options, '--', process.execPath, '--input-type=module', '-e', code]
  const { exitCode, stdout, stderr } = await cli.run(args, { env: readyKeysOfProcess() })
  expect([exitCode, stderr]).toEqual([0, ''])
  return stdout.trim()
}

/** `sandbank proxy` with an option, until `look` has seen what it does. */
async function proxy({ cli, bank }: Tried, options: readonly string[], look: (url: string) => Promise<void>) {
  const running = await startProgram(['proxy', '--port', '0', ...options], {
    SANDBANK_HOME: cli.home,
    SANDBANK_URL: bank.url,
  })
  await look(urlIn(await running.said(PASSES)))
  expect(await running.stop()).toBe(0)
}

function move({ cli, file }: Tried, home: string, to: string) {
  return cli.run(['move', '--to', to, '--home', file(home)], { env: { SANDBANK_SECRET: SHARED.SANDBANK_SECRET } })
}

/** A command in a home of its own, about a bank elsewhere. */
async function ofBank(tried: Tried, home: string, ...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await tried.cli.run([...args, '--base', tried.bank.url], homeOf(tried, home))
  expect([args, exitCode, stderr]).toEqual([args, 0, ''])
  return stdout
}

const homeOf = ({ file }: Tried, home: string) => ({ env: { SANDBANK_HOME: file(home) } })

async function newTpp(tried: Tried, ...options: string[]) {
  rmSync(tried.file('tpps/made'), { recursive: true, force: true })
  // Without SANDBANK_URL, which names a bank elsewhere.
  const { exitCode, stderr } = await tried.cli.run(['tpp', 'new', 'made', ...options])
  expect([exitCode, stderr]).toEqual([0, ''])
  return certificateOf(tried)
}

function certificateOf({ file }: Tried) {
  return describeCertificate(new X509Certificate(readFileSync(file('tpps/made/cert.pem'))))
}

async function freePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return String(address.port)
}
