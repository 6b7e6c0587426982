import type Database from 'better-sqlite3'
import { type AnsweredCall, causeOf, JOURNAL_LIMITS } from './calls.ts'
import { COLUMNS, LISTED, PLACES } from './file.ts'
import { pack, valuesOf } from './messages.ts'
import { type Hide, secretsOf } from './secrets.ts'

const EXPIRED_AT_ONCE = 1_000

/** The statements that write, all of them in the caller's transaction. No secret is written: not the server's `token`, no private key, no cookie. */
export function prepareWriting(database: Database.Database, token: string | undefined) {
  const addBatch = database.prepare<[Buffer]>('INSERT INTO Batch (messages) VALUES (?)')
  const addCall = database.prepare<unknown[]>(
    `INSERT INTO Call (${LISTED}) VALUES (${COLUMNS.map(() => '?').join(', ')})`,
  )
  const countOf = database.prepare<[string], number>('SELECT count(*) FROM Call WHERE world = ?').pluck()
  const removeFirst = database
    .prepare<[string, number], number>(
      'DELETE FROM Call WHERE place IN (SELECT place FROM Call WHERE world = ? ORDER BY id LIMIT ?) RETURNING place',
    )
    .pluck()
  const removeOld = database
    .prepare<[number], number>(
      `DELETE FROM Call WHERE place IN (SELECT place FROM Call ORDER BY place LIMIT ${EXPIRED_AT_ONCE}) AND at <= ? RETURNING place`,
    )
    .pluck()
  const removeEmpty = database.prepare<{ id: number }>(
    `DELETE FROM Batch WHERE id = @id AND NOT EXISTS (SELECT 1 FROM Call WHERE place >= @id * ${PLACES} AND place < (@id + 1) * ${PLACES})`,
  )
  const removeBatchesOf = (places: readonly number[]) => {
    for (const id of new Set(places.map(place => Math.floor(place / PLACES)))) removeEmpty.run({ id })
  }
  const version = database.prepare<[], number>('PRAGMA data_version').pluck()
  const counts = new Map<string, number>()
  let seen: number | undefined
  const { hide, mayHoldSecret } = secretsOf(token)
  return {
    hide,
    /** Writes calls of a world together. */
    add: (calls: readonly AnsweredCall[]): void => {
      let values = valuesOf(calls, asItIs)
      let rows = calls.map(call => rowOf(call, asItIs))
      // Nearly none has a secret in it, so all are looked at together.
      let texts = ''
      for (const list of [...values, ...rows])
        for (const text of list) if (typeof text === 'string') texts += `${text}\n`
      if (mayHoldSecret(texts)) {
        values = valuesOf(calls, hide)
        rows = calls.map(call => rowOf(call, hide))
      }
      const first = Number(addBatch.run(pack(values)).lastInsertRowid) * PLACES
      for (const [nth, row] of rows.entries()) addCall.run(first + nth, ...row)
    },
    /** Removes the oldest calls of a world that are more than are kept (D95). */
    prune: (world: string, more: number): void => {
      // Another process has written, too: what was counted before is not all.
      const now = version.get()
      if (seen !== now) counts.clear()
      seen = now
      const before = counts.get(world)
      const count = before === undefined ? (countOf.get(world) ?? 0) : before + more
      const surplus = count - JOURNAL_LIMITS.calls
      if (surplus > 0) removeBatchesOf(removeFirst.all(world, surplus))
      counts.set(world, Math.min(count, JOURNAL_LIMITS.calls))
    },
    /** To be called when something was not written: it was counted, and is not there. */
    recount: (): void => counts.clear(),
    /** Removes calls that are too old, and answers whether these were all. */
    expire: (limit: number): boolean => {
      const places = removeOld.all(limit)
      removeBatchesOf(places)
      counts.clear()
      return places.length < EXPIRED_AT_ONCE
    },
  }
}

const asItIs: Hide = text => text

/** The columns of a call but its place. */
function rowOf(call: AnsweredCall, hide: Hide): (string | number | null)[] {
  const { world, id, at, by, door, operation, tppId, method, target, requestId, status, code, durationMs, faults } =
    call
  const [fault] = faults
  const text = (value: string | undefined) => (value === undefined || value === '' ? null : hide(value))
  return [
    world,
    id,
    at.getTime(),
    by,
    door,
    text(operation),
    text(tppId),
    hide(method),
    hide(target),
    text(requestId),
    status,
    text(code),
    Math.round(durationMs * 1000) / 1000,
    fault === undefined ? null : hide(causeOf(fault)),
  ]
}
