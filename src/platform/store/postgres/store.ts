import { setTimeout as sleep } from 'node:timers/promises'
import type { PrismaClient } from '../../../generated/client.ts'
import { PACKAGE_ROOT } from '../../files/package-root.ts'
import { createChanges } from '../changes.ts'
import type { Store, StoreOptions } from '../engine.ts'
import { codeOf, messageOf, StoreUnavailableError } from '../errors.ts'
import { createHealth } from '../health.ts'
import { readMigrations } from '../migrations.ts'
import { Pool } from '../pool.ts'
import { createCalls } from '../queries/calls.ts'
import { prepareCalls } from '../queries/client.ts'
import type { Tx } from '../transaction.ts'
import { yieldTurn } from '../turns.ts'
import { openClock, readTime } from './clock.ts'
import { createCommands } from './commands.ts'
import { type Connection, connect, type RunText, UNLIMITED } from './connection.ts'
import { ConnectionLostError, DISK_FULL, lostError } from './faults.ts'
import { migrate } from './migrations.ts'
import { requireSameMark, requireSessions } from './neighbours.ts'
import { createWriter, Readers, type Trace, type Writer } from './pool.ts'
import { createRawCalls, createStatements, POSTGRES } from './statements.ts'

export const PACKAGE_MIGRATIONS = new URL('prisma/migrations/postgresql/', PACKAGE_ROOT)

/**
 * How many connections a process opens: for the shared reads, for commands, and for long reads of one state; more while some wait for a lock (D127).
 */
const READERS = 3
const WRITERS = { most: 16, keep: 8 }
const STILL = { most: 16, keep: 3 }
const STILL_PATIENCE_MS = 5_000

/** Other worlds do not wait for this. */
const SWEEPING = { worlds: 4, rows: 4_000 }

const READ_ONLY = ['default_transaction_read_only = on']

/**
 * Opens the database that `url` (`postgresql:…`) names, and creates or completes its tables. Throws an Error with the reason when it cannot be used.
 */
export async function openPostgres(url: string, options: StoreOptions): Promise<Store> {
  const { patienceMs = 10_000, groupMs = 50, onQuery, onUnprepared } = options
  const clientOn = (run: RunText, worlds?: Trace['worlds']): PrismaClient => {
    const statements = createStatements(run, onQuery, worlds)
    return prepareCalls(noPrisma, createCalls(statements), createRawCalls(run, statements, onQuery), {
      dialect: POSTGRES,
      // Prisma's client is made for SQLite.
      engine: 'prepared',
      onUnprepared,
      // Statements without a limit would hold other calls up for ever (D74).
      ...(worlds === undefined ? {} : { before: yieldTurn }),
    })
  }
  const clock = await openDatabase(url, options).catch(error => cannotOpen(error))

  const readers = new Readers(() => connect(url, READ_ONLY), READERS)
  const writers = new Pool<Writer>({
    ...WRITERS,
    patienceMs,
    open: async () => createWriter(await connect(url), clientOn),
  })
  const still = new Pool({ ...STILL, patienceMs: STILL_PATIENCE_MS, open: () => connect(url, READ_ONLY) })
  const commands = createCommands(writers, groupMs)
  clock.keep(commands.enter)

  // A small row fits into an existing page even on a full disk. Once a call has met a full disk, the store is healthy again only when a megabyte can
  // be written.
  let isFull = false
  const health = createHealth('the database', {
    files: () => undefined,
    writing: () =>
      commands.enter(async tx => {
        if (isFull) await tryRoom(tx)
        isFull = false
        await clock.remember(tx)
      }),
    reading: async () => void (await readers.run('SELECT 1 FROM "World" LIMIT 1')),
    answer: clock.compare,
  })

  async function finish(): Promise<void> {
    await commands.close()
    await clock.close()
    await writers.close()
    await still.close()
    await readers.close()
  }
  let finished: Promise<void> | undefined

  return {
    reader: clientOn(readers.run),
    atOneMoment: run =>
      still.use(async connection => {
        const began = connection.run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
        began.catch(() => undefined)
        try {
          const result = await run(clientOn(connection.run))
          await began
          return result
        } finally {
          connection.run('COMMIT').catch(() => undefined)
        }
      }),
    machineNow: clock.now,
    lockTime: readTime,
    latestMachineTime: clock.latest,
    noteTime: clock.note,
    leftOut: undefined,
    inProcess: false,
    sweeping: SWEEPING,
    changes: createChanges(versionBy(readers.run)),
    shared: false,
    lost: () => undefined,
    pendingCommit: () => undefined,
    transaction: commands.enter,
    figures: commands.figures,
    giveBackPages: async () => false,
    noteFault: ({ code }) => {
      isFull ||= code === DISK_FULL
    },
    health,
    close: () => {
      finished ??= finish()
      return finished
    },
  }
}

