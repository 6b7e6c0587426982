import type { Store, StoreOptions } from './engine.ts'
import { openSqlite } from './sqlite/store.ts'

export type { Store, StoreOptions } from './engine.ts'
export { StoreBusyError, StoreUnavailableError } from './errors.ts'
export { forwardOnlyClock } from './sqlite/machine-time.ts'

/** Opens the store that `url` names, with SQLite or PostgreSQL. Throws an Error with the reason when the store cannot be used. */
export async function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  if (!url.startsWith('postgresql:')) return openSqlite(url, options)
  // Loaded on demand: most banks never need PostgreSQL's driver.
  const { openPostgres } = await import('./postgres/store.ts')
  return openPostgres(url, options)
}
