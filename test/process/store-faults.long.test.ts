import { execFileSync } from 'node:child_process'
import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { makePrivateDirectory } from '../../src/platform/files/private-files.ts'
import { openCertificateAuthority } from '../../src/platform/security/authority/certificate-authority.ts'
import { Database } from '../../src/platform/store/sqlite/driver.ts'
import { keptKey } from '../support/builders/kept-keys.ts'
import { pasteHere } from '../support/clients/cli.ts'
import { openClient } from '../support/clients/keep-alive-client.ts'
import { signRequest } from '../support/clients/sign-request.ts'
import { runServerToItsEnd, type ServerProcess, startServerProcess } from '../support/harness/server-process.ts'
import { fillHome } from '../support/harness/template.ts'

const root = mkdtempSync(join(tmpdir(), 'sandbank-faults-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function homeOn(folder: string): Promise<string> {
  const home = join(folder, 'home')
  makePrivateDirectory(home)
  await fillHome(home)
  return home
}

/** A running bank with a TPP that it trusts. */
async function startBank(settings: Readonly<Record<string, string>> = {}, nodeOptions: readonly string[] = []) {
  const { SANDBANK_HOME: home = await homeOn(join(root, randomUUID())) } = settings
  const now = new Date()
  const issued = openCertificateAuthority(home, now).issue({
    name: 'acme',
    roles: ['PSP_AI'],
    now,
    key: keptKey('tpp'),
  })
  const tpp = { key: createPrivateKey(issued.keyPem), certificate: new X509Certificate(issued.certificatePem) }
  const server = await startServerProcess({ SANDBANK_HOME: home, LOG_LEVEL: 'info', ...settings }, nodeOptions)
  const doors = doorsOf(server, tpp)
  const why = async (id: string | undefined) =>
    JSON.parse((await doors.graphql(`{ why(of: { call: "${id}" }) { state advice change } }`)).text).data.why
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
      `mutation { createCustomer(input: { customerNumber: "${randomUUID().slice(0, 20)}", name: "Ola", type: PRIVATE }) { customer { id } } }`,
    health: () => fetch(`${server.url}/health`),
  }
}

/** The form of a page, as a browser without scripts sends it. */
async function openForm(url: string) {
  const page = await fetch(url)
  const [cookie = ''] = (page.headers.get('set-cookie') ?? '').split(';')
  const [, token = ''] = /name="token" value="([^"]+)"/.exec(await page.text()) ?? []
  return (fields: Readonly<Record<string, string>>) =>
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: cookie },
      body: new URLSearchParams({ ...fields, token }),
    })
}

type FaultLine = {
  readonly level: number
  readonly msg: string
  readonly requestId?: string
  readonly code?: string
  readonly file?: string
}

/** What its log says of its files. */
function faultLines(server: ServerProcess): FaultLine[] {
  const lines: FaultLine[] = server
    .output()
    .split('\n')
    .flatMap(line => (line.startsWith('{') ? [JSON.parse(line)] : []))
  return lines.filter(({ level, file }) => level === 50 && file !== undefined)
}

