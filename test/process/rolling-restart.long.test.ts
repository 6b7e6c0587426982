import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID, X509Certificate } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openCertificateAuthority } from '../../src/platform/security/authority/certificate-authority.ts'
import { HAPROXY_GROUPS, HAPROXY_SERVERS } from '../../src/workbench/pages/docs/hosting-files.ts'
import { customerBody } from '../support/builders/builders.ts'
import { keptKey } from '../support/builders/kept-keys.ts'
import { spkiOf } from '../support/builders/public-keys.ts'
import { openClient } from '../support/clients/keep-alive-client.ts'
import { signRequest } from '../support/clients/sign-request.ts'
import { keepChild } from '../support/harness/children.ts'
import { sharedPostgres } from '../support/harness/postgres.ts'
import { freePort } from '../support/harness/proxies.ts'
import { BEARER, type ServerProcess, startServerProcess } from '../support/harness/server-process.ts'

const WAIT = { timeout: 30_000, interval: 100 }
const CALLS = 1_000
const CLIENTS = 8

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A recipe with the addresses and the certificate of this machine, and not a word else. */
function localRecipe(recipe: string, port: number, servers: readonly number[]): string {
  const folder = newFolder()
  const now = new Date()
  const issued = openCertificateAuthority(folder, now).issue({
    name: 'proxy',
    roles: ['PSP_AI'],
    now,
    key: keptKey('tpp'),
  })
  mkdirSync(join(folder, 'certs'))
  writeFileSync(join(folder, 'certs', 'bank.pem'), issued.certificatePem + issued.keyPem)
  const [one, other] = servers
  const local = recipe
    .replace('bind :443 ssl crt /etc/haproxy/certs/', `bind 127.0.0.1:${port} ssl crt ${join(folder, 'certs')}/`)
    .replace('10.0.0.1:4000', `127.0.0.1:${one}`)
    .replace('10.0.0.2:4000', `127.0.0.1:${other}`)
  const path = join(folder, 'haproxy.cfg')
  writeFileSync(path, local)
  return path
}

async function runHaproxy(...args: readonly string[]): Promise<{ child: ChildProcess; said: () => string }> {
  // Debian has it where only root's PATH leads.
  const env = { PATH: `${process.env['PATH']}:/usr/sbin` }
  const child = spawn('haproxy', args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  keepChild(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', part => (text += part))
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  return { child, said: () => text }
}

const startAt = (port: number, url: string) =>
  startServerProcess({ PORT: `${port}`, DATABASE_URL: url, SANDBANK_HOME: newFolder() })

/** A certificate of the bank, and what signs with it. */
async function issueTpp({ url }: ServerProcess) {
  const key = keptKey('tpp')
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...BEARER },
    body: JSON.stringify({
      query: `mutation ($key: String!) { issueCertificate(input: { name: "roller", publicKey: $key, roles: [PSP_AI] }) { certificate { certificatePem } } }`,
      variables: { key: spkiOf(key).toString('base64') },
    }),
  })
  const { data } = await answer.json()
  return { key, certificate: new X509Certificate(data.issueCertificate.certificate.certificatePem) }
}

it('says no word in the recipes of /docs/teams and /docs/servers for HAProxy that it does not take', async () => {
  for (const recipe of [HAPROXY_GROUPS, HAPROXY_SERVERS]) {
    const { child, said } = await runHaproxy('-c', '-f', localRecipe(recipe, await freePort(), [4_001, 4_002]))
    const code = await new Promise(resolve => child.once('close', resolve))
    expect([code, said()]).toEqual([0, expect.not.stringMatching(/WARNING|ALERT/)])
  }
})

it('fails none of 1,000 calls while two servers behind HAProxy are restarted one after the other, as /docs/servers says (D127)', async () => {
  const postgres = await sharedPostgres()
  const url = postgres.urlOf(await postgres.createDatabase())
  const ports = [await freePort(), await freePort()]
  const proxyPort = await freePort()
  const servers: ServerProcess[] = []
  for (const port of ports) servers.push(await startAt(port, url))
  onTestFinished(async () => {
    for (const server of servers) server.kill('SIGKILL')
    await Promise.all(servers.map(server => server.exited))
  })
  const [first] = servers
  if (first === undefined) throw new Error('There are two servers.')
  const tpp = await issueTpp(first)
  const { child } = await runHaproxy('-f', localRecipe(HAPROXY_SERVERS, proxyPort, ports))
  onTestFinished(() => void child.kill('SIGKILL'))
  const client = openClient(`https://127.0.0.1:${proxyPort}`)
  onTestFinished(() => client.close())
  const signed = (method: string, body?: object) =>
    signRequest({
      ...tpp,
      method,
      url: '/v1/sandbox/customers',
      requestId: randomUUID(),
      headers: body === undefined ? [] : [['Content-Type', 'application/json']],
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  await vi.waitFor(async () => expect((await client.send(signed('GET'))).status).toBe(200), WAIT)

  let isOver = false
  const failed: string[] = []
  const names: string[] = []
  let [calls, closing] = [0, 0]
  const work = async (place: number) => {
    for (let n = 0; !isOver || calls < CALLS; n += 1) {
      const body = n % 2 === 0 ? customerBody({ name: `roller ${place} ${n}` }) : undefined
      if (body !== undefined) names.push(String(body.name))
      calls += 1
      const answer = await client.send(signed(body === undefined ? 'GET' : 'POST', body)).catch(error => error)
      if (answer.headers?.connection === 'close') closing += 1
      if (answer.status !== (body === undefined ? 200 : 201))
        failed.push(`${answer.status ?? ''} ${answer.text ?? answer}`)
    }
  }
  const working = Promise.all(Array.from({ length: CLIENTS }, (_, place) => work(place)))
  for (const [at, port] of ports.entries()) {
    const before = calls
    await vi.waitFor(() => expect(calls).toBeGreaterThan(before + 100), WAIT)
    const server = servers[at]
    server?.kill('SIGTERM')
    await vi.waitFor(async () => {
      const health = await fetch(`http://127.0.0.1:${port}/health`)
      expect([health.status, health.headers.get('Connection')]).toEqual([503, 'close'])
      expect((await health.json()).reason).toBe('This server is being stopped.')
    })
    expect(await server?.exited).toBe(0)
    servers[at] = await startAt(port, url)
    const since = calls
    await vi.waitFor(() => expect(calls).toBeGreaterThan(since + 100), WAIT)
  }
  isOver = true
  await working
  expect(failed).toEqual([])
  expect(calls).toBeGreaterThanOrEqual(CALLS)
  expect(closing).toBe(0)
  const answer = await fetch(`${servers[0]?.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...BEARER },
    body: JSON.stringify({ query: `{ customers(first: 1) { totalCount } }` }),
  })
  const { data } = await answer.json()
  const made = (
    await postgres.query(new URL(url).pathname.slice(1), `SELECT "name" FROM "Customer" WHERE "name" LIKE 'roller %'`)
  ).map(({ name }) => name)
  expect(made.toSorted()).toEqual(names.toSorted())
  expect(data.customers.totalCount).toBeGreaterThanOrEqual(names.length)
})
