import { createPool, type PoolConnection } from '../pool.ts'
import type { Db } from '../transaction.ts'
import type { Connection } from './adapter.ts'

/** What it reads through: a connection of its own, and its client. */
type StillConnection = PoolConnection & { readonly database: Connection['database']; readonly client: Db }

/** A copy of a large world reads for seconds, with pauses: others read beside it. */
const MOST = 3

/**
 * Reads that take several statements and must see one state of the store, whatever is written meanwhile. Each has one of some connections to itself; the log stays for
 * as long as that takes, and what ends it is handed to `release`.
 */
export function createStillReader(open: () => Promise<StillConnection>, release: (end: () => void) => void) {
  const { use, close } = createPool({ most: MOST, open })
  return {
    read: <T>(run: (db: Db) => Promise<T>): Promise<T> =>
      use(async ({ database, client }) => {
        try {
          // The state is that of the first read; until then SQLite has only promised one.
          database.exec('BEGIN; SELECT 1 FROM "World" LIMIT 1')
          return await run(client)
        } finally {
          if (database.inTransaction) release(() => database.exec('COMMIT'))
        }
      }),
    close,
  }
}
