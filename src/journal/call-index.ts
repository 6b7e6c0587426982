import type Database from 'better-sqlite3'
import { JOURNAL_LIMITS } from './calls.ts'
import type { KeptHead } from './format.ts'
import { readHeads } from './text-reading.ts'
import { PLACES } from './writing.ts'

export type BatchRow = { readonly id: number; readonly world: string; readonly heads: Buffer }

/**
 * Makes rows of the calls of the next batch that has none yet, for who reads the journal: a call of which nobody ever asks costs no row. Answers whether there
 * was one. Another process may do the same in the same file.
 */
export function prepareIndex(database: Database.Database): () => boolean {
  const next = database.prepare<[], BatchRow>(
    'SELECT id, world, heads FROM Batch WHERE id > (SELECT batch FROM Indexed) ORDER BY id LIMIT 1',
  )
  const waits = database
    .prepare<[], number>('SELECT EXISTS (SELECT 1 FROM Batch WHERE id > (SELECT batch FROM Indexed))')
    .pluck()
  const add = database.prepare(`INSERT OR IGNORE INTO Call VALUES (${SUMMARY.map(name => `@${name}`).join(', ')})`)
  const done = database.prepare('UPDATE Indexed SET batch = ?')
  const surplus = database.prepare(
    'DELETE FROM Call WHERE world = @world AND id < (SELECT id FROM Call WHERE world = @world ORDER BY id DESC LIMIT 1 OFFSET @most)',
  )
  const index = database.transaction(() => {
    const batch = next.get()
    if (batch === undefined) return
    for (const row of rowsOf(batch)) add.run(row)
    surplus.run({ world: batch.world, most: JOURNAL_LIMITS.calls - 1 })
    done.run(batch.id)
  })
  return () => {
    if (waits.get() !== 1) return false
    index.immediate()
    return true
  }
}

/** What a list shows of a call: the columns of its row. */
export const SUMMARY = [
  'place',
  'world',
  'id',
  'at',
  'door',
  'operation',
  'tppId',
  'method',
  'target',
  'requestId',
  'status',
  'code',
  'durationMs',
  'cause',
] as const
export type SummaryRow = Readonly<Record<(typeof SUMMARY)[number], unknown>>

/** The rows of the calls of a batch. */
export function rowsOf({ id, world, heads }: BatchRow): SummaryRow[] {
  return readHeads(heads.toString('latin1')).map((head, nth) => rowOf(head, world, id * PLACES + nth))
}

function rowOf(head: KeptHead, world: string, place: number): SummaryRow {
  return {
    place,
    world,
    id: head.id,
    at: Number(head.at),
    door: head.door,
    operation: orNull(head.operation),
    tppId: orNull(head.tppId),
    method: head.method,
    target: head.target,
    requestId: orNull(head.requestId),
    status: Number(head.status),
    code: orNull(head.code),
    durationMs: Number(head.micros) / 1000,
    cause: orNull(head.cause),
  }
}

const orNull = (text: string) => (text === '' ? null : text)
