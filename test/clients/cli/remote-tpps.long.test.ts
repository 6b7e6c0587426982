import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProxy } from '../../../src/clients/cli/proxy.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { HAPROXY } from '../../../src/workbench/pages/docs/hosting-files.ts'
import { type Cli, createCli } from '../../support/clients/cli.ts'
import { newDatabase } from '../../support/harness/database.ts'
import { startHaproxy } from '../../support/harness/proxies.ts'
import { type ServerProcess, SHARED, startServerProcess } from '../../support/harness/server-process.ts'
import { isOnPath } from '../../support/harness/tools.ts'
import { startTlsProxy } from '../../workbench/pages/start-tls-proxy.ts'

// D111: a TPP of a bank elsewhere, made from another machine's home: its key is made here, and the bank certifies it.

const TOKEN = SHARED.SANDBANK_TOKEN
const NOBODY = 'http://127.0.0.1:9'
const CUSTOMERS = ['call', 'GET', '/v1/sandbox/customers']

describe.each(['SQLite', 'PostgreSQL'])('A TPP of a bank elsewhere, on %s, behind a proxy with TLS', engine => {
  const bankHome = mkdtempSync(join(tmpdir(), 'sandbank-elsewhere-'))
  let laptop: Cli
  let server: ServerProcess
  let base: string
  let trusted: string
  let endProxy = async () => {}

  beforeAll(async () => {
    laptop = createCli()
    const database = engine === 'PostgreSQL' ? { DATABASE_URL: await newDatabase() } : {}
    server = await startServerProcess({ ...SHARED, ...database, SANDBANK_HOME: bankHome })
    const proxy = await startTlsProxy(server.url, { keepsHost: true })
    trusted = join(laptop.home, 'proxy.pem')
    writeFileSync(trusted, proxy.certificate)
    base = `https://localhost:${proxy.port}`
    if (!isOnPath('haproxy'))
      return console.warn('haproxy is not on this machine: a proxy of the tests stands in its place.')
    // The recipe of /docs/hosting.
    const recipe = HAPROXY.replace('127.0.0.1:4000', new URL(server.url).host)
    const own = await startHaproxy(laptop.home, recipe, proxy.both)
    base = `https://localhost:${own.port}`
    endProxy = own.stop
  })
  afterAll(async () => {
    await endProxy()
    server.kill('SIGTERM')
    await server.exited
    laptop.remove()
    rmSync(bankHome, { recursive: true })
  })

  // What Node trusts it reads at its start, so that each is a process.
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    laptop.run(args, { env: { SANDBANK_TOKEN: TOKEN, NODE_EXTRA_CA_CERTS: trusted, ...env }, input: '' })
  const atBank = (...args: string[]) => run([...args, '--base', base])
  // Without TLS, in this process.
  const here = (...args: string[]) => laptop.run(args, { env: { SANDBANK_TOKEN: TOKEN } })
  const near = (...args: string[]) => here(...args, '--base', server.url)
  const callers = async () => {
    const { stdout } = await near('log', '--caller', 'tpps', '--json')
    return stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line).tppId)
  }

  it('is what a call asks for where there is none', async () => {
    const none = await near(...CUSTOMERS)
    const make = `yet to sign the call: make one with \`npx sandbank tpp new NAME --base ${server.url}\`.`
    expect([none.exitCode, none.stderr]).toEqual([2, expect.stringContaining(make)])
  })

  it('one of another home is refused with the command that makes one of this bank', async () => {
    laptop.addTpp('acme')
    const refused = await atBank(...CUSTOMERS, '--tpp', 'acme')
    expect([refused.exitCode, refused.stdout]).toEqual([1, expect.stringContaining('CERTIFICATE_INVALID')])
    expect(refused.stdout).toContain(
      `another CA with the same name, or was changed. \`npx sandbank tpp new NAME --base ${base}\` makes one of this bank (with --force where the name is taken).`,
    )
    const [, id = ''] = /^Sandbank-Request: (\S+)/im.exec(refused.stdout) ?? []
    const why = await atBank('why', id)
    // Both commands run in the next test.
    expect(why.stdout).toContain(
      `npx sandbank tpp new acme --base ${base} && npx sandbank call GET '/v1/sandbox/customers' --base ${base} --tpp acme`,
    )
  })

  it('is made under a name that another bank has, and signs calls to its own without being named', async () => {
    const before = readFileSync(join(laptop.home, 'tpps/acme/cert.pem'), 'utf8')
    const made = await atBank('tpp', 'new', 'acme', '--org', 'Acme AS', '--id', 'NO-FSA-111111111')
    expect([made.exitCode, made.stderr]).toEqual([0, ''])
    expect(made.stdout).toContain(`npx sandbank call GET /v1/sandbox/customers --tpp acme --base ${base}`)
    const folder = join(laptop.home, 'banks', encodeURIComponent(base), 'tpps/acme')
    expect(statSync(join(folder, 'key.pem')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(laptop.home, 'tpps/acme/cert.pem'), 'utf8')).toBe(before)
    for (const args of [
      [...CUSTOMERS, '--base', base],
      [...CUSTOMERS, '--base', `${base}/`],
      [...CUSTOMERS, '--tpp', 'acme', '--base', `${base}/worlds/default`],
    ])
      expect((await run(args)).stdout).toMatch(/^HTTP 200/)
    expect((await run(CUSTOMERS, { SANDBANK_URL: base })).stdout).toMatch(/^HTTP 200/)
    // The bank's own journal says who called.
    expect((await callers()).slice(-4)).toEqual(Array(4).fill('NO-FSA-111111111'))
    expect((await atBank('log', '--tpp', 'acme')).stdout.trim().split('\n')).toHaveLength(4)
    expect((await atBank('report')).stdout).toContain('NO-FSA-111111111')
  })

  it('is made where SANDBANK_URL names its bank, and chosen there, as calls find the bank by it', async () => {
    const other = createCli()
    const by = (...args: string[]) => other.run(args, { env: { SANDBANK_TOKEN: TOKEN, SANDBANK_URL: server.url } })
    const made = await by('tpp', 'new', 'zed', '--id', 'NO-FSA-666666661')
    expect([made.exitCode, made.stderr]).toEqual([0, ''])
    const [next = ''] = /npx sandbank call .*/.exec(made.stdout) ?? []
    expect((await by(...next.split(' ').slice(2))).stdout).toMatch(/^HTTP 200/)
    expect((await by('tpp', 'new', 'other', '--id', 'NO-FSA-666666662')).exitCode).toBe(0)
    expect((await by('tpp', 'use', 'zed')).stdout).toContain(`zed signs calls to ${server.url} from now on`)
    expect((await by(...CUSTOMERS)).stdout).toMatch(/^HTTP 200/)
    expect((await callers()).at(-1)).toBe('NO-FSA-666666661')
    const flawed = await by('tpp', 'new', 'broken', '--flaw', 'expired')
    expect([flawed.exitCode, flawed.stderr]).toEqual([2, expect.stringContaining('--base and SANDBANK_URL.')])
    // No second authority.
    expect(readdirSync(other.home)).toEqual(['banks'])
    other.remove()
  })

  it('is not replaced unless that is asked for', async () => {
    expect((await near('tpp', 'new', 'acme', '--id', 'NO-FSA-444444444')).exitCode).toBe(0)
    const taken = await near('tpp', 'new', 'acme')
    expect([taken.exitCode, taken.stderr]).toEqual([
      2,
      expect.stringContaining('replace its key and certificate with --force'),
    ])
    expect((await near('tpp', 'new', 'acme', '--force', '--id', 'NO-FSA-222222222')).exitCode).toBe(0)
    expect((await near(...CUSTOMERS)).stdout).toMatch(/^HTTP 200/)
    expect((await callers()).at(-1)).toBe('NO-FSA-222222222')
    expect((await near('tpp', 'new', 'acme', '--force')).stdout).toContain('NO-FSA-222222222')
    expect((await near(...CUSTOMERS)).stdout).toMatch(/^HTTP 200/)
  })

  it('is chosen for its bank where there are several', async () => {
    expect((await near('tpp', 'new', 'reader', '--roles', 'AI', '--id', 'NO-FSA-333333333')).exitCode).toBe(0)
    const several = await near(...CUSTOMERS)
    expect([several.exitCode, several.stderr]).toEqual([
      2,
      expect.stringContaining(`npx sandbank tpp use NAME --base ${server.url}\` (acme, reader)`),
    ])
    expect((await near('tpp', 'use', 'reader')).stdout).toContain(`reader signs calls to ${server.url} from now on`)
    expect((await near(...CUSTOMERS)).stdout).toMatch(/^HTTP 200/)
    expect((await callers()).at(-1)).toBe('NO-FSA-333333333')
    const misspelt = await near(...CUSTOMERS, '--tpp', 'redaer')
    const make = `make it with \`npx sandbank tpp new redaer --base ${server.url}\`, or use one of acme, reader.`
    expect([misspelt.exitCode, misspelt.stderr]).toEqual([2, expect.stringContaining(make)])
    const unknown = await near('tpp', 'use', 'nobody')
    expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('or use one of acme, reader')])
  })

  it('is listed with its bank', async () => {
    const all = JSON.parse((await here('tpp', 'list', '--json')).stdout)
    const names = all.map(({ name, bank }: { name: string; bank?: string }) => `${name} ${bank}`)
    const elsewhere = [`acme ${base}`, `acme ${server.url}`, `reader ${server.url}`]
    expect(names.toSorted()).toEqual(['acme undefined', ...elsewhere].toSorted())
    expect((await here('tpp', 'list')).stdout).toMatch(/ BANK +ORGANISATION/)
    const own = JSON.parse((await near('tpp', 'list', '--json')).stdout)
    expect(own.map(({ tppId }: { tppId: string }) => tppId)).toEqual(['NO-FSA-222222222', 'NO-FSA-333333333'])
    expect((await here('tpp', 'list', '--base', NOBODY)).stdout).toContain(
      `There is no TPP of ${NOBODY} here yet. Make one with \`npx sandbank tpp new NAME --base ${NOBODY}\`.`,
    )
  })

  it('signs for the proxy of this machine', async () => {
    const config = readConfig({ SANDBANK_HOME: laptop.home, SANDBANK_TOKEN: TOKEN })
    const tools = { config, now: () => new Date(), newId: () => '5ff1f4b5-9f74-4d3c-8f0b-0f6b46c3b1a1' }
    const signer = await startProxy({ base: server.url, port: '0', tpp: 'acme' }, tools)
    expect((await fetch(`${signer.url}/v1/sandbox/customers`)).status).toBe(200)
    await signer.stop()
    expect((await callers()).at(-1)).toBe('NO-FSA-222222222')
  })

  it.each([
    [
      'a wrong token',
      ['tpp', 'new', 'other'],
      'not-the-token-of-it',
      1,
      '\nIt answered: FORBIDDEN This server asks for its token',
    ],
    [
      'a flaw',
      ['tpp', 'new', 'other', '--flaw', 'expired'],
      TOKEN,
      2,
      'A bank elsewhere certifies no flaw: leave out --flaw',
    ],
    ['a role that there is not', ['tpp', 'new', 'other', '--roles', 'XX'], TOKEN, 2, '"XX" is not a role of a TPP'],
    ['a name that is none', ['tpp', 'new', '../other'], TOKEN, 2, '"../other" cannot name a TPP'],
    ['no bank there', ['tpp', 'new', 'other', '--base', NOBODY], TOKEN, 3, NOBODY],
    ['an address that is none', ['tpp', 'new', 'o', '--base', 'b.example'], TOKEN, 2, '"b.example" is not a base URL'],
  ] as const)('says what is wrong, and leaves nothing: %s', async (_, args, SANDBANK_TOKEN, exitCode, says) => {
    const at = args.some(word => word === '--base') ? [] : ['--base', server.url]
    const ended = await laptop.run([...args, ...at], { env: { SANDBANK_TOKEN } })
    expect([ended.exitCode, ended.stdout, ended.stderr]).toEqual([exitCode, '', expect.stringContaining(says)])
    expect(JSON.parse((await here('tpp', 'list', '--json')).stdout)).toHaveLength(4)
  })
})
