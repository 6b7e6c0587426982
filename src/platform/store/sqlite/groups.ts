import { setTimeout as sleep } from 'node:timers/promises'
import { StoreBusyError, StoreUnavailableError, unavailable } from '../errors.ts'
import { newTurn, type Turn } from '../turn-clients.ts'
import { yieldTurn } from '../turns.ts'
import { isBusy, type Prepare } from './adapter.ts'
import type { Database, Statement } from './driver.ts'
import { createTimeLimit, TooLongError } from './time-limit.ts'

export type GroupOptions = {
  readonly database: Database
  readonly prepare: Prepare
  /** How long to wait while another process writes. */
  readonly patienceMs: number
  /** For how long commands may join one commit. */
  readonly groupMs: number
  /** How long a command may take before it is rolled back. */
  readonly limitMs: number
  /** Whether the next commit may move the log into the main file, which takes as long as a turn may (D74). */
  readonly mayMoveLog: () => boolean
  /** Runs before each commit that has changes, and after it. If it throws, the commands fail with its error. */
  readonly beforeCommit: () => void
  readonly afterCommit: () => void
  /** Forces committed changes to the disk; no caller gets an answer before. */
  readonly force: () => Promise<void>
  /** Receives each fault of the disk that a command met. */
  readonly onFault: (fault: StoreUnavailableError) => void
}

export const LARGEST_GROUP = 256

/** What was written within this time is little. */
const LITTLE_MS = 10

/** A waiting command. `run` resolves to the function that gives the result to the caller. */
export type Waiting = {
  readonly run: (turn: Turn) => Promise<() => void>
  readonly reject: (error: unknown) => void
  /** It writes within a savepoint, so that it can be rolled back alone. */
  readonly apart: boolean
}

/** How a command ended: with a refusal or a result. Its caller gets the answer after the commit. */
type CommandEnd = {
  readonly waiting: Waiting
  readonly answer: (() => void) | undefined
  readonly refusal?: unknown
  /** It has written something that is not rolled back. */
  readonly left?: boolean
}

/** Thrown when commands were rolled back together with a failed one: they are in the queue again. */
const AGAIN = Symbol('a group that runs again')

/**
 * Runs waiting commands in groups, each with one transaction and one commit; a failed command does not affect the others. A savepoint keeps a copy of
 * each page, which costs an eighth of a small command, and commands are rarely rolled back. So the first of a group has none, nor have repeatable
 * ones: when one of these fails after a write, the whole group is rolled back and runs again, each command within a savepoint.
 */
