import type Database from 'better-sqlite3'
import type { AnsweredCall, LostCalls } from './calls.ts'

/** How much may wait to be written, and how long. */
export type BacklogLimits = {
  /** From here on each call that comes writes some of what waits before it goes on, so that no load makes it more. */
  readonly pressingBytes: number
  /** What is kept while the file cannot be written. */
  readonly mostBytes: number
  /** How long another process may hold the file before that is reported, or a reader is refused. */
  readonly patienceMs: number
}

export const BACKLOG_LIMITS: BacklogLimits = { pressingBytes: 8_000_000, mostBytes: 100_000_000, patienceMs: 3_000 }

/** How much is written at once: so many calls, with so many characters of bodies (D74). */
export const BATCH = 300
const BATCH_CHARACTERS = 500_000

// Names and values of the headers, with a certificate among them, and what else is known of a call.
const CALL_BYTES = 5_000

/** The calls that wait to be written, in their order. */
export function createBacklog({ pressingBytes, mostBytes }: Omit<BacklogLimits, 'patienceMs'>) {
  let waiting: AnsweredCall[] = []
  let bytes = 0
  let added = 0

  return {
    size: () => waiting.length,
    /** How many calls have come, and how many of them wait no longer. */
    added: () => added,
    gone: () => added - waiting.length,
    isPressing: () => bytes > pressingBytes,
    add: (call: AnsweredCall): void => {
      waiting.push(call)
      bytes += CALL_BYTES + charactersOf(call)
      added += 1
    },
    /** Those that wait and came after so many others. */
    since: (count: number): readonly AnsweredCall[] => waiting.slice(Math.max(0, count - added + waiting.length)),
    /** Those that have waited longest: at least one, and no more than one turn has time for. */
    batch: (): readonly AnsweredCall[] => {
      let [count, characters] = [0, 0]
      for (; count < Math.min(BATCH, waiting.length) && characters <= BATCH_CHARACTERS; count += 1)
        characters += charactersOf(waiting[count])
      return waiting.slice(0, count)
    },
    /** How many of them are more than may be kept. */
    surplus: (): number => {
      let [count, left] = [0, bytes]
      for (; left > mostBytes; count += 1) left -= CALL_BYTES + charactersOf(waiting[count])
      return count
    },
    /** They wait no longer. */
    take: (count: number): readonly AnsweredCall[] => {
      const taken = waiting.slice(0, count)
      waiting = waiting.slice(count)
      for (const call of taken) bytes -= CALL_BYTES + charactersOf(call)
      return taken
    },
  }
}

// What a call keeps in memory, also where less of it will be written.
function charactersOf(call: AnsweredCall | undefined): number {
  return (call?.requestBody?.length ?? 0) + (call?.answerBody?.length ?? 0)
}

/** How many losses are kept, of all worlds together. */
const KEPT = 1_000

type LossRow = { readonly world: string; readonly first: number; readonly last: number; readonly calls: number }

/** Counts the calls that could not be kept: in memory until the file can be written again. */
export function createLosses(database: Database.Database) {
  const insert = database.prepare<LossRow>(
    'INSERT INTO Loss (world, first, last, calls) VALUES (@world, @first, @last, @calls)',
  )
  const prune = database.prepare<[number]>(
    `DELETE FROM Loss WHERE last <= ? OR id <= (SELECT max(id) FROM Loss) - ${KEPT}`,
  )
  const kept = database.prepare<[number], LossRow>('SELECT * FROM Loss WHERE last > ? ORDER BY id')
  let unwritten = new Map<string, LossRow>()
  return {
    count: (calls: readonly AnsweredCall[]): void => {
      for (const { world, at } of calls) {
        // A call that cannot be written may have no time.
        const time = at.getTime() || 0
        const { first, last, calls: before } = unwritten.get(world) ?? { first: time, last: time, calls: 0 }
        unwritten.set(world, { world, first: Math.min(time, first), last: Math.max(time, last), calls: before + 1 })
      }
    },
    areUnwritten: () => unwritten.size > 0,
    /** Part of a transaction: `written` is to be called when that is committed. */
    write: (since: number): void => {
      if (unwritten.size === 0) return
      for (const loss of unwritten.values()) insert.run(loss)
      prune.run(since)
    },
    /** Forgets what is written now, and returns it. */
    written: (): readonly LostCalls[] => {
      const losses = [...unwritten.values()].map(lostCalls)
      unwritten = new Map()
      return losses
    },
    /** What was lost of a world or of all, since then, oldest first. */
    list: (world: string | undefined, since: number): LostCalls[] =>
      [...kept.all(since), ...unwritten.values()]
        .filter(loss => world === undefined || loss.world === world)
        .map(lostCalls),
  }
}

function lostCalls({ world, first, last, calls }: LossRow): LostCalls {
  return { world, from: new Date(first), to: new Date(last), calls }
}
