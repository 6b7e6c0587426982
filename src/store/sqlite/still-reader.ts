import type { Db } from '../transaction.ts'
import type { Connection } from './adapter.ts'

/** Reads that take several statements and must see one state of the store, whatever is written meanwhile. */
export type StillReader = {
  read<T>(run: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** What it reads through: a connection of its own, and its client. */
export type StillConnection = {
  readonly database: Connection['database']
  readonly client: Db
  close(): Promise<void>
}

/** A copy of a large world reads for seconds, with pauses: others read beside it. */
const LANES = 3

/**
 * Connections of its own, each opened by `open` when it is first needed. On each one reads at a time; the log is kept for as long as that takes, and what ends it is
 * handed to `release`.
 */
export function createStillReader(
  open: () => Promise<StillConnection>,
  release: (end: () => void) => void,
): StillReader {
  const lanes = Array.from({ length: LANES }, () => ({ reader: createLane(open, release), reading: 0 }))
  return {
    read: async run => {
      const lane = lanes.reduce((best, one) => (one.reading < best.reading ? one : best))
      lane.reading += 1
      try {
        return await lane.reader.read(run)
      } finally {
        lane.reading -= 1
      }
    },
    close: async () => {
      for (const { reader } of lanes) await reader.close()
    },
  }
}

/** A connection that is opened when it is first asked for, or again where that failed. */
function createLane(open: () => Promise<StillConnection>, release: (end: () => void) => void): StillReader {
  let opened: StillConnection | undefined
  let tail: Promise<unknown> = Promise.resolve()

  async function readNow<T>(run: (db: Db) => Promise<T>): Promise<T> {
    opened ??= await open()
    const { database, client } = opened
    try {
      // The state is that of the first read; until then SQLite has only promised one.
      database.exec('BEGIN; SELECT 1 FROM "World" LIMIT 1')
      return await run(client)
    } finally {
      if (database.inTransaction) release(() => database.exec('COMMIT'))
    }
  }

  return {
    read: run => {
      const result = tail.then(() => readNow(run))
      tail = result.catch(() => undefined)
      return result
    },
    close: async () => {
      await tail
      await opened?.close()
    },
  }
}
