import { codeOf } from '../errors.ts'
import type { Connection } from './connection.ts'

/**
 * Throws when two connections share a session. Behind a pooler that assigns any free session to each transaction, neither settings nor prepared
 * statements last (D124).
 */
export async function requireSessions(one: Connection, other: Connection): Promise<void> {
  if (await areSessions(one, other)) return
  throw new Error(
    'between it and this server is a pooler in transaction mode (PgBouncer: pool_mode = transaction): name the database itself, or give the pooler the session mode (pool_mode = session)',
  )
}

// The codes of a statement that is prepared already, or not any more.
const OF_ANOTHER_SESSION: ReadonlySet<unknown> = new Set(['42P05', '26000'])

async function areSessions(one: Connection, other: Connection): Promise<boolean> {
  const backends: unknown[] = []
  try {
    // A pooler that takes sessions in turn may give both connections the same one only after some rounds.
    for (const { run } of [one, other, one, one]) backends.push((await run('SELECT pg_backend_pid()')).rows[0]?.[0])
  } catch (error) {
    if (OF_ANOTHER_SESSION.has(codeOf(error))) return false
    throw error
  }
  const [first, second, third, fourth] = backends
  return first !== second && first === third && first === fourth
}

const OTHER_MARK = `SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND application_name ~ '^sandbank [0-9]+ [^ ]+$' AND split_part(application_name, ' ', 3) <> $1 LIMIT 1`

/**
 * Throws when a server with another mark runs on the database. This server's own connection already has its mark: of two that start at once, at least
 * one sees the other.
 */
export async function requireSameMark({ run }: Connection, mark: string): Promise<void> {
  if ((await run(OTHER_MARK, [mark])).rows.length === 0) return
  throw new Error(
    'a server with another SANDBANK_TOKEN runs on it: set the same for this one, or stop all servers to set another one (D122)',
  )
}
