import type Database from 'better-sqlite3'
import { JOURNAL_LIMITS } from './calls.ts'
import type { BatchText } from './format.ts'

/** How many calls one batch may have at most: a call's place is that of its batch times this, and where it stands in it. */
export const PLACES = 1_000

const PRUNED = 1_000
const LARGEST_ROOM = 262_144

/** The calls of a world that are written together. */
export type Batch = {
  readonly world: string
  /** When the last of them began. */
  readonly at: number
  readonly calls: number
  readonly text: BatchText
}

/** The statements that write. `prune` and `expire` take away what is beyond the limits (D95); `expire` says whether that was all. */
export function prepareWriting(database: Database.Database) {
  const add = database.prepare('INSERT INTO Batch (world, at, calls, heads, messages) VALUES (?, ?, ?, ?, ?)')
  const countOf = database
    .prepare<[string], number>('SELECT coalesce(sum(calls), 0) FROM Batch WHERE world = ?')
    .pluck()
  const oldest = database.prepare<[string], { id: number; calls: number }>(
    'SELECT id, calls FROM Batch WHERE world = ? ORDER BY id LIMIT 1',
  )
  const old = database.prepare<[number, number], { id: number; world: string; calls: number }>(
    'SELECT id, world, calls FROM Batch WHERE at <= ? ORDER BY at LIMIT ?',
  )
  const removeBatch = database.prepare('DELETE FROM Batch WHERE id = ?')
  const removeCalls = database.prepare('DELETE FROM Call WHERE place BETWEEN ? AND ?')
  const remove = (id: number) => {
    removeBatch.run(id)
    removeCalls.run(id * PLACES, id * PLACES + PLACES - 1)
  }
  // Memory that is asked for again and again costs as much as what is written into it.
  let room = Buffer.alloc(0)
  const bytesOf = (text: string): Buffer => {
    if (text.length > LARGEST_ROOM) return Buffer.from(text, 'latin1')
    if (text.length > room.length) room = Buffer.alloc(Math.min(LARGEST_ROOM, text.length * 2))
    return room.subarray(0, room.write(text, 'latin1'))
  }
  const counts = new Map<string, number>()
  const version = database.prepare<[], number>('PRAGMA data_version').pluck()
  let seen: number | undefined
  return {
    /** Answers its number. The text is written as the bytes that its characters are. */
    addBatch: ({ world, at, calls, text }: Batch): number =>
      Number(add.run(world, at, calls, Buffer.from(text.heads, 'latin1'), bytesOf(text.messages)).lastInsertRowid),
    /** Only whole batches go, so that a world has a few calls more than it shows. */
    prune: (world: string, more: number) => {
      // Another process has written, too: what was counted before is not all.
      const now = version.get()
      if (seen !== now) counts.clear()
      seen = now
      const before = counts.get(world)
      let count = before === undefined ? (countOf.get(world) ?? 0) : before + more
      for (let first = at(); first !== undefined && count - first.calls >= JOURNAL_LIMITS.calls; first = at()) {
        remove(first.id)
        count -= first.calls
      }
      counts.set(world, count)
      function at() {
        return count > JOURNAL_LIMITS.calls ? oldest.get(world) : undefined
      }
    },
    expire: (limit: number): boolean => {
      let gone = 0
      for (const { id, world, calls } of old.all(limit, PRUNED)) {
        if (gone >= PRUNED) return false
        remove(id)
        counts.delete(world)
        gone += calls
      }
      return gone < PRUNED
    },
  }
}
