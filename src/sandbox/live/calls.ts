import type { Context, Deps } from '../../bank/context.ts'
import type { CallFilter, CallSummary } from '../../domain/calls.ts'
import { nameOf } from '../../domain/worlds.ts'
import { isWanted } from '../journal/filters.ts'
import { followedUntil, followRequests, latestRequests } from '../journal/requests.ts'
import type { Sink } from './queue.ts'
import { contextOfWorld, type LiveEvent } from './states.ts'

/** Which calls a listener follows. */
type WantedCalls = {
  readonly everyWorld: boolean
  readonly filter: CallFilter
  /** The place in the journal after which they begin, and how many of the calls since then are given at once: the latest ones. */
  readonly after: number
  readonly take: number
}

export type Calls = readonly CallSummary[]

export type LiveCalls = {
  /** Gives the existing calls, then new ones as they are written, each once, oldest first. */
  join(sink: Sink<LiveEvent<Calls>>, ctx: Context, wanted: WantedCalls): Promise<void>
  worlds(): Iterable<string>
  /** Ends the listeners below a world. */
  end(world: string, error: unknown): void
}

type Channel = Pick<WantedCalls, 'everyWorld' | 'filter'> & {
  readonly world: string
  /** A listener, and the place after which it begins. */
  readonly begins: Map<Sink<LiveEvent<Calls>>, number>
  turn: Promise<void>
}

/** The calls of the journal as they are written, by any process (D95). */
export function createLiveCalls(deps: Deps): LiveCalls {
  const channels = new Map<string, Channel>()
  let unfollow: (() => void) | undefined

  const send = async ({ world, begins }: Channel, calls: Calls) => {
    try {
      const event = { bank: await contextOfWorld(deps, world), value: calls, isState: false }
      for (const [sink, begin] of begins) {
        // It has already received the other calls.
        const own = (calls[0]?.place ?? 0) > begin ? calls : calls.filter(({ place }) => place > begin)
        if (own.length > 0) sink.push(own === calls ? event : { ...event, value: own }, own.length)
      }
    } catch (error) {
      for (const sink of [...begins.keys()]) sink.end(error)
    }
  }
  const sendAll = (calls: Calls) => {
    for (const channel of channels.values()) {
      const { world, everyWorld, filter } = channel
      const wanted = calls.filter(call => (everyWorld || call.world === world) && isWanted(filter, call))
      if (wanted.length > 0) channel.turn = channel.turn.then(() => send(channel, wanted))
    }
  }

  return {
    join: async (sink, ctx, { everyWorld, filter, after, take }) => {
      const world = nameOf(ctx.world)
      const key = JSON.stringify([world, everyWorld, filter])
      const channel = channels.get(key) ?? { world, everyWorld, filter, begins: new Map(), turn: Promise.resolve() }
      channels.set(key, channel)
      // Waits until its first calls are known.
      channel.begins.set(sink, Number.MAX_SAFE_INTEGER)
      unfollow ??= followRequests(ctx.deps, sendAll)
      sink.atEnd(() => {
        if (channel.begins.delete(sink) && channel.begins.size === 0) channels.delete(key)
        if (channels.size > 0) return
        unfollow?.()
        unfollow = undefined
      })
      const until = (await followedUntil(ctx))()
      if (!channel.begins.has(sink)) return
      channel.begins.set(sink, Math.max(until, after))
      const begin = channel.turn.then(async () => {
        const known = (await latestRequests(ctx, everyWorld, filter, { after, until, take })).toReversed()
        sink.push({ bank: ctx, value: known, isState: false }, known.length)
      })
      channel.turn = begin.catch(() => undefined)
      await begin
    },
    worlds: function* () {
      for (const { world } of channels.values()) yield world
    },
    end: (world, error) => {
      for (const channel of [...channels.values()])
        if (channel.world === world) for (const sink of [...channel.begins.keys()]) sink.end(error)
    },
  }
}
