import type { AnsweredCall } from './calls.ts'

/** How much may wait to be written, and how long. */
export type BacklogLimits = {
  /** From here on each call that comes writes some of what waits before it goes on, so that no load makes it more. */
  readonly pressingBytes: number
  /** What is kept while the file cannot be written. */
  readonly mostBytes: number
  /** How long another process may hold the file before somebody is told, or who reads is refused. */
  readonly patienceMs: number
}

export const BACKLOG_LIMITS: BacklogLimits = { pressingBytes: 8_000_000, mostBytes: 100_000_000, patienceMs: 3_000 }

/** How much is written at once: so many calls, with so many characters of bodies. */
export const BATCH = 100
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
      bytes += bytesOf(call)
      added += 1
    },
    /** Those that have waited longest. */
    first: (count: number): readonly AnsweredCall[] => waiting.slice(0, count),
    /** How many of them are a batch: at least one, and no more than one turn has time for (D74). */
    batch: (): number => sizeOfBatch(waiting),
    /** How many of them are more than may be kept. */
    surplus: (): number => {
      let [count, left] = [0, bytes]
      for (; left > mostBytes; count += 1) left -= bytesOf(waiting[count])
      return count
    },
    /** They wait no longer. */
    take: (count: number): readonly AnsweredCall[] => {
      const taken = waiting.slice(0, count)
      waiting = waiting.slice(count)
      for (const call of taken) bytes -= bytesOf(call)
      return taken
    },
  }
}

// What a call keeps in memory, also where less of it will be written.
function bytesOf(call: AnsweredCall | undefined): number {
  return CALL_BYTES + (call?.requestBody?.length ?? 0) + (call?.answerBody?.length ?? 0)
}

function sizeOfBatch(calls: readonly AnsweredCall[]): number {
  let characters = 0
  for (let size = 0; size < Math.min(BATCH, calls.length); size += 1) {
    const call = calls[size]
    characters += (call?.requestBody?.length ?? 0) + (call?.answerBody?.length ?? 0)
    if (characters > BATCH_CHARACTERS) return size + 1
  }
  return Math.min(BATCH, calls.length)
}
