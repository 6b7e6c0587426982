import { StoreBusyError } from './errors.ts'

export type PoolConnection = {
  readonly isLost: () => boolean
  readonly close: () => void | Promise<void>
}

/** Connections, each for one user at a time; a new one is opened when none is free. */
export type Pool<Held> = {
  use<T>(run: (held: Held) => Promise<T>): Promise<T>
  /** Accepts no more work, waits for running work, and closes all connections. */
  close(): Promise<void>
}

type PoolOptions<Held> = {
  readonly open: () => Promise<Held>
  readonly most: number
  /** How many unused connections stay open; all by default. */
  readonly keep?: number
  /** How long a caller waits for a connection; without a limit by default. */
  readonly patienceMs?: number
}

export function createPool<Held extends PoolConnection>({
  open,
  most,
  keep = most,
  patienceMs,
}: PoolOptions<Held>): Pool<Held> {
  const free: Held[] = []
  const waiting: (() => void)[] = []
  let taken = 0
  let closed = false
  let drained: () => void = () => undefined

  async function take(): Promise<void> {
    if (closed) throw new StoreBusyError('The store is closing.')
    if (taken < most) {
      taken += 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(next), 1)
        reject(new StoreBusyError('All connections to the database were in use for too long.'))
      }
      const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs)
      const next = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.push(next)
    })
  }

  // The connection goes straight to the next caller, and stays in use.
  function giveBack(): void {
    const next = waiting.shift()
    if (next === undefined) taken -= 1
    next?.()
    if (taken === 0) drained()
  }

  async function use<T>(run: (held: Held) => Promise<T>): Promise<T> {
    await take()
    let held: Held | undefined
    try {
      held = free.pop()
      while (held?.isLost() === true) held = free.pop()
      held ??= await open()
      return await run(held)
    } finally {
      if (held !== undefined && (held.isLost() || free.length >= keep)) void held.close()
      else if (held !== undefined) free.push(held)
      giveBack()
    }
  }

  async function close(): Promise<void> {
    closed = true
    if (taken > 0)
      await new Promise<void>(resolve => {
        drained = resolve
      })
    await Promise.all(free.splice(0).map(held => held.close()))
  }

  return { use, close }
}
