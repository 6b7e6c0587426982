import { bindInstant } from '../queries/values.ts'
import type { Prepare } from './adapter.ts'

/**
 * The machine's time as the bank takes it: like the machine's, but it never goes back (D40). Where the machine's clock is set back, by
 * a minute or a year, this one goes on from the latest time that was seen, and is the machine's again when that has come so far.
 * `latest` is what an earlier run remembered; `elapsedMs` a clock that is never set; `note` learns of
 * a time before it is shown, and of 50 ms ahead of it, so that it is called 20 times a second at most: a start takes longer.
 */
export function forwardOnlyClock(
  machineNow: () => Date,
  elapsedMs: () => number,
  latest: Date | undefined,
  note: (time: Date) => void = () => undefined,
): () => Date {
  let seenMs = latest?.getTime() ?? 0
  let atMs = elapsedMs()
  let notedMs = seenMs
  function noted(time: Date): Date {
    if (time.getTime() > notedMs) {
      notedMs = time.getTime() + AHEAD_MS
      note(new Date(notedMs))
    }
    return time
  }
  return () => {
    const passedMs = elapsedMs()
    const machineMs = machineNow().getTime()
    const goneOnMs = seenMs + Math.trunc(passedMs - atMs)
    if (machineMs < goneOnMs) return noted(new Date(goneOnMs))
    seenMs = machineMs
    atMs = passedMs
    return noted(new Date(machineMs))
  }
}

const AHEAD_MS = 50

/** The one row that says which time of the machine was the latest that a commit has seen. */
export function createMemory(prepare: Prepare) {
  const read = prepare(`SELECT "latestAt" FROM "MachineTime" WHERE "id" = 'MACHINE'`).pluck()
  const write = prepare(
    `INSERT INTO "MachineTime" ("id", "latestAt") VALUES ('MACHINE', ?)
     ON CONFLICT ("id") DO UPDATE SET "latestAt" = max("latestAt", excluded."latestAt")`,
  )
  return {
    read: () => {
      const found = read.get()
      return typeof found === 'string' ? new Date(found) : undefined
    },
    remember: (time: Date) => void write.run(bindInstant(time)),
    /** Writes the row, without saying anything new. */
    touch: () => void write.run(bindInstant(new Date(0))),
  }
}
