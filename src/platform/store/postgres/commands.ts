import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Scope, StoreFigures } from '../engine.ts'
import { StoreBusyError, WorldHeldError } from '../errors.ts'
import type { Pool } from '../pool.ts'
import type { Tx } from '../transaction.ts'
import { type Command, runGroup, takenBack, WAITING_MS } from './commits.ts'
import { ConnectionLostError } from './faults.ts'
import type { Writer } from './pool.ts'

const LONGEST_QUEUE = 10_000
const LARGEST_GROUP = 256

/** Commands that share a transaction. Others may join until it begins. */
type Group = {
  readonly scope: Scope
  readonly commands: Command[]
  isOpen: boolean
  over: Promise<void>
}

/**
 * Runs commands. Those of a world run one after the other, even from several processes; those of different worlds run in parallel (D124). Waiting
 * commands of one world and process share a transaction and its commit. Between processes the transaction locks the world's row first.
 */
export function createCommands(writers: Pool<Writer>, groupMs: number) {
  const tails = new Map<string, Group>()
  const running = new Set<Promise<void>>()
  let [waiting, commands, commits] = [0, 0, 0]
  let isClosed = false

  function enter<T>(run: (tx: Tx) => Promise<T>, scope: Scope = {}): Promise<T> {
    const { worlds = [], kind, claims = false } = scope
    if (isClosed) return Promise.reject(new StoreBusyError('The store is closing.'))
    if (waiting >= LONGEST_QUEUE)
      return Promise.reject(new StoreBusyError(`${LONGEST_QUEUE} transactions are waiting for the store.`))
    waiting += 1
    let giveUp: NodeJS.Timeout | undefined
    const entering = new Promise<T>((resolve, reject) => {
      const answerOf = async (tx: Tx) => {
        if (claims) await requireClaimed(tx, worlds)
        const result = await run(tx)
        return () => resolve(result)
      }
      const command = {
        run: answerOf,
        reject,
        isRepeatable: kind === 'REPEATABLE',
        apart: kind !== 'REPEATABLE',
        tries: 1,
        enteredAt: performance.now(),
        isRunning: false,
        isOver: false,
      }
      giveUp = setTimeout(() => {
        if (command.isRunning) return
        command.isOver = true
        reject(new StoreBusyError('A command waited for its turn for too long.'))
      }, WAITING_MS)
      join(scope, command)
    })
    return entering.finally(() => {
      clearTimeout(giveUp)
      waiting -= 1
    })
  }

  function join(scope: Scope, command: Command): void {
    const { worlds = [], claims = false } = scope
    const isOpen = worlds.length === 1 && !claims
    const last = isOpen ? tails.get(worlds[0] ?? '') : undefined
    if (last?.isOpen === true && last.commands.length < LARGEST_GROUP) {
      last.commands.push(command)
      return
    }
    const before = worlds.map(id => tails.get(id)?.over)
    const group: Group = { scope, commands: [command], isOpen, over: Promise.resolve() }
    group.over = Promise.all(before)
      .then(() => runAll(group))
      .finally(() => {
        running.delete(group.over)
        for (const id of worlds) if (tails.get(id) === group) tails.delete(id)
      })
    running.add(group.over)
    for (const id of worlds) tails.set(id, group)
  }

  async function runAll(group: Group): Promise<void> {
    // Calls whose bytes have already arrived may join.
    if (group.isOpen) await nextTurn()
    for (let rest: readonly Command[] = group.commands; rest.some(({ isOver }) => !isOver); )
      rest = await writers
        .use(async writer => {
          group.isOpen = false
          const left = await runGroup(writer, group.scope, rest, groupMs)
          commits += 1
          commands += rest.length - left.length
          return left
        })
        .catch(error => {
          group.isOpen = false
          if (error instanceof ConnectionLostError) return takenBack(rest, error)
          // The pool had no connection for these commands: none has begun.
          for (const { reject } of rest) reject(error)
          return []
        })
  }

  /** Accepts no more commands, and waits for all that it has. */
  async function close(): Promise<void> {
    isClosed = true
    await Promise.all(running)
  }

  return { enter, close, figures: (): StoreFigures => ({ waiting, commands, commits }) }
}

// These are the rows that were locked.
async function requireClaimed(tx: Tx, worlds: readonly string[]): Promise<void> {
  for (const id of worlds)
    if ((await tx.world.findUnique({ where: { id } })) === null)
      throw new WorldHeldError('Another process holds the world.')
}
