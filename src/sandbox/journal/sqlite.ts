import { chmodSync, existsSync, renameSync } from 'node:fs'
import { basename } from 'node:path'
import {
  StoreBusyError,
  StoreUnavailableError,
  sqliteCode,
  startFault,
  unavailable,
} from '../../platform/store/errors.ts'
import { isBusy } from '../../platform/store/sqlite/adapter.ts'
import { Database } from '../../platform/store/sqlite/driver.ts'
import { type Batch, COLUMNS, type JournalEngine, type Loss, PLACES, storable } from './engine.ts'
import { JOURNAL_LIMITS, MOST_LOSSES } from './limits.ts'

const VERSION = 8
/** The version whose tables lack the call's trace, and nothing else. */
const WITHOUT_TRACES = 7

// A file beside the store, not in it: the journal is in no snapshot, must neither wait for the store's writer nor delay it, and may lose its last
// calls in a power cut, but not when the process ends; so it need not wait for the disk. Headers and bodies of calls that are written together are
// one batch (messages.ts), which no list reads.
const TABLES = `
CREATE TABLE IF NOT EXISTS Batch (id INTEGER PRIMARY KEY AUTOINCREMENT, messages BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS Call (
  place INTEGER PRIMARY KEY, world TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, "by" TEXT NOT NULL, door TEXT NOT NULL, operation TEXT, tppId TEXT,
  method TEXT NOT NULL, target TEXT NOT NULL, requestId TEXT, traceId TEXT, status INTEGER NOT NULL, code TEXT, durationMs REAL NOT NULL, cause TEXT
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS CallOfWorld ON Call (world, id);
CREATE INDEX IF NOT EXISTS CallWritten ON Call (world, place);
CREATE TABLE IF NOT EXISTS Loss (
  id INTEGER PRIMARY KEY AUTOINCREMENT, world TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, calls INTEGER NOT NULL
) STRICT;`
const EARLIER_TABLES = ['Body', 'Call', 'Batch', 'Indexed', 'Loss']

type Opening = { readonly machineNow: () => Date; readonly onFault?: (error: unknown) => void }

/** Opens the journal's file beside the store of SQLite; `:memory:` stores nothing. */
export function openJournalFile(path: string, opening: Opening): JournalEngine {
  const database = openOrBegin(path, opening)
  const name = basename(path)
  const write = prepareWriting(database)
  const messages = database.prepare<Uint8Array<ArrayBuffer>>('SELECT messages FROM Batch WHERE id = ?').pluck()
  return {
    name,
    find: 'instr',
    microseconds: digits => `printf('%0${digits}d', CAST(durationMs * 1000 AS INTEGER))`,
    write,
    rows: (sql, values) => database.prepare<unknown[]>(sql).raw().all(values),
    messages: batch => {
      const found = messages.get([batch])
      return found && Buffer.from(found.buffer)
    },
    faultOf: error =>
      isBusy(error)
        ? new StoreBusyError(`Another process has held ${name} for too long.`, { cause: error, file: name })
        : unavailable(error, { what: 'journal', file: name }),
    waitFor: ms => void database.pragma(`busy_timeout = ${ms}`),
    close: () => void database.close(),
  }
}

const WRITTEN = COLUMNS.filter(name => name !== 'place')
const EXPIRED_AT_ONCE = 1_000
const PRUNE_MS = 60_000

