import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { keptKey } from '../support/builders/kept-keys.ts'
import { spkiOf } from '../support/builders/public-keys.ts'
import { runHere } from '../support/clients/cli.ts'
import { durablePostgres, type Postgres, sharedPostgres } from '../support/harness/postgres.ts'
import { freePort } from '../support/harness/proxies.ts'
import {
  BEARER,
  runServerToItsEnd,
  type ServerProcess,
  SHARED,
  startServerProcess,
} from '../support/harness/server-process.ts'

function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'sandbank-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return home
}
const isLoaded = (server: ServerProcess) => server.output().includes('postgres.cjs')

async function ask(server: ServerProcess, query: string, variables: object = {}) {
  const answer = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...BEARER },
    body: JSON.stringify({ query, variables }),
  })
  return { status: answer.status, body: await answer.json() }
}

async function stop(...servers: readonly ServerProcess[]): Promise<void> {
  for (const server of servers) {
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
  }
}

it('serves the filled bank from a database, which a second server and a restart find as it was left (D120)', async () => {
  const postgres = await sharedPostgres()
  const settings = { DATABASE_URL: postgres.urlOf(await postgres.createDatabase()), NODE_DEBUG: 'module' }
  // Both make the tables: one does, the other waits.
  const [one, other] = await Promise.all(
    [newHome(), newHome()].map(home => startServerProcess({ ...settings, SANDBANK_HOME: home })),
  )
  if (one === undefined || other === undefined) throw new Error('Not both have started.')
  expect(isLoaded(one)).toBe(true)
  expect((await fetch(`${one.url}/health`)).status).toBe(200)
  const made = await ask(
    one,
    'mutation { createWorld(input: { name: "shared", source: { standard: true } }) { world { name } } }',
  )
  expect(made.body).toEqual({ data: { createWorld: { world: { name: 'shared' } } } })
  const count = '{ worlds { nodes { name counts { customers accounts transactions } } } }'
  const seen = await ask(one, count)
  expect(seen.body.data.worlds.nodes.map(({ name }: { name: string }) => name)).toEqual(['default', 'shared'])
  expect(seen.body.data.worlds.nodes[1].counts.customers).toBeGreaterThan(0)
  expect((await ask(other, count)).body).toEqual(seen.body)
  await stop(one, other)
  const again = await startServerProcess({ ...settings, SANDBANK_HOME: newHome() })
  expect((await ask(again, count)).body).toEqual(seen.body)
  await stop(again)
})

