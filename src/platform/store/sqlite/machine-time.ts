import { bindInstant } from '../queries/values.ts'
import type { Prepare } from './adapter.ts'

/**
 * The machine's time for the bank: it never goes back (D40). When the machine's clock is set back, by a minute or a year, this clock continues from
 * the latest time it has seen, until the machine's clock has reached that time. `latest` is the time that an earlier run stored. `elapsedMs` is a
 * clock that cannot be set. `note` stores a time before it is shown, plus 50 ms, so that it is called at most 20 times a second: a start takes longer
 * than that.
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

/** The one row that holds the latest machine time seen by a commit. */
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
    remember: (time: Date) => void write.run([bindInstant(time)]),
    /** Writes the row again, unchanged. */
    touch: () => void write.run([bindInstant(new Date(0))]),
  }
}
