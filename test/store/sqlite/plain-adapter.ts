import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { adapterFor } from '../../../src/store/sqlite/adapter.ts'
import { Database } from '../../../src/store/sqlite/driver.ts'

/** Prisma's adapter for a file as it is, without what the store adds to it. */
export function plainAdapter(path: string): SqlMigrationAwareDriverAdapterFactory {
  const open = (file: string) => adapterFor(new Database(file))
  return {
    provider: 'sqlite',
    adapterName: '@prisma/adapter-better-sqlite3',
    connect: () => open(path),
    connectToShadowDb: () => open(':memory:'),
  }
}
