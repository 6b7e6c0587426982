import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { keptKey } from '../support/builders/kept-keys.ts'
import { spkiOf } from '../support/builders/public-keys.ts'
import { runHere } from '../support/clients/cli.ts'
import { builtProgram } from '../support/harness/built.ts'
import { startServerProcess } from '../support/harness/server-process.ts'
import { makeDirectory } from '../support/harness/stores.ts'

const run = promisify(execFile)

async function start(home: string) {
  const server = await startServerProcess({ SANDBANK_HOME: home })
  onTestFinished(async () => {
    server.kill('SIGKILL')
    await server.exited
  })
  return server
}

/** A command on a home. */
async function sandbank(home: string, ...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runHere(args, { SANDBANK_HOME: home })
  return exitCode === 0 ? stdout : Promise.reject({ stdout, stderr })
}

/** The same as a process of its own, with the program of the package. */
async function processOf(home: string, ...args: string[]): Promise<void> {
  const env = { PATH: process.env['PATH'] ?? '', SANDBANK_HOME: home }
  await run(process.execPath, [await builtProgram('cli.js'), ...args], { env })
}

const callOf = (home: string, url: string) => sandbank(home, 'call', 'GET', '/v1/sandbox/customers', '--base', url)

it('trusts at once a TPP whose certificate came with the first CA of a home, made by the command while the bank was open', async () => {
  const home = await makeDirectory()
  const { url } = await start(home)

  await processOf(home, 'tpp', 'new', 'acme')
  const made = readFileSync(join(home, 'ca', 'cert.pem'), 'utf8')

  expect(await callOf(home, url)).toContain('Kari Nordmann')
  expect(readFileSync(join(home, 'ca', 'cert.pem'), 'utf8')).toBe(made)
})

it('has a CA of its own soon after a first start, whole and for its owner only', async () => {
  const home = await makeDirectory()
  await start(home)
  const key = join(home, 'ca', 'key.pem')
  while (!existsSync(key)) await sleep(50)

  expect(readdirSync(join(home, 'ca')).sort()).toEqual(['cert.pem', 'key.pem'])
  expect(statSync(key).mode & 0o777).toBe(0o600)
  expect(readdirSync(home).filter(name => name.startsWith('.'))).toEqual([])
})

it('certifies with one and the same CA when two banks begin on a new home at once, and after the next start', async () => {
  const home = await makeDirectory()
  const servers = await Promise.all([start(home), start(home)])
  const key = spkiOf(keptKey('tpp')).toString('base64')
  const issue = async (url: string) => {
    const query = `mutation($key: String!) { issueCertificate(input: { name: "acme", publicKey: $key }) { certificate { keyId } } }`
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, variables: { key } }),
    })
    return answer.json()
  }
  const issued = await Promise.all(servers.map(({ url }) => issue(url)))
  for (const one of issued)
    expect(one).toMatchObject({
      data: { issueCertificate: { certificate: { keyId: expect.stringContaining('SN=') } } },
    })
  await sandbank(home, 'tpp', 'new', 'acme')
  for (const { url } of servers) expect(await callOf(home, url)).toContain('Kari Nordmann')

  for (const server of servers) server.kill('SIGKILL')
  await Promise.all(servers.map(({ exited }) => exited))
  const { url } = await start(home)
  expect(await callOf(home, url)).toContain('Kari Nordmann')
})

it('answers a certificate of another home the same before it has a CA of its own as after', async () => {
  const [home, foreign] = [await makeDirectory(), await makeDirectory()]
  await sandbank(foreign, 'tpp', 'new', 'acme')
  const { url } = await start(home)
  const refused = () => callOf(foreign, url).catch(({ stdout, stderr }) => `${stdout}${stderr}`)

  const before = await refused()
  expect(before).toContain('CERTIFICATE_INVALID')
  expect(plain(await refused())).toBe(plain(before))
})

it('does not make a home again that was deleted before it had a CA', async () => {
  const home = await makeDirectory()
  const server = await start(home)
  rmSync(home, { recursive: true })
  while (!server.output().includes('No CA was made')) await sleep(50)

  expect(existsSync(home)).toBe(false)
})

it('can be killed while it makes its first CA: the next start has one', async () => {
  const home = await makeDirectory()
  for (const wait of [1_000, 1_050, 1_100]) {
    const server = await start(home)
    await sleep(wait)
    server.kill('SIGKILL')
    await server.exited
    if (existsSync(join(home, 'ca'))) expect(readdirSync(join(home, 'ca')).sort()).toEqual(['cert.pem', 'key.pem'])
  }
  const { url } = await start(home)
  await sandbank(home, 'tpp', 'new', 'acme')
  expect(await callOf(home, url)).toContain('Kari Nordmann')
})

/** What differs from call to call. */
const plain = (text: string) =>
  text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID').replace(/^Date: .*/m, '')
