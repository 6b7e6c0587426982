import type { PrismaClient } from '../../../generated/client.ts'
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
  /** The statements without an answer, in the order in which they were sent. */
  readonly reads: Set<() => void>
  /** How much was answered at the last look, and whether nothing came since. A stuck connection accepts nothing until all is answered. */
  seen: number
  isStuck: boolean
}

/** How often shared connections are checked. One that had no answer at two checks is stuck. */
const LOOK_MS = 200

/** How many statements may run alone on a connection (D127), and how long a statement waits for that. */
const ALONE = 16
const ALONE_PATIENCE_MS = 4_000

/** A read whose connection was lost after this time is not repeated: a call is answered within 15 seconds (D127). */
const AGAIN_MS = 1_500

/**
 * Reads of all calls share some connections and follow each other there without waiting. The reads of one turn of the event loop go to the least busy
 * connection, in one write. When the first of them waits for a locked table, those behind it are read on other connections, alone. A read whose
 * connection was lost is repeated once.
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

  /** The connection of this turn, else the least busy one; none while all are being opened or are stuck. */
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

  // The first open connection, or the reason why there is none.
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

/** The state of the transaction on a connection. */
export type Trace = {
  /** The running command has sent a statement that writes. */
  wrote: boolean
  /** Why the first failed statement failed: PostgreSQL executes none after it. */
  fault: unknown
  /** The rows of the locked worlds by id, until the transaction writes to one. */
  readonly worlds: Map<string, Promise<object | null>>
}

/** A connection for commands, and how a transaction begins on it. */
export type Writer = Connection & {
  readonly trace: Trace
  readonly within: ReturnType<typeof turnsOn>
  /**
   * Begins a transaction that locks these worlds. A claiming transaction takes only worlds that no other holds. It is sent together with the first
   * statement of a command, without waiting.
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
  // Includes a statement whose answer is not awaited.
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
