import { chmodSync, existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import {
  type AnsweredCall,
  type CallSummary,
  causeOf,
  type HeaderLine,
  JOURNAL_LIMITS,
  type Journal,
} from '../domain/journal.ts'
import { createJournalReader } from './journal-reading.ts'

export type JournalOptions = {
  readonly machineNow: () => Date
  /** A secret of the server that no call may leave in the journal. */
  readonly token: string | undefined
  /** Told when calls cannot be written; they are answered all the same. */
  readonly onFault?: (error: unknown) => void
}

/** How long a call waits to be written, how many are written at once, and how many may wait when that cannot be done. */
const FLUSH_MS = 150
const BATCH = 200
const WAITING = 20_000
const PRUNED = 1_000
const PRUNE_MS = 60_000

// Beside the books, not in them: the journal is in no snapshot, must not wait for the writer of the books nor hold it, and may
// lose its last calls with the power, but not with the process; so it need not wait for the disk.
const TABLES = `
CREATE TABLE IF NOT EXISTS Call (
  world TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, door TEXT NOT NULL, operation TEXT, tppId TEXT,
  method TEXT NOT NULL, target TEXT NOT NULL, requestId TEXT, status INTEGER NOT NULL, code TEXT, durationMs REAL NOT NULL,
  steps TEXT NOT NULL, faults TEXT NOT NULL,
  requestHeaders TEXT NOT NULL, requestBytes INTEGER NOT NULL, requestBody TEXT,
  answerHeaders TEXT NOT NULL, answerBytes INTEGER NOT NULL, answerBody TEXT
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS CallOfWorld ON Call (world, id);
CREATE INDEX IF NOT EXISTS CallAt ON Call (at);
`

/** Opens the journal in a file, or in memory (`:memory:`) for a bank that leaves nothing behind. */
export function openJournal(path: string, options: JournalOptions): Journal {
  const database = openFile(path)
  const insert = database.prepare(`INSERT INTO Call VALUES (${Array(20).fill('?').join(', ')})`)
  const surplus = database.prepare(
    `DELETE FROM Call WHERE rowid IN (SELECT rowid FROM Call WHERE world = ? ORDER BY id LIMIT ?)`,
  )
  const expired = database.prepare(`DELETE FROM Call WHERE rowid IN (SELECT rowid FROM Call WHERE at <= ? LIMIT ?)`)
  const countOf = database.prepare<[string], number>('SELECT count(*) FROM Call WHERE world = ?').pluck()
  const hide = hider(options.token)
  const followers = new Set<(call: CallSummary) => void>()
  const counts = new Map<string, number>()
  let waiting: AnsweredCall[] = []
  let timer: NodeJS.Timeout | undefined
  let prunedAt = 0
  let lastPlace = 0

  const write = database.transaction((calls: readonly AnsweredCall[]): number[] => {
    const added = new Map<string, number>()
    const places: number[] = []
    for (const call of calls) {
      places.push(Number(insert.run(rowOf(call, hide)).lastInsertRowid))
      added.set(call.world, (added.get(call.world) ?? 0) + 1)
    }
    for (const [world, more] of added) prune(world, more)
    const now = options.machineNow().getTime()
    if (now - prunedAt < PRUNE_MS) return places
    // More than is left goes on with the next batch.
    const { changes } = expired.run(now - JOURNAL_LIMITS.ms, PRUNED)
    if (changes > 0) counts.clear()
    if (changes < PRUNED) prunedAt = now
    return places
  })

  function prune(world: string, more: number): void {
    const before = counts.get(world)
    const count = before === undefined ? (countOf.get(world) ?? 0) : before + more
    const tooMany = Math.max(0, count - JOURNAL_LIMITS.calls)
    if (tooMany > 0) surplus.run(world, tooMany)
    counts.set(world, count - tooMany)
  }

  function flush(most: number): void {
    if (timer !== undefined) clearTimeout(timer)
    timer = undefined
    const calls = waiting.slice(0, most)
    waiting = waiting.slice(most)
    if (calls.length === 0) return
    let places: number[] = []
    try {
      places = write(calls)
    } catch (error) {
      counts.clear()
      options.onFault?.(error)
    }
    if (followers.size > 0) for (const [index, call] of calls.entries()) tell(call, places[index])
    // The rest has a turn of its own, so that calls are answered in between (D74).
    if (waiting.length > 0) later(0)
  }

  function tell(call: AnsweredCall, place = lastPlace): void {
    const { requestHeaders, requestBody, answerHeaders, answerBody, steps, faults, ...summary } = call
    const [fault] = faults
    const cause = fault === undefined ? undefined : hide(causeOf(fault))
    lastPlace = place
    for (const told of followers) told({ ...summary, target: hide(summary.target), cause, place })
  }

  function later(ms: number): void {
    timer ??= setTimeout(() => flush(BATCH), ms).unref()
  }

  const settle = () => {
    while (waiting.length > 0) flush(BATCH)
  }

  return {
    ...createJournalReader(database, settle, options.machineNow),
    add: call => {
      if (waiting.length >= WAITING) waiting.shift()
      waiting.push(call)
      later(FLUSH_MS)
    },
    follow: told => {
      followers.add(told)
      return () => followers.delete(told)
    },
    close: () => {
      settle()
      if (timer !== undefined) clearTimeout(timer)
      database.close()
    },
  }
}

function openFile(path: string): Database.Database {
  const database = new Database(path)
  if (existsSync(path)) chmodSync(path, 0o600)
  for (const pragma of ['journal_mode = WAL', 'synchronous = OFF', 'busy_timeout = 1000', 'temp_store = MEMORY'])
    database.pragma(pragma)
  database.exec(TABLES)
  return database
}

type Hide = (text: string) => string

function rowOf(call: AnsweredCall, hide: Hide): (string | number | null)[] {
  const { requestBody, answerBody } = call
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
    JSON.stringify(call.steps),
    hide(JSON.stringify(call.faults)),
    hide(JSON.stringify(call.requestHeaders.map(withoutSecret))),
    lengthOf(requestBody),
    textOf(requestBody, hide),
    hide(JSON.stringify(call.answerHeaders.map(withoutSecret))),
    lengthOf(answerBody),
    textOf(answerBody, hide),
  ]
}

function lengthOf(body: string | Uint8Array | undefined): number {
  return body === undefined ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.length
}

function textOf(body: string | Uint8Array | undefined, hide: Hide): string | null {
  if (body === undefined || body.length === 0) return null
  const { bodyBytes } = JOURNAL_LIMITS
  return hide(typeof body === 'string' ? body.slice(0, bodyBytes) : Buffer.from(body.subarray(0, bodyBytes)).toString())
}

const SECRET_HEADERS = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie'])
const HIDDEN = '[hidden]'

function withoutSecret([name, value]: HeaderLine): HeaderLine {
  return [name, SECRET_HEADERS.has(name.toLowerCase()) ? HIDDEN : value]
}

const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g
// The hidden field of our own forms.
const FORM_TOKEN = /(^|[?&])token=[^&\s]*/g

function hider(token: string | undefined): Hide {
  return text => {
    let shown = text
    if (shown.includes('PRIVATE KEY-----')) shown = shown.replaceAll(PRIVATE_KEY, HIDDEN)
    if (shown.includes('token=')) shown = shown.replaceAll(FORM_TOKEN, `$1token=${HIDDEN}`)
    return token !== undefined && shown.includes(token) ? shown.replaceAll(token, HIDDEN) : shown
  }
}
