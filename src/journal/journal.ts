import { chmodSync, existsSync, renameSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { StoreBusyError, StoreUnavailableError, sqliteCode, startFault, unavailable } from '../store/errors.ts'
import { isBusy } from '../store/sqlite/adapter.ts'
import { Database } from '../store/sqlite/driver.ts'
import { letOthersIn } from '../store/turns.ts'
import { BACKLOG_LIMITS, BATCH, type BacklogLimits, createBacklog } from './backlog.ts'
import { prepareIndex } from './call-index.ts'
import { type AnsweredCall, type CallSummary, causeOf, JOURNAL_LIMITS, type Journal, type LostCalls } from './calls.ts'
import { createLosses, LOSSES_TABLE } from './losses.ts'
import { createJournalReader } from './reading.ts'
import { batchTexts } from './texts.ts'
import { watchJournal } from './watch.ts'
import { PLACES, prepareWriting } from './writing.ts'

export type JournalOptions = {
  readonly machineNow: () => Date
  /** A secret of the server that no call may leave in the journal. */
  readonly token: string | undefined
  /** Told once when calls cannot be written; they are answered all the same, and wait. */
  readonly onFault?: (error: unknown) => void
  /** Told what was lost, once that is known to be all. */
  readonly onLost?: (lost: LostCalls) => void
  readonly limits?: Partial<BacklogLimits>
}

/** How long a call waits to be written. */
const FLUSH_MS = 150
/** How soon a file that could not be written is tried again: first and at last. */
const RETRY_MS = { first: 20, most: 1_000 } as const
const PRUNE_MS = 60_000

const VERSION = 6

// Beside the books, not in them: the journal is in no snapshot, must not wait for the writer of the books nor hold it, and may
// lose its last calls with the power, but not with the process; so it need not wait for the disk.
// All calls of a world that are written together are one text, and their heads another: a list reads no bodies. The rows that a list is made of are made when somebody wants to read
// one: to find a call again costs more than to write it down, and nearly none is looked for.
const TABLES = `
CREATE TABLE IF NOT EXISTS Batch (
  id INTEGER PRIMARY KEY AUTOINCREMENT, world TEXT NOT NULL, at INTEGER NOT NULL, calls INTEGER NOT NULL, heads BLOB NOT NULL, messages BLOB NOT NULL
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
${LOSSES_TABLE}`
const EARLIER_TABLES = ['Body', 'Call', 'Batch', 'Indexed', 'Loss']

/** Opens the journal in a file, or in memory (`:memory:`) for a bank that leaves nothing behind. */
export function openJournal(path: string, options: JournalOptions): Journal {
  const database = openSound(path, options)
  const { addBatch, prune, expire } = prepareWriting(database)
  const indexNext = prepareIndex(database)
  const { textOf, hide } = batchTexts(options.token)
  const followers = new Set<(call: CallSummary) => void>()
  const watching = watchJournal(database, error => options.onFault?.(error))
  const { patienceMs, ...limits } = { ...BACKLOG_LIMITS, ...options.limits }
  const backlog = createBacklog(limits)
  const losses = createLosses(database)
  const file = basename(path)
  let timer: NodeJS.Timeout | undefined
  let prunedAt = 0
  let outage: Outage | undefined
  let damage: StoreUnavailableError | undefined
  /** How many of all calls that came were told to those who follow. */
  let told = 0
  /** How many of those that wait are tried one by one, since one of them cannot be written. */
  let alone = 0

  const oldest = () => options.machineNow().getTime() - JOURNAL_LIMITS.ms

  /** Writes calls by their worlds, and answers where each of them stands. */
  const write = database.transaction((calls: readonly AnsweredCall[]): ReadonlyMap<AnsweredCall, number> => {
    const places = new Map<AnsweredCall, number>()
    for (const [world, own] of byWorld(calls)) {
      const at = own.reduce((last, call) => Math.max(last, call.at.getTime()), 0)
      const batch = addBatch({ world, at, calls: own.length, text: textOf(own) })
      prune(world, own.length)
      if (followers.size > 0) for (const [nth, call] of own.entries()) places.set(call, batch * PLACES + nth)
    }
    losses.write(oldest())
    const now = options.machineNow().getTime()
    // More than is left goes on with the next batch.
    if (now - prunedAt >= PRUNE_MS && expire(now - JOURNAL_LIMITS.ms)) prunedAt = now
    return places
  })

  /** Writes the next batch. Answers why, when the file cannot take it now: then it waits (D95). */
  function flush(): StoreUnavailableError | undefined {
    clearTimeout(timer)
    timer = undefined
    const calls = backlog.first(alone > 0 ? 1 : backlog.batch())
    if (calls.length === 0 && !losses.areUnwritten()) return undefined
    let places: ReadonlyMap<AnsweredCall, number> = new Map()
    try {
      places = write(calls)
    } catch (error) {
      const fault = faultOf(error)
      if (fault !== undefined) return waitForFile(fault)
      giveUpOne(calls, error)
      return undefined
    }
    tellFollowers(calls, places)
    backlog.take(calls.length)
    alone = Math.max(0, alone - 1)
    outage = undefined
    for (const lost of losses.written()) options.onLost?.(lost)
    watching.look()
    // The rest has a turn of its own, so that calls are answered in between (D74).
    if (backlog.size() > 0) later(0)
    return undefined
  }

  function tellFollowers(calls: readonly AnsweredCall[], places: ReadonlyMap<AnsweredCall, number>): void {
    const known = Math.max(0, told - backlog.gone())
    told = Math.max(told, backlog.gone() + calls.length)
    if (followers.size === 0) return
    for (const call of calls.slice(known))
      for (const follower of followers) follower(summaryOf(call, places.get(call) ?? 0))
  }

  /** What of some calls cannot be written never will: they are tried one by one, and the one that it is, is lost. */
  function giveUpOne(calls: readonly AnsweredCall[], error: unknown): void {
    if (calls.length > 1) alone = calls.length
    else {
      drop(1)
      alone = Math.max(0, alone - 1)
      options.onFault?.(error)
    }
    later(0)
  }

  function drop(count: number): void {
    if (count === 0) return
    tellFollowers(backlog.first(count), new Map())
    losses.count(backlog.take(count))
  }

  function waitForFile(fault: StoreUnavailableError): StoreUnavailableError {
    const now = performance.now()
    tellFollowers(backlog.first(backlog.size()), new Map())
    outage ??= { fault, since: now, retryMs: RETRY_MS.first, isTold: false }
    outage.fault = fault
    // Whoever holds the file is mostly another server on it, and lets it go at once.
    if (!outage.isTold && (!(fault instanceof StoreBusyError) || now - outage.since > patienceMs)) {
      outage.isTold = true
      options.onFault?.(
        new StoreUnavailableError(
          `The journal cannot be written: ${fault.message} Calls are answered all the same; they wait for it, and it is tried again each second.`,
          fault.told,
          { cause: fault, file, code: fault.code },
        ),
      )
    }
    later(outage.retryMs)
    outage.retryMs = Math.min(outage.retryMs * 2, RETRY_MS.most)
    return fault
  }

  /** What SQLite says of the file, and not of what was asked; else undefined. */
  function faultOf(error: unknown): StoreUnavailableError | undefined {
    if (isBusy(error))
      return new StoreBusyError(`Another process has held ${file} for too long.`, { cause: error, file })
    const fault = unavailable(error, { what: 'journal', file })
    if (fault?.code?.startsWith('SQLITE_CORRUPT') === true) damage ??= fault
    return fault
  }

  function guarded<T>(run: () => T): T {
    try {
      return run()
    } catch (error) {
      throw faultOf(error) ?? error
    }
  }

  /** Does steps until there are none left, each in its turn; waits for another process that has the file. */
  async function stepByStep(step: () => boolean): Promise<void> {
    const until = performance.now() + patienceMs
    for (;;) {
      try {
        if (!guarded(step)) return
        await letOthersIn()
      } catch (error) {
        if (!(error instanceof StoreBusyError) || performance.now() > until) throw error
        await sleep(RETRY_MS.first)
      }
    }
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

  const reader = createJournalReader(database, options.machineNow)
  return {
    list: (...asked) => guarded(() => reader.list(...asked)),
    count: (...asked) => guarded(() => reader.count(...asked)),
    latest: (...asked) => guarded(() => reader.latest(...asked)),
    find: (...asked) => guarded(() => reader.find(...asked)),
    *each(world, filter) {
      try {
        yield* reader.each(world, filter)
      } catch (error) {
        throw faultOf(error) ?? error
      }
    },
    lost: world => guarded(() => losses.list(world, oldest())),
    fault: () => {
      const fault = damage ?? (outage?.isTold === true ? outage.fault : undefined)
      return fault === undefined ? undefined : `${file}: ${fault.message}`
    },
    add: call => {
      backlog.add(call)
      if (outage !== undefined) return drop(backlog.surplus())
      if (backlog.isPressing()) return void flush()
      // What waits is moved about by the garbage collector, so a full batch waits no longer.
      if (backlog.size() !== BATCH) return later(FLUSH_MS)
      clearTimeout(timer)
      timer = undefined
      later(0)
    },
    ready: async () => {
      const until = backlog.added()
      await stepByStep(() => {
        const fault = backlog.gone() < until || losses.areUnwritten() ? flush() : undefined
        if (fault !== undefined) throw fault
        return backlog.gone() < until
      })
      await stepByStep(indexNext)
    },
    follow: follower => {
      followers.add(follower)
      return () => followers.delete(follower)
    },
    watch: watching.watch,
    close: () => {
      database.pragma(`busy_timeout = ${patienceMs}`)
      while (backlog.size() > 0 && flush() === undefined);
      drop(backlog.size())
      for (const lost of losses.written()) options.onLost?.(lost)
      watching.stop()
      clearTimeout(timer)
      database.close()
    },
  }
}

/** While the file cannot be written. */
type Outage = { fault: StoreUnavailableError; readonly since: number; retryMs: number; isTold: boolean }

/** Where calls are not to be written. */
export const NO_JOURNAL: Journal = {
  add: () => undefined,
  ready: async () => undefined,
  list: () => [],
  count: () => 0,
  latest: () => [],
  find: () => undefined,
  each: () => [],
  lost: () => [],
  fault: () => undefined,
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

/** A damaged file is set aside: it is no books, and a bank without its last calls is better than none. */
function openSound(path: string, { machineNow, onFault }: JournalOptions): Sqlite.Database {
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
  // A batch is some tens of kilobytes: in the usual pages of four each would be written, and checked, by itself.
  for (const pragma of ['page_size = 8192', 'journal_mode = WAL', 'synchronous = OFF', 'temp_store = MEMORY'])
    database.pragma(pragma)
  // Whether there is anything of an earlier version is asked again by who holds the file: another process may have put that right, and written since.
  database
    .transaction(() => {
      const isOwn = database.pragma('user_version', { simple: true }) === VERSION
      // What an earlier version wrote is nobody's books.
      if (!isOwn) database.exec(EARLIER_TABLES.map(table => `DROP TABLE IF EXISTS ${table};`).join(' '))
      database.exec(TABLES)
      database.pragma(`user_version = ${VERSION}`)
    })
    .immediate()
  // From here on who cannot write does something else meanwhile (D74).
  database.pragma('busy_timeout = 20')
  return database
}
