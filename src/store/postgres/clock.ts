import type { Tx } from '../transaction.ts'
import type { Connection } from './connection.ts'

const EVERY_MS = 1_000

/** The machine's time as all servers of a database have it: the database's own (D125). */
export async function openClock({ run }: Connection) {
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
    await tx.$executeRaw`INSERT INTO "MachineTime" ("id", "latestAt") VALUES ('MACHINE', ${new Date(time)})
      ON CONFLICT ("id") DO UPDATE SET "latestAt" = GREATEST("MachineTime"."latestAt", excluded."latestAt")`
    written = Math.max(written, time)
  }

  return {
    now: () => new Date(Math.round(zeroMs + performance.now())),
    /** The latest time that any of them has remembered. */
    latest: typeof latestAt === 'string' ? new Date(latestAt) : undefined,
    /** Remembers a time within a second. Were it written by each commit, all would wait for one row. */
    note: (time: Date): void => {
      noted = Math.max(noted, time.getTime())
    },
    remember,
    keep: (write: (run: (tx: Tx) => Promise<void>) => Promise<void>): void => {
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
    close: async (): Promise<void> => {
      clearInterval(timer)
      await writing
    },
  }
}
