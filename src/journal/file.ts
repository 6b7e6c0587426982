import { chmodSync, existsSync, renameSync } from 'node:fs'
import { basename } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { StoreUnavailableError, sqliteCode, startFault } from '../store/errors.ts'
import { Database } from '../store/sqlite/driver.ts'

const VERSION = 7

/** How many calls one batch may have at most: the place of a call is the number of its batch times this, and its own in it. */
export const PLACES = 1_000

/** What lists show and filters compare, a column each. */
export const COLUMNS = [
  'place',
  'world',
  'id',
  'at',
  'by',
  'door',
  'operation',
  'tppId',
  'method',
  'target',
  'requestId',
  'status',
  'code',
  'durationMs',
  'cause',
] as const
export type CallRow = Readonly<Record<(typeof COLUMNS)[number], string | number | null>>

export const LISTED = COLUMNS.map(name => `"${name}"`).join(', ')

// Beside the books, not in them: the journal is in no snapshot, must not wait for the writer of the books nor hold it, and may
// lose its last calls with the power, but not with the process; so it need not wait for the disk.
// Headers and bodies of the calls that are written together are one batch (messages.ts): a list reads none of them.
const TABLES = `
CREATE TABLE IF NOT EXISTS Batch (id INTEGER PRIMARY KEY AUTOINCREMENT, messages BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS Call (
  place INTEGER PRIMARY KEY, world TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, "by" TEXT NOT NULL, door TEXT NOT NULL, operation TEXT, tppId TEXT,
  method TEXT NOT NULL, target TEXT NOT NULL, requestId TEXT, status INTEGER NOT NULL, code TEXT, durationMs REAL NOT NULL, cause TEXT
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS CallOfWorld ON Call (world, id);
CREATE INDEX IF NOT EXISTS CallWritten ON Call (world, place);
CREATE TABLE IF NOT EXISTS Loss (
  id INTEGER PRIMARY KEY AUTOINCREMENT, world TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, calls INTEGER NOT NULL
) STRICT;`
const EARLIER_TABLES = ['Body', 'Call', 'Batch', 'Indexed', 'Loss']

type Opening = { readonly machineNow: () => Date; readonly onFault?: (error: unknown) => void }

/** Opens the file of a journal. A damaged one is set aside: it is no books, and a bank without its last calls is better than none. */
export function openJournalFile(path: string, { machineNow, onFault }: Opening): Sqlite.Database {
  try {
    return openFile(path)
  } catch (error) {
    if (!/^SQLITE_(NOTADB|CORRUPT)/.test(sqliteCode(error) ?? ''))
      throw startFault(`Cannot open the journal ${path}`, error)
    const aside = `${path}.damaged-${machineNow().getTime()}`
    for (const end of ['', '-wal', '-shm']) if (existsSync(path + end)) renameSync(path + end, aside + end)
    const told = `The journal ${basename(path)} was damaged. It was set aside as ${basename(aside)}, and a new one was begun`
    onFault?.(
      new StoreUnavailableError(`${told}.`, told, { cause: error, file: basename(path), code: sqliteCode(error) }),
    )
    return openFile(path)
  }
}

function openFile(path: string): Sqlite.Database {
  const database = new Database(path)
  try {
    return prepareTables(database, path)
  } catch (error) {
    database.close()
    throw error
  }
}

function prepareTables(database: Sqlite.Database, path: string): Sqlite.Database {
  if (existsSync(path)) chmodSync(path, 0o600)
  for (const pragma of ['journal_mode = WAL', 'synchronous = OFF', 'temp_store = MEMORY']) database.pragma(pragma)
  // The version is read by the holder of the file: another process may have dropped the earlier tables, and written since.
  database
    .transaction(() => {
      const isOwn = database.pragma('user_version', { simple: true }) === VERSION
      // What an earlier version wrote is no part of the books.
      if (!isOwn) database.exec(EARLIER_TABLES.map(table => `DROP TABLE IF EXISTS ${table};`).join(' '))
      database.exec(TABLES)
      database.pragma(`user_version = ${VERSION}`)
    })
    .immediate()
  // From here on a call that cannot be written waits in the backlog (D74).
  database.pragma('busy_timeout = 20')
  return database
}
