import type Database from 'better-sqlite3'
import type { CallSummary } from './calls.ts'
import { callsSince } from './reading.ts'
import { PLACES } from './writing.ts'

/** How often the file is looked at for calls that another process has written, and how many calls are told at once. */
const LOOK_MS = 1_000
const MOST = 1_000

/**
 * Those who want to hear of the calls in a journal's file, whichever process on the same store wrote them (D95). While there are none, nothing is
 * looked at.
 */
export function watchJournal(database: Database.Database, onFault: (error: unknown) => void) {
  const since = callsSince(database, MOST)
  const lastBatch = database.prepare<[], number | null>('SELECT max(id) FROM Batch').pluck()
  const lastPlace = () => ((lastBatch.get() ?? 0) + 1) * PLACES - 1
  const watchers = new Set<(call: CallSummary) => void>()
  let timer: NodeJS.Timeout | undefined
  let toldPlace = 0

  const tell = (calls: readonly CallSummary[]) => {
    for (const call of calls) for (const told of watchers) told(call)
  }

  const find = (): CallSummary[] => {
    try {
      const calls = since(toldPlace)
      toldPlace = calls.at(-1)?.place ?? toldPlace
      return calls
    } catch (error) {
      onFault(error)
      return []
    }
  }

  /** Tells what was written since the last look. */
  const look = () => {
    if (watchers.size > 0) tell(find())
  }

  return {
    look,
    watch: (told: (call: CallSummary) => void) => {
      if (watchers.size === 0) toldPlace = lastPlace()
      watchers.add(told)
      timer ??= setInterval(look, LOOK_MS).unref()
      return () => {
        watchers.delete(told)
        if (watchers.size === 0) stop()
      }
    },
    stop,
  }

  function stop(): void {
    clearInterval(timer)
    timer = undefined
  }
}
