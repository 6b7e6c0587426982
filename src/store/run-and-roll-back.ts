import type { Tx } from './transaction.ts'

/** Runs something in a transaction and takes back what it wrote, and nothing else of it. What it throws goes on. */
export async function runAndRollBack(tx: Tx, run: () => Promise<unknown>): Promise<void> {
  await tx.$executeRaw`SAVEPOINT trial`
  try {
    await run()
  } finally {
    await Promise.all([tx.$executeRaw`ROLLBACK TO trial`, tx.$executeRaw`RELEASE trial`])
  }
}
