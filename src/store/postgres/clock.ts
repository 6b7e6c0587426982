import type { Tx } from '../transaction.ts'
import type { Connection } from './connection.ts'

/** The machine's time as all servers of a database have it: the database's own (D125). */
export type DatabaseClock = {
  readonly now: () => Date
  /** The latest time that any of them has remembered. */
  readonly latest: Date | undefined
  /** Remembers a time within a second. Were it written by each commit, all would wait for one row. */
  readonly note: (time: Date) => void
  readonly remember: (tx: Tx) => Promise<void>
  readonly keep: (write: (run: (tx: Tx) => Promise<void>) => Promise<void>) => void
  readonly close: () => Promise<void>
}

const EVERY_MS = 1_000

export async function openClock({ run }: Connection): Promise<DatabaseClock> {
  const before = performance.now()
  const { rows } = await run(
    `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint, (SELECT "latestAt" FROM "MachineTime" WHERE "id" = 'MACHINE')`,
  )
  const [[epochMs, latestAt] = []] = rows
  // Between the query and its answer.
  const zeroMs = Number(epochMs) - (before + performance.now()) / 2
  let noted = 0
  let written = 0
  let writing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const remember = async (tx: Tx) => {
    const time = noted
    const at = new Date(time).toISOString().replace('Z', '+00:00')
    await tx.$executeRaw`INSERT INTO "MachineTime" ("id", "latestAt") VALUES ('MACHINE', ${at})
      ON CONFLICT ("id") DO UPDATE SET "latestAt" = GREATEST("MachineTime"."latestAt", excluded."latestAt")`
    written = Math.max(written, time)
  }

  return {
    now: () => new Date(Math.round(zeroMs + performance.now())),
    latest: typeof latestAt === 'string' ? new Date(latestAt) : undefined,
    note: time => {
      noted = Math.max(noted, time.getTime())
    },
    remember,
    keep: write => {
      timer = setInterval(() => {
        if (noted <= written || writing !== undefined) return
        // What cannot be written now is written with the next one.
        writing = write(remember)
          .catch(() => undefined)
          .finally(() => {
            writing = undefined
          })
      }, EVERY_MS).unref()
    },
    close: async () => {
      clearInterval(timer)
      await writing
    },
  }
}