export function createGroups(options: GroupOptions) {
  const { database, prepare } = options
  const limit = createTimeLimit(options.limitMs)
  let current: Turn | undefined
  let [commands, committed] = [0, 0]
  const begin = prepare('BEGIN IMMEDIATE')
  const commit = prepare('COMMIT')
  const savepoint = prepare('SAVEPOINT command')
  const release = prepare('RELEASE command')
  const changes = prepare('SELECT total_changes()').pluck()

  /** Takes a group from the queue, and gives each of its commands the answer. Commands that must run again are then first in the queue. */
  async function run(queue: Waiting[]): Promise<void> {
    try {
      await beginImmediate(begin, options.patienceMs)
    } catch (error) {
      const cause = toReport(error)
      for (const { reject } of queue.splice(0)) reject(cause)
      return
    }
    const group: CommandEnd[] = []
    try {
      const before = changes.get()
      const began = performance.now()
      await runCommands(queue, group)
      // The commit of much may take the whole time that a turn is allowed (D74). All calls wait for the one of little, which is short.
      if (performance.now() - began > LITTLE_MS || options.mayMoveLog()) await yieldTurn()
      if (changes.get() !== before) options.beforeCommit()
      commit.run()
      committed += 1
      commands += group.length
      if (changes.get() !== before) {
        options.afterCommit()
        await options.force()
      }
    } catch (error) {
      if (database.inTransaction) database.exec('ROLLBACK')
      if (error === AGAIN) return
      const cause = toReport(error)
      // A refusal may depend on changes of another command of the group, which are gone.
      for (const { waiting, refusal } of group) waiting.reject(faultIn(refusal) ?? cause)
      return
    }
    for (const { waiting, answer, refusal } of group)
      if (answer === undefined) waiting.reject(toReport(refusal))
      else answer()
  }

  async function runCommands(queue: Waiting[], group: CommandEnd[]): Promise<void> {
    const until = performance.now() + options.groupMs
    let apart = false
    do {
      const waiting = queue.shift()
      // After a command that may run only once, the whole group can no longer be rolled back.
      apart ||= waiting?.apart === true
      const end = waiting === undefined ? undefined : await runOne(waiting, apart && group.length > 0)
      if (end !== undefined) group.push(end)
      requireTransaction(database)
      if (end?.left === true) runAgain(queue, group)
    } while (queue.length > 0 && group.length < LARGEST_GROUP && performance.now() < until)
  }

  async function runOne(waiting: Waiting, apart: boolean): Promise<CommandEnd> {
    const turn = newTurn()
    current = turn
    if (apart) savepoint.run()
    try {
      const answer = await limit.within(waiting.run(turn))
      const rest = unfinished(turn)
      if (rest !== undefined) await rest
      turn.over = true
      if (apart && database.inTransaction) release.run()
      return { waiting, answer }
    } catch (error) {
      const rest = unfinished(turn)
      if (rest !== undefined) await rest
      turn.over = true
      if (apart && database.inTransaction) database.exec('ROLLBACK TO command; RELEASE command')
      return { waiting, answer: undefined, refusal: error, left: !apart && turn.wrote }
    } finally {
      current = undefined
    }
  }

  /** Rolls back a group whose last command failed after a write. The other commands did not fail, so they run again with it. */
  function runAgain(queue: Waiting[], group: readonly CommandEnd[]): never {
    const ends = group.length === 1 || group.at(-1)?.refusal instanceof TooLongError ? group.slice(-1) : []
    for (const { waiting, refusal } of ends) waiting.reject(toReport(refusal))
    const again = group.slice(0, group.length - ends.length).map(({ waiting }) => ({ ...waiting, apart: true }))
    queue.unshift(...again)
    throw AGAIN
  }

  function faultIn(error: unknown): StoreUnavailableError | undefined {
    const fault = unavailable(error)
    if (fault !== undefined) options.onFault(fault)
    return fault
  }

  const toReport = (refusal: unknown) => faultIn(refusal) ?? refusal

  return {
    run,
    current: () => current,
    figures: () => ({ commands, commits: committed }),
    close: limit.stop,
  }
}

// Statements that a command has begun but not awaited must not write in the turn of another command.
function unfinished({ running }: Turn): Promise<unknown> | undefined {
  return running === undefined || running.size === 0 ? undefined : Promise.allSettled(running)
}

// SQLite ends a transaction by itself, for example when the disk is full; all changes of the group are lost with it.
function requireTransaction(database: Database): void {
  if (database.inTransaction) return
  throw new StoreUnavailableError('The database has rolled this transaction back.', 'The store could not write this.')
}

/**
 * Takes the write lock at once, so that no transaction must be given up later. While another process holds it, we wait without blocking the event
 * loop, as SQLite's own busy_timeout would.
 */
async function beginImmediate(begin: Statement, patienceMs: number): Promise<void> {
  for (let waitedMs = 0, delayMs = 1; ; waitedMs += delayMs, delayMs = Math.min(delayMs * 2, 25)) {
    try {
      begin.run()
      return
    } catch (error) {
      if (!isBusy(error)) throw error
      if (waitedMs >= patienceMs) {
        throw new StoreBusyError('Another process has held the store for too long.', { cause: error })
      }
      await sleep(delayMs)
    }
  }
}
