import type Database from 'better-sqlite3'
import type { AnsweredCall, LostCalls } from './calls.ts'

/** How many losses are kept, of all worlds together. */
const KEPT = 1_000

type LossRow = { readonly world: string; readonly first: number; readonly last: number; readonly calls: number }

/** Counts the calls that could not be kept: in memory until the file can be written again. */
export function createLosses(database: Database.Database) {
  const insert = database.prepare<LossRow>(
    'INSERT INTO Loss (world, first, last, calls) VALUES (@world, @first, @last, @calls)',
  )
  const prune = database.prepare<[number]>(
    `DELETE FROM Loss WHERE last <= ? OR id <= (SELECT max(id) FROM Loss) - ${KEPT}`,
  )
  const kept = database.prepare<[number], LossRow>('SELECT * FROM Loss WHERE last > ? ORDER BY id')
  let unwritten = new Map<string, LossRow>()
  return {
    count: (calls: readonly AnsweredCall[]): void => {
      for (const { world, at } of calls) {
        // A call that cannot be written may have no time.
        const time = at.getTime() || 0
        const { first, last, calls: before } = unwritten.get(world) ?? { first: time, last: time, calls: 0 }
        unwritten.set(world, { world, first: Math.min(time, first), last: Math.max(time, last), calls: before + 1 })
      }
    },
    areUnwritten: () => unwritten.size > 0,
    /** Part of a transaction: `written` is to be called when that is committed. */
    write: (since: number): void => {
      if (unwritten.size === 0) return
      for (const loss of unwritten.values()) insert.run(loss)
      prune.run(since)
    },
    /** Forgets what is written now, and returns it. */
    written: (): readonly LostCalls[] => {
      const losses = [...unwritten.values()].map(lostCalls)
      unwritten = new Map()
      return losses
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
