import { execFileSync } from 'node:child_process'
import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, it, vi } from 'vitest'
import { makePrivateDirectory } from '../../src/private-files.ts'
import { openCertificateAuthority } from '../../src/security/certificate-authority.ts'
import { signRequest } from '../../src/security/request-signer.ts'
import { pasteHere } from '../support/cli.ts'
import { openClient } from '../support/keep-alive-client.ts'
import { keptKey } from '../support/kept-keys.ts'
import { runServerToItsEnd, type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { fillHome } from '../support/template.ts'

const root = mkdtempSync(join(tmpdir(), 'sandbank-faults-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A running bank with a TPP that it trusts. */
async function startBank(settings: Readonly<Record<string, string>> = {}) {
  const home = join(root, randomUUID())
  makePrivateDirectory(home)
  await fillHome(home)
  const now = new Date()
  const issued = openCertificateAuthority(home, now).issue({
    name: 'acme',
    roles: ['PSP_AI'],
    now,
    key: keptKey('tpp'),
  })
  const tpp = { key: createPrivateKey(issued.keyPem), certificate: new X509Certificate(issued.certificatePem) }
  const server = await startServerProcess({ SANDBANK_HOME: home, LOG_LEVEL: 'info', ...settings })
  const doors = doorsOf(server, tpp)
  const why = async (id: string | undefined) =>
    JSON.parse((await doors.graphql(`{ why(requestId: "${id}") { state advice change } }`)).text).data.why
  return { home, server, ...doors, why }
}

function doorsOf(
  server: ServerProcess,
  tpp: { key: ReturnType<typeof createPrivateKey>; certificate: X509Certificate },
) {
  const client = openClient(server.url)
  const customer = () => ({ customerNumber: randomUUID().slice(0, 20), name: 'Kari', type: 'PRIVATE' })
  return {
    read: () =>
      client.send(signRequest({ ...tpp, method: 'GET', url: '/v1/sandbox/customers', requestId: randomUUID() })),
    write: () =>
      client.send(
        signRequest({
          ...tpp,
          method: 'POST',
          url: '/v1/sandbox/customers',
          headers: [['Content-Type', 'application/json']],
          body: JSON.stringify(customer()),
          requestId: randomUUID(),
        }),
      ),
    graphql: (query: string) =>
      client.send({
        method: 'POST',
        target: '/graphql',
        headers: [
          ['Content-Type', 'application/json'],
          ['Accept', 'application/graphql-response+json'],
        ],
        body: Buffer.from(JSON.stringify({ query })),
      }),
    mutate: () =>
      `mutation { createCustomer(input: { customerNumber: "${randomUUID().slice(0, 20)}", name: "Ola", type: PRIVATE }) { id } }`,
    health: () => fetch(`${server.url}/health`),
  }
}

it('a fault of the bank is told as one by both doors, with what to do about it (D97)', async () => {
  const { home, server, read, graphql, why } = await startBank()
  const rows = new Database(join(home, 'sandbank.db'))
  rows.exec('ALTER TABLE "Customer" RENAME TO "Lost"')
  const faults = [await read(), await graphql('{ customers { nodes { type } } }')]
  rows.exec('ALTER TABLE "Lost" RENAME TO "Customer"')
  rows.close()
  for (const { headers, text } of faults) {
    expect(text).toContain('SYSTEM_ERROR')
    const told = await why(headers['sandbank-request'])
    expect(told).toMatchObject({
      state: 'SYSTEM_ERROR',
      advice: expect.stringMatching(/please report it.*X-Request-ID/),
    })
    expect((await pasteHere(home, told.change)).exitCode, told.change).toBe(0)
  }
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

it('a bank that cannot write now is told as such by both doors, with what to do about it (D97)', async () => {
  const { home, server, write, graphql, mutate, why } = await startBank()
  for (let count = 0; count < 20; count += 1) expect((await write()).status).toBe(201)
  // The log of the store may grow no further; that of the journal is smaller.
  const full = statSync(join(home, 'sandbank.db-wal')).size
  const limitFiles = (bytes: string) =>
    execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:unlimited`])
  limitFiles(String(full))
  const refused = [await write(), await graphql(mutate())]
  limitFiles('unlimited')
  for (const { status, headers } of refused) {
    expect(status).toBe(503)
    const told = await why(headers['sandbank-request'])
    expect(told).toMatchObject({ state: 'UNAVAILABLE', advice: expect.stringMatching(/send it again.*Retry-After/) })
    expect((await pasteHere(home, told.change, { SANDBANK_URL: server.url })).exitCode, told.change).toBe(0)
  }
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

it('a bank whose files are deleted answers 503 on every door, reads too, and logs one fatal line', async () => {
  const { home, server, read, write, graphql, mutate, health } = await startBank()
  expect((await write()).status).toBe(201)
  rmSync(join(home, 'sandbank.db'))

  const answers = [await write(), await read(), await write(), await graphql('{ customers { nodes { id } } }')]
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
    expect(answer.text).toContain('The files of the store were changed under the server.')
  }
  const refused = await graphql(mutate())
  expect(refused.status).toBe(503)
  const sick = await health()
  expect([sick.status, sick.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await sick.json()).toMatchObject({ status: 'unavailable', part: 'files' })
  const fatal = server
    .output()
    .split('\n')
    .filter(line => line.includes('"level":60'))
  expect(fatal).toHaveLength(1)
  expect(fatal[0]).toContain('sandbank.db was moved or deleted')
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

it('a bank whose disk is full answers 503 with Retry-After on both doors, goes on when there is room, and says at its end what is left to do', async () => {
  const { home, server, read, write, graphql, mutate, health } = await startBank()
  const written = () => statSync(join(home, 'sandbank.calls.db-wal')).size
  const before = written()
  expect((await write()).status).toBe(201)
  await vi.waitFor(() => expect(written()).toBeGreaterThan(before), { timeout: 170_000 })
  const limitFiles = (bytes: string) =>
    execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:unlimited`])

  limitFiles('8192')
  const refused = await write()
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  expect(refused.text).toContain('The disk of the store cannot be read or written')
  const second = await graphql(mutate())
  expect(second).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  expect(second.text).toContain('The disk of the store cannot be read or written')
  expect((await read()).status).toBe(200)
  for (const page of ['/', '/requests']) {
    const shown = await fetch(`${server.url}${page}`)
    expect([shown.status, shown.headers.get('retry-after')]).toEqual([503, '1'])
  }
  expect(await graphql('{ requests(last: 1) { nodes { id } } }')).toMatchObject({ status: 503 })
  expect(await (await health()).json()).toMatchObject({ status: 'unavailable', part: 'writing' })

  limitFiles('unlimited')
  expect((await write()).status).toBe(201)
  limitFiles('8192')
  server.kill('SIGTERM')
  expect(await server.exited).toBe(1)
  expect(server.output()).toContain('Sandbank has stopped.\nThe log of the store could not be put into ')
  expect(server.output()).toContain('Nothing is lost: the next start goes on from both files.')
})

it('a second bank on the same home says so in its first lines', async () => {
  const { home, server } = await startBank()
  const second = await startServerProcess({ SANDBANK_HOME: home })
  expect(second.output().split('\n')[1]).toContain('Beside another server on file:')
  expect(server.output()).not.toContain('Beside another server')
  for (const one of [server, second]) one.kill('SIGTERM')
  expect(await Promise.all([server.exited, second.exited])).toEqual([0, 0])
})

it('a home where no directory can ever be made stops the start with a sentence', async () => {
  const end = await runServerToItsEnd({ PORT: '0', SANDBANK_HOME: '/proc/x' })
  expect(end.code).toBe(1)
  expect(end.stderr).toContain('SANDBANK_HOME="/proc/x" cannot be made:')
})
