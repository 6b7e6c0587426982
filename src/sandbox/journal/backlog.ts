import type { AnsweredCall, LostCalls } from '../../domain/calls.ts'
import type { Loss } from './engine.ts'

/** How much may wait to be written, and how long. */
export type BacklogLimits = {
  /** From this size on each new call first writes some waiting calls, so that no load makes the backlog longer. */
  readonly pressingBytes: number
  /** The limit while calls cannot be written. */
  readonly mostBytes: number
  /** How long another process may lock the file before this is reported, or a reader is refused. */
  readonly patienceMs: number
}

export const BACKLOG_LIMITS: BacklogLimits = { pressingBytes: 8_000_000, mostBytes: 100_000_000, patienceMs: 3_000 }

/** How much is written in one batch: this many calls, with this many characters of bodies (D74). */
export const BATCH = 300
const BATCH_CHARACTERS = 500_000

// The other parts of a call: names and values of the headers, including a certificate, and recorded facts.
const CALL_BYTES = 5_000

/** The waiting calls, in order, and how many of which world were dropped. */
export function createBacklog({ pressingBytes, mostBytes }: Omit<BacklogLimits, 'patienceMs'>) {
  let waiting: AnsweredCall[] = []
  let bytes = 0
  let added = 0
  let losses = new Map<string, Loss>()

  /** These calls no longer wait. */
  const take = (count: number): readonly AnsweredCall[] => {
    const taken = waiting.slice(0, count)
    waiting = waiting.slice(count)
    for (const call of taken) bytes -= CALL_BYTES + charactersOf(call)
    return taken
  }
  const addLoss = ({ world, first, last, calls }: Loss) => {
    const before = losses.get(world) ?? { first, last, calls: 0 }
    losses.set(world, {
      world,
      first: Math.min(first, before.first),
      last: Math.max(last, before.last),
      calls: before.calls + calls,
    })
  }

  return {
    size: () => waiting.length,
    /** How many calls have come, and how many of them no longer wait. */
    added: () => added,
    gone: () => added - waiting.length,
    isPressing: () => bytes > pressingBytes,
    add: (call: AnsweredCall): void => {
      waiting.push(call)
      bytes += CALL_BYTES + charactersOf(call)
      added += 1
    },
    /** The waiting calls that came after a number of others. */
    since: (count: number): readonly AnsweredCall[] => waiting.slice(Math.max(0, count - added + waiting.length)),
    /** The calls that have waited longest: at least one, and no more than one turn has time for. */
    batch: (most: number): readonly AnsweredCall[] => {
      let [count, characters] = [0, 0]
      for (; count < Math.min(most, waiting.length) && characters <= BATCH_CHARACTERS; count += 1)
        characters += charactersOf(waiting[count])
      return waiting.slice(0, count)
    },
    take,
    /** How many of them exceed the limit. */
    surplus: (): number => {
      let [count, left] = [0, bytes]
      for (; left > mostBytes; count += 1) left -= CALL_BYTES + charactersOf(waiting[count])
      return count
    },
    /** These calls are dropped, and counted. */
    lose: (count: number): void => {
      for (const { world, at } of take(count)) {
        // A call that cannot be written may have no valid time.
        const time = at.getTime() || 0
        addLoss({ world, first: time, last: time, calls: 1 })
      }
    },
    /** The losses that are not written yet. */
    losses: (): readonly Loss[] => [...losses.values()],
    /** The losses, to be written: they are no longer counted here, unless they are restored. */
    takeLosses: (): readonly Loss[] => {
      const taken = [...losses.values()]
      losses = new Map()
      return taken
    },
    restoreLosses: (taken: readonly Loss[]): void => taken.forEach(addLoss),
  }
}

// The memory of a call, even when less of it will be written.
function charactersOf(call: AnsweredCall | undefined): number {
  return (call?.requestBody?.length ?? 0) + (call?.answerBody?.length ?? 0)
}

export function lostCalls({ world, first, last, calls }: Loss): LostCalls {
  return { world, from: new Date(first), to: new Date(last), calls }
}