it('both doors say of a fault of the bank that it is one, with what to do about it (D97)', async () => {
  const { home, server, read, graphql, why } = await startBank()
  const rows = new Database(join(home, 'sandbank.db'))
  rows.exec('ALTER TABLE "Customer" RENAME TO "Lost"')
  const faults = [await read(), await graphql('{ customers { nodes { type } } }')]
  rows.exec('ALTER TABLE "Lost" RENAME TO "Customer"')
  rows.close()
  for (const { headers, text } of faults) {
    expect(text).toContain('SYSTEM_ERROR')
    const explained = await why(headers['sandbank-request'])
    expect(explained).toMatchObject({
      state: 'SYSTEM_ERROR',
      advice: expect.stringMatching(/please report it.*X-Request-ID/),
    })
    const [, command = ''] = /`(npx sandbank audit[^`]*)`/.exec(explained.advice) ?? []
    expect((await pasteHere(home, command)).exitCode, command).toBe(0)
  }
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

it('both doors say of a bank that it cannot write now, with what to do about it (D97)', async () => {
  const { home, server, write, graphql, mutate, why } = await startBank()
  for (let count = 0; count < 20; count += 1) expect((await write()).status).toBe(201)
  // The log of the store may grow no further; that of the journal is smaller.
  const full = statSync(join(home, 'sandbank.db-wal')).size
  const limitFiles = (bytes: string) =>
    execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:unlimited`])
  limitFiles(String(full))
  const refused = [await write(), await graphql(mutate())]
  limitFiles('unlimited')
  const codes = refused.map(({ text }) => {
    const { tppMessages, errors } = JSON.parse(text)
    return tppMessages?.[0].code ?? [errors[0].extensions.code, errors[0].extensions.tppMessages[0].code]
  })
  expect(codes, 'REST has the code of the interface (D17), GraphQL ours (D127)').toEqual([
    'SYSTEM_ERROR',
    ['UNAVAILABLE', 'SYSTEM_ERROR'],
  ])
  for (const { status, headers } of refused) {
    expect([status, headers['retry-after']]).toEqual([503, '1'])
    const explained = await why(headers['sandbank-request'])
    expect(explained).toMatchObject({
      state: 'UNAVAILABLE',
      advice: expect.stringMatching(/send it again.*Retry-After/),
    })
    expect((await pasteHere(home, explained.change, { SANDBANK_URL: server.url })).exitCode, explained.change).toBe(0)
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
  // One root field or two: where nothing could be done, the call should be repeated (D17, D127).
  const two =
    'mutation { a: takeSnapshot(name: "one") { snapshot { name } } b: takeSnapshot(name: "two") { snapshot { name } } }'
  for (const document of [mutate(), two, '{ a: customers { totalCount } b: accounts { totalCount } }']) {
    const refused = await graphql(document)
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
    const { data, errors } = JSON.parse(refused.text)
    expect([data ?? null, errors[0].extensions.code]).toEqual([null, 'UNAVAILABLE'])
  }
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

/** Lets each sync of a log fail from SIGUSR2 on, as a disk does that drops out. */
const FAILING_SYNCS = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const sync = fs.fdatasync
let fails = false
process.on('SIGUSR2', () => { fails = true })
fs.fdatasync = (file, done) =>
  fails ? process.nextTick(done, Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })) : sync(file, done)
syncBuiltinESMExports()`

it('a bank whose disk fails at one sync of the log acknowledges nothing more, keeps its files at its end, and starts again with all that was acknowledged', async () => {
  const preload = `data:text/javascript,${encodeURIComponent(FAILING_SYNCS)}`
  const { home, server, read, write, health } = await startBank({}, ['--import', preload])
  const acknowledged: string[] = []
  for (let count = 0; count < 20; count += 1) {
    const { status, text } = await write()
    expect(status).toBe(201)
    acknowledged.push(JSON.parse(text).customerNumber)
  }
  const log = join(home, 'sandbank.db-wal')
  server.kill('SIGUSR2')
  await vi.waitFor(async () => expect((await write()).status).toBe(503))
  const kept = statSync(log).size
  for (const refused of [await write(), await read()]) {
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
    expect(refused.text).toContain(
      'What was written could not be forced to the disk. The server must be started again.',
    )
  }
  expect(await (await health()).json()).toMatchObject({ status: 'unavailable', part: 'files' })
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  expect(statSync(log).size, 'SQLite has not put the log away').toBe(kept)

  const again = await startServerProcess({ SANDBANK_HOME: home })
  const found = await fetch(`${again.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '{ customers(first: 100) { nodes { customerNumber } } }' }),
  })
  const numbers = (await found.json()).data.customers.nodes.map((one: { customerNumber: string }) => one.customerNumber)
  expect(numbers).toEqual(expect.arrayContaining(acknowledged))
  again.kill('SIGTERM')
  expect(await again.exited).toBe(0)
})

