import { type Context, createContext, type Deps } from '../../bank/context.ts'
import { nameOf, unknownWorld } from '../../domain/worlds.ts'
import type { Sink } from './queue.ts'

/** An event, with the bank as it was seen then. All listeners to the same thing get the same event. */
export type LiveEvent<Value> = {
  readonly bank: Context
  readonly value: Value
  /** Whether its content may equal that of the previous event. */
  readonly isState: boolean
}

export type StateReader<Value> = {
  /** Throws when the thing does not exist, or no longer. */
  readonly read: (bank: Context, id: string) => Promise<Value>
  /** The value that distinguishes two states. */
  readonly stateOf: (value: Value) => string
  /** Whether its subfields may have changed with each commit in its world, even when the value is the same. */
  readonly isDeep: boolean
}

/** States of one kind, which are read again after each commit in their world. */
export type States<Value> = {
  /** Gives the present state at once, and then each new one, in order. Throws the errors of `read`. */
  join(sink: Sink<LiveEvent<Value>>, ctx: Context, id: string): Promise<void>
  /** The names of the worlds with listeners. */
  worlds(): Iterable<string>
  /** Checks what may have changed. */
  look(isTouched: (world: string) => boolean): Promise<void>
}

type Channel<Value> = {
  readonly world: string
  readonly id: string
  /** Listeners, with the state that they have received. */
  readonly seen: Map<Sink<LiveEvent<Value>>, string | undefined>
  /** Whether something was written in its world since the last check. */
  isTouched: boolean
  readonly look: () => Promise<void>
}

/** How long reads may take in one turn (D74). */
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
      // One object for all, by which their answer is found again.
      const event = { bank, value, isState: true }
      for (const [sink, before] of seen) {
        // A waiting state is shown as it is by then, and a new listener is no event for the others.
        if (before === state && !(isDeep && isTouched && sink.size() === 0)) continue
        seen.set(sink, state)
        sink.push(event)
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

/** Runs a function that never fails, one run at a time, and only once for all calls that come before it has begun. */
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
