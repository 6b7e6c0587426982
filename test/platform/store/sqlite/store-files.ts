import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openStore } from '../../../../src/platform/store/db.ts'
import { addWorld } from '../../../support/builders/world-rows.ts'
import { migrationsPath } from '../../../support/harness/migrations.ts'
import { makeDirectory, urlOf } from '../../../support/harness/stores.ts'

const OUR_MIGRATIONS = migrationsPath('sqlite')

export async function copyMigrations(): Promise<{ directory: string; url: URL }> {
  const directory = join(await makeDirectory(), 'migrations')
  await cp(OUR_MIGRATIONS, directory, { recursive: true })
  return { directory, url: pathToFileURL(`${directory}/`) }
}

/** Makes a store with the worlds a and b at the path that it returns. */
export async function makeStoreFile(migrations?: URL): Promise<string> {
  const path = join(await makeDirectory(), 'books.db')
  const store = await openStore(urlOf(path), migrations === undefined ? {} : { migrations })
  await store.transaction(tx => addWorld(tx, 'a'))
  await store.transaction(tx => addWorld(tx, 'b'))
  await store.close()
  return path
}
