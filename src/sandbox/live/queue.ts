import { yieldTurn } from '../../platform/store/turns.ts'

/** The side that adds events. */
export type Sink<Item> = {
  /** Adds an item with its weight. */
  push(item: Item, weight?: number): void
  /** The weight of all waiting items. */
  size(): number
  /** No more items come; waiting ones are still delivered, and then the error, if there is one. */
  end(error?: unknown): void
  /** Runs at its end. */
  atEnd(run: () => void): void
}

/** The waiting items of one listener, as an iterator that ends at once when it is left. */
export type Queue<Item> = AsyncIterableIterator<Item> & Sink<Item>

/** A queue with a limit. One item more gives `tooMany`: the waiting items are dropped, and the listener gets that error. */
export function createQueue<Item>(most: number, tooMany: () => Error): Queue<Item> {
  let waiting: { readonly item: Item; readonly weight: number }[] = []
  let weighs = 0
  let ended = false
  let fault: { readonly error: unknown } | undefined
  let wake = () => {}
  const ends: (() => void)[] = []

  const end = (error?: unknown) => {
    if (ended) return
    ended = true
    fault = error === undefined ? undefined : { error }
    for (const run of ends) run()
    wake()
  }
  const next = async (): Promise<IteratorResult<Item, undefined>> => {
    while (waiting.length === 0 && !ended)
      await new Promise<void>(resolve => {
        wake = resolve
      })
    // Many may listen to the same thing (D74).
    await yieldTurn()
    const first = waiting.shift()
    if (first !== undefined) {
      weighs -= first.weight
      return { value: first.item, done: false }
    }
    const last = fault
    fault = undefined
    if (last !== undefined) throw last.error
    return { value: undefined, done: true }
  }
  const queue: Queue<Item> = {
    push: (item, weight = 1) => {
      if (ended) return
      weighs += weight
      if (weighs > most) {
        waiting = []
        return end(tooMany())
      }
      waiting.push({ item, weight })
      wake()
    },
    size: () => waiting.length,
    end,
    atEnd: run => {
      if (ended) run()
      else ends.push(run)
    },
    next,
    return: async () => {
      waiting = []
      end()
      fault = undefined
      return { value: undefined, done: true }
    },
    [Symbol.asyncIterator]: () => queue,
  }
  return queue
}
