import type { Scope, StoreFigures } from '../engine.ts'
import { breaksConstraint, StoreBusyError, StoreUnavailableError } from '../errors.ts'
import type { Tx } from '../transaction.ts'
import { newTurn, type turnsOn } from '../turn-clients.ts'
import type { Connection } from './connection.ts'
import { ConflictError, ConnectionLostError } from './faults.ts'
import type { Pool } from './pool.ts'

/** A connection for commands, and what makes a transaction on it. */
export type Writer = Connection & { readonly within: ReturnType<typeof turnsOn> }

const LONGEST_QUEUE = 10_000
const ATTEMPTS = 3

/**
 * Runs commands: those of a world one after the other, whichever process they come from, and worlds side by side (D124). In this process they wait in a queue
 * of their own, so that one hot world takes one connection; between processes the world's row is locked first.
 */
export function createCommands(writers: Pool<Writer>) {
  const tails = new Map<string, Promise<unknown>>()
  const inside = new Set<Promise<unknown>>()
  let commits = 0
  let isClosed = false

  async function enter<T>(run: (tx: Tx) => Promise<T>, { worlds = [], kind }: Scope = {}): Promise<T> {
    if (isClosed) throw new StoreBusyError('The store is closing.')
    if (inside.size >= LONGEST_QUEUE)
      throw new StoreBusyError(`${LONGEST_QUEUE} transactions are waiting for the store.`)
    const before = worlds.flatMap(id => tails.get(id) ?? [])
    const running = Promise.all(before).then(() => attempt(run, worlds, kind))
    const over = running.catch(() => undefined)
    inside.add(over)
    for (const id of worlds) tails.set(id, over)
    try {
      return await running
    } finally {
      inside.delete(over)
      for (const id of worlds) if (tails.get(id) === over) tails.delete(id)
    }
  }

  async function attempt<T>(run: (tx: Tx) => Promise<T>, worlds: readonly string[], kind: Scope['kind']): Promise<T> {
    for (let tries = 1; ; tries += 1)
      try {
        const result = await writers.use(writer => transact(writer, run, worlds))
        commits += 1
        return result
      } catch (error) {
        if (tries === ATTEMPTS || !mayRunAgain(error, kind)) throw error
      }
  }

  /** Takes nothing new, and waits for what was asked for. */
  async function close(): Promise<void> {
    isClosed = true
    await Promise.all(inside)
  }

  return { enter, close, figures: (): StoreFigures => ({ waiting: inside.size, commands: commits, commits }) }
}

// What another process has made meanwhile is found by the second run. After a lost connection the record of the call decides what has happened (D123).
function mayRunAgain(error: unknown, kind: Scope['kind']): boolean {
  if (error instanceof ConnectionLostError) return kind === 'REPEATABLE'
  return error instanceof ConflictError || breaksConstraint(error)
}

async function transact<T>(
  { run, isLost, within }: Writer,
  command: (tx: Tx) => Promise<T>,
  worlds: readonly string[],
): Promise<T> {
  // Sent together with the command's first statement.
  const begun = Promise.all([
    run('BEGIN ISOLATION LEVEL READ COMMITTED'),
    ...lock(worlds).map(text => run(text, worlds.toSorted())),
  ])
  begun.catch(() => undefined)
  const turn = newTurn()
  let result: T
  try {
    result = await command(within(turn))
    await Promise.allSettled(turn.running ?? [])
    turn.over = true
    await begun
  } catch (error) {
    turn.over = true
    await run('ROLLBACK').catch(() => undefined)
    // What began with a fault goes on with what follows from it.
    await begun
    throw error
  }
  const { command: done } = await run('COMMIT').catch(error => {
    throw isLost() ? unknownEnd(error) : error
  })
  // A transaction in which a statement failed is rolled back by its COMMIT.
  if (done !== 'COMMIT')
    throw new StoreUnavailableError('The database has rolled this transaction back.', 'The store could not write this.')
  return result
}

function lock(worlds: readonly string[]): string[] {
  if (worlds.length === 0) return []
  const places = worlds.map((_, place) => `$${place + 1}`).join(', ')
  return [`SELECT 1 FROM "World" WHERE "id" IN (${places}) ORDER BY "id" FOR NO KEY UPDATE`]
}

function unknownEnd(error: unknown): ConnectionLostError {
  return new ConnectionLostError(
    'The connection to the database was lost during a commit.',
    'The database was lost while this was being written: it may have happened. Look before you try again.',
    { cause: error },
  )
}
