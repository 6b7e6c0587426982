import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long the store may use one turn of the event loop (D74 allows 50 ms, including a single statement). */
const TURN_MS = 10

let turnStartedAt: number | undefined
let waiting: (() => void)[] = []

/**
 * Lets sockets and timers run when the store has used this turn of the event loop for 10 ms; `undefined` when it has not. Synchronous SQLite and
 * promises form one chain that never pauses by itself: every loop over the store calls this in each round. Every statement of the writer calls it, so
 * loops of commands pause by themselves; loops of reads must call it.
 */
export function yieldTurn(): Promise<void> | undefined {
  if (turnStartedAt === undefined) {
    turnStartedAt = performance.now()
    setImmediate(nextTurn)
    return undefined
  }
  return isOver() ? waitForTurn() : undefined
}

/** Runs one of several reads that begin together: each checks whether there is time left after those before it. */
export async function afterYield<T>(run: () => Promise<T>): Promise<T> {
  const wait = yieldTurn()
  if (wait !== undefined) await wait
  return run()
}

/** Below this time the next step may be larger; above twice this time, smaller. */
const STEP_MS = 5

/**
 * Steps of a long read, each in its own turn. `run` receives how many rows the step may read, at most `most`. It begins with few rows and aims at
 * some milliseconds for each step, since rows from the disk take ten times as long as rows in memory (D74).
 */
export function inSteps(most: number): <Result>(run: (rows: number) => Promise<Result>) => Promise<Result> {
  let rows = Math.ceil(most / 8)
  return async run => {
    await yieldTurn()
    // Time spent waiting for another process's database has delayed no other call.
    const start = performance.eventLoopUtilization()
    const result = await run(rows)
    const took = performance.eventLoopUtilization(start).active
    if (took < STEP_MS) rows = Math.min(most, rows * 2)
    // Where a step takes as long for few rows as for many, smaller steps would only be more.
    else if (took > 2 * STEP_MS) rows = Math.max(Math.ceil(most / 100), Math.ceil(rows / 2))
    return result
  }
}

/** Waits, so that a client with many calls does not slow the others; at most until one of the promises ends. */
export async function pause(ms: number, ...ends: readonly (AbortSignal | undefined)[]): Promise<void> {
  const signals = ends.filter(end => end !== undefined)
  if (signals.length === 0) return sleep(ms)
  const signal = AbortSignal.any(signals)
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}

async function waitForTurn(): Promise<void> {
  await new Promise<void>(resolve => waiting.push(resolve))
  // Before the calls that came after it.
  while (isOver()) await new Promise<void>(resolve => waiting.unshift(resolve))
}

function isOver(): boolean {
  return turnStartedAt !== undefined && performance.now() - turnStartedAt >= TURN_MS
}

// Waiting reads continue in their order, as many as fit into the new turn. The first runs at once, so that it always gets its turn. Each of the
// others runs when all promises of the one before it have run, which Node does between two immediates.
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
