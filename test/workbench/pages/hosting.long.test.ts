import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import type { RawHeaders } from '../../../src/platform/security/signature/signing-string.ts'
import { HAPROXY, NGINX, PROMETHEUS_RULES, SYSTEMD_UNIT } from '../../../src/workbench/pages/docs/hosting-files.ts'
import { type Cli, createCli, type RunningBank } from '../../support/clients/cli.ts'
import { openClient } from '../../support/clients/keep-alive-client.ts'
import { subscribe } from '../../support/clients/subscriber.ts'
import { startHaproxy, startNginx } from '../../support/harness/proxies.ts'
import { missingOf, PATH, skipWithout } from '../../support/harness/tools.ts'
import { proxyCredentials } from './start-tls-proxy.ts'

const [cli, stranger] = [createCli(), createCli()]
let bank: RunningBank
beforeAll(async () => {
  bank = await cli.startFirst()
  await cli.run(['tpp', 'new', 'acme'])
  stranger.addTpp('acme')
})
afterAll(async () => {
  await bank.stop()
  for (const one of [cli, stranger]) one.remove()
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-hosting-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it('/docs/hosting shows a unit that systemd takes', async context => {
  skipWithout(context, missingOf('systemd-analyze'))
  const unit = join(newFolder(), 'sandbank.service')
  writeFileSync(unit, SYSTEMD_UNIT.replace('/usr/local/bin/sandbank', process.execPath))
  const { stderr } = await promisify(execFile)('systemd-analyze', ['verify', unit], { env: { PATH } })
  expect(stderr.split('\n').filter(line => line.includes('sandbank.service'))).toEqual([])
})

const credentials = proxyCredentials()
const here = (recipe: string) => recipe.replace('127.0.0.1:4000', new URL(bank.url).host)
const RECIPES = {
  haproxy: { scheme: 'https', start: (folder: string) => startHaproxy(folder, here(HAPROXY), credentials.both) },
  nginx: { scheme: 'http', start: (folder: string) => startNginx(folder, here(NGINX)) },
} as const

describe.each(['haproxy', 'nginx'] as const)('/docs/hosting shows a recipe for %s', program => {
  it('that passes on calls, large ones too, what happens as it happens, and by which address it was called', async context => {
    skipWithout(context, missingOf(program))
    const folder = newFolder()
    const { scheme, start } = RECIPES[program]
    const proxy = await start(folder)
    onTestFinished(proxy.stop)
    const base = `${scheme}://localhost:${proxy.port}`
    const trusted = join(folder, 'trusted.pem')
    writeFileSync(trusted, credentials.certificate)
    // What Node trusts it reads at its start: a process of its own.
    const runAs = (one: Cli, ...args: readonly string[]) =>
      one.run([...args, '--base', base], { env: { NODE_EXTRA_CA_CERTS: trusted }, input: '' })
    const run = async (...args: readonly string[]) => {
      const { exitCode, stdout, stderr } = await runAs(cli, ...args)
      expect(exitCode, `${args.join(' ')}: ${stdout}${stderr}`).toBe(0)
      return stdout
    }
    expect(await run('call', 'GET', '/v1/sandbox/customers')).toContain('customerNumber')
    expect(await run('graphql', '{ clock { now } }')).toContain('"now"')

    // What it says of its own address is the proxy's.
    const refused = await runAs(stranger, 'call', 'GET', '/v1/sandbox/customers')
    expect([refused.exitCode, refused.stdout]).toEqual([1, expect.stringContaining(`tpp new NAME --base ${base}`)])

    const client = openClient(base)
    onTestFinished(client.close)
    const post = (query: string, headers: RawHeaders = []) =>
      client.send({
        method: 'POST',
        target: '/graphql',
        headers: [['Content-Type', 'application/json'], ['Accept', 'application/json'], ...headers],
        body: Buffer.from(JSON.stringify({ query })),
      })
    expect((await post('{ clock { now } }', [['X-Large', 'x'.repeat(31_500)]])).status).toBe(200)
    // The bank has read all of it, and says that it is too long.
    expect((await post(`{ clock { now } } #${'x'.repeat(15_000_000)}`)).text).toContain('"errors"')

    const { until, stop } = await subscribe(base, 'subscription { clock { frozen } }')
    await until(1)
    await run('graphql', 'mutation { freezeClock { clock { now } } }')
    expect((await until(2))[1].data.clock.frozen).toBe(true)
    await run('graphql', 'mutation { resumeClock { clock { now } } }')
    stop()
  })
})

it('/docs/hosting shows rules of figures that /metrics has, each with labels that it has', async () => {
  const { groups } = parse(PROMETHEUS_RULES)
  const rules: { alert: string; expr: string; for: string }[] = groups.flatMap(
    ({ rules: some }: { rules: object[] }) => some,
  )
  expect(rules.length).toBeGreaterThan(3)
  await fetch(`${bank.url}/v1/accounts`)
  const figures = await (await fetch(`${bank.url}/metrics`)).text()
  for (const { alert, expr } of rules) {
    const names = [...expr.matchAll(/\b(?:sandbank_\w+|up)\b/g)].map(([name]) => name)
    expect([alert, names.length]).toEqual([alert, 1])
    const [name = ''] = names
    // Prometheus itself has this one: whether it could read the others.
    if (name === 'up') continue
    const labels = [...expr.matchAll(/by \((\w+)\)|\{(\w+)=/g)].map(([, by, where]) => by ?? where ?? '')
    const line = new RegExp(`^${name}[ {].*$`, 'm').exec(figures)?.[0]
    expect([alert, line]).toEqual([alert, expect.any(String)])
    for (const label of labels) expect([alert, line]).toEqual([alert, expect.stringContaining(`${label}="`)])
  }
})
