/** Compares rows read by prepared statements with rows read by Prisma. */
export type ReadCheck = (
  call: string,
  args: object,
  rows: unknown,
  fast: () => unknown,
  slow: () => Promise<unknown>,
) => Promise<unknown>

/** SANDBANK_ENGINE: what answers the calls of Prisma's client. */
export const ENGINES = ['prepared', 'prisma'] as const

/**
 * `prepared`: prepared statements, and Prisma for calls they do not know. `prisma`: Prisma's engine answers every call. A test compares the two by a
 * check: both answer each read of a model.
 */
export type Engine = (typeof ENGINES)[number] | ReadCheck

let chosen: Engine = 'prepared'

/** The engine of stores that are opened without a choice. */
export const engineOfAll = (): Engine => chosen

/** Sets the engine for all stores opened from now on without a choice, in a test run. */
export function answerBy(engine: Engine): void {
  chosen = engine
}

/** Receives each SQL statement. */
export type OnQuery = (sql: string) => void

/** Receives each call that goes to Prisma because it is not known. The stack of the error shows the caller. */
export type UnpreparedListener = (call: Error) => void
