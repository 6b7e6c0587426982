import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createContext } from '../../src/bank/context.ts'
import type { Sandbank, WorldOptions } from '../../src/clients/testing/kit.ts'
import { openStore } from '../../src/platform/store/db.ts'
import { Database, type Value } from '../../src/platform/store/sqlite/driver.ts'
import { WORLD_TABLES } from '../../src/platform/store/world-tables.ts'
import { systemDeps } from '../../src/sandbox/hooks.ts'
import { advanceClock, freezeClock } from '../../src/sandbox/worlds/clock.ts'
import { ensureWorld, getWorld } from '../../src/sandbox/worlds/doors.ts'
import type { startSandbank } from '../../src/testing.ts'
import { addDailyPayments } from '../support/builders/daily-payments.ts'
import { builtProgram } from '../support/harness/built.ts'

/** What an operation costs beside its floor, in milliseconds of processor time, the best of the rounds; `mostMs` is what is wanted of it. */
type WorldRow = {
  readonly name: string
  readonly what: string
  readonly ms: number
  readonly floorMs: number
  readonly mostMs: number
}

/** What is measured. `run` answers which world's rows its floor inserts; without one `floor` says what it is held to. */
type Path = Pick<WorldRow, 'name' | 'what' | 'mostMs'> & {
  readonly run: () => Promise<string>
  /** How many operations a run is. */
  readonly times?: number
  /** How many runs are made before it is measured: what V8 has not compiled yet costs several times as much. */
  readonly warmUp?: number
  readonly floor?: () => number
}

/** The names of what is measured here. */
export const WORLD_ROWS = ['standard', 'copy', 'restore', 'fixture', 'start', 'kit', 'execution'] as const

/**
 * Worlds, fixtures and the kit as they are built (from the source each standard world would run its operations), and the clock, in process: processor time of the whole process, so that server, kit and the threads that write files are in it. The
 * floor is a bare file of SQLite that inserts the same rows in one transaction; for a call of the kit it is a signature that is made and verified.
 */
export async function measureWorlds(rounds: number, wanted: readonly string[]): Promise<WorldRow[]> {
  const home = mkdtempSync(join(tmpdir(), 'sandbank-bench-worlds-'))
  const kit: Kit = await import(await builtProgram('testing.js'))
  const bank = await kit.startSandbank({ home })
  const floor = openFloor(home)
  try {
    const rows: WorldRow[] = []
    for (const path of (await pathsOf(kit, bank)).filter(({ name }) => wanted.includes(name)))
      rows.push(await measure(path, rounds, floor.insert))
    if (wanted.includes('execution')) rows.push(await bestExecutions(rounds))
    return rows
  } finally {
    floor.close()
    await bank.close()
    rmSync(home, { recursive: true, force: true })
  }
}

type Kit = { readonly startSandbank: typeof startSandbank }

const CALLS = 300

/** A world is a hundred statements: the first of a process run code that V8 has not compiled, as the first answers of a server do. */
const WARM_WORLDS = 10

async function pathsOf(kit: Kit, bank: Sandbank): Promise<Path[]> {
  const history = await bank.createWorld({ fixtureName: 'history' })
  await history.graphql('mutation { takeSnapshot(name: "full") { snapshot { name } } }')
  const tpp = bank.tpp('bench')
  const create = (options: WorldOptions) => async () => (await bank.createWorld(options)).name
  return [
    {
      name: 'standard',
      what: 'new standard world',
      mostMs: 40,
      warmUp: WARM_WORLDS,
      run: create({ from: 'STANDARD' }),
    },
    {
      name: 'copy',
      what: 'copy of the standard world',
      mostMs: 20,
      warmUp: WARM_WORLDS,
      run: create({ copyOf: 'default' }),
    },
    {
      name: 'restore',
      what: 'restore of 10,000 transactions',
      mostMs: 200,
      run: async () => {
        await history.graphql('mutation { restoreSnapshot(name: "full") { world { name } } }')
        return history.name
      },
    },
    {
      name: 'fixture',
      what: '1,000 customers, 100,000 transactions',
      mostMs: 5_000,
      run: create({ fixture: largeFixture() }),
    },
    {
      name: 'start',
      what: 'startSandbank() to the first answer, warm',
      mostMs: 300,
      run: async () => {
        const other = await kit.startSandbank()
        await other.world.graphql('{ customers(first: 1) { totalCount } }')
        await other.close()
        return 'default'
      },
    },
    {
      name: 'kit',
      what: 'signed call through the kit, in process',
      mostMs: 1,
      times: CALLS,
      warmUp: 10,
      run: async () => {
        for (let call = 0; call < CALLS; call += 1)
          await (await tpp.fetch(bank.world.url('/v1/sandbox/accounts'))).text()
        return 'default'
      },
      floor: signAndVerify,
    },
  ]
}

