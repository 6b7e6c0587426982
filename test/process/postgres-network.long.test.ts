import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { sharedPostgres } from '../support/harness/postgres.ts'
import { BEARER, type ServerProcess, startServerProcess } from '../support/harness/server-process.ts'
import { stoppingProxy } from '../support/hostile/stopping-proxy.ts'

const WAITING = 15
const WAIT = { timeout: 30_000, interval: 100 }

async function startOn(url: string): Promise<ServerProcess> {
  const home = mkdtempSync(join(tmpdir(), 'sandbank-'))
  const server = await startServerProcess({ DATABASE_URL: url, SANDBANK_HOME: home })
  onTestFinished(async () => {
    server.kill('SIGKILL')
    await server.exited
    rmSync(home, { recursive: true, force: true })
  })
  return server
}

/** Runs a query in a world of the server, and says how long that took. */
async function ask({ url }: ServerProcess, query: string, world = 'default') {
  const begun = performance.now()
  const answer = await fetch(`${url}/worlds/${world}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...BEARER },
    body: JSON.stringify({ query }),
  })
  const body = await answer.json()
  return { status: answer.status, retryAfter: answer.headers.get('Retry-After'), body, ms: performance.now() - begun }
}

const READ = '{ customers { totalCount } }'
const make = (name: string) =>
  `mutation { createWorld(input: { name: "${name}", source: { empty: true } }) { world { name } } }`
const customer = (number: number) =>
  `mutation { createCustomer(input: { customerNumber: "${number}", name: "Siri", type: PRIVATE }) { customer { name } } }`

// Each waits for the one before it.
const several = (first: number) =>
  `mutation { ${[0, 1, 2].map(n => `m${n}: createCustomer(input: { customerNumber: "${first + n}", name: "Siri", type: PRIVATE }) { customer { name } }`).join(' ')} }`

/** Refused with all that a client needs to come again, within 15 seconds. */
function expectAway(answers: readonly Awaited<ReturnType<typeof ask>>[]): void {
  for (const { status, retryAfter, body, ms } of answers) {
    expect([status, body.errors[0].extensions.code]).toEqual([503, 'UNAVAILABLE'])
    expect(retryAfter).toMatch(/^\d+$/)
    expect(ms).toBeLessThan(15_000)
  }
}

async function healthOf({ url }: ServerProcess) {
  const begun = performance.now()
  const answer = await fetch(`${url}/health`)
  const { status, reason } = await answer.json()
  expect(performance.now() - begun).toBeLessThan(2_000)
  return [answer.status, status, reason]
}

it('answers each call within 15 seconds while what it sends to the database is lost, and the next one when that comes through, on new connections (D127)', async () => {
  const postgres = await sharedPostgres()
  const proxy = await stoppingProxy({ path: join(postgres.folder, '.s.PGSQL.5432') })
  onTestFinished(proxy.close)
  const database = await postgres.createDatabase()
  const server = await startOn(`postgresql://sandbank@127.0.0.1:${proxy.port}/${database}`)
  await Promise.all([ask(server, READ), ask(server, make('before')), ask(server, customer(70_001))])

  proxy.stop()
  const wave = () =>
    Promise.all(
      [READ, make('during'), customer(70_002), several(71_000), customer(70_003)].map(query => ask(server, query)),
    )
  const first = wave()
  await vi.waitFor(async () => expect(await healthOf(server)).toEqual([200, 'busy', 'The database does not answer.']))
  expectAway(await first)
  // Now there is no connection any more, and none can be opened.
  expectAway(await wave())
  await vi.waitFor(async () => expect((await healthOf(server)).slice(0, 2)).toEqual([503, 'unavailable']), WAIT)
  proxy.goOn()
  await vi.waitFor(async () => expect((await healthOf(server))[0]).toBe(200), WAIT)
  const after = await wave()
  expect(after.map(({ status, body }) => [status, body.errors])).toEqual(after.map(() => [200, undefined]))
})