function prepareWriting(database: Database) {
  const addBatch = database.prepare('INSERT INTO Batch (messages) VALUES (?)')
  const addCall = database.prepare(
    `INSERT INTO Call (place, ${WRITTEN.map(name => `"${name}"`).join()}) VALUES (?, ${WRITTEN.map(() => '?').join()})`,
  )
  const countOf = database.prepare<number>('SELECT count(*) FROM Call WHERE world = ?').pluck()
  const removeFirst = database
    .prepare<number>(
      'DELETE FROM Call WHERE place IN (SELECT place FROM Call WHERE world = ? ORDER BY place LIMIT ?) RETURNING place',
    )
    .pluck()
  const version = database.prepare<number>('PRAGMA data_version').pluck()
  const removeOld = database
    .prepare<number>(
      `DELETE FROM Call WHERE place IN (SELECT place FROM Call ORDER BY place LIMIT ${EXPIRED_AT_ONCE}) AND at <= ? RETURNING place`,
    )
    .pluck()
  const removeEmpty = database.prepare(
    `DELETE FROM Batch WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM Call WHERE place >= ?1 * ${PLACES} AND place < (?1 + 1) * ${PLACES})`,
  )
  const addLoss = database.prepare('INSERT INTO Loss (world, first, last, calls) VALUES (?, ?, ?, ?)')
  const removeLosses = database.prepare(
    `DELETE FROM Loss WHERE last <= ? OR id <= (SELECT max(id) FROM Loss) - ${MOST_LOSSES}`,
  )
  // To count 10,000 calls for each batch takes longer than to write it.
  const counts = new Map<string, number>()
  let seen: number | undefined
  let expiredAt = -PRUNE_MS

  const removeSurplus = (world: string) => {
    const surplus = (counts.get(world) ?? 0) - JOURNAL_LIMITS.calls
    if (surplus <= 0) return
    removeBatchesOf(removeFirst.all([world, surplus]))
    counts.set(world, JOURNAL_LIMITS.calls)
  }
  const removeBatchesOf = (places: readonly number[]) => {
    for (const id of new Set(places.map(place => Math.floor(place / PLACES)))) removeEmpty.run([id])
  }
  const expire = (oldest: number) => {
    const now = performance.now()
    if (now - expiredAt < PRUNE_MS) return
    const places = removeOld.all([oldest])
    removeBatchesOf(places)
    counts.clear()
    // The rest, for which this turn has no time, is deleted with the next write.
    if (places.length < EXPIRED_AT_ONCE) expiredAt = now
  }
  const write = (batches: readonly Batch[], losses: readonly Loss[], oldest: number): void => {
    // Another process has written, too: the count is no longer complete.
    const now = version.get()
    if (seen !== now) counts.clear()
    seen = now
    for (const { world, rows, messages } of batches) {
      const first = Number(addBatch.run([messages]).lastInsertRowid) * PLACES
      const before = counts.get(world) ?? countOf.get([world]) ?? 0
      for (const [nth, row] of rows.entries()) addCall.run([first + nth, ...WRITTEN.map(name => storable(row[name]))])
      counts.set(world, before + rows.length)
      removeSurplus(world)
    }
    for (const { world, first, last, calls } of losses) addLoss.run([world, first, last, calls])
    if (losses.length > 0) removeLosses.run([oldest])
    expire(oldest)
  }
  return (...written: Parameters<typeof write>): void => {
    try {
      database.transaction(() => write(...written))
    } catch (error) {
      // The row was counted, and no longer exists.
      counts.clear()
      throw error
    }
  }
}

// A damaged file is renamed: it holds no money, and a bank without its last calls is better than none.
function openOrBegin(path: string, { machineNow, onFault }: Opening): Database {
  try {
    return openFile(path)
  } catch (error) {
    if (!/^SQLITE_(NOTADB|CORRUPT)/.test(sqliteCode(error) ?? ''))
      throw startFault(`Cannot open the journal ${path}`, error)
    const aside = `${path}.damaged-${machineNow().getTime()}`
    for (const end of ['', '-wal', '-shm']) if (existsSync(path + end)) renameSync(path + end, aside + end)
    const publicText = `The journal ${basename(path)} was damaged. It was set aside as ${basename(aside)}, and a new one was begun`
    onFault?.(
      new StoreUnavailableError(`${publicText}.`, publicText, {
        cause: error,
        file: basename(path),
        code: sqliteCode(error),
      }),
    )
    return openFile(path)
  }
}

function openFile(path: string): Database {
  const database = new Database(path)
  try {
    return prepareTables(database, path)
  } catch (error) {
    database.close()
    throw error
  }
}

function prepareTables(database: Database, path: string): Database {
  if (existsSync(path)) chmodSync(path, 0o600)
  for (const pragma of ['journal_mode = WAL', 'synchronous = OFF', 'temp_store = MEMORY']) database.pragma(pragma)
  // Read while this process holds the lock: another process may have dropped the earlier tables and written since.
  database.transaction(() => {
    const version = database.pragma('user_version')
    if (version === WITHOUT_TRACES) database.exec('ALTER TABLE Call ADD COLUMN traceId TEXT')
    // The journal of a still earlier version may be dropped: it is not part of the bank's data.
    else if (version !== VERSION) database.exec(EARLIER_TABLES.map(table => `DROP TABLE IF EXISTS ${table};`).join(' '))
    database.exec(TABLES)
    database.pragma(`user_version = ${VERSION}`)
  })
  // From here on a call that cannot be written waits in the backlog (D74).
  database.pragma('busy_timeout = 20')
  return database
}
