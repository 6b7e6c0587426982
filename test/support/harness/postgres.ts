import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A real PostgreSQL for tests. It ends, and its files with it, when this process does, however that ends. */
export type Postgres = {
  /** The process that takes connections, once it does. A new one takes its place when it dies, as on a machine of an operator. */
  readonly pid: () => Promise<number>
  /** The folder of its Unix socket. */
  readonly folder: string
  readonly urlOf: (database: string) => string
  /** A new database; with a template, one that has all of it. Answers its name. */
  readonly createDatabase: (template?: string) => Promise<string>
  readonly query: (database: string, sql: string) => Promise<readonly Record<string, unknown>[]>
  readonly stop: () => Promise<void>
}

/** The server of the whole run where it has one (`npm run test:postgres`), or else one of this process. */
export function sharedPostgres(): Promise<Postgres> {
  shared ??= start(process.env['SANDBANK_TEST_POSTGRES'])
  return shared
}

let shared: Promise<Postgres> | undefined

/** A server of this process that waits for its disk, as an operator's does. */
export const durablePostgres = (): Promise<Postgres> => start(undefined, 'on')

const USER = 'sandbank'

// The shell ends the server when its standard input ends, which a process that is killed closes too.
const PROGRAM = `
initdb -D "$1/data" -U ${USER} -A trust -E UTF8 --locale=C --locale-provider=icu --icu-locale=en-US --no-sync >"$1/log" 2>&1 || exit 1
exec 3<&0
(cat >/dev/null; touch "$1/over"; kill -QUIT "$(head -n 1 "$1/data/postmaster.pid")") <&3 2>/dev/null &
while [ -d "$1" ] && [ ! -e "$1/over" ]; do
  postgres -D "$1/data" -k "$1" -h '' -c fsync=$2 -c full_page_writes=$2 -c dynamic_shared_memory_type=mmap -c max_connections=200 -c shared_buffers=64MB </dev/null >>"$1/log" 2>&1
  sleep 0.1
done
cd / && rm -rf "$1" 2>/dev/null`

async function start(running: string | undefined, fsync: 'on' | 'off' = 'off'): Promise<Postgres> {
  const folder = running ?? mkdtempSync(join(tmpdir(), 'postgres-'))
  const stop = running === undefined ? launch(folder, fsync) : async () => {}
  const urlOf = (database: string) => `postgresql:///${database}?host=${folder}&user=${USER}`
  const query: Postgres['query'] = async (database, sql) => {
    const client = new pg.Client({ connectionString: urlOf(database) })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  const pid = async () => {
    const [row] = await untilReady(() => query('postgres', "SELECT pg_read_file('postmaster.pid') AS pid"), folder)
    return Number.parseInt(String(row?.['pid']), 10)
  }
  await pid()
  return {
    pid,
    folder,
    urlOf,
    query,
    stop,
    createDatabase: async template => {
      const name = `t_${randomBytes(6).toString('hex')}`
      await query('postgres', `CREATE DATABASE ${name} TEMPLATE ${template ?? 'template0'}`)
      return name
    },
  }
}

function launch(folder: string, fsync: string): () => Promise<void> {
  const account = ordinaryUser()
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  const child = spawn('sh', ['-c', PROGRAM, 'postgres', folder, fsync], {
    cwd: folder,
    env: { PATH: `${programs()}:${process.env['PATH']}`, LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'ignore'],
    // A signal to the group of the tests does not reach it: it ends by its standard input.
    detached: true,
    ...account,
  })
  child.unref()
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  return () => {
    child.ref()
    child.stdin.end()
    return ended
  }
}

/** Debian's newest, or the one on the PATH. Without it these tests cannot be run, and so they fail. */
function programs(): string {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).toSorted((one, other) => Number(other) - Number(one)) : []
  const folders = [...versions.map(version => join(root, version, 'bin')), ...(process.env['PATH'] ?? '').split(':')]
  const found = folders.find(folder => existsSync(join(folder, 'initdb')))
  if (found === undefined)
    throw new Error('This was not run: PostgreSQL 15 or later is not installed (apt-get install postgresql).')
  return found
}

/** PostgreSQL refuses to run as root. Anybody else runs it as themselves. */
function ordinaryUser(): { uid: number; gid: number } | undefined {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined
}

async function untilReady<T>(ask: () => Promise<T>, folder: string): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await ask()
    } catch (error) {
      if (attempt === 600)
        throw new Error(`PostgreSQL does not start; its log is ${join(folder, 'log')}.`, { cause: error })
      await sleep(50)
    }
}