async function measure(
  { name, what, mostMs, run, times = 1, warmUp = 0, floor }: Path,
  rounds: number,
  insert: (world: string) => number,
): Promise<WorldRow> {
  for (let round = 0; round < warmUp; round += 1) await run()
  let [ms, floorMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round <= rounds; round += 1) {
    const before = process.cpuUsage()
    const world = await run()
    ms = Math.min(ms, cpuMs(before) / times)
    floorMs = Math.min(floorMs, (floor === undefined ? insert(world) : floor()) / times)
  }
  return { name, what, ms, floorMs, mostMs }
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

function signAndVerify(): number {
  const before = process.cpuUsage()
  const text = Buffer.from('date: today')
  for (let call = 0; call < CALLS; call += 1)
    verify('RSA-SHA256', text, publicKey, sign('RSA-SHA256', text, privateKey))
  return cpuMs(before)
}

const PAYING_ACCOUNTS = 300

/** The best of the rounds, as of every other row: a single one ran code that V8 had not compiled. Each begins with new books, since larger ones cost more. */
async function bestExecutions(rounds: number): Promise<WorldRow> {
  const rows: WorldRow[] = []
  for (let round = 0; round <= rounds; round += 1) rows.push(await measureExecutions())
  const [row] = rows
  if (row === undefined) throw new Error('No round was measured.')
  const best = (key: 'ms' | 'floorMs') => Math.min(...rows.map(one => one[key]))
  return { ...row, ms: best('ms'), floorMs: best('floorMs') }
}

/** An execution of a daily payment while the clock moves by three weeks. */
async function measureExecutions(): Promise<WorldRow> {
  const home = mkdtempSync(join(tmpdir(), 'sandbank-bench-clock-'))
  const store = await openStore(pathToFileURL(join(home, 'sandbank.db')).href)
  const deps = { store, running: new Set<string>(), ...systemDeps }
  await ensureWorld(deps, 'clock', 'EMPTY')
  await store.transaction(tx => addDailyPayments(tx, 'clock', PAYING_ACCOUNTS, deps.machineNow()))
  const ctx = createContext(deps, await getWorld(deps, 'clock'), { kind: 'operator' })
  await freezeClock(ctx)
  await advanceClock(ctx, { by: 'P5D' })
  const ran = () => store.reader.execution.count({ where: { worldId: 'clock' } })
  const already = await ran()
  const before = process.cpuUsage()
  await advanceClock(ctx, { by: 'P21D' })
  const all = await ran()
  const ms = cpuMs(before) / (all - already)
  const floor = openFloor(home)
  floor.insert('clock')
  const floorMs = floor.insert('clock') / all
  floor.close()
  await store.close()
  rmSync(home, { recursive: true, force: true })
  return { name: 'execution', what: 'an execution while the clock moves', ms, floorMs, mostMs: 0.15 }
}

function cpuMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** A file of its own with the same tables and indexes, into which the rows of a world go by prepared statements. */
function openFloor(home: string) {
  const books = new Database(join(home, 'sandbank.db'), { readonly: true })
  const bare = new Database(join(home, 'floor.db'))
  bare.pragma('journal_mode = WAL')
  bare.pragma('synchronous = FULL')
  const schema = books
    .prepare(
      "SELECT sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_%' ESCAPE '\\' ORDER BY type DESC",
    )
    .pluck()
    .all()
  for (const sql of schema) bare.exec(String(sql))
  bare.pragma('foreign_keys = ON')
  let made = 0

  function insert(name: string): number {
    const id = books.prepare<string>('SELECT id FROM "World" WHERE name = ?').pluck().get([name])
    made += 1
    const worldId = `floor-${made}`
    const inserts = WORLD_TABLES.map(({ table, columns }) => {
      const list = columns.map(column => `"${column}"`).join(', ')
      return {
        rows: books
          .prepare<Value[]>(`SELECT '${worldId}', ${list} FROM "${table}" WHERE worldId = ?`)
          .raw()
          .safeIntegers()
          .all([id ?? null]),
        statement: bare.prepare(
          `INSERT INTO "${table}" ("worldId", ${list}) VALUES (?${', ?'.repeat(columns.length)})`,
        ),
      }
    })
    const before = process.cpuUsage()
    bare.transaction(() => {
      bare
        .prepare('INSERT INTO "World" ("id", "createdAt") VALUES (?, ?)')
        .run([worldId, '2026-01-01T00:00:00.000+00:00'])
      for (const { rows, statement } of inserts) for (const row of rows) statement.run(row)
    })
    return cpuMs(before)
  }

  return {
    insert,
    close: () => {
      bare.close()
      books.close()
    },
  }
}

/** A thousand customers, each with an account in which a life of a hundred lines has passed. */
function largeFixture() {
  return {
    customers: Array.from({ length: 1_000 }, (_, place) => ({
      name: `Customer ${place}`,
      type: 'PRIVATE',
      accounts: [
        {
          accountName: 'Current',
          currency: 'NOK',
          product: 'Current',
          cashAccountType: 'CACC',
          creditLine: 0,
          balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 1_000, currency: 'NOK' } }],
          generate: { profile: 'household', transactions: 100 },
        },
      ],
    })),
  }
}
