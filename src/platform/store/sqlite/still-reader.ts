import { Pool, type PoolConnection } from '../pool.ts'
import type { Db } from '../transaction.ts'
import type { Connection } from './adapter.ts'

/** A connection of its own to read through, and its client. */
type StillConnection = PoolConnection & { readonly database: Connection['database']; readonly client: Db }

/** A copy of a large world reads for seconds, with pauses: other readers must work beside it. */
const MOST = 3

/**
 * Reads that take several statements and must see one state of the store, whatever is written meanwhile. Each has one of a few connections to itself.
 * The log cannot be emptied during that time, and the function that ends it is passed to `release`.
 */
export function createStillReader(open: () => Promise<StillConnection>, release: (end: () => void) => void) {
  const pool = new Pool({ most: MOST, open })
  return {
    read: <T>(run: (db: Db) => Promise<T>): Promise<T> =>
      pool.use(async ({ database, client }) => {
        try {
          // The state is that of the first read; BEGIN alone does not fix one.
          database.exec('BEGIN; SELECT 1 FROM "World" LIMIT 1')
          return await run(client)
        } finally {
          if (database.inTransaction) release(() => database.exec('COMMIT'))
        }
      }),
    close: () => pool.close(),
  }
}
