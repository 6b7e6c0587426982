import type { SqlMigrationAwareDriverAdapterFactory, Transaction } from '@prisma/driver-adapter-utils'
import { Database } from '../../../../src/platform/store/sqlite/driver.ts'
import { adapterFor } from '../../../../src/platform/store/sqlite/prisma-adapter.ts'

/** Prisma's adapter for a file as it is, without what the store adds to it. */
export function plainAdapter(path: string): SqlMigrationAwareDriverAdapterFactory {
  const open = async (file: string) => {
    const adapter = adapterFor(new Database(file))
    const run = (sql: string) => adapter.executeScript(sql)
    // Prisma itself sends COMMIT and ROLLBACK.
    const transaction: Transaction = {
      ...adapter,
      options: { usePhantomQuery: false },
      commit: async () => {},
      rollback: async () => {},
      createSavepoint: name => run(`SAVEPOINT ${name}`),
      rollbackToSavepoint: name => run(`ROLLBACK TO ${name}`),
      releaseSavepoint: name => run(`RELEASE SAVEPOINT ${name}`),
    }
    return { ...adapter, startTransaction: async () => run('BEGIN').then(() => transaction) }
  }
  return {
    provider: 'sqlite',
    adapterName: 'sandbank',
    connect: () => open(path),
    connectToShadowDb: () => open(':memory:'),
  }
}
