import { yieldTurn } from '../store/turns.ts'

/** Takes what happens. */
export type Sink<Item> = {
  /** Adds an item that counts as so many. */
  push(item: Item, weight?: number): void
  /** How many items wait. */
  size(): number
  /** Nothing comes any more; what waits is still given, and then the error, if there is one. */
  end(error?: unknown): void
  /** Runs at its end. */
  atEnd(run: () => void): void
}

/** What waits for one listener, as an iterator that ends at once when it is left. */
export type Queue<Item> = AsyncIterableIterator<Item> & Sink<Item>

/** A queue for at most so many. One more is `tooMany`: what waits is dropped, and the listener is given that error. */
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
    // Many may listen to the same (D74).
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
