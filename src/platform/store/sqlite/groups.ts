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
export class Groups {
  /** The turn of the running command. */
  current: Turn | undefined
  private readonly options: GroupOptions
  private readonly statements: ReturnType<typeof statementsOf>
  private readonly limit: ReturnType<typeof createTimeLimit>
  private commands = 0
  private commits = 0

  constructor(options: GroupOptions) {
    this.options = options
    this.statements = statementsOf(options.prepare)
    this.limit = createTimeLimit(options.limitMs)
  }

  figures() {
    return { commands: this.commands, commits: this.commits }
  }

  close(): void {
    this.limit.stop()
  }

  /** Takes a group from the queue, and gives each of its commands the answer. Commands that must run again are then first in the queue. */
  async run(queue: Waiting[]): Promise<void> {
    try {
      await beginImmediate(this.statements.begin, this.options.patienceMs)
    } catch (error) {
      const cause = this.toReport(error)
      for (const { reject } of queue.splice(0)) reject(cause)
      return
    }
    const group: CommandEnd[] = []
    try {
      await this.write(queue, group)
    } catch (error) {
      this.fail(group, error)
      return
    }
    for (const { waiting, answer, refusal } of group)
      if (answer === undefined) waiting.reject(this.toReport(refusal))
      else answer()
  }

  /** Runs a group and commits it. */
  private async write(queue: Waiting[], group: CommandEnd[]): Promise<void> {
    const { changes, commit } = this.statements
    const before = changes.get()
    const began = performance.now()
    await this.runCommands(queue, group)
    // The commit of much may take the whole time that a turn is allowed (D74). All calls wait for the one of little, which is short.
    if (performance.now() - began > LITTLE_MS || this.options.mayMoveLog()) await yieldTurn()
    if (changes.get() !== before) this.options.beforeCommit()
    commit.run()
    this.commits += 1
    this.commands += group.length
    if (changes.get() === before) return
    this.options.afterCommit()
    await this.options.force()
  }

  /** Rolls a group back. */
  private fail(group: readonly CommandEnd[], error: unknown): void {
    const { database } = this.options
    if (database.inTransaction) database.exec('ROLLBACK')
    if (error === AGAIN) return
    const cause = this.toReport(error)
    // A refusal may depend on changes of another command of the group, which are gone.
    for (const { waiting, refusal } of group) waiting.reject(this.faultIn(refusal) ?? cause)
  }

  private async runCommands(queue: Waiting[], group: CommandEnd[]): Promise<void> {
    const until = performance.now() + this.options.groupMs
    let apart = false
    do {
      const waiting = queue.shift()
      // After a command that may run only once, the whole group can no longer be rolled back.
      apart ||= waiting?.apart === true
      const end = waiting === undefined ? undefined : await this.runOne(waiting, apart && group.length > 0)
      if (end !== undefined) group.push(end)
      requireTransaction(this.options.database)
      if (end?.left === true) this.runAgain(queue, group)
    } while (queue.length > 0 && group.length < LARGEST_GROUP && performance.now() < until)
  }

  private async runOne(waiting: Waiting, apart: boolean): Promise<CommandEnd> {
    const { database } = this.options
    const turn = newTurn()
    this.current = turn
    if (apart) this.statements.savepoint.run()
    try {
      const answer = await this.limit.within(waiting.run(turn))
      await endOf(turn)
      if (apart && database.inTransaction) this.statements.release.run()
      return { waiting, answer }
    } catch (error) {
      await endOf(turn)
      if (apart && database.inTransaction) database.exec('ROLLBACK TO command; RELEASE command')
      return { waiting, answer: undefined, refusal: error, left: !apart && turn.wrote }
    } finally {
      this.current = undefined
    }
  }

  /** Rolls back a group whose last command failed after a write. The other commands did not fail, so they run again with it. */
  private runAgain(queue: Waiting[], group: readonly CommandEnd[]): never {
    const ends = group.length === 1 || group.at(-1)?.refusal instanceof TooLongError ? group.slice(-1) : []
    for (const { waiting, refusal } of ends) waiting.reject(this.toReport(refusal))
    const again = group.slice(0, group.length - ends.length).map(({ waiting }) => ({ ...waiting, apart: true }))
    queue.unshift(...again)
    throw AGAIN
  }

  private toReport(refusal: unknown): unknown {
    return this.faultIn(refusal) ?? refusal
  }

  private faultIn(error: unknown): StoreUnavailableError | undefined {
    const fault = unavailable(error)
    if (fault !== undefined) this.options.onFault(fault)
    return fault
  }
}

function statementsOf(prepare: Prepare) {
  return {
    begin: prepare('BEGIN IMMEDIATE'),
    commit: prepare('COMMIT'),
    savepoint: prepare('SAVEPOINT command'),
    release: prepare('RELEASE command'),
    changes: prepare('SELECT total_changes()').pluck(),
  }
}

// Statements that a command has begun but not awaited must not write in the turn of another command.
async function endOf(turn: Turn): Promise<void> {
  const { running } = turn
  if (running !== undefined && running.size > 0) await Promise.allSettled(running)
  turn.over = true
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
