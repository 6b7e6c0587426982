import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isObject } from '../../src/domain/given.ts'
import { Database } from '../../src/platform/store/sqlite/driver.ts'
import { type Cli, createCli } from '../support/clients/cli.ts'
import { migrationsPath } from '../support/harness/migrations.ts'
import { sharedPostgres } from '../support/harness/postgres.ts'
import { BEARER, type ServerProcess, SHARED, startServerProcess } from '../support/harness/server-process.ts'
import { PAYMENT, TPP_ID } from './story.ts'

type Read = { readonly query: string; readonly answer: unknown }
type Known = {
  readonly reads: readonly Read[]
  readonly calls: Read
  readonly payment: { readonly status: number; readonly body: unknown }
}

const STORES = namesIn(import.meta.dirname)
const OF_FILE =
  '{ customers { nodes { customerNumber key } } payments { nodes { status } } scenarios { nodes { scenario left } } audit { findings { __typename } } }'

it('has a store of each version: when the schema changes, one of before and one of after (D112)', () => {
  const ours = namesIn(migrationsPath('sqlite'))
  const { version }: { readonly version: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  )
  expect(STORES).toContain(version)
  expect(STORES.length).toBeGreaterThan(1)
  expect(
    migrationsOf(version),
    'Raise the version in package.json, unless it is not released yet: then remove its folder in test/upgrades. Then: npm run upgrade-store',
  ).toEqual(ours)
})

describe.each(STORES)('what version %s left', version => {
  const fileOf = (name: string) => join(import.meta.dirname, version, name)
  const known: Record<'sqlite' | 'postgresql', Known> = JSON.parse(readFileSync(fileOf('known.json'), 'utf8'))
  let cli: Cli
  let server: ServerProcess | undefined
  beforeEach(() => {
    cli = createCli()
  })
  afterEach(async () => {
    server?.kill('SIGTERM')
    await server?.exited
    cli.remove()
  })

  const open = async (settings: Readonly<Record<string, string>>) => {
    server = await startServerProcess({ ...SHARED, SANDBANK_HOME: cli.home, ...settings })
    return server.url
  }
  const ask = async (url: string, query: string): Promise<unknown> => {
    const headers = { ...BEARER, 'Content-Type': 'application/json', Accept: 'application/json' }
    const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
    return answer.json()
  }

  /** Reads what that version read, calls what it had called, and goes on. */
  async function expectAll(url: string, { reads, calls, payment }: Known, settings: Readonly<Record<string, string>>) {
    for (const read of [calls, ...reads].map(inThisGraph)) expect(await ask(url, read.query)).toEqual(read.answer)
    const env = { SANDBANK_TOKEN: SHARED.SANDBANK_TOKEN, ...settings }
    const renewed = await cli.run(['tpp', 'new', 'acme', '--id', TPP_ID, '--force'], { env })
    expect(renewed.exitCode, renewed.stderr).toBe(0)
    const call = ['call', 'POST', PAYMENT.path, '--psu', PAYMENT.psu, '--json', '--base', url, '--data']
    const headers = PAYMENT.headers.flatMap(header => ['--header', header])
    const again = await cli.run([...call, JSON.stringify(PAYMENT.body), ...headers], { env })
    expect(JSON.parse(again.stdout)).toMatchObject({ status: payment.status, body: payment.body })
    // The stored answer, and no second payment.
    expect(await ask(url, '{ payments { totalCount } }')).toEqual({ data: { payments: { totalCount: 1 } } })
    const moved = await ask(url, 'mutation { advanceClock(input: { by: "P5D" }) { clock { now } } }')
    expect(moved).toMatchObject({ data: { advanceClock: { clock: { now: expect.any(String) } } } })
    expect(await ask(url, '{ payments { nodes { status } } audit { findings { __typename } } }')).toEqual({
      data: { payments: { nodes: [{ status: 'ACSC' }] }, audit: { findings: [] } },
    })
    const restored = await ask(url, 'mutation { restoreSnapshot(name: "found") { world { name } } }')
    expect(restored).toMatchObject({ data: { restoreSnapshot: { world: { name: 'default' } } } })
    expect(await ask(url, '{ payments { nodes { status } } }')).toEqual({
      data: { payments: { nodes: [{ status: 'ACTC' }] } },
    })
  }

  // The journal shows the calls of a day (D95), and an answer stays stored for a day (D15): those of the store are made as young as they were when it was made.
  it('opens as a home: rows, journal, replay, scenario, snapshot and authority are there (D112)', async () => {
    execFileSync('tar', ['-xzf', fileOf('home.tar.gz'), '-C', cli.home])
    const calls = new Database(join(cli.home, 'sandbank.calls.db'))
    calls.exec('UPDATE Call SET at = at + unixepoch() * 1000 - (SELECT max(at) FROM Call)')
    calls.close()
    const books = new Database(join(cli.home, 'sandbank.db'))
    books.exec(`UPDATE Request SET createdAt = '${storedNow()}'`)
    books.close()
    const url = await open({})
    await expectAll(url, known.sqlite, {})
  })

  it('opens as a snapshot in a file (D112)', async () => {
    const url = await open({})
    const env = { SANDBANK_TOKEN: SHARED.SANDBANK_TOKEN }
    const loaded = await cli.run(['snapshot', 'load', fileOf('state.snapshot'), '--base', url], { env })
    expect(loaded.exitCode, loaded.stderr).toBe(0)
    const create =
      'mutation { createWorld(input: { name: "opened", source: { snapshot: { name: "found" } } }) { world { name } } }'
    const made = await ask(url, create)
    expect(made).toMatchObject({ data: { createWorld: { world: { name: 'opened' } } } })
    expect(await ask(`${url}/worlds/opened`, OF_FILE)).toEqual({
      data: {
        customers: { nodes: [{ customerNumber: '13039319955', key: 'kari' }] },
        payments: { nodes: [{ status: 'ACTC' }] },
        scenarios: { nodes: [{ scenario: 'delay; ms=1', left: 2 }] },
        audit: { findings: [] },
      },
    })
  })

  it('opens as a database of PostgreSQL, from its dump (D112)', async () => {
    const postgres = await sharedPostgres()
    const database = await postgres.createDatabase()
    await postgres.query(database, readFileSync(fileOf('database.sql'), 'utf8'))
    await postgres.query(
      database,
      'UPDATE journal.call SET at = at + extract(epoch FROM now()) * 1000 - (SELECT max(at) FROM journal.call)',
    )
    await postgres.query(database, `UPDATE "Request" SET "createdAt" = '${storedNow()}'`)
    const settings = { DATABASE_URL: postgres.urlOf(database), SANDBANK_SECRET: SHARED.SANDBANK_SECRET }
    const url = await open(settings)
    await expectAll(url, known.postgresql, settings)
  })
})