it('has one authority and the TPPs of all its servers in the database, sealed, with nothing of them at a server', async () => {
  const postgres = await sharedPostgres()
  const database = await postgres.createDatabase()
  const settings = { ...SHARED, DATABASE_URL: postgres.urlOf(database) }
  const homes = [newHome(), newHome()]
  // Each finds that there is no authority yet, and makes one; the first that is kept is that of both.
  const servers = await Promise.all(homes.map(home => startServerProcess({ ...settings, SANDBANK_HOME: home })))
  const [one, other] = servers
  const [oneHome = '', otherHome = ''] = homes
  if (one === undefined || other === undefined) throw new Error('Not both have started.')
  const sandbank = async (home: string, ...args: string[]) => {
    const { exitCode, stdout, stderr } = await runHere(args, { ...settings, SANDBANK_HOME: home })
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' })
    return stdout
  }
  const callAt = (home: string, { url }: ServerProcess, tpp: string) =>
    sandbank(home, 'call', 'GET', '/v1/sandbox/customers', '--tpp', tpp, '--base', url)

  await sandbank(oneHome, 'tpp', 'new', 'acme')
  const tpps = '{ tpps { nodes { localName } } }'
  for (const server of servers)
    expect((await ask(server, tpps)).body.data.tpps.nodes).toContainEqual({ localName: 'acme' })
  const beta = ['tpp', 'new', 'beta', '--id', 'NO-FSA-777777771']
  await sandbank(otherHome, ...beta)
  expect(await sandbank(oneHome, ...beta)).toContain('There is the TPP beta already, with this id')
  for (const server of servers)
    for (const home of homes)
      for (const tpp of ['acme', 'beta']) expect(await callAt(home, server, tpp)).toContain('Kari Nordmann')
  const taken = await runHere(['tpp', 'new', 'acme'], { ...settings, SANDBANK_HOME: otherHome })
  expect(taken.stderr).toContain('There is a TPP acme already')

  const publicKey = spkiOf(keptKey('tpp')).toString('base64')
  const ISSUE = `mutation($key: String!) { made: issueCertificate(input: { name: "acme", publicKey: $key }) { certificate { keyId } } }`
  const keyIds = await Promise.all(servers.map(server => ask(server, ISSUE, { key: publicKey })))
  const issuers = keyIds.map(({ body }) => String(body.data.made.keyId).replace(/^.*?,/, ''))
  expect(new Set(issuers).size).toBe(1)
  for (const home of homes) expect(existsSync(join(home, 'ca'))).toBe(false)
  const secrets = await postgres.query(database, 'SELECT "name", "sealed" FROM "Secret" ORDER BY "name"')
  expect(secrets.map(({ name }) => name)).toEqual(['authority', 'tpp/acme', 'tpp/beta'])
  for (const { sealed } of secrets) {
    expect(sealed).toMatch(/^[A-Za-z0-9+/]{1000,}=*$/)
    expect(Buffer.from(String(sealed), 'base64').toString('latin1')).not.toMatch(/-----BEGIN|PRIVATE KEY/)
  }
  await stop(one, other)

  // What is sealed under one name cannot be put under another.
  await postgres.query(database, `UPDATE "Secret" SET "name" = 'tpp/gamma' WHERE "name" = 'tpp/beta'`)
  const moved = await runHere(['tpp', 'list'], { ...settings, SANDBANK_HOME: otherHome })
  expect(moved.stderr).toBe(
    'SANDBANK_SECRET does not open what the database keeps as "tpp/gamma": set the one that it was sealed with.\n',
  )
  const again = await startServerProcess({ ...settings, SANDBANK_HOME: newHome() })
  expect(readFileSync(join(oneHome, 'tpps', 'acme', 'cert.pem'), 'utf8')).toContain('BEGIN CERTIFICATE')
  const signed = await runHere(['call', 'GET', '/v1/sandbox/customers', '--tpp', 'acme', '--base', again.url], {
    SANDBANK_HOME: oneHome,
  })
  expect(signed.stdout).toContain('Kari Nordmann')
  await stop(again)
})

it('opens no file of its driver on SQLite', async () => {
  const server = await startServerProcess({ SANDBANK_HOME: newHome(), NODE_DEBUG: 'module' })
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
  expect(server.output()).toContain('@photostructure/sqlite')
  expect(isLoaded(server)).toBe(false)
  await stop(server)
})

/** How many rows each table of a database has. */
async function contentOf(postgres: Postgres, database: string): Promise<unknown> {
  const tables = await postgres.query(
    database,
    "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1",
  )
  const counts = tables.map(({ relname }) => `(SELECT count(*) FROM "${relname}") AS "${relname}"`)
  return postgres.query(database, `SELECT ${counts.join()}`)
}

