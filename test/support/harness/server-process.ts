import { type ChildProcess, spawn } from 'node:child_process'
import { builtProgram } from './built.ts'
import { keepChild } from './children.ts'

/** The real server as a process of its own. */
export type ServerProcess = {
  readonly url: string
  readonly pid: number
  /** All it has said so far. */
  readonly output: () => string
  readonly kill: (signal: NodeJS.Signals) => void
  /** Its exit code, null after a signal that it did not handle. */
  readonly exited: Promise<number | null>
}

export type ProcessEnd = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

type Settings = Readonly<Record<string, string>>

const ROOT = new URL('../../..', import.meta.url).pathname

/** What servers on a database must share (D122). */
export const SHARED = {
  SANDBANK_TOKEN: 'a-token-of-all-servers',
  SANDBANK_SECRET: 'a secret of all servers of the tests',
} as const
export const BEARER = { Authorization: `Bearer ${SHARED.SANDBANK_TOKEN}` } as const

const sharedBy = ({ DATABASE_URL = '' }: Settings) => (DATABASE_URL.startsWith('postgresql:') ? SHARED : {})

/** Starts the server on a free port with these settings, those that servers on a database share among them, and waits until it says where it is. Rejects when it ends instead. */
export async function startServerProcess(
  settings: Settings,
  nodeOptions: readonly string[] = [],
): Promise<ServerProcess> {
  const { child, stdout, stderr, exited } = await spawnServer(
    { PORT: '0', LOG_LEVEL: 'error', ...sharedBy(settings), ...settings },
    nodeOptions,
  )
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const found = stdout().match(/Base URL\s+(http:\S+)[\s\S]*\n\n$/)?.[1]
      if (found !== undefined) resolve(found)
    })
    exited.then(code => reject(new Error(`The server ended with ${code} before it listened.\n${stdout()}${stderr()}`)))
  })
  return { url, pid: child.pid ?? 0, output: () => stdout() + stderr(), kill: signal => child.kill(signal), exited }
}

/** Starts the server with settings that it must refuse, and waits for its end. One that does start is killed after that time. */
export async function runServerToItsEnd(settings: Settings, mostMs = 20_000): Promise<ProcessEnd> {
  const { child, stdout, stderr, exited } = await spawnServer(settings, [])
  const timer = setTimeout(() => child.kill('SIGKILL'), mostMs)
  const code = await exited
  clearTimeout(timer)
  return { code, stdout: stdout(), stderr: stderr() }
}

async function spawnServer(settings: Settings, nodeOptions: readonly string[]) {
  const program = await builtProgram('main.js')
  const child = spawn(process.execPath, [...nodeOptions, program], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  keepChild(child)
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', code => resolve(code))
  })
  return { child, stdout: collect(child.stdout), stderr: collect(child.stderr), exited }
}

function collect(stream: ChildProcess['stdout']): () => string {
  let text = ''
  stream?.setEncoding('utf8').on('data', part => {
    text += part
  })
  return () => text
}
