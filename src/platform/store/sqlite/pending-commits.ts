import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Connection } from './adapter.ts'

export type PendingCommits = ReturnType<typeof createPendingCommits>

/**
 * Finds the commits that a caller may have read although they are not on the disk yet, those of other processes included. `forceLog` forces the log
 * to the disk.
 */
export function createPendingCommits({ database, prepare }: Connection, forceLog: () => Promise<void>) {
  let forcing: Promise<void> | undefined
  function force(): Promise<void> {
    const running = forceLog()
    const over = () => {
      if (forcing === running) forcing = undefined
    }
    forcing = running
    // A commit that the disk refused stays pending: no answer may show it, however long ago it was read.
    running.then(over, () => undefined)
    return running
  }

  // A commit of another process is visible here before it is on the disk, and only that process waits for the disk. A sync of the log from here on
  // includes it.
  const dataVersion = prepare('PRAGMA data_version').pluck()
  let known: unknown
  // If nothing was read since the last check, nothing newer was seen. A check takes a lock of the file, so one serves all reads of a turn.
  let looked: Promise<void> | undefined
  let hasRead = true

  function commit(): Promise<void> | undefined {
    // What this process commits from now on cannot have been read.
    const seen = forcing
    if (hasRead) looked ??= nextTurn().then(look)
    return looked === undefined ? seen : looked.then(() => seen)
  }

  function look(): Promise<void> | undefined {
    looked = undefined
    hasRead = false
    const now = database.open ? dataVersion.get() : known
    if (now === known) return undefined
    known = now
    return force()
  }

  return {
    force,
    /** What a caller that has read must wait for before it answers. */
    commit,
    /** Another number after each commit of another process; undefined once the connection is closed. */
    version: () => (database.open ? dataVersion.get() : undefined),
    /** Called when a call may have read rows. */
    onRead: () => {
      hasRead = true
    },
    /** Fulfilled when the last sync of the log is over, however it ended. */
    settled: () => forcing?.catch(() => undefined),
  }
}
