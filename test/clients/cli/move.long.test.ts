import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { MOVED_WHOLE } from '../../../src/platform/store/postgres/move.ts'
import { tables } from '../../../src/platform/store/queries/tables.ts'
import { Database } from '../../../src/platform/store/sqlite/driver.ts'
import { WORLD_TABLES } from '../../../src/platform/store/world-tables.ts'
import { createCli } from '../../support/clients/cli.ts'
import { builtProgram } from '../../support/harness/built.ts'
import { keepChild } from '../../support/harness/children.ts'
import { type Postgres, sharedPostgres } from '../../support/harness/postgres.ts'
import { SHARED, startServerProcess } from '../../support/harness/server-process.ts'
import { READS } from '../../upgrades/story.ts'

const [cli, elsewhere] = [createCli(), createCli()]
let postgres: Postgres
let before: readonly string[]
const env = { SANDBANK_SECRET: SHARED.SANDBANK_SECRET, SANDBANK_TOKEN: SHARED.SANDBANK_TOKEN }

const LINES = { transactions: 2_000, from: '-300D', to: '-1D', seed: 1, profile: 'household' }
const BALANCES = [{ balanceType: 'closingBooked', balanceAmount: { amount: 50_000, currency: 'NOK' } }]
const LARGE = {
  customers: [
    {
      key: 'kari',
      name: 'Kari Nordmann',
      type: 'PRIVATE',
      accounts: ['daily', 'other'].map(key => ({
        ...{ key, accountName: key, currency: 'NOK', product: 'Current account', cashAccountType: 'CACC' },
        ...{ creditLine: 0, balances: BALANCES, generate: LINES },
      })),
    },
  ],
}

const CUSTOMERS = ['call', 'GET', '/v1/sandbox/customers?withAccounts=true', '--quiet']
const PAYMENT = [
  ...['call', 'POST', '/v1/payments/norwegian-domestic-credit-transfers', '--psu', '13039319955', '--quiet'],
  ...['--header', 'PSU-Context: PRIVATE', '--header', 'TPP-Redirect-URI: https://tpp.example/back'],
  ...['--header', 'X-Request-ID: 99391c7e-ad88-49ec-a2ad-99ddcb1f7721', '--data'],
  '{"instructedAmount":{"amount":"1.00","currency":"NOK"},"creditorName":"Ola","creditorAccount":{"iban":"NO1815034020016","currency":"NOK"},"debtorAccount":{"iban":"NO3515034010010","currency":"NOK"}}',
]
/** What each door reads of each world; the call that was made before is repeated, and gets its stored answer. */
const CALLS = [
  ...['default', 'kept', 'large'].flatMap(world => READS.map(query => ['graphql', query, '--world', world])),
  [...CUSTOMERS, '--world', 'kept'],
  [...CUSTOMERS],
  PAYMENT,
  ['snapshot', 'list', '--world', 'kept'],
]

async function readAll(url: string, from = cli, settings = {}): Promise<readonly string[]> {
  const answers: string[] = []
  for (const args of CALLS) {
    const { exitCode, stdout, stderr } = await from.run([...args, '--base', url], { env: { ...env, ...settings } })
    expect(exitCode, stderr).toBe(0)
    // The answer that is repeated names the host of its first caller (D19).
    answers.push(stdout.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'BASE'))
  }
  return answers
}

beforeAll(async () => {
  postgres = await sharedPostgres()
  const bank = await cli.serve(env.SANDBANK_TOKEN)
  const run = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await cli.run([...args, '--base', bank.url], { env })
    expect(exitCode, `${args[0]} ${stdout} ${stderr}`).toBe(0)
  }
  await cli.run(['tpp', 'new', 'acme'])
  await run('world', 'create', 'kept', '--fixture', 'payments')
  const file = join(cli.home, 'large.json')
  writeFileSync(file, JSON.stringify(LARGE))
  await run('world', 'create', 'large', '--fixture', file)
  for (const world of ['default', 'kept', 'large'])
    await run(
      'graphql',
      'mutation { freezeClock { clock { now } } setScenario(input: { scenario: "delay; ms=1", times: 5, for: { operation: createPayment } }) { scenario { id } } takeSnapshot(name: "taken") { snapshot { name } } }',
      '--world',
      world,
    )
  await run(...PAYMENT)
  before = await readAll(bank.url)
  await bank.stop()
})
afterAll(() => {
  for (const one of [cli, elsewhere]) one.remove()
})

const move = (database: string, settings = {}) =>
  cli.run(['move', '--to', postgres.urlOf(database)], { env: { SANDBANK_SECRET: env.SANDBANK_SECRET, ...settings } })

it('knows of each table whether it is moved (D113)', () => {
  const known = [...MOVED_WHOLE, ...WORLD_TABLES.map(({ table }) => table)]
  // What counts for a minute is over by then.
  const notMoved = ['Secret', 'WrongNumber']
  expect([...known, ...notMoved].sort()).toEqual([...tables.keys()].sort())
})

