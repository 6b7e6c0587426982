import type { Deps } from '../../bank/context.ts'
import { byRule, DomainError } from '../../domain/errors.ts'
import { unknownWorld } from '../../domain/worlds.ts'
import type { Consent, Payment, World } from '../../generated/client.ts'
import { type Clock, clockOf } from '../worlds/clock.ts'
import { createLiveCalls, type LiveCalls } from './calls.ts'
import { createQueue, type Queue } from './queue.ts'
import { createStates, oneForMany, type States } from './states.ts'

/** The limits of one caller (D75, D99), as numbers that tests can reduce. */
export type LiveLimits = {
  /** How many listeners one caller may have at once. */
  readonly listeners: number
  /** The cost of one caller's subscriptions together, counted like the cost of an operation. */
  readonly cost: number
  /** How many changes may wait for one listener. */
  readonly waiting: number
}

const LIVE_LIMITS: LiveLimits = { listeners: 1_000, cost: 1_000_000, waiting: 1_000 }

/** The one source of all live data (D99): subscriptions and the console. */
export type Live = {
  /** How many listeners there are now. */
  size(): number
  /**
   * Creates a listener's access to a world. ACCESS_EXCEEDED when its caller has too many there, or their common cost is too high; UNAVAILABLE when
   * the server stops.
   */
  open<Item>(world: string, address: string, cost?: number): Queue<Item>
  readonly calls: LiveCalls
  readonly clocks: States<Clock>
  readonly payments: States<Payment>
  readonly consents: States<Consent>
  readonly worlds: States<World>
}

/** Worlds expire, and locks of clocks end, without a command. */
const LOOK_MS = 1_000

/** Without a listener it follows nothing, stores nothing and has no timer. */
export function createLive(deps: Deps, limits: LiveLimits = LIVE_LIMITS): Live {
  const listeners = new Set<{
    readonly caller: string
    readonly cost: number
    readonly end: (error: unknown) => void
  }>()
  const calls = createLiveCalls(deps)
  const clocks = createStates(deps, {
    read: async ({ world }) => clockOf(world, deps.machineNow()),
    // A clock that only runs is unchanged.
    stateOf: ({ now, frozen, offsetMs, moving, nextDueAt }) =>
      JSON.stringify([frozen, frozen ? now : Number(offsetMs), moving, nextDueAt]),
    isDeep: false,
  })
  const payments = createStates(deps, { read: (bank, id) => bank.load.payment(id), stateOf: textOf, isDeep: true })
  const consents = createStates(deps, { read: (bank, id) => bank.load.consent(id), stateOf: textOf, isDeep: true })
  const worlds = createStates(deps, { read: async ({ world }) => world, stateOf: textOf, isDeep: true })
  const states = [clocks, payments, consents, worlds]
  /** The keys of the rows of worlds, as last seen. */
  let keys: ReadonlyMap<string, string> = new Map()

  /** The keys of the worlds with writes since the last check; undefined means any world. */
  const written = new Set<string | undefined>()

  /** Checks what commits may have changed. */
  const look = async () => {
    const ids = new Set(written)
    written.clear()
    const names = new Set([...states, calls].flatMap(source => [...source.worlds()]))
    const now = new Map<string, string>()
    for (const name of names) {
      const world = await deps.store.reader.world.findUnique({ where: { name } })
      if (world === null) calls.end(name, unknownWorld(name))
      now.set(name, world?.id ?? '')
    }
    const before = keys
    keys = now
    const isTouched = (name: string) =>
      ids.has(undefined) || ids.has(now.get(name)) || before.get(name) !== now.get(name)
    for (const source of states) await source.look(isTouched)
  }

  const endAll = (error: unknown) => {
    for (const { end } of [...listeners]) end(error)
  }
  const lookSoon = oneForMany(() => look().catch(endAll))
  const follower = (worldId: string | undefined) => {
    written.add(worldId)
    void lookSoon()
  }
  let stop: (() => void) | undefined
  const begin = () => {
    const unfollow = deps.store.changes.follow(follower)
    const timer = setInterval(follower, LOOK_MS, '').unref()
    return () => {
      unfollow()
      clearInterval(timer)
    }
  }
  // A server that stops does not wait for listeners.
  deps.stopping?.addEventListener('abort', () => endAll(stopping()))

  return {
    size: () => listeners.size,
    open: <Item>(world: string, address: string, cost = 1) => {
      const caller = `${world} ${address}`
      if (deps.stopping?.aborted === true) throw stopping()
      const own = [...listeners].filter(one => one.caller === caller)
      if (own.length >= limits.listeners)
        throw new DomainError(
          'ACCESS_EXCEEDED',
          byRule.D75`${limits.listeners} of this address listen in this world already: close one.`,
        )
      if (own.reduce((sum, one) => sum + one.cost, cost) > limits.cost)
        throw new DomainError(
          'ACCESS_EXCEEDED',
          byRule.D75`Subscriptions of one address in one world may cost ${limits.cost} together, and with this one they would cost more: close one, or ask for smaller pages.`,
        )
      const queue = createQueue<Item>(limits.waiting, () => tooSlow(limits.waiting))
      const listener = { caller, cost, end: queue.end }
      listeners.add(listener)
      stop ??= begin()
      queue.atEnd(() => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
      })
      return queue
    },
    calls,
    clocks,
    payments,
    consents,
    worlds,
  }
}

function textOf(row: object): string {
  return JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

function stopping(): DomainError {
  return new DomainError('UNAVAILABLE', 'The server is stopping.')
}

function tooSlow(most: number): DomainError {
  const text = byRule(
    'D99',
    'Read faster, narrow it by a filter, or ask again: the first answer is the state as it is then.',
  )`More than ${most} changes wait to be read, so this subscription ends here.`
  return new DomainError('ACCESS_EXCEEDED', text)
}
