import type { SqlDriverAdapter, SqlQueryable, Transaction } from '@prisma/driver-adapter-utils'
import { PrismaClient } from '../../../generated/client.ts'
import { sqliteCode } from '../errors.ts'
import type { OnQuery } from '../queries/engine.ts'
import { yieldCommand } from '../turns.ts'
import { Database, type Statement } from './driver.ts'
import { adapterFor } from './prisma-adapter.ts'

/** SQLite's own prepared statement. */
export type Prepare = (sql: string) => Statement

/** One open connection: `database` for what only SQLite can do, `prepare` for our own statements, `prisma` for Prisma's client, created on demand. */
export type Connection = {
  readonly database: Database
  readonly prepare: Prepare
  readonly prisma: () => PrismaClient
  readonly close: () => Promise<void>
}

// When a connection closes, SQLite forgets all of these settings but the journal mode, so every connection sets every one. With NORMAL SQLite syncs
// what a checkpoint needs and leaves the log of a commit to us: groups.ts forces it to the disk in another thread before any answer. FULL would
// block the event loop until the disk has it.
export const PRAGMAS = [
  'journal_mode = WAL',
  'synchronous = NORMAL',
  'fullfsync = ON',
  'foreign_keys = ON',
  'temp_store = MEMORY',
  'cache_size = -65536',
]
// After inserts have split a page, SQLite goes through all cached pages at the end of each transaction: balance_nonroot borrows the number of a page
// far behind the last one, and pcache1Truncate then believes that the file has become shorter. With 64 MB this is 0.2 ms of every commit. The commit
// that finds 2,000 pages in the log writes them into the main file. A page that was written many times is written there once; twice as many different
// pages would take 50 ms (D74).
const MOST_FRAMES = 2_000
export const AT_COMMITS = `wal_autocheckpoint = ${MOST_FRAMES}`
/** From this length of the log on, a small group may be the one whose commit moves it. */
export const NEARLY_FULL = MOST_FRAMES / 2
const WRITER_PRAGMAS = ['busy_timeout = 20', 'journal_size_limit = 67108864', 'cache_size = -16384', AT_COMMITS]
const READER_PRAGMAS = ['busy_timeout = 5000', 'query_only = ON']

/**
 * The connection for all writes. Its transactions begin and commit outside of Prisma, so that several commands may share one; outside of a
 * transaction it refuses every statement.
 */
export async function openWriter(path: string, onQuery?: OnQuery): Promise<Connection> {
  const { adapter, database, prepare } = connect(path, WRITER_PRAGMAS)
  const inside = preceded(adapter, async sql => {
    // Reads continue while a transaction is open, so other calls get their pauses here (D74).
    await yieldCommand()
    requireTransaction(database)
    onQuery?.(sql)
  })
  return toConnection({ database, prepare }, adapter, {
    ...inside,
    startTransaction: async () => toSavepoint(adapter, database, inside),
  })
}

/** A connection that sees committed rows only, and cannot write. When it is the last one that closes, SQLite leaves the log as it is. */
export async function openReader(path: string, onQuery?: OnQuery): Promise<Connection> {
  const { adapter, database, prepare } = connect(path, READER_PRAGMAS, true)
  return toConnection({ database, prepare }, adapter, {
    ...preceded(adapter, sql => onQuery?.(sql)),
    // A transaction would tie every other reader of this connection to its own snapshot.
    startTransaction: async () => {
      throw new Error('The reading connection has no transactions: use Store.transaction.')
    },
  })
}

/** How many frames SQLite finds in the log, and how many of them the main file has. */
export function logCounter(prepare: Prepare): () => { readonly frames: number; readonly moved: number } {
  const count = prepare('PRAGMA wal_checkpoint(NOOP)').raw()
  return () => {
    const row = count.get()
    const [, frames, moved] = Array.isArray(row) ? row.map(Number) : []
    return { frames: frames ?? 0, moved: moved ?? 0 }
  }
}

/** Whether SQLite says that another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return sqliteCode(error)?.startsWith('SQLITE_BUSY') === true
}

function connect(path: string, pragmas: readonly string[], readonly = false) {
  const database = new Database(path, { fileMustExist: true, readonly })
  const adapter = adapterFor(database)
  for (const pragma of [...PRAGMAS, ...pragmas]) database.pragma(pragma)
  // SQLite plans a statement by the value of its LIMIT, and prepares it again each time a value is bound: 3 µs for a row, 100 for a long list. It
  // does not know the value of a sum.
  const prepare: Prepare = sql => database.prepare(sql.replaceAll(/\b(LIMIT|OFFSET) \?/g, '$1 ? + 0'))
  return { adapter, database, prepare }
}

// SQLite's own limit. Prisma assumes an older limit of 999 and splits longer lists into a transaction, which the reader does not have.
const MAX_BIND_VALUES = 32_766

type Adapter = ReturnType<typeof adapterFor>
type Behaviour = Pick<SqlDriverAdapter, 'queryRaw' | 'executeRaw' | 'startTransaction'>

function toConnection(
  open: Pick<Connection, 'database' | 'prepare'>,
  adapter: Adapter,
  behaviour: Behaviour,
): Connection {
  const { provider, adapterName } = adapter
  const bound: SqlDriverAdapter = {
    provider,
    adapterName,
    ...behaviour,
    getConnectionInfo: () => ({ supportsRelationJoins: false, maxBindValues: MAX_BIND_VALUES }),
    executeScript: script => adapter.executeScript(script),
    dispose: () => adapter.dispose(),
  }
  let client: PrismaClient | undefined
  return {
    ...open,
    prisma: () => {
      client ??= new PrismaClient({ adapter: { provider, adapterName, connect: async () => bound } })
      return client
    },
    close: async () => {
      await client?.$disconnect()
      // A client that was never used has not taken over the connection, and would not close it.
      open.database.close()
    },
  }
}

type Statements = Pick<SqlQueryable, 'queryRaw' | 'executeRaw'>

/** A function is called with the text of each statement before it runs. */
function preceded(inner: Statements, before: (sql: string) => void | Promise<void>): Statements {
  return {
    queryRaw: async query => {
      await before(query.sql)
      return inner.queryRaw(query)
    },
    executeRaw: async query => {
      await before(query.sql)
      return inner.executeRaw(query)
    },
  }
}

/** SQLite ends a transaction by itself, for example when the disk is full. Later statements would each be committed alone, so they are refused. */
export function requireTransaction(database: Database): void {
  if (!database.inTransaction) throw new Error('The database has rolled this transaction back.')
}

/** Several writes that Prisma wants as one, such as a row with its children, become a savepoint in the open transaction. */
function toSavepoint(adapter: Adapter, database: Database, inside: Statements): Transaction {
  const run = async (sql: string) => {
    if (database.inTransaction) database.exec(sql)
  }
  database.exec('SAVEPOINT prisma')
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    ...inside,
    // With this setting Prisma sends no COMMIT or ROLLBACK, and leaves both to us.
    options: { usePhantomQuery: true },
    commit: () => run('RELEASE prisma'),
    rollback: () => run('ROLLBACK TO prisma; RELEASE prisma'),
    createSavepoint: name => run(`SAVEPOINT ${name}`),
    rollbackToSavepoint: name => run(`ROLLBACK TO ${name}`),
    releaseSavepoint: name => run(`RELEASE SAVEPOINT ${name}`),
  }
}
