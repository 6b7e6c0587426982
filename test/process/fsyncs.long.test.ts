import { execFileSync, spawn } from 'node:child_process'
import { createPrivateKey, type KeyObject, randomUUID, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { makePrivateDirectory } from '../../src/platform/files/private-files.ts'
import { openCertificateAuthority } from '../../src/platform/security/authority/certificate-authority.ts'
import { keptKey } from '../support/builders/kept-keys.ts'
import { openClient } from '../support/clients/keep-alive-client.ts'
import { signRequest } from '../support/clients/sign-request.ts'
import { builtProgram } from '../support/harness/built.ts'
import { keepChild } from '../support/harness/children.ts'
import { bundleOf } from '../support/harness/script-bundle.ts'
import { urlOf } from '../support/harness/stores.ts'
import { fillHome } from '../support/harness/template.ts'

const root = mkdtempSync(join(tmpdir(), 'sandbank-fsyncs-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const hasStrace = (() => {
  try {
    execFileSync('strace', ['-o', join(root, 'probe'), 'true'])
    return true
  } catch {
    return false
  }
})()

const STRACE = ['-f', '-y', '-e', 'signal=none']
const CUSTOMERS = '/v1/sandbox/customers'
const LOG_SYNC = /(?:fsync|fdatasync)\(\d+<[^>]*-wal>/

/** The calls to the system of a trace in the order in which they were over, as far as somebody waits for them: one of another thread may take long. */
function endsOf(trace: string): string[] {
  const begun = new Map<string, string>()
  return trace.split('\n').flatMap(line => {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    if (rest.endsWith('<unfinished ...>')) {
      begun.set(thread, rest)
      // What is written may be seen from then on.
      return LOG_SYNC.test(rest) ? [] : [line]
    }
    const whole = /^<\.\.\. \w+ resumed>/.test(rest) ? begun.get(thread) : undefined
    return whole === undefined || LOG_SYNC.test(whole) ? [whole ?? line] : []
  })
}

// A kill cannot show a missing fsync, since what was written stays in the system's memory; so the calls to the system are read.
it.runIf(hasStrace)(
  'what a process acknowledges was forced to the disk before: a sync of the log since the last write to it',
  async () => {
    const trace = join(root, 'trace')
    await runWriter(trace, [])

    let open = false
    let unsynced = 0
    let acknowledged = 0
    let synced = 0
    const tooEarly: string[] = []
    for (const line of endsOf(readFileSync(trace, 'utf8'))) {
      if (/write\(1<[^>]*>, "open/.test(line)) open = true
      if (!open) continue
      if (/pwrite64\(\d+<[^>]*-wal>/.test(line)) unsynced += 1
      if (LOG_SYNC.test(line)) {
        unsynced = 0
        synced += 1
      }
      if (!/write\(1<[^>]*>, "w-\d+/.test(line)) continue
      acknowledged += 1
      if (unsynced > 0 || synced === 0) tooEarly.push(line)
    }
    expect(tooEarly).toEqual([])
    expect(acknowledged).toBe(40)
    expect(synced).toBeGreaterThan(4)
  },
)

it.runIf(hasStrace)(
  'nothing is acknowledged from the moment on at which the disk refuses to take the log',
  async () => {
    const { acknowledged, said, errors } = await runWriter(join(root, 'refused'), [
      'inject=fdatasync:error=EIO:when=3+',
    ])

    expect(acknowledged.length).toBeGreaterThan(0)
    expect(acknowledged.length).toBeLessThan(40)
    expect(said).toContain('not to be shown')
    expect(errors).toContain('could not be forced to the disk: EIO')
  },
)

it.runIf(hasStrace)(
  'while the disk is slow only two kinds of callers wait: those that wrote, and those that read rows that are not on it yet',
  async () => {
    const SLOW_MS = 600
    const { url, tpp } = await startSlowBank(await filledHome(), SLOW_MS)
    const client = openClient(url)
    onTestFinished(() => client.close())
    const readFile = () => client.send({ method: 'GET', target: '/openapi.json', headers: [], body: Buffer.of() })
    const body = { customerNumber: 'slow-1', name: 'Kari', type: 'PRIVATE' }
    const reads = () => [signed(tpp, 'GET', CUSTOMERS), query('{ customers(first: 100) { nodes { customerNumber } } }')]
    for (const request of reads()) await client.send(request)
    await readFile()

    const since = performance.now()
    const elapsed = () => performance.now() - since
    let writtenAfter: number | undefined
    const write = client.send(signed(tpp, 'POST', CUSTOMERS, body)).then(answer => {
      writtenAfter = elapsed()
      return answer
    })
    let files = 0
    const delays: number[] = []
    const reading: Promise<void>[] = []
    while (writtenAfter === undefined) {
      await readFile()
      files += 1
      for (const request of reads())
        reading.push(client.send(request).then(({ text }) => void (text.includes('slow-1') && delays.push(elapsed()))))
      await sleep(20)
    }
    await Promise.all(reading)

    expect((await write).status).toBe(201)
    expect(writtenAfter).toBeGreaterThan(SLOW_MS)
    expect(files).toBeGreaterThan(1)
    expect(delays).not.toEqual([])
    for (const delay of delays) expect(delay).toBeGreaterThan(SLOW_MS)
  },
)

it.runIf(hasStrace)('what another process has written is shown only when it is on the disk, too', async () => {
  const SLOW_MS = 600
  const home = await filledHome()
  const { url, tpp } = await startSlowBank(home, SLOW_MS)
  const [client, other] = [openClient(url), openClient((await startSlowBank(home, SLOW_MS)).url)]
  onTestFinished(() => Promise.all([client.close(), other.close()]).then(() => undefined))
  const reads = () => [signed(tpp, 'GET', CUSTOMERS), query('{ customers(first: 100) { nodes { customerNumber } } }')]
  for (const request of reads()) await other.send(request)

  const since = performance.now()
  let isOver = false
  const body = { customerNumber: 'slow-1', name: 'Kari', type: 'PRIVATE' }
  const write = client.send(signed(tpp, 'POST', CUSTOMERS, body)).then(answer => {
    isOver = true
    return answer
  })
  const delays: number[] = []
  const reading: Promise<void>[] = []
  while (!isOver) {
    for (const request of reads())
      reading.push(
        other
          .send(request)
          .then(({ text }) => void (text.includes('slow-1') && delays.push(performance.now() - since))),
      )
    await sleep(20)
  }
  await Promise.all(reading)

  expect((await write).status).toBe(201)
  expect(delays).not.toEqual([])
  for (const delay of delays) expect(delay).toBeGreaterThan(SLOW_MS)
})

/** Writes 40 rows in a process of its own whose calls to the disk are written down, or changed as `more` says. */
async function runWriter(trace: string, more: readonly string[]) {
  const script = await bundleOf('store-process')
  const child = spawn(
    'strace',
    [...STRACE, '-e', 'trace=fsync,fdatasync,pwrite64,write', ...more.flatMap(one => ['-e', one]), '-o', trace].concat([
      process.execPath,
      script,
      urlOf(`${trace}.db`),
      'w',
      '40',
    ]),
    // Strace counts the calls of each thread apart.
    { stdio: 'pipe', env: { ...process.env, UV_THREADPOOL_SIZE: '1' } },
  )
  const acknowledged: string[] = []
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', part => {
    errors += part
  })
  const lines = createInterface(child.stdout)
  await once(lines, 'line')
  child.stdin.write('go\n')
  const said: string[] = []
  lines.on('line', line => void (line.startsWith('w-') ? acknowledged : said).push(line))
  await once(child, 'close')
  return { acknowledged, said, errors }
}

async function filledHome(): Promise<string> {
  const home = mkdtempSync(join(root, 'home-'))
  makePrivateDirectory(home)
  await fillHome(home)
  return home
}

/** A bank whose disk takes so long for each sync once it is open. */
async function startSlowBank(home: string, ms: number) {
  const now = new Date()
  const issued = openCertificateAuthority(home, now).issue({
    name: 'acme',
    roles: ['PSP_AI'],
    now,
    key: keptKey('tpp'),
  })
  const child = spawn(
    'strace',
    [
      ...STRACE,
      '-e',
      'trace=fdatasync',
      '-e',
      `inject=fdatasync:delay_enter=${ms * 1000}`,
      '-o',
      `${home}.trace`,
    ].concat([process.execPath, await builtProgram('main.js')]),
    {
      env: { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'error', SANDBANK_HOME: home },
      stdio: 'pipe',
      detached: true,
    },
  )
  keepChild(child)
  const lines = createInterface(child.stdout)
  onTestFinished(async () => {
    // Who is traced must end with it.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    await once(child, 'close')
  })
  for await (const line of lines) {
    const url = /Base URL\s+(http:\/\/[^/\s]+)/.exec(line)?.[1]
    if (url === undefined) continue
    const tpp = { key: createPrivateKey(issued.keyPem), certificate: new X509Certificate(issued.certificatePem) }
    return { url, tpp }
  }
  throw new Error('The bank ended before it listened.')
}

type Tpp = { readonly key: KeyObject; readonly certificate: X509Certificate }

function signed(tpp: Tpp, method: 'GET' | 'POST', url: string, body?: object) {
  const headers = body === undefined ? [] : [['Content-Type', 'application/json'] as const]
  const text = body === undefined ? '' : JSON.stringify(body)
  return signRequest({ ...tpp, method, url, headers, body: text, requestId: randomUUID() })
}

function query(text: string) {
  const headers = [
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json'],
  ] as const
  return { method: 'POST', target: '/graphql', headers, body: Buffer.from(JSON.stringify({ query: text })) }
}
