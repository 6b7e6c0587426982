import { StoreBusyError } from './errors.ts'

export type PoolConnection = {
  readonly isLost: () => boolean
  readonly close: () => void | Promise<void>
}

type PoolOptions<Held> = {
  readonly open: () => Promise<Held>
  readonly most: number
  /** How many unused connections stay open; all by default. */
  readonly keep?: number
  /** How long a caller waits for a connection; without a limit by default. */
  readonly patienceMs?: number
}

/** Connections, each for one user at a time; a new one is opened when none is free. */
export class Pool<Held extends PoolConnection> {
  private readonly options: PoolOptions<Held>
  private readonly free: Held[] = []
  private readonly waiting: (() => void)[] = []
  private taken = 0
  private closing: Promise<void> | undefined
  private drained: () => void = () => undefined

  constructor(options: PoolOptions<Held>) {
    this.options = options
  }

  async use<T>(run: (held: Held) => Promise<T>): Promise<T> {
    await this.take()
    let held: Held | undefined
    try {
      held = this.unused() ?? (await this.options.open())
      return await run(held)
    } finally {
      if (held !== undefined) this.keep(held)
      this.giveBack()
    }
  }

  /** Accepts no more work, waits for running work, and closes all connections. */
  close(): Promise<void> {
    this.closing ??= this.end()
    return this.closing
  }

  private async end(): Promise<void> {
    if (this.taken > 0)
      await new Promise<void>(resolve => {
        this.drained = resolve
      })
    await Promise.all(this.free.splice(0).map(held => held.close()))
  }

  private async take(): Promise<void> {
    if (this.closing !== undefined) throw new StoreBusyError('The store is closing.')
    if (this.taken === this.options.most) return this.wait()
    this.taken += 1
  }

  private wait(): Promise<void> {
    const { patienceMs } = this.options
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.waiting.splice(this.waiting.indexOf(next), 1)
        reject(new StoreBusyError('All connections to the database were in use for too long.'))
      }
      const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs)
      const next = () => {
        clearTimeout(timer)
        resolve()
      }
      this.waiting.push(next)
    })
  }

  /** An unused connection that is not lost. */
  private unused(): Held | undefined {
    let held = this.free.pop()
    while (held?.isLost() === true) held = this.free.pop()
    return held
  }

  private keep(held: Held): void {
    const { most, keep = most } = this.options
    if (held.isLost() || this.free.length >= keep) void held.close()
    else this.free.push(held)
  }

  // The place goes straight to the next caller, and stays taken.
  private giveBack(): void {
    const next = this.waiting.shift()
    if (next === undefined) this.taken -= 1
    next?.()
    if (this.taken === 0) this.drained()
  }
}
