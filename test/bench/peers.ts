import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { cpuMicros, megabytes } from './cpu.ts'
import { toBytes } from './load.ts'

/** A program that runs for the measurement: where it answers, and what its start cost. */
export type Peer = {
  readonly name: string
  readonly pid: number
  readonly url: string
  readonly request: Buffer
  readonly startMs: number
  readonly idleMegabytes: number
  readonly stop: () => Promise<void>
}

type Program = {
  readonly name: string
  readonly package: string
  readonly target: string
  readonly file: string
  /** What it serves: the same small account as each of the others. */
  readonly content: (port: number) => unknown
  readonly args: (file: string, port: number) => readonly string[]
}

const ACCOUNT = {
  id: '0198c0de-0000-7000-8000-000000000001',
  customerNumber: '13039319955',
  accountName: 'Bench',
  bban: '90000000001',
  iban: 'NO0090000000001',
  currency: 'NOK',
  product: 'Current',
  cashAccountType: 'CACC',
  creditLine: 0,
  balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 1_000_000, currency: 'NOK' } }],
}

const PROGRAMS: readonly Program[] = [
  {
    name: 'json-server',
    package: 'json-server@0.17.4',
    target: `/accounts/${ACCOUNT.id}`,
    file: 'db.json',
    content: () => ({ accounts: [ACCOUNT] }),
    args: (file, port) => ['--quiet', '--host', '127.0.0.1', '--port', String(port), file],
  },
  {
    name: 'prism',
    package: '@stoplight/prism-cli@5.16.0',
    target: `/accounts/${ACCOUNT.id}`,
    file: 'openapi.json',
    content: () => ({
      openapi: '3.1.0',
      info: { title: 'Accounts', version: '1' },
      paths: {
        '/accounts/{id}': {
          get: {
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
            responses: { '200': { description: 'One', content: { 'application/json': { example: ACCOUNT } } } },
          },
        },
      },
    }),
    args: (file, port) => ['mock', '--host', '127.0.0.1', '--port', String(port), '--verboseLevel', 'silent', file],
  },
  {
    name: 'mockoon-cli',
    package: '@mockoon/cli@9.9.0',
    target: `/accounts/${ACCOUNT.id}`,
    file: 'environment.json',
    content: port => ({
      uuid: 'a0000000-0000-4000-8000-000000000000',
      lastMigration: 33,
      name: 'Accounts',
      hostname: '127.0.0.1',
      port,
      routes: [
        {
          uuid: 'a0000000-0000-4000-8000-000000000001',
          type: 'http',
          method: 'get',
          endpoint: 'accounts/:id',
          responses: [
            {
              uuid: 'a0000000-0000-4000-8000-000000000002',
              statusCode: 200,
              headers: [{ key: 'Content-Type', value: 'application/json' }],
              bodyType: 'INLINE',
              body: JSON.stringify(ACCOUNT),
              default: true,
            },
          ],
        },
      ],
      rootChildren: [{ type: 'route', uuid: 'a0000000-0000-4000-8000-000000000001' }],
    }),
    args: (file, port) => ['start', '--data', file, '--port', String(port), '--disable-log-to-file'],
  },
]

/** Fetches the programs with npm into a folder, and starts them one after the other. */
export async function startPeers(home: string): Promise<Peer[]> {
  const folder = join(home, 'peers')
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  execFileSync('npm', ['install', '--prefix', folder, ...quiet, ...PROGRAMS.map(one => one.package)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const peers: Peer[] = []
  for (const program of PROGRAMS) peers.push(await startPeer(program, folder))
  return peers
}

async function startPeer(
  { name, package: wanted, target, file, content, args }: Program,
  folder: string,
): Promise<Peer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const path = join(folder, file)
  writeFileSync(path, JSON.stringify(content(port)))
  const child = spawn(process.execPath, [programOf(folder, wanted), ...args(path, port)], {
    cwd: folder,
    stdio: 'ignore',
  })
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  process.once('exit', () => child.kill('SIGKILL'))
  const pid = child.pid ?? 0
  await firstAnswer(`${url}${target}`)
  const startMs = cpuMicros(pid) / 1000
  await delay(1_000)
  const stop = () => {
    child.kill('SIGKILL')
    return ended
  }
  const request = toBytes(url, { method: 'GET', target, headers: [], body: Buffer.of() })
  return { name, pid, url, request, startMs, idleMegabytes: megabytes(pid), stop }
}

// The program itself, without a shell or npm before it: its process is what is measured.
function programOf(folder: string, wanted: string): string {
  const home = join(folder, 'node_modules', wanted.slice(0, wanted.lastIndexOf('@')))
  const { bin }: { readonly bin: string | Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(home, 'package.json'), 'utf8'),
  )
  return join(home, typeof bin === 'string' ? bin : (Object.values(bin)[0] ?? ''))
}

async function firstAnswer(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok === true) return void (await answer.text())
    await delay(50)
  }
  throw new Error(`${url} does not answer.`)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return address !== null && typeof address === 'object' ? address.port : 0
}