it('moves a home: what both doors read is the same, after a kill in the middle too, and the home stays (D113)', async () => {
  const database = await postgres.createDatabase()
  const args = [await builtProgram('cli.js'), 'move', '--to', postgres.urlOf(database)]
  const killed = spawn(process.execPath, args, { env: { PATH: process.env['PATH'], SANDBANK_HOME: cli.home, ...env } })
  keepChild(killed)
  const ended = new Promise<NodeJS.Signals | null>(resolve => killed.once('close', (_, signal) => resolve(signal)))
  const isCopying = `SELECT 1 FROM pg_stat_activity WHERE datname = '${database}' AND query LIKE 'INSERT INTO "Transaction"%'`
  while (killed.exitCode === null && (await postgres.query('postgres', isCopying)).length === 0) await sleep(1)
  killed.kill('SIGKILL')
  expect(await ended).toBe('SIGKILL')
  expect(await postgres.query(database, 'SELECT "id" FROM "World" UNION SELECT "name" FROM "Secret"')).toEqual([])

  const moved = await move(database)
  expect([moved.exitCode, moved.stdout]).toEqual([0, expect.stringMatching(/^3 worlds, in \d{5} rows/)])
  const settings = { DATABASE_URL: postgres.urlOf(database) }
  const server = await startServerProcess({ ...SHARED, ...settings, SANDBANK_HOME: elsewhere.home })
  onTestFinished(() => server.kill('SIGKILL'))
  expect(await readAll(server.url, elsewhere, settings)).toEqual(before)
  server.kill('SIGTERM')
  await server.exited

  // As after a kill between the commit and the last word.
  const again = await move(database)
  expect([again.exitCode, again.stdout]).toEqual([0, expect.stringMatching(/^3 worlds are in the database already/)])
  await postgres.query(
    database,
    `UPDATE "World" SET "createdAt" = '2026-01-01T00:00:00.000+00:00' WHERE "id" = 'default'`,
  )
  const other = await move(database)
  expect([other.exitCode, other.stderr]).toEqual([2, expect.stringContaining('The database of --to is not empty')])
  const bank = await cli.serve(env.SANDBANK_TOKEN)
  onTestFinished(async () => void (await bank.stop()))
  expect(await readAll(bank.url)).toEqual(before)
  const running = await move(await postgres.createDatabase())
  expect([running.exitCode, running.stderr]).toEqual([2, expect.stringContaining('is running: stop it')])
})

it('leaves the database of a bank of an older version as it is (D113)', async () => {
  const database = await postgres.createDatabase()
  const dump = new URL('../../upgrades/0.1.0/database.sql', import.meta.url)
  await postgres.query(database, readFileSync(dump, 'utf8'))
  const APPLIED = 'SELECT "migration_name" FROM "_prisma_migrations" ORDER BY 1'
  const before = await postgres.query(database, APPLIED)
  const refused = await move(database)
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('The database of --to is not empty')])
  expect(await postgres.query(database, APPLIED)).toEqual(before)
})

it('leaves a home of an older version as it is, and says how to go on (D113)', async () => {
  const old = createCli()
  onTestFinished(old.remove)
  execFileSync('tar', ['-xzf', new URL('../../upgrades/0.1.0/home.tar.gz', import.meta.url).pathname, '-C', old.home])
  const applied = () => {
    const database = new Database(join(old.home, 'sandbank.db'), { readonly: true })
    const names = database.prepare('SELECT migration_name FROM "_prisma_migrations"').pluck().all()
    database.close()
    return names
  }
  const before = applied()
  const refused = await move(await postgres.createDatabase(), { SANDBANK_HOME: old.home })
  expect([refused.exitCode, refused.stderr]).toEqual([
    2,
    expect.stringContaining('it is of an earlier version: start this version on it once'),
  ])
  expect(applied()).toEqual(before)
})

it.each([
  [{ SANDBANK_SECRET: '' }, 'SANDBANK_SECRET must be set'],
  [{ DATABASE_URL: 'postgresql:///x' }, 'The bank is in a database already'],
  [{ SANDBANK_HOME: '/tmp/no-bank-is-here' }, 'There is no bank in /tmp/no-bank-is-here'],
])('refuses to move where %j, in one sentence (D113)', async (settings, words) => {
  const refused = await move('postgres', settings)
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining(words)])
})

it('says what is wrong with --to (D113)', async () => {
  const to = async (url: string) => (await cli.run(['move', '--to', url], { env })).stderr
  expect(await to('file:/tmp/x.db')).toContain('--to must be the address of a database of PostgreSQL')
  expect(await to(postgres.urlOf('missing'))).toContain(
    'Cannot open the database that --to names: database "missing" does not exist',
  )
})
