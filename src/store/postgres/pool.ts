import type { PrismaClient } from '../../generated/client.ts'
import { wholeRow } from '../queries/shapes.ts'
import { tables } from '../queries/tables.ts'
import { unknown } from '../queries/values.ts'
import { turnsOn } from '../turn-clients.ts'
import type { Connection, RunText } from './connection.ts'
import { ConnectionLostError } from './faults.ts'
import { isRead } from './statements.ts'

type Slot = { opening: Promise<Connection> | undefined; opened: Connection | undefined }

/**
 * Reads of all calls share some connections, on which they follow each other without waiting. Those of one turn of the event loop go to the one that has least
 * to do, so that they leave in one write. What a lost connection has not answered is read again once.
 */
export function createReaders(open: () => Promise<Connection>, most: number) {
  const slots: Slot[] = Array.from({ length: most }, () => ({ opening: undefined, opened: undefined }))
  let ofTurn: Connection | undefined

  /** The one of this turn, or else the one that has least to do; none while all are being opened. */
  function ready(): Connection | undefined {
    if (ofTurn !== undefined && !ofTurn.isLost()) return ofTurn
    if (ofTurn === undefined) setImmediate(() => (ofTurn = undefined))
    ofTurn = undefined
    for (const slot of slots) {
      if (slot.opened?.isLost() === true) {
        void slot.opened.close()
        slot.opened = undefined
      }
      if (slot.opened === undefined) openSlot(slot).catch(() => undefined)
      else if (ofTurn === undefined || slot.opened.open() < ofTurn.open()) ofTurn = slot.opened
    }
    return ofTurn
  }

  function openSlot(slot: Slot): Promise<Connection> {
    slot.opening ??= open()
      .then(opened => {
        slot.opened = opened
        return opened
      })
      .finally(() => {
        slot.opening = undefined
      })
    return slot.opening
  }

  const attempt: RunText = (text, values) => {
    const connection = ready()
    return connection === undefined ? anyOpened().then(one => one.run(text, values)) : connection.run(text, values)
  }

  // The first that is open, or the reason why none is.
  const anyOpened = () =>
    Promise.any(slots.map(openSlot)).catch(error => {
      throw error instanceof AggregateError ? error.errors[0] : error
    })

  const run: RunText = (text, values) =>
    attempt(text, values).catch(error => {
      if (!(error instanceof ConnectionLostError)) throw error
      return attempt(text, values)
    })

  return {
    run,
    close: async () => {
      await Promise.allSettled(slots.map(({ opening }) => opening))
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
