import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { parse } from 'yaml'
import { NGINX, PROMETHEUS_RULES, SYSTEMD_UNIT } from '../../src/pages/docs/hosting-files.ts'
import { createCli, type RunningBank } from '../support/clients/cli.ts'
import { keepChild } from '../support/harness/children.ts'

const cli = createCli()
const folder = mkdtempSync(join(tmpdir(), 'sandbank-hosting-'))
let bank: RunningBank
beforeAll(async () => {
  bank = await cli.serve()
})
afterAll(async () => {
  await bank.stop()
  cli.remove()
  rmSync(folder, { recursive: true })
})
const env = { PATH: `${process.env['PATH']}:/usr/sbin` }

it('/docs/hosting shows a unit that systemd takes', async () => {
  const unit = join(folder, 'sandbank.service')
  writeFileSync(unit, SYSTEMD_UNIT.replace('/usr/local/bin/sandbank', process.execPath))
  const { stderr } = await promisify(execFile)('systemd-analyze', ['verify', unit], { env })
  expect(stderr.split('\n').filter(line => line.includes('sandbank.service'))).toEqual([])
})

it('/docs/hosting shows a recipe for nginx that passes calls on', async () => {
  const server = createServer()
  const port = await new Promise<number>(resolve =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0))
    }),
  )
  const recipe = NGINX.replace('127.0.0.1:4000', new URL(bank.url).host).replace(
    'listen 8080',
    `listen 127.0.0.1:${port}`,
  )
  mkdirSync(join(folder, 'logs'))
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/logs/error.log; events {} http { access_log off;
    client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
    ${recipe} }`,
  )
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { env, stdio: 'ignore' })
  keepChild(nginx)
  const ended = new Promise(resolve => nginx.once('close', resolve))
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    await ended
  })
  const base = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => expect((await fetch(`${base}/health`)).status).toBe(200), { timeout: 20_000 })
  expect((await cli.run(['tpp', 'new', 'acme'])).exitCode).toBe(0)
  const called = await cli.run(['call', 'GET', '/v1/sandbox/customers', '--base', base])
  expect([called.exitCode, called.stdout]).toEqual([0, expect.stringContaining('customerNumber')])
  const asked = await cli.run(['graphql', '{ clock { now } }', '--base', base])
  expect(asked.exitCode, asked.stderr).toBe(0)
})

it('/docs/hosting shows rules of figures that /metrics has', async () => {
  const { groups } = parse(PROMETHEUS_RULES)
  expect(groups[0].rules.length).toBeGreaterThan(3)
  await fetch(`${bank.url}/v1/accounts`)
  const figures = await (await fetch(`${bank.url}/metrics`)).text()
  const names = [...PROMETHEUS_RULES.matchAll(/sandbank_\w+/g)].map(([name]) => name)
  expect(names.length).toBeGreaterThan(3)
  for (const name of names) expect(figures).toMatch(new RegExp(`^${name}[ {]`, 'm'))
})
