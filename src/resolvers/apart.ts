import type { Context } from '../context.ts'
import type { World } from '../generated/client.ts'

/** What rows are made with, also before there is a world to be in. */
export type MakingContext = Pick<Context, 'db' | 'deps' | 'newId'>

/** Runs parts of long work: each in a transaction of its own, or all in one that is open. */
export type Steps = <Result>(run: (tx: Context) => Promise<Result>) => Promise<Result>

/** What was made apart, to take the place of the world's rows in one moment. */
export type Replacement = {
  readonly world: World
  readonly token: string
  /** How many lines it is without. */
  readonly lines: number
}

/**
 * Thrown within a command by what one transaction cannot hold (D74). The command is taken back, `prepare` does the work apart, and the command runs
 * once more, with what was made in its context.
 */
export class TooMuch extends Error {
  readonly prepare: <Result>(ctx: Context, finish: (made: Replacement) => Promise<Result>) => Promise<Result>

  constructor(prepare: TooMuch['prepare']) {
    super('This is more than one transaction holds.')
    this.prepare = prepare
  }
}
