import { performance } from 'node:perf_hooks'
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
export function yieldTurn(): Promise<void> | undefined {
  if (turnStartedAt === undefined) {
    turnStartedAt = performance.now()
    setImmediate(nextTurn)
    return undefined
  }
  return isOver() ? waitForTurn() : undefined
}

/** Runs one of several reads that are begun at once: each looks whether there is time for it when those before it have run. */
export async function afterYield<T>(run: () => Promise<T>): Promise<T> {
  const wait = yieldTurn()
  if (wait !== undefined) await wait
  return run()
}

/** Below it, the next step may be larger; above twice as long, smaller. */
const STEP_MS = 5

/**
 * Steps of a long read, each in its turn: `run` gets how many rows the step may go through, `most` at most. From few rows on, as many as took some
 * milliseconds, since rows that come from the disk take ten times as long as those in memory (D74).
 */
export function inSteps(most: number): <Result>(run: (rows: number) => Promise<Result>) => Promise<Result> {
  let rows = Math.ceil(most / 8)
  return async run => {
    await yieldTurn()
    // What it has waited for a database of another process has held up no one.
    const start = performance.eventLoopUtilization()
    const result = await run(rows)
    const took = performance.eventLoopUtilization(start).active
    if (took < STEP_MS) rows = Math.min(most, rows * 2)
    else if (took > 2 * STEP_MS) rows = Math.max(1, Math.ceil(rows / 2))
    return result
  }
}

/** Waits, so that a client that asks again and again does not slow the others; no longer than until one of the ends. */
export async function pause(ms: number, ...ends: readonly (AbortSignal | undefined)[]): Promise<void> {
  const signals = ends.filter(end => end !== undefined)
  if (signals.length === 0) return sleep(ms)
  const signal = AbortSignal.any(signals)
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}

async function waitForTurn(): Promise<void> {
  await new Promise<void>(resolve => waiting.push(resolve))
  // Before those that came after it.
  while (isOver()) await new Promise<void>(resolve => waiting.unshift(resolve))
}

function isOver(): boolean {
  return turnStartedAt !== undefined && performance.now() - turnStartedAt >= TURN_MS
}

// Those that waited go on in their order, as many as the new turn has time for: the first at once, so that it comes to its turn whatever else there is to do,
// and each of the others when all promises of the one before it have run, which Node sees to between two immediates.
function nextTurn(): void {
  turnStartedAt = waiting.length > 0 ? performance.now() : undefined
  if (turnStartedAt === undefined) return
  const [first, ...others] = waiting.splice(0)
  waiting = others
  for (const _ of others) setImmediate(goOnInTime)
  setImmediate(nextTurn)
  first?.()
}

function goOnInTime(): void {
  if (!isOver()) waiting.shift()?.()
}
