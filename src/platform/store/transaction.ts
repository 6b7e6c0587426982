import type { Prisma } from '../../generated/client.ts'

/** What rows are read through: the reader, or a transaction. */
export type Db = Prisma.TransactionClient

/** A transaction of the writer. Valid until `run` has ended. */
export type Tx = Prisma.TransactionClient
