import type { Store, StoreOptions } from './engine.ts'
import { openSqlite } from './sqlite/store.ts'

export type { Store, StoreOptions } from './engine.ts'
export { StoreBusyError, StoreUnavailableError } from './errors.ts'
export { forwardOnlyClock } from './sqlite/machine-time.ts'

/** Opens the books that `url` names, by the engine that it stands for. Throws an Error that says why when they cannot be used. */
export async function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  if (!url.startsWith('postgresql:')) return openSqlite(url, options)
  // Most banks never need its driver.
  const { openPostgres } = await import('./postgres/store.ts')
  return openPostgres(url, options)
}
