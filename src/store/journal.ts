import { chmodSync, existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { type AnsweredCall, type CallSummary, causeOf, JOURNAL_LIMITS, type Journal } from '../domain/journal.ts'
import { prepareIndex } from './journal-index.ts'
import { createJournalReader } from './journal-reading.ts'
import { batchTexts } from './journal-texts.ts'
import { watchJournal } from './journal-watch.ts'
import { PLACES, prepareWriting } from './journal-writing.ts'
import { letOthersIn } from './turns.ts'

export type JournalOptions = {
  readonly machineNow: () => Date
  /** A secret of the server that no call may leave in the journal. */
  readonly token: string | undefined
  /** Told when calls cannot be written; they are answered all the same. */
  readonly onFault?: (error: unknown) => void
}

/** How long a call waits to be written, and how many may wait when that cannot be done. */
const FLUSH_MS = 150
const WAITING = 20_000
/** How much is written at once: so many calls, with so many characters of bodies. */
const BATCH = 100
const BATCH_CHARACTERS = 500_000
const PRUNE_MS = 60_000

const VERSION = 5

// Beside the books, not in them: the journal is in no snapshot, must not wait for the writer of the books nor hold it, and may
// lose its last calls with the power, but not with the process; so it need not wait for the disk.
// All calls of a world that are written together are one text. The rows that a list is made of are made when somebody wants to read
// one: to find a call again costs more than to write it down, and nearly none is looked for.
const TABLES = `
CREATE TABLE IF NOT EXISTS Batch (
  id INTEGER PRIMARY KEY AUTOINCREMENT, world TEXT NOT NULL, at INTEGER NOT NULL, calls INTEGER NOT NULL, text BLOB NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS BatchOfWorld ON Batch (world);
CREATE INDEX IF NOT EXISTS BatchAt ON Batch (at);
CREATE TABLE IF NOT EXISTS Call (
  place INTEGER PRIMARY KEY, world TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, door TEXT NOT NULL, operation TEXT, tppId TEXT,
  method TEXT NOT NULL, target TEXT NOT NULL, requestId TEXT, status INTEGER NOT NULL, code TEXT, durationMs REAL NOT NULL, cause TEXT
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS CallOfWorld ON Call (world, id);
CREATE TABLE IF NOT EXISTS Indexed (one INTEGER PRIMARY KEY CHECK (one = 1), batch INTEGER NOT NULL) STRICT;
INSERT OR IGNORE INTO Indexed VALUES (1, 0);
`
const EARLIER_TABLES = ['Body', 'Call', 'Batch', 'Indexed']

/** Opens the journal in a file, or in memory (`:memory:`) for a bank that leaves nothing behind. */
export function openJournal(path: string, options: JournalOptions): Journal {
  const database = openFile(path)
  const { addBatch, prune, expire } = prepareWriting(database)
  const indexNext = prepareIndex(database)
  const { textOf, hide } = batchTexts(options.token)
  const followers = new Set<(call: CallSummary) => void>()
  const watching = watchJournal(database, error => options.onFault?.(error))
  let waiting: AnsweredCall[] = []
  let timer: NodeJS.Timeout | undefined
  let prunedAt = 0

  /** Writes calls by their worlds, and answers where each of them stands. */
  const write = database.transaction((calls: readonly AnsweredCall[]): ReadonlyMap<AnsweredCall, number> => {
    const places = new Map<AnsweredCall, number>()
    for (const [world, own] of byWorld(calls)) {
      const at = own.reduce((last, call) => Math.max(last, call.at.getTime()), 0)
      const batch = addBatch({ world, at, calls: own.length, text: textOf(own) })
      prune(world, own.length)
      if (followers.size > 0) for (const [nth, call] of own.entries()) places.set(call, batch * PLACES + nth)
    }
    const now = options.machineNow().getTime()
    // More than is left goes on with the next batch.
    if (now - prunedAt >= PRUNE_MS && expire(now - JOURNAL_LIMITS.ms)) prunedAt = now
    return places
  })

  function flush(): void {
    if (timer !== undefined) clearTimeout(timer)
    timer = undefined
    const most = sizeOfBatch(waiting)
    const calls = waiting.slice(0, most)
    waiting = waiting.slice(most)
    if (calls.length === 0) return
    let places: ReadonlyMap<AnsweredCall, number> | undefined
    try {
      places = write(calls)
    } catch (error) {
      options.onFault?.(error)
    }
    const summaries = () => calls.map(call => summaryOf(call, places?.get(call) ?? 0))
    if (followers.size > 0) for (const call of summaries()) for (const told of followers) told(call)
    if (places === undefined) watching.tellUnwritten(summaries())
    else watching.look()
    // The rest has a turn of its own, so that calls are answered in between (D74).
    if (waiting.length > 0) later(0)
  }

  function summaryOf(call: AnsweredCall, place: number): CallSummary {
    const { requestHeaders, requestBody, answerHeaders, answerBody, steps, faults, ...summary } = call
    const [fault] = faults
    const cause = fault === undefined ? undefined : hide(causeOf(fault))
    return { ...summary, target: hide(summary.target), cause, place }
  }

  function later(ms: number): void {
    timer ??= setTimeout(flush, ms).unref()
  }

  return {
    ...createJournalReader(database, options.machineNow),
    add: call => {
      if (waiting.length >= WAITING) waiting.shift()
      // What waits is moved about by the garbage collector, so a full batch waits no longer.
      if (waiting.push(call) !== BATCH) return later(FLUSH_MS)
      clearTimeout(timer)
      timer = undefined
      later(0)
    },
    ready: async () => {
      const last = waiting.at(-1)
      while (last !== undefined && waiting.includes(last)) {
        flush()
        await letOthersIn()
      }
      while (indexNext()) await letOthersIn()
    },
    follow: told => {
      followers.add(told)
      return () => followers.delete(told)
    },
    watch: watching.watch,
    close: () => {
      while (waiting.length > 0) flush()
      watching.stop()
      if (timer !== undefined) clearTimeout(timer)
      database.close()
    },
  }
}

/** Where calls are not to be written. */
export const NO_JOURNAL: Journal = {
  add: () => undefined,
  ready: async () => undefined,
  list: () => [],
  count: () => 0,
  latest: () => [],
  find: () => undefined,
  each: () => [],
  follow: () => () => undefined,
  watch: () => () => undefined,
  close: () => undefined,
}

function byWorld(calls: readonly AnsweredCall[]): ReadonlyMap<string, readonly AnsweredCall[]> {
  const worlds = new Map<string, AnsweredCall[]>()
  for (const call of calls) {
    const own = worlds.get(call.world)
    if (own === undefined) worlds.set(call.world, [call])
    else own.push(call)
  }
  return worlds
}

// At least one, and no more than one turn has time for (D74).
function sizeOfBatch(calls: readonly AnsweredCall[]): number {
  let characters = 0
  for (let size = 0; size < Math.min(BATCH, calls.length); size += 1) {
    const call = calls[size]
    characters += (call?.requestBody?.length ?? 0) + (call?.answerBody?.length ?? 0)
    if (characters > BATCH_CHARACTERS) return size + 1
  }
  return BATCH
}

function openFile(path: string): Database.Database {
  const database = new Database(path)
  if (existsSync(path)) chmodSync(path, 0o600)
  // A batch is some tens of kilobytes: in the usual pages of four each would be written, and checked, by itself.
  for (const pragma of [
    'page_size = 8192',
    'journal_mode = WAL',
    'synchronous = OFF',
    'busy_timeout = 1000',
    'temp_store = MEMORY',
  ])
    database.pragma(pragma)
  // What an earlier version wrote is nobody's books.
  if (database.pragma('user_version', { simple: true }) !== VERSION)
    database.exec(EARLIER_TABLES.map(table => `DROP TABLE IF EXISTS ${table};`).join(' '))
  database.exec(TABLES)
  database.pragma(`user_version = ${VERSION}`)
  return database
}
