import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { keepChild } from '../support/harness/children.ts'
import { type Postgres, sharedPostgres } from '../support/harness/postgres.ts'
import { BEARER, runServerToItsEnd, SHARED, startServerProcess } from '../support/harness/server-process.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** PgBouncer in front of a server, in a mode of its own. Answers the URL of a database behind it. */
async function pgbouncer({ folder }: Postgres, mode: string, ...settings: readonly string[]) {
  const listener = createServer()
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  await new Promise(resolve => listener.close(resolve))
  const home = newFolder()
  const config = join(home, 'pgbouncer.ini')
  writeFileSync(
    config,
    [
      '[databases]',
      `* = host=${folder} user=sandbank`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'default_pool_size = 60',
      `pool_mode = ${mode}`,
      ...settings,
    ].join('\n'),
  )
  // It refuses to run as root, as PostgreSQL does.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (account.uid !== undefined) for (const path of [home, config]) chownSync(path, account.uid, account.gid)
  const env = { PATH: `${process.env['PATH']}:/usr/sbin` }
  const child = spawn('pgbouncer', ['-q', config], { cwd: home, env, stdio: 'ignore', ...account })
  keepChild(child)
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  onTestFinished(() => void child.kill('SIGKILL'))
  const urlOf = (database: string) => `postgresql://sandbank@127.0.0.1:${port}/${database}`
  await vi.waitFor(
    async () => {
      const client = new pg.Client({ connectionString: urlOf('postgres') })
      await client.connect()
      await client.end()
    },
    { timeout: 10_000, interval: 50 },
  )
  return urlOf
}

it.each([
  ['transaction'],
  ['statement'],
  // It gives its connections out in turn, so that nothing comes back to the same one.
  ['transaction', 'server_round_robin = 1', 'min_pool_size = 3'],
])('refuses to start behind PgBouncer in %s mode, by name, and says what to do (D124)', async (mode, ...settings) => {
  const postgres = await sharedPostgres()
  const database = await postgres.createDatabase()
  const urlOf = await pgbouncer(postgres, mode, ...settings)
  const end = await runServerToItsEnd({
    PORT: '0',
    SANDBANK_HOME: newFolder(),
    ...SHARED,
    DATABASE_URL: urlOf(database),
  })
  expect(end).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'Sandbank cannot start.\nCannot open the database that DATABASE_URL names: between it and this server is a pooler in transaction mode (PgBouncer: pool_mode = transaction): name the database itself, or give the pooler the session mode (pool_mode = session)\n',
  })
  expect(await postgres.query(database, "SELECT relname FROM pg_class WHERE relname = '_prisma_migrations'")).toEqual(
    [],
  )
})

it('serves behind PgBouncer in session mode (D124)', async () => {
  const postgres = await sharedPostgres()
  const urlOf = await pgbouncer(postgres, 'session')
  const url = urlOf(await postgres.createDatabase())
  const servers = [await startServerProcess({ SANDBANK_HOME: newFolder(), DATABASE_URL: url })]
  servers.push(await startServerProcess({ SANDBANK_HOME: newFolder(), DATABASE_URL: url }))
  const ask = async (place: number, query: string) => {
    const answer = await fetch(`${servers[place % 2]?.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...BEARER },
      body: JSON.stringify({ query }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const create = (place: number) =>
    ask(
      place,
      `mutation { createCustomer(input: { customerNumber: "${80_000 + place}", name: "Siri", type: PRIVATE }) { customer { customerNumber } } }`,
    )
  const made = await Promise.all(Array.from({ length: 60 }, (_, place) => create(place)))
  expect(made.map(({ body }) => body)).toEqual(
    made.map((_, place) => ({ data: { createCustomer: { customer: { customerNumber: `${80_000 + place}` } } } })),
  )
  for (const place of [0, 1])
    expect((await ask(place, '{ customers(first: 100) { nodes { name } } }')).body.data.customers.nodes).toEqual(
      expect.arrayContaining(Array.from({ length: 60 }, () => ({ name: 'Siri' }))),
    )
  for (const server of servers) server.kill('SIGTERM')
  expect(await Promise.all(servers.map(({ exited }) => exited))).toEqual([0, 0])
})

it('refuses to start beside a server with another token, and starts with it where none runs (D122)', async () => {
  const postgres = await sharedPostgres()
  const DATABASE_URL = postgres.urlOf(await postgres.createDatabase())
  const settings = (token: string) => ({ ...SHARED, DATABASE_URL, SANDBANK_TOKEN: token, SANDBANK_HOME: newFolder() })
  const one = await startServerProcess(settings('a-token-of-the-first'))
  const same = await startServerProcess(settings('a-token-of-the-first'))
  const other = await runServerToItsEnd({ PORT: '0', ...settings('another-token-of-16') })
  expect(other).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'Sandbank cannot start.\nCannot open the database that DATABASE_URL names: a server with another SANDBANK_TOKEN runs on it: set the same for this one, or stop all servers to set another one (D122)\n',
  })
  const seen = await postgres.query('postgres', 'SELECT DISTINCT application_name AS name FROM pg_stat_activity')
  for (const { name } of seen) expect(name).not.toMatch(/a-token|another-token/)
  for (const server of [one, same]) server.kill('SIGTERM')
  expect(await Promise.all([one.exited, same.exited])).toEqual([0, 0])
  const alone = await startServerProcess(settings('another-token-of-16'))
  alone.kill('SIGTERM')
  expect(await alone.exited).toBe(0)
})
