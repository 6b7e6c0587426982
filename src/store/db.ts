import { AsyncLocalStorage } from 'node:async_hooks'
import { statSync } from 'node:fs'
import { type Prisma, PrismaClient } from '../generated/client.ts'
import { prepareFile } from './migrations.ts'
import { type Connection, type OnQuery, openReader, openWriter, StoreBusyError } from './sqlite-adapter.ts'

export { StoreBusyError } from './sqlite-adapter.ts'

/** What rows are read through: the reader, or a transaction. */
export type Db = Prisma.TransactionClient

/** A transaction of the writer. Valid until `run` has ended. */
export type Tx = Prisma.TransactionClient

/** The bank's books: one connection that writes, one that reads. */
export type Store = {
  /** Sees committed rows only, each commit as soon as it was acknowledged. Writing through it fails. */
  readonly reader: PrismaClient
  /**
   * Runs `run` in a transaction of its own: one at a time, in the order of the calls. When the promise is fulfilled, what was
   * written is on the disk; when it is rejected, nothing was written. Throws StoreBusyError when the store has too much to do.
   */
  transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /** Throws when the store cannot be written. */
  check(): Promise<void>
  /** Waits for the transactions that were asked for, puts the log into the main file, and closes. */
  close(): Promise<void>
}

export type StoreOptions = {
  /** Is told each SQL statement of both connections, for tests that count them. */
  readonly onQuery?: OnQuery
  /** Where the migrations are, if not in this package. */
  readonly migrations?: URL
  /** How long a transaction waits for another process that writes, before StoreBusyError. 15,000 ms unless told. */
  readonly patienceMs?: number
}

/**
 * Opens the SQLite file that `url` (`file:…`) names; makes it, its directory and its tables where they are missing. Throws an
 * Error that names the file and the reason when it cannot be used, or would not be durable; then nothing is changed in it.
 */
export async function openStore(
  url: string,
  { onQuery, migrations, patienceMs = 15_000 }: StoreOptions = {},
): Promise<Store> {
  const path = await prepareFile(url, migrations)
  const writer = await openWriter(path, patienceMs, onQuery)
  requireDurability(path, writer.database)
  const reader = await openReader(path, onQuery)
  return createStore(path, writer, reader)
}

/** The columns of the unique constraint that `error` reports as violated; undefined when it is another error. */
export function uniqueViolation(error: unknown): readonly string[] | undefined {
  const cause = pick(pick(pick(error, 'meta'), 'driverAdapterError'), 'cause')
  if (pick(cause, 'kind') !== 'UniqueConstraintViolation') return undefined
  const fields = pick(pick(cause, 'constraint'), 'fields')
  return Array.isArray(fields) ? fields.map(String) : []
}

// A transaction is ended from outside only when it hangs. The clock of a world may have years of batches to run in one (D40).
const TRANSACTION_LIMITS = { maxWait: 60_000, timeout: 600_000 }

async function createStore(path: string, writer: Connection, reader: Connection): Promise<Store> {
  const writing = new PrismaClient({ adapter: writer.factory })
  const reading = new PrismaClient({ adapter: reader.factory })
  await Promise.all([writing.$connect(), reading.$connect()])
  const inode = statSync(path).ino
  const queue = createQueue()

  function transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
    return queue.enter(() => writing.$transaction(run, TRANSACTION_LIMITS))
  }

  async function check(): Promise<void> {
    if (statSync(path, { throwIfNoEntry: false })?.ino !== inode)
      throw new Error(`The store ${path} was moved or deleted.`)
    // Writes one page, and waits until the disk has it. Nothing else uses this number.
    await transaction(tx => tx.$executeRaw`PRAGMA user_version = 1`)
  }

  async function finish(): Promise<void> {
    await queue.close()
    await reading.$disconnect()
    writer.database.pragma('wal_checkpoint(TRUNCATE)')
    await writing.$disconnect()
  }

  let finished: Promise<void> | undefined
  const close = () => {
    finished ??= finish()
    return finished
  }

  return { reader: reading, transaction, check, close }
}

const LONGEST_QUEUE = 10_000

/** Lets one task run at a time, in the order they came. */
function createQueue() {
  const turns = new AsyncLocalStorage<{ over: boolean }>()
  let tail: Promise<unknown> = Promise.resolve()
  let length = 0
  let closed = false

  async function enter<T>(task: () => Promise<T>): Promise<T> {
    if (turns.getStore()?.over === false) throw new Error('A transaction inside a transaction would wait for itself.')
    if (closed) throw new StoreBusyError('The store is closing.')
    if (length >= LONGEST_QUEUE) throw new StoreBusyError(`${LONGEST_QUEUE} transactions are waiting for the store.`)
    length += 1
    const turn = { over: false }
    const result = tail.then(() => turns.run(turn, task))
    const end = () => {
      turn.over = true
      length -= 1
    }
    tail = result.then(end, end)
    return result
  }

  async function close(): Promise<void> {
    closed = true
    await tail
  }

  return { enter, close }
}

function requireDurability(path: string, database: Connection['database']): void {
  const wanted = { journal_mode: 'wal', synchronous: 2n, foreign_keys: 1n }
  for (const [pragma, value] of Object.entries(wanted)) {
    const found = database.pragma(pragma, { simple: true })
    if (found === value) continue
    database.close()
    throw new Error(
      `Cannot use the store ${path}: SQLite answers ${pragma}=${found} where ${value} is needed. Is it on a network or memory file system?`,
    )
  }
}

function pick(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
