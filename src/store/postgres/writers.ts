import type { PrismaClient } from '../../generated/client.ts'
import { wholeRow } from '../queries/shapes.ts'
import { tables } from '../queries/tables.ts'
import { unknown } from '../queries/values.ts'
import { turnsOn } from '../turn-clients.ts'
import type { Connection, RunText } from './connection.ts'
import { isRead } from './words.ts'

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
  // Also of a statement for whose answer nobody waits.
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
