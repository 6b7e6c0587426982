/** Compares rows read by prepared statements with rows read by Prisma. */
export type ReadCheck = (
  call: string,
  args: object,
  rows: unknown,
  fast: () => unknown,
  slow: () => Promise<unknown>,
) => Promise<unknown>

/**
 * What answers the calls of models: prepared statements, and Prisma for calls they do not know. Tests compare the two: with `prisma` Prisma answers
 * every call, with a check both answer each read. The product has no setting for this.
 */
export type Engine = 'prepared' | 'prisma' | ReadCheck

let chosen: Engine = 'prepared'

/** The engine of connections that do not choose one themselves. */
export const engineOfAll = (): Engine => chosen

/** Sets the engine for all connections opened from now on, in a test run. */
export function answerBy(engine: Engine): void {
  chosen = engine
}

/** Receives each SQL statement. */
export type OnQuery = (sql: string) => void

/** Receives each call that goes to Prisma because it is not known. The stack of the error shows the caller. */
export type UnpreparedListener = (call: Error) => void
