import { StoreBusyError } from '../errors.ts'
import type { Connection } from './connection.ts'

/** Connections that one has at a time, each opened when none is free. */
export type Pool<Held extends Connection> = {
  use<T>(run: (held: Held) => Promise<T>): Promise<T>
  /** Takes nothing new, waits for what runs, and closes all. */
  close(): Promise<void>
}

export type PoolOptions<Held> = {
  readonly open: () => Promise<Held>
  readonly most: number
  /** How long one waits for its turn. */
  readonly patienceMs: number
}

export function createPool<Held extends Connection>({ open, most, patienceMs }: PoolOptions<Held>): Pool<Held> {
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
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(next), 1)
        reject(new StoreBusyError('All connections to the database were in use for too long.'))
      }, patienceMs)
      const next = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.push(next)
    })
  }

  // The place goes to the one who waits, and so stays taken.
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
      if (held?.isLost() === true) void held.close()
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
