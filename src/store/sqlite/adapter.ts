import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import type { SqlDriverAdapter, SqlQueryable, Transaction } from '@prisma/driver-adapter-utils'
import type Sqlite from 'better-sqlite3'
import { PrismaClient } from '../../generated/client.ts'
import type { OnQuery } from '../queries/engine.ts'
import { yieldTurn } from '../turns.ts'
import { Database } from './driver.ts'

/** SQLite's own prepared statement. */
export type Prepare = (sql: string) => Sqlite.Statement<unknown[]>

/** One open connection: `database` is for what SQLite alone can do, `prepare` for statements of our own, `prisma` for Prisma's client, made when it is first needed. */
export type Connection = {
  readonly database: Sqlite.Database
  readonly prepare: Prepare
  readonly prisma: () => PrismaClient
  readonly close: () => Promise<void>
}

// SQLite forgets all of these but the journal mode when a connection closes, so every connection sets every one. With NORMAL SQLite itself syncs
// what a checkpoint needs, and leaves the log of a commit to us: commits.ts forces it to the disk in another thread before any answer, while
// FULL would hold the event loop until the disk has it.
export const PRAGMAS = [
  'journal_mode = WAL',
  'synchronous = NORMAL',
  'fullfsync = ON',
  'foreign_keys = ON',
  'temp_store = MEMORY',
  'cache_size = -65536',
]
// Where inserts have split a page, SQLite looks through all pages that it keeps at the end of each transaction (balance_nonroot borrows the number of a page far
// behind the last one, and pcache1Truncate then takes it for a file that has become shorter). With 64 MB that is 0.2 ms of every commit.
// The commit that finds 2,000 pages in the log writes them into the main file: a page that was written again and again in between is written there once, and of twice as
// many that would take 50 ms where each is another (D74).
export const AT_COMMITS = 'wal_autocheckpoint = 2000'
const WRITER_PRAGMAS = ['busy_timeout = 20', 'journal_size_limit = 67108864', 'cache_size = -16384', AT_COMMITS]
const READER_PRAGMAS = ['busy_timeout = 5000', 'query_only = ON']

/**
 * The connection that everything is written on. Its transactions are begun and committed beside Prisma, so that several commands may
 * share one; outside of one it refuses every statement.
 */
export async function openWriter(path: string, onQuery?: OnQuery): Promise<Connection> {
  const { adapter, database, prepare } = await connect(path, WRITER_PRAGMAS)
  const inside = preceded(adapter, async sql => {
    // Readers go on while a transaction is open, so this is where it makes room for them (D74).
    await yieldTurn()
    requireTransaction(database)
    onQuery?.(sql)
  })
  return toConnection({ database, prepare }, adapter, {
    ...inside,
    startTransaction: async () => toSavepoint(adapter, database, inside),
  })
}

/** A connection that sees what is committed, and through which nothing can be written. */
export async function openReader(path: string, onQuery?: OnQuery): Promise<Connection> {
  const { adapter, database, prepare } = await connect(path, READER_PRAGMAS)
  return toConnection({ database, prepare }, adapter, {
    ...preceded(adapter, sql => onQuery?.(sql)),
    // A transaction would hold every other reader of this connection at its own snapshot.
    startTransaction: async () => {
      throw new Error('The reading connection has no transactions: use Store.transaction.')
    },
  })
}

/**
 * The adapter of Prisma around a connection that is open. By itself it opens one with the library that it finds, which need not be the one for this Node (see
 * sqlite.ts); but the class of what it gives takes any. Whole numbers come as BigInt, as it wants them.
 */
export async function adapterFor(database: Sqlite.Database): Promise<SqlDriverAdapter> {
  pattern ??= await new PrismaBetterSqlite3({ url: ':memory:' }).connect()
  database.defaultSafeIntegers(true)
  const adapter: SqlDriverAdapter = Reflect.construct(pattern.constructor, [database])
  if (Reflect.get(adapter, 'client') !== database)
    throw new Error('This version of @prisma/adapter-better-sqlite3 takes no connection.')
  return adapter
}

// Held, since its connection must not be collected as garbage where the library is not the one for this Node.
let pattern: SqlDriverAdapter | undefined

/** How many frames SQLite finds in the log, and how many of them are in the main file. */
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
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

async function connect(path: string, pragmas: readonly string[]) {
  const database = new Database(path, { fileMustExist: true })
  const adapter = await adapterFor(database)
  for (const pragma of [...PRAGMAS, ...pragmas]) database.pragma(pragma)
  // SQLite plans a statement by the value of its LIMIT, and so prepares it again each time that one is bound: 3 µs for a row, 100 for a long list. Of a sum it does
  // not know the value.
  const prepare: Prepare = sql => database.prepare(sql.replaceAll(/\b(LIMIT|OFFSET) \?/g, '$1 ? + 0'))
  return { adapter, database, prepare }
}

// SQLite's own limit. Prisma believes in an older one of 999, and splits what has more into a transaction, which the reader
// does not have.
const MAX_BIND_VALUES = 32_766

type Behaviour = Pick<SqlDriverAdapter, 'queryRaw' | 'executeRaw' | 'startTransaction'>

function toConnection(
  open: Pick<Connection, 'database' | 'prepare'>,
  adapter: SqlDriverAdapter,
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
      // A client that has answered nothing never took the connection, and does not close it.
      if (open.database.open) open.database.close()
    },
  }
}

type Statements = Pick<SqlQueryable, 'queryRaw' | 'executeRaw'>

/** Statements before each of which something is done with its text. */
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

/**
 * SQLite ends a transaction by itself when, say, the disk is full. What follows would then be committed statement by
 * statement, so it is refused.
 */
export function requireTransaction(database: Sqlite.Database): void {
  if (!database.inTransaction) throw new Error('The database has rolled this transaction back.')
}

/** What Prisma wants to do as one, such as a row with those that belong to it: a savepoint within the transaction that is open. */
function toSavepoint(adapter: SqlDriverAdapter, database: Sqlite.Database, inside: Statements): Transaction {
  const run = async (sql: string) => {
    if (database.inTransaction) database.exec(sql)
  }
  database.exec('SAVEPOINT prisma')
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    ...inside,
    // Prisma sends no COMMIT or ROLLBACK of its own then, and leaves both to us.
    options: { usePhantomQuery: true },
    commit: () => run('RELEASE prisma'),
    rollback: () => run('ROLLBACK TO prisma; RELEASE prisma'),
    createSavepoint: name => run(`SAVEPOINT ${name}`),
    rollbackToSavepoint: name => run(`ROLLBACK TO ${name}`),
    releaseSavepoint: name => run(`RELEASE SAVEPOINT ${name}`),
  }
}
