import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import { openStore, type Store, type StoreOptions } from '../../../src/platform/store/db.ts'
import { emptyBooks } from './database.ts'

/** A directory of the running test's own, removed after it. */
export async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'sandbank-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** A store that is closed when the running test is over: on new books, or on those at `path`. */
export async function openTestStore(path?: string, options?: StoreOptions): Promise<Store> {
  const store = await openStore(await emptyBooks(path ?? join(await makeDirectory(), 'books.db')), options)
  onTestFinished(() => store.close())
  return store
}

export function urlOf(path: string): string {
  return pathToFileURL(path).href
}
