import { Prisma } from '../../../generated/client.ts'
import type { Db, Tx } from '../transaction.ts'
import type { Connection } from './connection.ts'

const EVERY_MS = 1_000

/** This connection runs no other statements, so it is the first to notice that the network is lost. */
const SILENCE_MS = 5_000

const TIME = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

/** The database's time, as a transaction reads it. */
export async function readTime(db: Db): Promise<Date> {
  const [row] = await db.$queryRaw<{ ms: bigint }[]>`SELECT ${Prisma.raw(TIME)} AS "ms"`
  return new Date(Number(row?.ms))
}

/**
 * The machine's time for all servers of a database: the database's own. It is compared each second, so that all servers follow when it is set. It has
 * its own connection: when that does not answer, the database is gone.
 */
export async function openClock(opened: Connection, open: () => Promise<Connection>) {
  let connection = opened
  connection.patience(SILENCE_MS)
  let zeroMs = Number.NaN
  let comparing: Promise<void> | undefined

  async function look(): Promise<void> {
    if (connection.isLost()) {
      void connection.close()
      connection = await open()
      connection.patience(SILENCE_MS)
    }
    const before = performance.now()
    const { rows } = await connection.run(`SELECT ${TIME}`)
    const after = performance.now()
    // The time was read between the question and its answer, and is rounded.
    const foundMs = Number(rows[0]?.[0]) - (before + after) / 2
    if (!(Math.abs(foundMs - zeroMs) <= (after - before) / 2 + 1)) zeroMs = foundMs
  }
  const compare = (): Promise<void> => {
    comparing ??= look().finally(() => {
      comparing = undefined
    })
    return comparing
  }
  await compare()
  const { rows } = await connection.run(`SELECT "latestAt" FROM "MachineTime" WHERE "id" = 'MACHINE'`)
  const latestAt = rows[0]?.[0]
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
    compare,
    now: () => new Date(Math.round(zeroMs + performance.now())),
    /** The latest time that any server has recorded. */
    latest: typeof latestAt === 'string' ? new Date(latestAt) : undefined,
    /** Records a time at most once a second: if each commit wrote it, all of them would wait for one row. */
    note: (time: Date): void => {
      noted = Math.max(noted, time.getTime())
    },
    remember,
    keep: (write: (run: (tx: Tx) => Promise<void>) => Promise<void>): void => {
      timer = setInterval(() => {
        // A failure here is reported by the calls that need the database.
        compare().catch(() => undefined)
        if (noted <= written || writing !== undefined) return
        // When a write fails, the next one repeats it.
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
      await connection.close()
    },
  }
}
