import type { PrismaClient } from '../../generated/client.ts'
import { DELEGATES, RAW } from './queries/client.ts'
import type { Tx } from './transaction.ts'

/** The time in which a command may use the connection for writes. */
export type Turn = {
  over: boolean
  /** It may have written something. */
  wrote: boolean
  /** Statements that have begun and not answered yet. */
  running: Set<Promise<unknown>> | undefined
}

export const newTurn = (): Turn => ({ over: false, wrote: false, running: undefined })

/**
 * Creates transactions as their commands see them: each works for as long as its command's turn lasts. There is one for each command, so its
 * functions stand in prototypes that all of them share.
 */
export function turnsOn(client: PrismaClient): (turn: Turn) => Tx {
  const members = Object.create(others(client))
  for (const name of DELEGATES) {
    const callsOf = callsWithin(Reflect.get(client, name))
    Object.defineProperty(members, name, {
      get(this: OfTurn) {
        requireTurn(this.turn)
        return callsOf(this.turn)
      },
    })
  }
  return turn => within(members, turn)
}

type OfTurn = { turn: Turn }

/** The calls of a table. */
function callsWithin(calls: object): (turn: Turn) => object {
  const members = Object.create(null)
  for (const [name, call] of Object.entries(calls))
    Object.defineProperty(members, name, {
      value(this: OfTurn, args: unknown) {
        requireTurn(this.turn)
        return call(args)
      },
    })
  return turn => within(members, turn)
}

// A command makes one for each statement. An object of a derived class whose fields V8 initialises costs several times as much.
function within(members: object, turn: Turn) {
  const made = Object.create(members)
  made.turn = turn
  return made
}

/** Our own SQL, and calls that only Prisma has. */
function others(client: PrismaClient): object {
  return new Proxy(Object.create(null), {
    get: (_, name, { turn }: OfTurn) => {
      requireTurn(turn)
      const member: unknown = Reflect.get(client, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        if (!RAW.has(name)) turn.wrote = true
        return tracked(turn, Reflect.apply(member, client, args))
      }
    },
  })
}

function requireTurn({ over }: Turn): void {
  if (over) throw new Error('This transaction is over.')
}

/** Begins a call that Prisma would begin only when it is awaited, and makes the turn wait for its end. */
export function tracked<T>(turn: Turn | undefined, lazy: Promise<T>): Promise<T> {
  const running = lazy.then(value => value)
  if (turn === undefined) return running
  turn.running ??= new Set()
  turn.running.add(running)
  const forget = () => turn.running?.delete(running)
  running.then(forget, forget)
  return running
}