it('a bank whose disk is full answers 503 with Retry-After on both doors, goes on when there is room, and says at its end what is left to do', async () => {
  const { home, server, read, write, graphql, mutate, health } = await startBank()
  const written = () => statSync(join(home, 'sandbank.calls.db-wal')).size
  const before = written()
  expect((await write()).status).toBe(201)
  await vi.waitFor(() => expect(written()).toBeGreaterThan(before), { timeout: 170_000 })
  const limitFiles = (bytes: string) =>
    execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:unlimited`])

  const form = await openForm(`${server.url}/console/do/takeSnapshot`)

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
  const sent = await form({ name: 'as-entered', back: '/' })
  expect([sent.status, sent.headers.get('retry-after')]).toEqual([503, '1'])
  const page = await sent.text()
  expect(page).toContain('The disk of the store cannot be read or written')
  expect(page, 'what was entered may be sent again').toContain('value="as-entered"')
  expect(await graphql('{ calls(last: 1) { nodes { id } } }')).toMatchObject({ status: 503 })
  expect(await (await health()).json()).toMatchObject({
    status: 'unavailable',
    part: 'writing',
    file: 'sandbank.db',
    code: expect.stringMatching(/^SQLITE_(FULL|IOERR)/),
    journal: expect.stringContaining('sandbank.calls.db: '),
  })

  limitFiles('unlimited')
  expect((await write()).status).toBe(201)
  // They could not be read then, and each is in the journal now (D95).
  for (const { headers } of [refused, second])
    expect((await graphql(`{ call(by: { id: "${headers['sandbank-request']}" }) { status } }`)).text).toContain('503')
  expect((await graphql('{ lostCalls { calls } }')).text).toBe('{"data":{"lostCalls":[]}}')
  // It looks once a second.
  await vi.waitFor(async () => expect((await health()).status).toBe(200), { timeout: 20_000, interval: 200 })
  // Each kind of fault once, with the call that met it.
  const faults = faultLines(server)
  const kinds = faults.map(({ file, code }) => `${file} ${code}`)
  expect(new Set(kinds).size).toBe(kinds.length)
  expect(faults.filter(({ file }) => file === 'sandbank.db')).toEqual([
    expect.objectContaining({ requestId: refused.headers['x-request-id'], code: expect.stringMatching(/^SQLITE_/) }),
  ])
  expect(
    faults.filter(({ file, msg }) => file === 'sandbank.calls.db' && msg.includes('cannot be written')),
  ).toHaveLength(1)
  limitFiles('8192')
  server.kill('SIGTERM')
  expect(await server.exited).toBe(1)
  expect(server.output()).toContain('Sandbank has stopped.\nThe log of the store could not be put into ')
  expect(server.output()).toContain('Nothing is lost: the next start goes on from both files.')
})

it('a bank on a disk that another program has filled says so at /health, too, for as long as its calls fail', async () => {
  const disk = join(root, 'disk')
  mkdirSync(disk)
  const run = (command: string, ...words: readonly string[]) => void execFileSync(command, words)
  run('mount', '-t', 'tmpfs', '-o', 'size=12m', 'sandbank-test', disk)
  onTestFinished(() => run('umount', '--lazy', disk))
  const { server, graphql, health } = await startBank({ SANDBANK_HOME: await homeOn(disk), SANDBANK_JOURNAL: '0' })
  const large = `mutation { createWorld(input: { name: "w${randomUUID().slice(0, 8)}", source: { fixtureName: "payments" } }) { world { name } } }`
  // As much as is free, but for a few pages: a commit of one of them succeeds.
  const { bavail, bsize } = statfsSync(disk)
  const filler = join(disk, 'filler')
  writeFileSync(filler, Buffer.alloc((bavail - 12) * bsize))
  const answers: unknown[] = []
  for (let time = 0; time < 4; time += 1) {
    const refused = await graphql(large)
    const { status, code } = await health().then(answer => answer.json())
    answers.push([refused.status, refused.headers['retry-after'], status, code])
    await sleep(1_000)
  }
  expect(answers).toEqual(answers.map(() => [503, '1', 'unavailable', 'SQLITE_FULL']))

  rmSync(filler)
  await vi.waitFor(async () => expect((await health()).status).toBe(200), { timeout: 20_000, interval: 200 })
  expect((await graphql(large)).status).toBe(200)
  expect(readdirSync(join(disk, 'home')).filter(name => name.endsWith('-room'))).toEqual([])
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

it('a bank whose file is damaged answers 503, names the file and the fault in one line of the log for all calls, and at /health', async () => {
  const { home, server } = await startBank()
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  const path = join(home, 'sandbank.db')
  const rows = new Database(path, { readonly: true })
  const page = Number(rows.prepare(`SELECT rootpage FROM sqlite_master WHERE name = 'Customer'`).pluck().get())
  const size = Number(rows.pragma('page_size'))
  rows.close()

  // Its start would find the damage.
  const damaged = await startServerProcess({ SANDBANK_HOME: home, LOG_LEVEL: 'info' })
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(size, 0xff), 0, size, (page - 1) * size)
  closeSync(file)
  const ask = (requestId: string) =>
    fetch(`${damaged.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Request-ID': requestId },
      body: JSON.stringify({ query: '{ customers { nodes { name } } }' }),
    })
  const answers = [await ask('the-first'), await ask('the-second')]
  for (const answer of answers) {
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('The store is damaged')
  }
  const damage = { file: 'sandbank.db', code: 'SQLITE_CORRUPT' }
  expect(faultLines(damaged)).toEqual([expect.objectContaining({ ...damage, requestId: 'the-first' })])
  const sick = await fetch(`${damaged.url}/health`)
  expect([sick.status, await sick.json()]).toEqual([
    503,
    { status: 'unavailable', part: 'files', reason: 'The store is damaged', ...damage },
  ])
  damaged.kill('SIGTERM')
  await damaged.exited
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
