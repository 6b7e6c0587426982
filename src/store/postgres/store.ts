import { PACKAGE_ROOT } from '../../files/package-root.ts'
import type { PrismaClient } from '../../generated/client.ts'
import { createChanges } from '../changes.ts'
import type { Store, StoreOptions } from '../engine.ts'
import { codeOf, messageOf, StoreUnavailableError } from '../errors.ts'
import { createHealth } from '../health.ts'
import { readMigrations } from '../migrations.ts'
import { createPool } from '../pool.ts'
import { createCalls } from '../queries/calls.ts'
import { prepareCalls } from '../queries/client.ts'
import type { Tx } from '../transaction.ts'
import { yieldTurn } from '../turns.ts'
import { openClock, readTime } from './clock.ts'
import { createCommands } from './commands.ts'
import { connect, type RunText, UNLIMITED } from './connection.ts'
import { ConnectionLostError, DISK_FULL } from './faults.ts'
import { migrate } from './migrations.ts'
import { requireSameMark, requireSessions } from './neighbours.ts'
import { createReaders, createWriter, type Trace, type Writer } from './pool.ts'
import { createRawCalls, createStatements, POSTGRES } from './statements.ts'

export const PACKAGE_MIGRATIONS = new URL('prisma/migrations/postgresql/', PACKAGE_ROOT)

/** How many connections a process takes: for reads of all calls, for commands, and for what reads one moment for long; more while some wait for what is locked (D127). */
const READERS = 3
const WRITERS = { most: 16, keep: 8 }
const STILL = { most: 16, keep: 3 }
const STILL_PATIENCE_MS = 5_000

/** Other worlds wait for none of it. */
const SWEEPING = { worlds: 4, rows: 4_000 }

const READ_ONLY = ['default_transaction_read_only = on']

/** Opens the database that `url` (`postgresql:…`) names, and makes or completes its tables. Throws an Error that says why when it cannot be used. */
export async function openPostgres(url: string, options: StoreOptions): Promise<Store> {
  const { patienceMs = 10_000, groupMs = 50, onQuery, onUnprepared } = options
  const clientOn = (run: RunText, worlds?: Trace['worlds']): PrismaClient => {
    const statements = createStatements(run, onQuery, worlds)
    return prepareCalls(noPrisma, createCalls(statements), createRawCalls(run, statements, onQuery), {
      dialect: POSTGRES,
      onUnprepared,
      // What is not waited for would keep others waiting without an end (D74).
      ...(worlds === undefined ? {} : { before: yieldTurn }),
    })
  }
  const clock = await openDatabase(url, options).catch(error => cannotOpen(error))

  const readers = createReaders(() => connect(url, READ_ONLY), READERS)
  const writers = createPool<Writer>({
    ...WRITERS,
    patienceMs,
    open: async () => createWriter(await connect(url), clientOn),
  })
  const still = createPool({ ...STILL, patienceMs: STILL_PATIENCE_MS, open: () => connect(url, READ_ONLY) })
  const commands = createCommands(writers, groupMs)
  clock.keep(commands.enter)

  // A small row fits a page that is there, however full the disk: once a call has met that, all is well again when a megabyte can be written.
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

/** Makes or completes its tables, unless it cannot be used, or another one's server is at it. Answers the clock of all that are. */
async function openDatabase(url: string, { migrations = PACKAGE_MIGRATIONS, mark }: StoreOptions) {
  const first = await connect(url, UNLIMITED)
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

// A table that is dropped in its own transaction leaves no pages that the next one could use again.
async function tryRoom(tx: Tx): Promise<void> {
  await tx.$executeRaw`CREATE UNLOGGED TABLE "Room" AS SELECT repeat('x', 1000) AS "text" FROM generate_series(1, 1000)`
  await tx.$executeRaw`DROP TABLE "Room"`
}

/** A number that is another once any transaction has written, as it was a moment ago: each look asks for the next. */
function versionBy(run: RunText): () => unknown {
  let known: unknown
  let isAsking = false
  const ask = async () => {
    isAsking = true
    try {
      known = (await run('SELECT pg_current_snapshot()')).rows[0]?.[0]
    } catch {
      // Who follows hears of it when the database is there again.
    } finally {
      isAsking = false
    }
  }
  return () => {
    if (!isAsking) void ask()
    return known
  }
}

/** All calls of ours are prepared; Prisma's client is made for SQLite, and has no part in this. */
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

/** Throws what a start says of a database that cannot be opened; `setting` names it. */
export function cannotOpen(error: unknown, setting = 'DATABASE_URL'): never {
  // In PostgreSQL's own words, which name the user or the database.
  const cause = error instanceof StoreUnavailableError ? error.cause : error
  const text = messageOf(cause) || codeOf(cause)
  const remedy = error instanceof ConnectionLostError ? UNREACHABLE : REMEDIES.get(codeOf(cause) ?? '')
  throw new Error(
    `Cannot open the database that ${setting} names: ${text}${remedy === undefined ? '' : `: ${remedy}`}`,
    { cause: error },
  )
}