it('answers each call within 15 seconds while the backends of the database are frozen, and the next one on others (D127)', async () => {
  const postgres = await sharedPostgres()
  const database = await postgres.createDatabase()
  const server = await startOn(postgres.urlOf(database))
  await Promise.all([ask(server, READ), ask(server, make('before')), ask(server, customer(70_001))])
  const rows = await postgres.query(
    database,
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'sandbank %'",
  )
  const frozen = rows.map(({ pid }) => Number(pid))
  expect(frozen.length).toBeGreaterThan(3)
  for (const pid of frozen) process.kill(pid, 'SIGSTOP')
  const thaw = () => {
    for (const pid of frozen.splice(0)) process.kill(pid, 'SIGCONT')
  }
  onTestFinished(thaw)
  const queries = [READ, make('during'), customer(70_002), READ]
  const during = await Promise.all(queries.map(query => ask(server, query)))
  // What came to a new connection has met no frozen one.
  expectAway(during.filter(({ status }) => status !== 200))
  for (const { ms } of during) expect(ms).toBeLessThan(15_000)
  await vi.waitFor(async () => expect((await healthOf(server))[0]).toBe(200), WAIT)
  const after = await Promise.all([READ, make('after'), customer(70_003), READ].map(query => ask(server, query)))
  expect(after.map(({ status, body }) => [status, body.errors])).toEqual(after.map(() => [200, undefined]))
  thaw()
})

it.each([
  ['reads', WAITING, 0],
  ['commands', 0, WAITING],
  ['reads and commands', 8, WAITING - 8],
])(
  'holds up no call by fifteen %s that wait for a table which an administrator has locked (D127)',
  async (_, reads, commands) => {
    const postgres = await sharedPostgres()
    const database = await postgres.createDatabase()
    const server = await startOn(postgres.urlOf(database))
    const worlds = Array.from({ length: commands }, (_, place) => `w-${place}`)
    for (const name of worlds) expect((await ask(server, make(name))).status).toBe(200)
    // The first call of a server is answered when the graph is ready, which may take as long as a statement waits.
    expect((await ask(server, READ)).status).toBe(200)
    const administrator = new pg.Client({ connectionString: postgres.urlOf(database) })
    await administrator.connect()
    onTestFinished(() => administrator.end())
    await administrator.query('BEGIN; LOCK TABLE "Customer" IN ACCESS EXCLUSIVE MODE')
    const waiting = Promise.all([
      ...Array.from({ length: reads }, () => ask(server, READ)),
      ...worlds.map(name => ask(server, customer(70_001), name)),
    ])
    const waiters = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    await vi.waitFor(
      async () => expect((await postgres.query(database, waiters)).length).toBeGreaterThanOrEqual(WAITING),
      { ...WAIT, interval: 50 },
    )
    for (let n = 0; n < 10; n += 1) {
      const others = await Promise.all([ask(server, '{ worlds { nodes { name } } }'), ask(server, make(`other-${n}`))])
      expect(others.map(({ status }) => status)).toEqual([200, 200])
      for (const { ms } of others) expect(ms).toBeLessThan(1_500)
    }
    expect((await healthOf(server))[0]).toBe(200)
    await administrator.query('ROLLBACK')
    const answers = await waiting
    // On a slow machine some may have waited for too long.
    expectAway(answers.filter(({ status }) => status !== 200))
    expect((await ask(server, READ)).status).toBe(200)
  },
)

it('answers 503 to what waits for a locked table for more than a few seconds, and says that it is busy, and after ten seconds that it cannot be written (D127)', async () => {
  const postgres = await sharedPostgres()
  const database = await postgres.createDatabase()
  const server = await startOn(postgres.urlOf(database))
  const lock = postgres.query(
    database,
    `BEGIN; LOCK TABLE "World", "Customer", "MachineTime" IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(20); ROLLBACK`,
  )
  await vi.waitFor(async () => expect((await healthOf(server)).slice(0, 2)).toEqual([200, 'busy']), WAIT)
  const answers = await Promise.all([READ, customer(70_001), make('during'), READ].map(query => ask(server, query)))
  expectAway(answers)
  await vi.waitFor(async () => expect((await healthOf(server)).slice(0, 2)).toEqual([503, 'unavailable']), WAIT)
  await lock
  await vi.waitFor(async () => expect((await healthOf(server))[0]).toBe(200), WAIT)
  expect((await ask(server, customer(70_001))).body).toEqual({
    data: { createCustomer: { customer: { name: 'Siri' } } },
  })
})
