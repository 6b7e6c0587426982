import { type Context, createContext, type Deps } from '../context.ts'
import { nameOf, unknownWorld } from '../domain/worlds.ts'
import type { Sink } from './queue.ts'

/** Something that happened, with the bank as it was seen then. Those who listen to the same get the same. */
export type LiveEvent<Value> = {
  readonly bank: Context
  readonly value: Value
  /** Whether what it shows may be the same as what the one before it showed. */
  readonly isState: boolean
}

export type StateReader<Value> = {
  /** Throws when there is no such thing (any more). */
  readonly read: (bank: Context, id: string) => Promise<Value>
  /** What makes it another. */
  readonly stateOf: (value: Value) => string
  /** Whether what hangs on it may have changed with each commit in its world, also when it is the same itself. */
  readonly isDeep: boolean
}

/** States of one kind, which are read again after each commit in their world. */
export type States<Value> = {
  /** Gives a state at once, and then each other one, in order. Throws what `read` throws. */
  join(sink: Sink<LiveEvent<Value>>, ctx: Context, id: string): Promise<void>
  /** The names of the worlds that are listened to. */
  worlds(): Iterable<string>
  /** Looks at what may have changed. */
  look(isTouched: (world: string) => boolean): Promise<void>
}

type Channel<Value> = {
  readonly world: string
  readonly id: string
  /** Who listens, with what they have received. */
  readonly seen: Map<Sink<LiveEvent<Value>>, string | undefined>
  /** Whether something was written in its world since the last look. */
  isTouched: boolean
  readonly look: () => Promise<void>
}

/** How long is read in one turn (D74). */
const READING_MS = 10

export function createStates<Value>(deps: Deps, { read, stateOf, isDeep }: StateReader<Value>): States<Value> {
  const channels = new Map<string, Channel<Value>>()

  const send = async (channel: Omit<Channel<Value>, 'look'>) => {
    const { world, id, seen, isTouched } = channel
    channel.isTouched = false
    try {
      const bank = await contextOfWorld(deps, world)
      const value = await read(bank, id)
      const state = stateOf(value)
      for (const [sink, before] of seen) {
        // What waits is shown as it is by then, and who joins is no news to the others.
        if (before === state && !(isDeep && isTouched && sink.size() === 0)) continue
        seen.set(sink, state)
        sink.push({ bank, value, isState: true })
      }
    } catch (error) {
      for (const sink of [...seen.keys()]) sink.end(error)
    }
  }
  const open = (world: string, id: string): Channel<Value> => {
    const channel: Channel<Value> = {
      world,
      id,
      seen: new Map(),
      isTouched: false,
      look: oneForMany(() => send(channel)),
    }
    return channel
  }

  return {
    join: async (sink, ctx, id) => {
      await read(ctx, id)
      const world = nameOf(ctx.world)
      const key = `${world} ${id}`
      const channel = channels.get(key) ?? open(world, id)
      channels.set(key, channel)
      channel.seen.set(sink, undefined)
      sink.atEnd(() => {
        if (channel.seen.delete(sink) && channel.seen.size === 0) channels.delete(key)
      })
      await channel.look()
    },
    worlds: function* () {
      for (const { world } of channels.values()) yield world
    },
    look: async isTouched => {
      let begun = performance.now()
      for (const channel of [...channels.values()]) {
        if (isDeep && !isTouched(channel.world)) continue
        channel.isTouched = true
        void channel.look()
        if (performance.now() - begun < READING_MS) continue
        await new Promise(resolve => setImmediate(resolve))
        begun = performance.now()
      }
    },
  }
}

/** Runs what never fails one at a time, and once for all that ask before it has begun. */
export function oneForMany(run: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve()
  let waiting: Promise<void> | undefined
  return () => {
    waiting ??= last.then(() => {
      waiting = undefined
      return run()
    })
    last = waiting
    return waiting
  }
}

/** A world as it is now. RESOURCE_UNKNOWN when it is gone. */
export async function contextOfWorld(deps: Deps, name: string): Promise<Context> {
  const world = await deps.store.reader.world.findUnique({ where: { name } })
  if (world === null) throw unknownWorld(name)
  return createContext(deps, world, { kind: 'operator' })
}
