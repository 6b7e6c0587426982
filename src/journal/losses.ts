import type Database from 'better-sqlite3'
import type { AnsweredCall, LostCalls } from './calls.ts'

/** Where it is written how many calls of which world are not in the journal. */
export const LOSSES_TABLE = `
CREATE TABLE IF NOT EXISTS Loss (
  id INTEGER PRIMARY KEY AUTOINCREMENT, world TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, calls INTEGER NOT NULL
) STRICT;
`

/** How many losses are kept, of all worlds together. */
const KEPT = 1_000

type LossRow = { readonly world: string; readonly first: number; readonly last: number; readonly calls: number }

/** Counts the calls that could not be kept: in memory until the file can be written again. */
export function createLosses(database: Database.Database) {
  const insert = database.prepare<[string, number, number, number]>(
    'INSERT INTO Loss (world, first, last, calls) VALUES (?, ?, ?, ?)',
  )
  const prune = database.prepare<[number]>(
    `DELETE FROM Loss WHERE last <= ? OR id <= (SELECT max(id) FROM Loss) - ${KEPT}`,
  )
  const kept = database.prepare<[number], LossRow>(
    'SELECT world, first, last, calls FROM Loss WHERE last > ? ORDER BY id',
  )
  let unwritten = new Map<string, LossRow>()
  return {
    /** Calls that are not written any more. */
    count: (calls: readonly AnsweredCall[]): void => {
      for (const { world, at } of calls) {
        const before = unwritten.get(world)
        // What is wrong with one of them may be its time.
        const time = at.getTime() || 0
        unwritten.set(world, {
          world,
          first: Math.min(time, before?.first ?? time),
          last: Math.max(time, before?.last ?? time),
          calls: (before?.calls ?? 0) + 1,
        })
      }
    },
    areUnwritten: () => unwritten.size > 0,
    /** Part of a transaction: `written` is to be called when that is committed. */
    write: (since: number): void => {
      if (unwritten.size === 0) return
      for (const { world, first, last, calls } of unwritten.values()) insert.run(world, first, last, calls)
      prune.run(since)
    },
    /** Forgets what is written now, and says what that was. */
    written: (): readonly LostCalls[] => {
      const told = [...unwritten.values()].map(lostCalls)
      unwritten = new Map()
      return told
    },
    /** What was lost of a world or of all, since then, oldest first. */
    list: (world: string | undefined, since: number): LostCalls[] =>
      [...kept.all(since), ...unwritten.values()]
        .filter(loss => world === undefined || loss.world === world)
        .map(lostCalls),
  }
}

function lostCalls({ world, first, last, calls }: LossRow): LostCalls {
  return { world, from: new Date(first), to: new Date(last), calls }
}
