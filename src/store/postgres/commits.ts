import type { Scope } from '../engine.ts'
import { breaksConstraint, codeOf, StoreUnavailableError } from '../errors.ts'
import type { Tx } from '../transaction.ts'
import { newTurn } from '../turn-clients.ts'
import { ConflictError, ConnectionLostError } from './faults.ts'
import type { Writer } from './pool.ts'

/** A command that waits. `run` resolves to the function that hands its result to the caller. */
export type Command = {
  readonly run: (tx: Tx) => Promise<() => void>
  readonly reject: (error: unknown) => void
  readonly isRepeatable: boolean
  /** Unless it is the first, it writes within a savepoint, by which it alone can be taken back. */
  apart: boolean
  tries: number
}

const ATTEMPTS = 3

// What PostgreSQL says of each statement behind one that failed.
const ABORTED = '25P02'

/**
 * Runs commands in one transaction, which locks their worlds first: as many as there is time for, one after the other. No caller gets an answer before the commit.
 * Answers those that are still to run.
 *
 * A repeatable command has no savepoint, and what it inserts is not waited for. When one fails after it has written, those that have begun are taken back and run
 * again, each apart. Behind one that runs only once nothing can take all back, so that there each is apart.
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
  const until = performance.now() + groupMs
  try {
    writer.begin(worlds, claims)
    for (const command of group) {
      const before = begun.at(-1)
      if (before !== undefined) {
        if (performance.now() > until) break
        command.apart ||= before.apart
        // What the first has inserted may yet fail; one that was apart is known to have done all.
        if (command.apart && begun.length === 1) await writer.run('SAVEPOINT command')
        else if (command.apart) writer.run('SAVEPOINT command').catch(() => undefined)
      }
      begun.push(command)
      const end = await runOne(writer, command, before !== undefined && command.apart)
      if ('answer' in end) ends.push(end.answer)
      else if (mayRunAgain(command, end.refusal)) again.push(command)
      else ends.push(() => command.reject(end.refusal))
    }
    await commit(writer)
  } catch (error) {
    await writer.run('ROLLBACK').catch(() => undefined)
    return [...takenBack(begun, causeOf(writer, error)), ...group.slice(begun.length)]
  }
  for (const answer of ends) answer()
  return [...again, ...group.slice(begun.length)]
}

/** Of commands that were taken back together, those that run again. The others get the reason why not. */
export function takenBack(commands: readonly Command[], error: unknown): readonly Command[] {
  const isShared = commands.length > 1 && commands.some(({ apart }) => !apart)
  if (isShared && !(error instanceof ConnectionLostError)) {
    for (const command of commands) command.apart = true
    return commands
  }
  const again = commands.filter(command => mayRunAgain(command, error))
  for (const command of commands) if (!again.includes(command)) command.reject(error)
  return again
}

// What another process has made meanwhile is found by the second run. After a lost connection the record of the call decides what has happened (D123).
function mayRunAgain(command: Command, error: unknown): boolean {
  const isLost = error instanceof ConnectionLostError
  if (isLost ? !command.isRepeatable : !(error instanceof ConflictError || breaksConstraint(error))) return false
  command.tries += 1
  return command.tries <= ATTEMPTS
}

type End = { readonly answer: () => void } | { readonly refusal: unknown }

/** Throws when it cannot be taken back alone. */
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

/** Ends a savepoint: by what the command has come to, unless something failed for which it has not waited. */
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

// A statement behind one that failed says no more than that.
function causeOf({ trace }: Writer, error: unknown): unknown {
  return codeOf(error) === ABORTED ? (trace.fault ?? error) : error
}

async function commit({ run, isLost, trace }: Writer): Promise<void> {
  const { command } = await run('COMMIT').catch(error => {
    throw isLost() ? unknownEnd(error) : error
  })
  if (command === 'COMMIT') return
  // A transaction in which a statement failed is rolled back by its COMMIT.
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
