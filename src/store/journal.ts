import { chmodSync, existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { type AnsweredCall, type CallSummary, causeOf, JOURNAL_LIMITS, type Journal } from '../domain/journal.ts'
import { createJournalReader } from './journal-reading.ts'
import { type BatchTexts, batchTexts, type Hide } from './journal-texts.ts'
import { watchJournal } from './journal-watch.ts'

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
const PRUNED = 1_000
const PRUNE_MS = 60_000

const COLUMNS = 15
const VERSION = 3

// Beside the books, not in them: the journal is in no snapshot, must not wait for the writer of the books nor hold it, and may
// lose its last calls with the power, but not with the process; so it need not wait for the disk.
// What a list shows of a call is a row. What only who opens the call looks at is text, one for all calls of a world that are
// written together: many small values in rows of their own cost more than the calls themselves.
const TABLES = `
CREATE TABLE IF NOT EXISTS Call (
  world TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, door TEXT NOT NULL, operation TEXT, tppId TEXT,
  method TEXT NOT NULL, target TEXT NOT NULL, requestId TEXT, status INTEGER NOT NULL, code TEXT, durationMs REAL NOT NULL,
  cause TEXT, batch INTEGER NOT NULL, nth INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS CallOfWorld ON Call (world, id);
CREATE TABLE IF NOT EXISTS Batch (
  id INTEGER PRIMARY KEY, world TEXT NOT NULL, lastId TEXT NOT NULL, at INTEGER NOT NULL, calls INTEGER NOT NULL, text TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS Body (
  batch INTEGER NOT NULL REFERENCES Batch ON DELETE CASCADE, nth INTEGER NOT NULL, side TEXT NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (batch, nth, side)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS BatchOfWorld ON Batch (world, lastId);
CREATE INDEX IF NOT EXISTS BatchAt ON Batch (at);
`

/** Opens the journal in a file, or in memory (`:memory:`) for a bank that leaves nothing behind. */
export function openJournal(path: string, options: JournalOptions): Journal {
  const database = openFile(path)
  const { addBatch, addCalls, prune, expire } = prepareWriting(database)
  const { textOf, hide } = batchTexts(options.token)
  const followers = new Set<(call: CallSummary) => void>()
  const watching = watchJournal(database, error => options.onFault?.(error))
  let waiting: AnsweredCall[] = []
  let timer: NodeJS.Timeout | undefined
  let prunedAt = 0

  /** Writes calls in their order, and answers where the last of them stands. */
  const write = database.transaction((calls: readonly AnsweredCall[]): number => {
    const worlds = byWorld(calls)
    const texts = new Map<AnsweredCall, Place>()
    for (const [world, own] of worlds) {
      const batch = addBatch(world, own, textOf(own))
      for (const [nth, call] of own.entries()) texts.set(call, { batch, nth })
    }
    const last = addCalls(calls.map(call => rowOf(call, hide, texts.get(call))))
    for (const [world, own] of worlds) prune(world, own.length)
    const now = options.machineNow().getTime()
    // More than is left goes on with the next batch.
    if (now - prunedAt >= PRUNE_MS && expire(now - JOURNAL_LIMITS.ms)) prunedAt = now
    return last
  })

  function flush(): void {
    if (timer !== undefined) clearTimeout(timer)
    timer = undefined
    const most = sizeOfBatch(waiting)
    const calls = waiting.slice(0, most)
    waiting = waiting.slice(most)
    if (calls.length === 0) return
    let last: number | undefined
    try {
      last = write(calls)
    } catch (error) {
      options.onFault?.(error)
    }
    const summaries = () =>
      calls.map((call, index) => summaryOf(call, last === undefined ? 0 : last - calls.length + 1 + index))
    if (followers.size > 0) for (const call of summaries()) for (const told of followers) told(call)
    if (last === undefined) watching.tellUnwritten(summaries())
    else watching.look()
    // The rest has a turn of its own, so that calls are answered in between (D74).
    if (waiting.length > 0) later(0)
  }

  function summaryOf(call: AnsweredCall, place: number): CallSummary {
    const { requestHeaders, requestBody, answerHeaders, answerBody, steps, faults, ...summary } = call
    return { ...summary, target: hide(summary.target), cause: firstCause(call, hide), place }
  }

  function later(ms: number): void {
    timer ??= setTimeout(flush, ms).unref()
  }

  const settle = () => {
    while (waiting.length > 0) flush()
  }

  return {
    ...createJournalReader(database, settle, options.machineNow),
    add: call => {
      if (waiting.length >= WAITING) waiting.shift()
      // What waits is moved about by the garbage collector, so a full batch waits no longer.
      if (waiting.push(call) !== BATCH) return later(FLUSH_MS)
      clearTimeout(timer)
      timer = undefined
      later(0)
    },
    follow: told => {
      followers.add(told)
      return () => followers.delete(told)
    },
    watch: watching.watch,
    close: () => {
      settle()
      watching.stop()
      if (timer !== undefined) clearTimeout(timer)
      database.close()
    },
  }
}

/** Where calls are not to be written. */
export const NO_JOURNAL: Journal = {
  add: () => undefined,
  list: () => [],
  count: () => 0,
  latest: () => [],
  find: () => undefined,
  each: () => [],
  follow: () => () => undefined,
  watch: () => () => undefined,
  close: () => undefined,
}

/** The statements that write. `prune` and `expire` take away what is beyond the limits (D95); `expire` says whether that was all. */
function prepareWriting(database: Database.Database) {
  const place = `(${Array(COLUMNS).fill('?').join(', ')})`
  const insertCalls = (rows: number) =>
    database.prepare(`INSERT INTO Call VALUES ${Array(rows).fill(place).join(', ')}`)
  const [insertOne, insertMany] = [insertCalls(1), insertCalls(ROWS)]
  const addText = database.prepare('INSERT INTO Batch (world, lastId, at, calls, text) VALUES (?, ?, ?, ?, ?)')
  const addBody = database.prepare('INSERT INTO Body VALUES (?, ?, ?, ?)')
  const countOf = database.prepare<[string], number>('SELECT count(*) FROM Call WHERE world = ?').pluck()
  const surplus = database.prepare(
    'DELETE FROM Call WHERE world = @world AND id < (SELECT id FROM Call WHERE world = @world ORDER BY id LIMIT 1 OFFSET @surplus)',
  )
  const emptied = database.prepare(
    'DELETE FROM Batch WHERE world = @world AND lastId < (SELECT min(id) FROM Call WHERE world = @world)',
  )
  const old = database.prepare<[number, number], { id: number; world: string; lastId: string; calls: number }>(
    'SELECT id, world, lastId, calls FROM Batch WHERE at <= ? ORDER BY at LIMIT ?',
  )
  const expiredCalls = database.prepare('DELETE FROM Call WHERE world = ? AND id <= ? AND at <= ?')
  const expiredBatch = database.prepare('DELETE FROM Batch WHERE id = ?')
  const counts = new Map<string, number>()
  const version = database.prepare<[], number>('PRAGMA data_version').pluck()
  let seen: number | undefined
  return {
    /** The text of some calls of a world; answers its number. */
    addBatch: (
      world: string,
      calls: readonly AnsweredCall[],
      { text, bodies }: ReturnType<BatchTexts['textOf']>,
    ): number => {
      const [lastId = ''] = calls.map(({ id }) => id).sort((one, other) => (one < other ? 1 : -1))
      const at = calls.reduce((last, call) => Math.max(last, call.at.getTime()), 0)
      const batch = Number(addText.run(world, lastId, at, calls.length, text).lastInsertRowid)
      for (const body of bodies) addBody.run(batch, body.nth, body.side, body.text)
      return batch
    },
    /** Rows in their order, one number after the other; answers the last one. */
    addCalls: (rows: readonly Row[]): number => {
      let last = 0
      const whole = rows.length - (rows.length % ROWS)
      for (let row = 0; row < whole; row += ROWS)
        last = Number(insertMany.run(rows.slice(row, row + ROWS).flat()).lastInsertRowid)
      for (const row of rows.slice(whole)) last = Number(insertOne.run(row).lastInsertRowid)
      return last
    },
    prune: (world: string, more: number) => {
      // Another process has written, too: what was counted before is not all.
      const now = version.get()
      if (seen !== now) counts.clear()
      seen = now
      const before = counts.get(world)
      const count = before === undefined ? (countOf.get(world) ?? 0) : before + more
      const tooMany = Math.max(0, count - JOURNAL_LIMITS.calls)
      if (tooMany > 0) {
        surplus.run({ world, surplus: tooMany })
        emptied.run({ world })
      }
      counts.set(world, count - tooMany)
    },
    expire: (limit: number): boolean => {
      let gone = 0
      for (const { id, world, lastId, calls } of old.all(limit, PRUNED)) {
        if (gone >= PRUNED) return false
        expiredCalls.run(world, lastId, limit)
        expiredBatch.run(id)
        counts.delete(world)
        gone += calls
      }
      return gone < PRUNED
    },
  }
}

const ROWS = 20

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
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = OFF',
    'busy_timeout = 1000',
    'temp_store = MEMORY',
    'foreign_keys = ON',
  ])
    database.pragma(pragma)
  // What an earlier version wrote is nobody's books.
  if (database.pragma('user_version', { simple: true }) !== VERSION)
    database.exec('DROP TABLE IF EXISTS Call; DROP TABLE IF EXISTS Batch')
  database.exec(TABLES)
  database.pragma(`user_version = ${VERSION}`)
  return database
}

type Row = (string | number | null)[]

/** Where the text of a call is: in which batch, and as which of its calls. */
type Place = { readonly batch: number; readonly nth: number }

function rowOf(call: AnsweredCall, hide: Hide, { batch, nth }: Place = { batch: 0, nth: 0 }): Row {
  return [
    call.world,
    call.id,
    call.at.getTime(),
    call.door,
    call.operation ?? null,
    call.tppId ?? null,
    call.method,
    hide(call.target),
    call.requestId ?? null,
    call.status,
    call.code ?? null,
    call.durationMs,
    firstCause(call, hide) ?? null,
    batch,
    nth,
  ]
}

function firstCause({ faults: [fault] }: AnsweredCall, hide: Hide): string | undefined {
  return fault === undefined ? undefined : hide(causeOf(fault))
}
