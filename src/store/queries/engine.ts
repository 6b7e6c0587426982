/** Rows that prepared statements have read, held against what Prisma reads. */
export type ReadCheck = (
  call: string,
  args: object,
  rows: unknown,
  fast: () => unknown,
  slow: () => Promise<unknown>,
) => Promise<unknown>

/**
 * What answers the calls of models: prepared statements, and Prisma's engine what these do not know. Tests hold the two against each other: with `prisma` its
 * engine answers every call, with a check each read is answered by both. No setting of the product.
 */
export type Engine = 'prepared' | 'prisma' | ReadCheck

let chosen: Engine = 'prepared'

/** What answers unless a connection chooses for itself. */
export const engineOfAll = (): Engine => chosen

/** Chooses for all connections that are opened from now on, in a run of the tests. */
export function answerBy(engine: Engine): void {
  chosen = engine
}

/** Gets each SQL statement. */
export type OnQuery = (sql: string) => void

/** Gets each call that goes to Prisma because it is not known. The stack of the error shows who called. */
export type UnpreparedListener = (call: Error) => void
