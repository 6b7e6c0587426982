import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CommandKind, StoreFigures } from '../engine.ts'
import { StoreBusyError } from '../errors.ts'
import type { Turn } from '../turn-clients.ts'
import { type GroupOptions, Groups, LARGEST_GROUP, type Waiting } from './groups.ts'

const LONGEST_QUEUE = 10_000
const GATHER_MS = 5

/** Lets commands write one after the other, in the order in which they came. Those that wait share one commit; none gets an answer before it. */
export function createCommits(options: GroupOptions) {
  const queue: Waiting[] = []
  const groups = new Groups(options)
  let draining: Promise<void> | undefined
  let closed = false

  /**
   * Runs a command in its turn. Fulfilled when its changes are on the disk; rejected when nothing of it was written. A repeatable command has no
   * effect outside of the transaction, so it may be rolled back and run again.
   */
  function enter<T>(run: (turn: Turn) => Promise<T>, kind: CommandKind = 'ONCE'): Promise<T> {
    if (closed) return Promise.reject(new StoreBusyError('The store is closing.'))
    if (queue.length >= LONGEST_QUEUE)
      return Promise.reject(new StoreBusyError(`${LONGEST_QUEUE} transactions are waiting for the store.`))
    return new Promise<T>((resolve, reject) => {
      const answerOf = (turn: Turn) => run(turn).then(result => () => resolve(result))
      queue.push({ run: answerOf, reject, apart: kind === 'ONCE' })
      draining ??= drain()
    })
  }

  async function drain(): Promise<void> {
    await gather(queue)
    while (queue.length > 0) {
      await groups.run(queue)
      await gather(queue)
    }
    draining = undefined
  }

  /** Accepts no more commands, and waits for those that have begun. */
  async function close(): Promise<void> {
    closed = true
    await draining
    groups.close()
  }

  const figures = (): StoreFigures => ({ waiting: queue.length, ...groups.figures() })
  return { enter, current: () => groups.current, figures, close }
}

/**
 * Waits for calls whose bytes have already arrived: they may join the group, and one commit costs as much as many. It waits as long as each turn
 * brings more calls, and only for a short time.
 */
async function gather(queue: readonly Waiting[]): Promise<void> {
  const until = performance.now() + GATHER_MS
  let before: number
  do {
    before = queue.length
    await nextTurn()
  } while (queue.length > before && queue.length < LARGEST_GROUP && performance.now() < until)
}