/**
 * Creates or completes the tables, unless the database cannot be used or another server is creating them. Returns the common clock of all servers.
 */
async function openDatabase(url: string, { migrations = PACKAGE_MIGRATIONS, mark, ...waiting }: StoreOptions) {
  const first = await connectFirst(url, waiting)
  const openMarked = () => connect(url, [], mark)
  const marked = await openMarked().catch(async error => {
    await first.close()
    throw error
  })
  try {
    await requireSessions(first, marked)
    await migrate(first, readMigrations(migrations))
    if (mark !== undefined) await requireSameMark(first, mark)
    return await openClock(marked, openMarked)
  } catch (error) {
    await marked.close()
    throw error
  } finally {
    await first.close()
  }
}

/** Nothing listens there, or the database says that it is starting up. */
const NOT_STARTED: ReadonlySet<string | undefined> = new Set(['ECONNREFUSED', 'ENOENT', '57P03'])
const LOOK_MS = 250

/** The first connection. A database that starts at the same time as this server is waited for. */
async function connectFirst(
  url: string,
  { startMs = 0, onWaiting }: Pick<StoreOptions, 'startMs' | 'onWaiting'>,
): Promise<Connection> {
  const until = performance.now() + startMs
  for (let attempt = 0; ; attempt += 1)
    try {
      return await connect(url, UNLIMITED)
    } catch (error) {
      if (startMs === 0 || !NOT_STARTED.has(codeOf(error))) throw error
      const cause = error instanceof StoreUnavailableError ? error.cause : error
      const reason = messageOf(cause) || String(codeOf(cause))
      if (performance.now() > until) throw lostError(new Error(`${reason}, still after ${startMs / 1_000} seconds`))
      if (attempt === 0) onWaiting?.(reason)
      await sleep(LOOK_MS)
    }
}

// A table dropped in its own transaction leaves no free pages for the next one.
async function tryRoom(tx: Tx): Promise<void> {
  await tx.$executeRaw`CREATE UNLOGGED TABLE "Room" AS SELECT repeat('x', 1000) AS "text" FROM generate_series(1, 1000)`
  await tx.$executeRaw`DROP TABLE "Room"`
}

/** A number that changes when any transaction has written. Returns the value of a moment ago: each look requests the next value. */
function versionBy(run: RunText): () => unknown {
  let known: unknown
  let isAsking = false
  const ask = async () => {
    isAsking = true
    try {
      known = (await run('SELECT pg_current_snapshot()')).rows[0]?.[0]
    } catch {
      // A follower is notified when the database is back.
    } finally {
      isAsking = false
    }
  }
  return () => {
    if (!isAsking) void ask()
    return known
  }
}

/** All our calls are prepared. Prisma's client is made for SQLite and is not used here. */
function noPrisma(): never {
  throw new Error('This call is not prepared, and there is nothing else to answer it on PostgreSQL.')
}

const UNREACHABLE = 'start PostgreSQL there, or name another address'
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ['28000', 'name a user who may use it'],
  ['28P01', 'give the password of its user'],
  ['3D000', 'make it with `createdb --encoding=UTF8 --template=template0`, or name another one'],
  ['53300', 'raise its max_connections: a server of the bank takes up to 20'],
])

/** Throws the error of a start whose database cannot be opened; `setting` names the setting that says which database. */
export function cannotOpen(error: unknown, setting = 'DATABASE_URL'): never {
  // PostgreSQL's own message names the user or the database.
  const cause = error instanceof StoreUnavailableError ? error.cause : error
  const text = messageOf(cause) || codeOf(cause)
  const remedy = error instanceof ConnectionLostError ? UNREACHABLE : REMEDIES.get(codeOf(cause) ?? '')
  throw new Error(
    `Cannot open the database that ${setting} names: ${text}${remedy === undefined ? '' : `: ${remedy}`}`,
    { cause: error },
  )
}