/** A way to the server on which it says that it is of version 14. */
async function olderServer({ folder }: Postgres): Promise<number> {
  const proxy = createServer(client => {
    const server = connect(join(folder, '.s.PGSQL.5432'))
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const)
      from.on('error', () => undefined).on('close', () => to.destroy())
    client.on('data', bytes => server.write(bytes))
    server.on('data', bytes => client.write(bytes.toString('latin1').replace(/\b1[5-9]\d{4}\b/, '140021'), 'latin1'))
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  const address = proxy.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}

it('says in one sentence why it cannot start on a database and what to do, changes nothing, and ends with 1', async () => {
  const postgres = await sharedPostgres()
  const { query, urlOf, createDatabase } = postgres
  const filled = await createDatabase()
  await stop(await startServerProcess({ DATABASE_URL: urlOf(filled), SANDBANK_HOME: newHome() }))
  const [foreign, newer, sorted, readOnly, fresh] = [
    await createDatabase(),
    await createDatabase(filled),
    await createDatabase(filled),
    await createDatabase(filled),
    await createDatabase(),
  ]
  await query(foreign, 'CREATE TABLE "Invoice" ("id" TEXT)')
  await query(newer, `UPDATE "_prisma_migrations" SET "migration_name" = '29990101000000_later'`)
  await query(sorted, 'ALTER TABLE "World" ALTER "name" TYPE TEXT COLLATE "und-x-icu"')
  await query('postgres', `ALTER DATABASE ${readOnly} SET default_transaction_read_only = on`)
  const [latin, locked, poor] = [`latin_${foreign}`, `locked_${foreign}`, `poor_${foreign}`]
  await query(
    'postgres',
    `CREATE DATABASE ${latin} ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`,
  )
  await query('postgres', `CREATE ROLE ${locked} LOGIN PASSWORD 'right'; CREATE ROLE ${poor} LOGIN`)
  // Who connects as that one needs a password; everybody else is trusted as before.
  const hba = join(postgres.folder, 'data', 'pg_hba.conf')
  await query('postgres', `COPY (VALUES ('local all ${locked} scram-sha-256'), ('local all all trust')) TO '${hba}'`)
  await query('postgres', 'SELECT pg_reload_conf()')
  const as = (user: string) => `postgresql://${user}:wrong@/${fresh}?host=${postgres.folder}`
  const port = await olderServer(postgres)

  const database = 'Cannot open the database that DATABASE_URL names: '
  const refusals: readonly (readonly [settings: Readonly<Record<string, string>>, sentence: string])[] = [
    [
      { DATABASE_URL: urlOf(fresh), SANDBANK_TOKEN: '' },
      "SANDBANK_TOKEN must be set for a database of PostgreSQL, for the operator's door of all its servers (D122): 16 visible ASCII characters or more, the same at each.",
    ],
    [
      { DATABASE_URL: urlOf(fresh), SANDBANK_SECRET: '' },
      'SANDBANK_SECRET must be set for a database of PostgreSQL, whose keys are sealed with it (D122): 32 bytes or more, the same at each server, such as `openssl rand -base64 32` prints.',
    ],
    [
      { DATABASE_URL: urlOf(fresh), SANDBANK_SECRET: 'too short to be one' },
      'SANDBANK_SECRET must have 32 bytes or more, as `openssl rand -base64 32` prints them.',
    ],
    [
      { DATABASE_URL: urlOf(filled), SANDBANK_SECRET: 'another secret of thirty-two bytes' },
      'SANDBANK_SECRET does not open what the database keeps as "authority": set the one that it was sealed with.',
    ],
    [
      { DATABASE_URL: urlOf(foreign) },
      `${database}it is a database of something else: it has the table Invoice, and none of ours: make one for the bank`,
    ],
    [
      { DATABASE_URL: urlOf(newer) },
      `${database}it has the migration 29990101000000_later, which this version does not know: it belongs to a newer version`,
    ],
    [{ DATABASE_URL: urlOf(latin) }, `${database}its texts are in LATIN1: make a database with ENCODING 'UTF8'`],
    [
      { DATABASE_URL: urlOf(sorted) },
      `${database}its column World.name is not in the order of bytes: restore it with its COLLATE "C"`,
    ],
    [
      { DATABASE_URL: urlOf(readOnly) },
      `${database}it is read-only: name one that can be written (default_transaction_read_only = off)`,
    ],
    [
      { DATABASE_URL: `postgresql://sandbank@127.0.0.1:${port}/${fresh}` },
      `${database}its server is older than PostgreSQL 15: take a newer one`,
    ],
    [
      { DATABASE_URL: urlOf('missing') },
      `${database}database "missing" does not exist: make it with \`createdb --encoding=UTF8 --template=template0\`, or name another one`,
    ],
    [
      { DATABASE_URL: as(locked) },
      `${database}password authentication failed for user "${locked}": give the password of its user`,
    ],
    [
      { DATABASE_URL: as(poor) },
      `${database}its user may make nothing in it: let them own it (ALTER DATABASE … OWNER TO …)`,
    ],
    [{ DATABASE_URL: as('missing') }, `${database}role "missing" does not exist: name a user who may use it`],
  ]
  const databases = [filled, foreign, newer, sorted, readOnly, fresh]
  const before = await Promise.all(databases.map(name => contentOf(postgres, name)))
  for (const [settings, sentence] of refusals) {
    const end = await runServerToItsEnd({ PORT: '0', SANDBANK_HOME: newHome(), ...SHARED, ...settings })
    expect(end).toEqual({ code: 1, stdout: '', stderr: `Sandbank cannot start.\n${sentence}\n` })
  }
  expect(await Promise.all(databases.map(name => contentOf(postgres, name)))).toEqual(before)
})

it('waits for a database that starts at the same time, and says so, until it is there (D127)', async () => {
  const postgres = await sharedPostgres()
  const path = join(postgres.folder, '.s.PGSQL.5432')
  const port = await freePort()
  const fields = ['SFATAL', 'VFATAL', 'C57P03', 'Mthe database system is starting up', '']
  const starting = Buffer.from(`E....${fields.join('\0')}\0`)
  starting.writeUInt32BE(starting.length - 1, 1)
  let refused = 0
  const database = createServer(client => {
    client.on('error', () => undefined)
    if (refused < 3) {
      refused += 1
      client.once('data', () => client.end(starting))
      return
    }
    const server = connect(path)
    server.on('error', () => client.destroy())
    client.pipe(server).pipe(client)
  })
  onTestFinished(() => void database.close())
  const name = await postgres.createDatabase()
  const starts = startServerProcess({
    DATABASE_URL: `postgresql://sandbank@127.0.0.1:${port}/${name}`,
    SANDBANK_HOME: newHome(),
    LOG_LEVEL: 'warn',
  })
  await sleep(2_000)
  database.listen(port, '127.0.0.1')
  const server = await starts
  expect(refused).toBe(3)
  const reason = `connect ECONNREFUSED 127.0.0.1:${port}`
  expect(server.output().split('\n')[0]).toContain(
    `The database is not there yet (${reason}): this server waits for it, up to 30 seconds.`,
  )
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
  await stop(server)
})

it('waits no longer than 30 seconds for a database, and says what to do (D127)', async () => {
  const began = performance.now()
  const settings = { ...SHARED, DATABASE_URL: 'postgresql://127.0.0.1:1/bank', LOG_LEVEL: 'error' }
  const end = await runServerToItsEnd({ PORT: '0', SANDBANK_HOME: newHome(), ...settings }, 120_000)
  expect(end).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'Sandbank cannot start.\nCannot open the database that DATABASE_URL names: connect ECONNREFUSED 127.0.0.1:1, still after 30 seconds: start PostgreSQL there, or name another address\n',
  })
  expect(performance.now() - began).toBeGreaterThan(30_000)
})

it('refuses a standby, names the primary as the remedy, and serves once the standby is promoted', async () => {
  const postgres = await durablePostgres()
  onTestFinished(() => postgres.stop())
  const settings = { ...SHARED, DATABASE_URL: postgres.urlOf(await postgres.createDatabase()) }
  writeFileSync(join(postgres.folder, 'data', 'standby.signal'), '')
  process.kill(await postgres.pid(), 'SIGINT')
  const isStandby = () => postgres.query('postgres', 'SELECT pg_is_in_recovery() AS "is"').catch(() => [])
  await expect.poll(isStandby).toEqual([{ is: true }])
  expect(await runServerToItsEnd({ PORT: '0', SANDBANK_HOME: newHome(), ...settings })).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'Sandbank cannot start.\nCannot open the database that DATABASE_URL names: its server is a standby, which cannot be written: name the primary\n',
  })
  await postgres.query('postgres', 'SELECT pg_promote()')
  const server = await startServerProcess({ ...settings, SANDBANK_HOME: newHome() })
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
  await stop(server)
})
