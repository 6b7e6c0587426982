import type { PrismaClient } from '../../generated/client.ts'
import { createPool } from '../pool.ts'
import { wholeRow } from '../queries/shapes.ts'
import { tables } from '../queries/tables.ts'
import { unknown } from '../queries/values.ts'
import { turnsOn } from '../turn-clients.ts'
import type { Connection, RunText } from './connection.ts'
import { ConnectionLostError } from './faults.ts'
import type { Answer } from './sent.ts'
import { isRead } from './statements.ts'

type Slot = {
  opening: Promise<Connection> | undefined
  opened: Connection | undefined
  /** What it was given and has not answered, in this order. */
  readonly reads: Set<() => void>
  /** How much it had answered when it was looked at, and whether nothing came since: it takes nothing new until all is answered. */
  seen: number
  isStuck: boolean
}

/** How often those that share a connection are looked at: one that had no answer at two looks is stuck. */
const LOOK_MS = 200

/** How many statements may be alone on a connection (D127), and how long one waits for that. */
const ALONE = 16
const ALONE_PATIENCE_MS = 4_000

/** What was lost later is not read again: a call is answered within 15 seconds (D127). */
const AGAIN_MS = 1_500

/**
 * Reads of all calls share some connections, on which they follow each other without waiting. Those of one turn of the event loop go to the one that has least
 * to do, so that they leave in one write. Where the first of them waits, for a table that is locked, those behind it are read on others, alone.
 * What a lost connection has not answered is read again once.
 */
export function createReaders(open: () => Promise<Connection>, most: number) {
  const slots = Array.from(
    { length: most },
    (): Slot => ({ opening: undefined, opened: undefined, reads: new Set(), seen: -1, isStuck: false }),
  )
  const alone = createPool({ most: ALONE, keep: 2, patienceMs: ALONE_PATIENCE_MS, open })
  const readAlone: RunText = (text, values) => alone.use(({ run }) => run(text, values))
  let ofTurn: Slot | undefined
  let looking: NodeJS.Timeout | undefined

  /** The one of this turn, or else the one that has least to do; none while all are being opened, or are stuck. */
  function ready(): Slot | undefined {
    if (ofTurn?.opened?.isLost() === false) return ofTurn
    if (ofTurn === undefined) setImmediate(() => (ofTurn = undefined))
    ofTurn = undefined
    for (const slot of slots) {
      if (slot.opened?.isLost() === true) {
        void slot.opened.close()
        slot.opened = undefined
      }
      if (slot.opened === undefined) openSlot(slot).catch(() => undefined)
      else if (!slot.isStuck && (ofTurn?.opened === undefined || slot.opened.open() < ofTurn.opened.open()))
        ofTurn = slot
    }
    return ofTurn
  }

  function openSlot(slot: Slot): Promise<Connection> {
    slot.opening ??= open()
      .then(opened => Object.assign(slot, { opened, seen: -1, isStuck: false }).opened)
      .finally(() => {
        slot.opening = undefined
      })
    return slot.opening
  }

  const attempt: RunText = (text, values) => {
    const slot = ready()
    if (slot !== undefined) return share(slot, text, values)
    return slots.some(({ isStuck }) => isStuck)
      ? readAlone(text, values)
      : anyOpened().then(one => one.run(text, values))
  }

  function share({ opened, reads }: Slot, text: string, values: Parameters<RunText>[1]): Promise<Answer> {
    if (opened === undefined) return readAlone(text, values)
    looking ??= setInterval(look, LOOK_MS).unref()
    return new Promise((resolve, reject) => {
      const goElsewhere = () => {
        reads.delete(goElsewhere)
        readAlone(text, values).then(resolve, reject)
      }
      reads.add(goElsewhere)
      opened.run(text, values).then(
        answer => {
          reads.delete(goElsewhere)
          resolve(answer)
        },
        error => {
          if (reads.delete(goElsewhere)) reject(error)
        },
      )
    })
  }

  function look(): void {
    let isIdle = true
    for (const slot of slots) {
      const { opened, reads, seen } = slot
      if (opened === undefined || opened.open() === 0) {
        Object.assign(slot, { seen: -1, isStuck: false })
        continue
      }
      isIdle = false
      slot.seen = opened.answered()
      if (slot.seen !== seen) continue
      slot.isStuck = true
      for (const goElsewhere of [...reads].slice(1)) goElsewhere()
    }
    if (!isIdle) return
    clearInterval(looking)
    looking = undefined
  }

  // The first that is open, or the reason why none is.
  const anyOpened = () =>
    Promise.any(slots.map(openSlot)).catch(error => {
      throw error instanceof AggregateError ? error.errors[0] : error
    })

  const run: RunText = (text, values) => {
    const until = performance.now() + AGAIN_MS
    return attempt(text, values).catch(error => {
      if (!(error instanceof ConnectionLostError) || performance.now() > until) throw error
      return attempt(text, values)
    })
  }

  return {
    run,
    close: async () => {
      clearInterval(looking)
      await Promise.allSettled(slots.map(({ opening }) => opening))
      await alone.close()
      await Promise.all(slots.map(({ opened }) => opened?.close()))
    },
  }
}

/** What the transaction that a connection has begun knows of itself. */
export type Trace = {
  /** The command that is running has sent something that writes. */
  wrote: boolean
  /** Why the first statement failed that did: none behind it is done. */
  fault: unknown
  /** The rows of the worlds that it has locked, by their ids, until it writes to one. */
  readonly worlds: Map<string, Promise<object | null>>
}

/** A connection for commands, and what makes a transaction on it. */
export type Writer = Connection & {
  readonly trace: Trace
  readonly within: ReturnType<typeof turnsOn>
  /**
   * Begins a transaction that has these worlds for itself; one that claims them has only those that no other holds. It is sent with the first statement of a
   * command, and nothing waits for it.
   */
  readonly begin: (worlds: readonly string[], claims: boolean) => void
}

export function createWriter(
  connection: Connection,
  clientOn: (run: RunText, worlds: Trace['worlds']) => PrismaClient,
): Writer {
  const trace: Trace = { wrote: false, fault: undefined, worlds: new Map() }
  const run: RunText = (text, values) => {
    if (!isRead(text)) {
      trace.wrote = true
      if (/\bWorld\b/.test(text)) trace.worlds.clear()
    }
    return noting(connection.run(text, values))
  }
  // Also of a statement without a reader of its answer.
  const noting = <T>(answer: Promise<T>): Promise<T> => {
    answer.catch(error => {
      trace.fault ??= error
    })
    return answer
  }
  const begin: Writer['begin'] = (worlds, claims) => {
    Object.assign(trace, { wrote: false, fault: undefined })
    trace.worlds.clear()
    void noting(connection.run('BEGIN ISOLATION LEVEL READ COMMITTED'))
    if (worlds.length === 0) return
    const shape = wholeRow(tables.get('World') ?? unknown())
    const places = worlds.map((_, place) => `$${place + 1}`).join(', ')
    const text = `SELECT ${shape.columns} ${shape.from} WHERE "id" IN (${places}) ORDER BY "id" FOR NO KEY UPDATE${claims ? ' SKIP LOCKED' : ''}`
    const locked = noting(connection.run(text, worlds.toSorted())).then(({ rows }) => rows.map(shape.ofTexts))
    for (const id of worlds) {
      const row = locked.then(found => found.find(one => Reflect.get(one, 'id') === id) ?? null)
      row.catch(() => undefined)
      trace.worlds.set(`id ${id}`, row)
    }
  }
  return { ...connection, trace, begin, within: turnsOn(clientOn(run, trace.worlds)) }
}
