import type { Tx } from './transaction.ts'

/** Runs a function in a transaction and rolls back its own changes only. Its error is thrown on. */
export async function runAndRollBack(tx: Tx, run: () => Promise<unknown>): Promise<void> {
  await tx.$executeRaw`SAVEPOINT trial`
  try {
    await run()
  } finally {
    await Promise.all([tx.$executeRaw`ROLLBACK TO trial`, tx.$executeRaw`RELEASE trial`])
  }
}
