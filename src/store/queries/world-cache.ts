import type { Prepare } from '../sqlite/adapter.ts'
import type { Maybe } from './maybe.ts'
import type { Table } from './tables.ts'

export type KnownWorlds = {
  /** The row that a key and its value name: as it was read before, or else by `read`. */
  find(name: string, read: () => Maybe<object | null>): Maybe<object | null>
}

/**
 * The worlds that were read before. Every call begins with that of its base URL, every command with it once more, and few calls change one: so whole rows of them
 * are cached for as long as nothing was written. SQLite says whether another connection has committed, be it of this process or of another one; what this
 * connection writes itself must be told.
 */
export type WorldCache = {
  find(name: string, read: () => object | null): object | null
  /** Looks whether another connection has committed. Where it can only before a transaction, that is told, and nothing is looked for at each row. */
  renew(): void
  /** Told when a statement of this connection may have changed a world, or has taken something back. */
  forget(): void
  /** Keeps nothing while something runs of which nobody knows when it writes. */
  pause(running: Promise<unknown>): void
}

const MOST = 1_000

export function createWorldCache(prepare: Prepare, looking: 'EACH_TIME' | 'AT_RENEWAL' = 'EACH_TIME'): WorldCache {
  const version = prepare('PRAGMA data_version').pluck()
  const rows = new Map<string, object>()
  let seen: unknown
  let pauses = 0

  function find(name: string, read: () => object | null): object | null {
    if (pauses > 0) return read()
    if (looking === 'EACH_TIME') renew()
    const known = rows.get(name)
    if (known !== undefined) return known
    const row = read()
    if (rows.size >= MOST) rows.clear()
    if (row !== null) rows.set(name, row)
    return row
  }

  function renew(): void {
    const now = version.get()
    if (now !== seen) rows.clear()
    seen = now
  }

  function pause(running: Promise<unknown>): void {
    const end = () => {
      pauses -= 1
      rows.clear()
    }
    pauses += 1
    running.then(end, end)
  }

  return { find, renew, forget: () => rows.clear(), pause }
}

/** Whether rows of a table are cached. */
export const isCached = ({ name }: Table): boolean => name === 'World'

/** Whether worlds may be others after a statement. To SQLite one that takes back what was written is one that only reads. */
export function mayChangeWorlds(sql: string, readonly: boolean): boolean {
  return readonly ? /\bROLLBACK\b/i.test(sql) : /\bWorld\b/i.test(sql)
}
