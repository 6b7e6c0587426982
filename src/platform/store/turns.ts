import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long the store may use one turn of the event loop (D74 allows 50 ms, including a single statement). */
const TURN_MS = 10

/** How much of a turn a command may use, whatever the reads of that turn have used. */
const COMMAND_MS = 15

let turnStartedAt: number | undefined
let commandStartedAt: number | undefined
const waiting: (() => void)[] = []
/** Statements of the running command, in their order. */
const held: (() => void)[] = []

/** Whether more reads wait for a turn than soon get one: what begins now makes each of them wait longer. */
export function isBehind(): boolean {
  return waiting.length > MOST_IN_TIME
}

const MOST_IN_TIME = 16

let accepted = 0

/** Called with each connection that was accepted. */
export function noteAccepted(): void {
  accepted += 1
}

/**
 * For what waits for a turn: whether it lets this one pass, since connections come. Node accepts one in each turn, so that only short turns soon accept
 * the last of hundreds (D75). However many come, work goes on in every 32nd turn.
 */
export function givingWay(): () => boolean {
  let [known, given] = [0, 0]
  return () => {
    given = accepted === known || given === MOST_GIVEN ? 0 : given + 1
    known = accepted
    return given > 0
  }
}

const MOST_GIVEN = 31
const givesWay = givingWay()

/**
 * Lets sockets and timers run when the store has used this turn of the event loop for 10 ms; `undefined` when it has not. Synchronous SQLite and
 * promises form one chain that never pauses by itself: every loop over the store calls this in each round.
 */
export function yieldTurn(): Promise<void> | undefined {
  beginTurn()
  return isOver() ? waitForTurn() : undefined
}

/**
 * The same for a statement of a command; each calls it, so loops of commands pause by themselves. All commands wait for the one that runs, so it keeps
 * its turn for some milliseconds beside the reads, and is the first in the next turn.
 */
export function yieldCommand(): Promise<void> | undefined {
  beginTurn()
  const now = performance.now()
  commandStartedAt ??= now
  if (held.length === 0 && now - commandStartedAt < COMMAND_MS) return undefined
  return new Promise(resolve => held.push(resolve))
}

function beginTurn(): void {
  if (turnStartedAt !== undefined) return
  turnStartedAt = performance.now()
  setImmediate(nextTurn)
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

// The running command continues, then waiting reads in their order, as many as fit into the new turn. The first runs at once, so that it always gets
// its turn. Each of the others runs when all promises of the one before it have run, which Node does between two immediates.
function nextTurn(): void {
  const count = held.length + waiting.length
  if (count > 0 && givesWay()) return void setImmediate(nextTurn)
  commandStartedAt = undefined
  turnStartedAt = count > 0 ? performance.now() : undefined
  if (count === 0) return
  for (let others = count - 1; others > 0; others -= 1) setImmediate(goOnInTime)
  setImmediate(nextTurn)
  goOn()
}

function goOnInTime(): void {
  if (!isOver()) goOn()
}

function goOn(): void {
  const next = held.shift() ?? waiting.shift()
  next?.()
}
