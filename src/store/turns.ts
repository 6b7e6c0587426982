import { setTimeout as sleep } from 'node:timers/promises'

/** How long the store may keep one turn of the event loop to itself (D74 allows 50 ms, a single statement included). */
const TURN_MS = 10

let turnStartedAt: number | undefined
let waiting: (() => void)[] = []

/**
 * Lets sockets and timers in when the store has had this turn of the event loop for 10 ms; `undefined` when it has not.
 * Synchronous SQLite and promises make one chain that never does by itself: whatever loops over the store asks here in each round. Every statement of the
 * writer does, so a loop of commands is fair without knowing it; a loop of reads asks itself.
 */
export function letOthersIn(): Promise<void> | undefined {
  if (turnStartedAt === undefined) {
    turnStartedAt = performance.now()
    setImmediate(nextTurn)
    return undefined
  }
  return performance.now() - turnStartedAt < TURN_MS ? undefined : waitForTurn()
}

/** Waits, so that whoever asks again and again leaves the others in peace; no longer than until one of the ends. */
export async function pause(ms: number, ...ends: readonly (AbortSignal | undefined)[]): Promise<void> {
  const signals = ends.filter(end => end !== undefined)
  if (signals.length === 0) return sleep(ms)
  const signal = AbortSignal.any(signals)
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}

// Those that waited go on in their order, as many as the new turn has time for.
async function waitForTurn(): Promise<void> {
  while (turnStartedAt !== undefined && performance.now() - turnStartedAt >= TURN_MS)
    await new Promise<void>(resolve => waiting.push(resolve))
}

function nextTurn(): void {
  const ready = waiting
  waiting = []
  turnStartedAt = ready.length > 0 ? performance.now() : undefined
  if (turnStartedAt !== undefined) setImmediate(nextTurn)
  for (const goOn of ready) goOn()
}