// Versions before 1.1.0 knew the snapshots for Undo by their names alone.
describe('snapshots that 1.0.0 took for Undo are found as such, and the others are not (D98, D112)', () => {
  const OF_UNDO = 'back-20261124070000000-advance-clock'
  const MADE = `UPDATE "Snapshot" SET "name" = '${OF_UNDO}'`
  const fileOf = (name: string) => join(import.meta.dirname, '1.0.0', name)
  let cli: Cli
  let server: ServerProcess | undefined
  beforeEach(() => {
    cli = createCli()
  })
  afterEach(async () => {
    server?.kill('SIGTERM')
    await server?.exited
    cli.remove()
  })

  async function expectUndo(settings: Readonly<Record<string, string>>) {
    server = await startServerProcess({ ...SHARED, SANDBANK_HOME: cli.home, ...settings })
    const headers = { ...BEARER, 'Content-Type': 'application/json', Accept: 'application/json' }
    const send = (query: string) =>
      fetch(`${server?.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
    expect((await send('mutation { takeSnapshot(name: "mine") { snapshot { name } } }')).status).toBe(200)
    expect(await (await send('{ snapshots { nodes { name beforeAction } } }')).json()).toEqual({
      data: {
        snapshots: {
          nodes: [
            { name: OF_UNDO, beforeAction: 'advanceClock' },
            { name: 'mine', beforeAction: null },
          ],
        },
      },
    })
  }

  it('in a home', async () => {
    execFileSync('tar', ['-xzf', fileOf('home.tar.gz'), '-C', cli.home])
    const books = new Database(join(cli.home, 'sandbank.db'))
    books.exec(MADE)
    books.close()
    await expectUndo({})
  })

  it('in a database of PostgreSQL', async () => {
    const postgres = await sharedPostgres()
    const database = await postgres.createDatabase()
    await postgres.query(database, readFileSync(fileOf('database.sql'), 'utf8'))
    await postgres.query(database, MADE)
    await expectUndo({ DATABASE_URL: postgres.urlOf(database), SANDBANK_SECRET: SHARED.SANDBANK_SECRET })
  })
})

const storedNow = () => new Date().toISOString().replace('Z', '+00:00')

function namesIn(folder: string): string[] {
  const found = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory())
  return found.map(({ name }) => name).sort()
}

/** What versions 1 read, in the words of this graph: a payment of one transfer had that as its entry. */
function inThisGraph({ query, answer }: Read): Read {
  const moved = (_: string, value: unknown) => {
    if (!isObject(value)) return value
    const { tppId, tppName, entries, ...others } = value
    const [entry] = named.safeParse(entries).data ?? []
    return {
      ...others,
      ...(tppId === undefined ? {} : { tpp: { id: tppId, ...(tppName === undefined ? {} : { name: tppName }) } }),
      ...(entry === undefined ? {} : { creditorName: entry.creditorName }),
    }
  }
  return {
    // Versions 1 had the calls in a field `requests`.
    query: query
      .replace('{ requests(', '{ requests: calls(')
      .replace('tppId tppName', 'tpp { id name }')
      .replace('tppId', 'tpp { id }')
      .replace('entries { creditorName status }', '... on SinglePayment { creditorName }'),
    answer: JSON.parse(JSON.stringify(answer), moved),
  }
}
const named = z.tuple([z.object({ creditorName: z.string() })])

function migrationsOf(version: string): unknown[] {
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-upgrade-'))
  execFileSync('tar', ['-xzf', join(import.meta.dirname, version, 'home.tar.gz'), '-C', folder])
  const database = new Database(join(folder, 'sandbank.db'))
  const names = database.prepare('SELECT migration_name FROM "_prisma_migrations" ORDER BY 1').pluck().all()
  database.close()
  rmSync(folder, { recursive: true })
  return names
}
