import type { Scope } from '../engine.ts'
import { breaksConstraint, codeOf, StoreBusyError, StoreUnavailableError } from '../errors.ts'
import type { Tx } from '../transaction.ts'
import { newTurn } from '../turn-clients.ts'
import { ConflictError, ConnectionLostError } from './faults.ts'
import type { Writer } from './pool.ts'
import { SILENCE_MS } from './silence.ts'

/** A waiting command. `run` resolves to the function that gives the result to the caller. */
export type Command = {
  readonly run: (tx: Tx) => Promise<() => void>
  readonly reject: (error: unknown) => void
  readonly isRepeatable: boolean
  /** Every command but the first writes within a savepoint, so that it can be rolled back alone. */
  apart: boolean
  tries: number
  readonly enteredAt: number
  /** Whether a transaction has begun with it, which decides how it goes on after a failure; and whether its caller has an answer already. */
  isRunning: boolean
  isOver: boolean
}

const ATTEMPTS = 3

/** A call is answered within 15 seconds (D127): until then a command may begin and be repeated, and must have its answer. */
export const WAITING_MS = 10_000
const AGAIN_MS = 6_000
const ANSWER_MS = 14_000
const SHORTEST_SILENCE_MS = 3_000

// PostgreSQL's code for each statement after a failed one.
const ABORTED = '25P02'

/**
 * Runs commands in one transaction, which locks their worlds first: one after the other, as many as fit into its time. No caller gets an answer
 * before the commit. Returns the commands that are left. A repeatable command has no savepoint, and its inserts are not awaited. When such a command
 * fails after a write, all commands of the transaction are rolled back and run again, each with a savepoint. After a command that may run only once,
 * the whole can no longer be rolled back; from there on each has a savepoint.
 */
export async function runGroup(
  writer: Writer,
  { worlds = [], claims = false }: Scope,
  group: readonly Command[],
  groupMs: number,
): Promise<readonly Command[]> {
  const begun: Command[] = []
  const ends: (() => void)[] = []
  const again: Command[] = []
  let looked = 0
  const until = performance.now() + groupMs
  try {
    writer.patience(patienceWith(group))
    writer.begin(worlds, claims)
    for (const command of group) {
      const before = begun.at(-1)
      if (before !== undefined && performance.now() > until) break
      if (command.isOver) {
        looked += 1
        continue
      }
      if (before !== undefined) {
        command.apart ||= before.apart
        // Inserts of the first command may still fail; a command with a savepoint has finished all its statements.
        if (command.apart && begun.length === 1) await writer.run('SAVEPOINT command')
        else if (command.apart) writer.run('SAVEPOINT command').catch(() => undefined)
      }
      looked += 1
      begun.push(command)
      command.isRunning = true
      const end = await runOne(writer, command, before !== undefined && command.apart)
      if ('answer' in end) ends.push(end.answer)
      else if (mayRunAgain(command, end.refusal)) again.push(command)
      else ends.push(() => command.reject(end.refusal))
    }
    await commit(writer)
  } catch (error) {
    await writer.run('ROLLBACK').catch(() => undefined)
    return [...takenBack(begun, causeOf(writer, error)), ...group.slice(looked)]
  }
  for (const answer of ends) answer()
  return [...again, ...group.slice(looked)]
}

// Less time when one of them has waited already.
function patienceWith(group: readonly Command[]): number {
  const oldest = Math.min(...group.map(({ enteredAt }) => enteredAt))
  return Math.min(SILENCE_MS, Math.max(SHORTEST_SILENCE_MS, oldest + ANSWER_MS - performance.now()))
}

/** Of commands that were rolled back together, those that run again. The others are rejected with the reason. */
export function takenBack(commands: readonly Command[], error: unknown): readonly Command[] {
  const isShared = commands.length > 1 && commands.some(({ apart }) => !apart)
  if (isShared && !(error instanceof ConnectionLostError)) {
    const late = commands.filter(({ enteredAt }) => performance.now() > enteredAt + WAITING_MS)
    for (const { reject } of late)
      reject(new StoreBusyError('A command was taken back with others, and it is too late to run it again.'))
    const inTime = commands.filter(command => !late.includes(command))
    for (const command of inTime) Object.assign(command, { apart: true, isRunning: false })
    return inTime
  }
  const again = commands.filter(command => mayRunAgain(command, error))
  for (const command of commands) if (!again.includes(command)) command.reject(error)
  return again
}

// The second run sees what another process has created meanwhile. After a lost connection the call's record decides what has happened (D123).
function mayRunAgain(command: Command, error: unknown): boolean {
  const isLost = error instanceof ConnectionLostError
  if (isLost ? !command.isRepeatable : !(error instanceof ConflictError || breaksConstraint(error))) return false
  const until = command.enteredAt + (isLost ? AGAIN_MS : WAITING_MS)
  if (command.tries >= ATTEMPTS || performance.now() > until) return false
  Object.assign(command, { tries: command.tries + 1, isRunning: false })
  return true
}

type End = { readonly answer: () => void } | { readonly refusal: unknown }

/** Throws when the command cannot be rolled back alone. */
async function runOne(writer: Writer, command: Command, apart: boolean): Promise<End> {
  const { trace } = writer
  const turn = newTurn()
  trace.wrote = false
  const end = await writer.untilLost(command.run(writer.within(turn))).then(
    (answer): End => ({ answer }),
    (refusal): End => ({ refusal }),
  )
  await Promise.allSettled(turn.running ?? [])
  turn.over = true
  if (apart) return release(writer, end)
  if ('refusal' in end && (trace.wrote || trace.fault !== undefined)) throw end.refusal
  return end
}

/** Ends a savepoint as the command ended, unless a statement failed that the command did not await. */
async function release(writer: Writer, end: End): Promise<End> {
  const refusal =
    'refusal' in end
      ? end
      : await writer.run('RELEASE SAVEPOINT command').then(
          () => undefined,
          (error): End => ({ refusal: error }),
        )
  if (refusal === undefined || !('refusal' in refusal)) return end
  const cause = causeOf(writer, refusal.refusal)
  if (cause instanceof ConnectionLostError) throw cause
  writer.run('ROLLBACK TO SAVEPOINT command').catch(() => undefined)
  await writer.run('RELEASE SAVEPOINT command')
  writer.trace.fault = undefined
  return { refusal: cause }
}

// A statement after a failed one has no other message than this.
function causeOf({ trace }: Writer, error: unknown): unknown {
  return codeOf(error) === ABORTED ? (trace.fault ?? error) : error
}

async function commit({ run, isLost, trace }: Writer): Promise<void> {
  const { command } = await run('COMMIT').catch(error => {
    throw isLost() ? unknownEnd(error) : error
  })
  if (command === 'COMMIT') return
  // PostgreSQL turns the COMMIT of a transaction with a failed statement into a ROLLBACK.
  throw (
    trace.fault ??
    new StoreUnavailableError('The database has rolled this transaction back.', 'The store could not write this.')
  )
}

function unknownEnd(error: unknown): ConnectionLostError {
  return new ConnectionLostError(
    'The connection to the database was lost during a commit.',
    'The database was lost while this was being written: it may have happened. Look before you try again.',
    { cause: error },
  )
}
