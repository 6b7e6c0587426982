import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { WORLD_TABLES } from '../../src/store/world-tables.ts'
import { startSandbank } from '../../src/testing/sandbank.ts'

/** What an operation costs beside its floor, in milliseconds of processor time; `most` is what issue 10 allows. */
export type WorldRow = {
  readonly name: string
  readonly what: string
  readonly ms: number
  /** The same rows by bare better-sqlite3, in one transaction; where rows are what it is about. */
  readonly floorMs: number | undefined
  readonly mostMs: number
}

type Measured = {
  readonly name: string
  readonly what: string
  readonly mostMs: number
  readonly run: () => Promise<string | undefined>
}

/**
 * Worlds, fixtures and the kit, in process: processor time of the whole process, so that server, kit and the threads that write files are in it. The
 * best of the rounds counts, and rows are inserted by bare better-sqlite3 in turn with it.
 */
export async function measureWorlds(rounds: number, only: (name: string) => boolean): Promise<WorldRow[]> {
  const home = mkdtempSync(join(tmpdir(), 'sandbank-bench-worlds-'))
  const bank = await startSandbank({ home })
  const floor = openFloor(home)
  try {
    const history = await bank.createWorld({ fixtureName: 'history' })
    await history.graphql('mutation { takeSnapshot(name: "full") { name } }')
    const create = (options: object) => async () => (await bank.createWorld(options)).name
    const paths: Measured[] = [
      { name: 'standard', what: 'new standard world', mostMs: 40, run: create({ from: 'STANDARD' }) },
      { name: 'copy', what: 'copy of the standard world', mostMs: 20, run: create({ copyOf: 'default' }) },
      {
        name: 'restore',
        what: 'restore of 10,000 transactions',
        mostMs: 200,
        run: async () => {
          await history.graphql('mutation { restoreSnapshot(name: "full") { name } }')
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
          const other = await startSandbank()
          await other.world.graphql('{ customers(first: 1) { totalCount } }')
          await other.close()
          return undefined
        },
      },
    ]
    const rows: WorldRow[] = []
    for (const path of paths.filter(({ name }) => only(name))) rows.push(await measure(path, rounds, floor))
    if (only('kit')) rows.push(await measureKit(bank, rounds))
    return rows
  } finally {
    floor.close()
    await bank.close()
    rmSync(home, { recursive: true, force: true })
  }
}

const CALLS = 300

async function measureKit(bank: Awaited<ReturnType<typeof startSandbank>>, rounds: number): Promise<WorldRow> {
  const tpp = bank.tpp('bench')
  const each = { ms: Number.POSITIVE_INFINITY }
  for (let round = 0; round <= rounds; round += 1) {
    const before = process.cpuUsage()
    for (let call = 0; call < CALLS; call += 1) {
      const answer = await tpp.fetch(bank.world.url('/v1/sandbox/accounts'))
      await answer.text()
    }
    each.ms = Math.min(each.ms, cpuMs(before) / CALLS)
  }
  return { name: 'kit', what: 'signed call through the kit, in process', ms: each.ms, floorMs: undefined, mostMs: 1 }
}

async function measure({ run, ...path }: Measured, rounds: number, floor: Floor): Promise<WorldRow> {
  let ms = Number.POSITIVE_INFINITY
  let floorMs: number | undefined
  for (let round = 0; round <= rounds; round += 1) {
    const before = process.cpuUsage()
    const world = await run()
    ms = Math.min(ms, cpuMs(before))
    if (world !== undefined) floorMs = Math.min(floorMs ?? Number.POSITIVE_INFINITY, floor.insert(world))
  }
  return { ...path, ms, floorMs }
}

function cpuMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

type Floor = ReturnType<typeof openFloor>

/** A file of its own with the same tables and indexes, into which the rows of a world go by prepared statements. */
function openFloor(home: string) {
  const books = new Database(join(home, 'sandbank.db'), { readonly: true })
  const bare = new Database(join(home, 'floor.db'))
  bare.pragma('journal_mode = WAL')
  bare.pragma('synchronous = FULL')
  const schema = books
    .prepare(
      "SELECT sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL AND name NOT LIKE '\\_%' ESCAPE '\\' ORDER BY type DESC",
    )
    .pluck()
    .all()
  for (const sql of schema) bare.exec(String(sql))
  bare.pragma('foreign_keys = ON')
  let made = 0

  function insert(name: string): number {
    const id = books.prepare('SELECT id FROM "World" WHERE name = ?').pluck().get(name)
    made += 1
    const worldId = `floor-${made}`
    const inserts = WORLD_TABLES.map(({ table, columns }) => {
      const names = Object.values<string>(columns).filter(column => column !== 'worldId')
      const list = names.map(column => `"${column}"`).join(', ')
      return {
        rows: books
          .prepare(`SELECT '${worldId}', ${list} FROM "${table}" WHERE worldId = ?`)
          .raw()
          .safeIntegers()
          .all(id),
        statement: bare.prepare(`INSERT INTO "${table}" ("worldId", ${list}) VALUES (?${', ?'.repeat(names.length)})`),
      }
    })
    const before = process.cpuUsage()
    bare.transaction(() => {
      bare
        .prepare('INSERT INTO "World" ("id", "createdAt") VALUES (?, ?)')
        .run(worldId, '2026-01-01T00:00:00.000+00:00')
      for (const { rows, statement } of inserts) for (const row of rows) statement.run(row)
    })()
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
function largeFixture(): object {
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
