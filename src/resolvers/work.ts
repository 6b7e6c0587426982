import type { Context } from '../context.ts'
import { wakesAt, worldNow } from '../domain/worlds.ts'
import type { World } from '../generated/client.ts'

/**
 * Something that happens by itself when its time comes (D40). Both functions look at the store, so that any process can do the
 * work. `run` starts at the instant `tx.now`; it may go on to later ones, up to `until`, as long as it brings about no work of
 * another kind on the way, and it takes about as many rows as fit. It leaves nothing due before the instant that it answers.
 */
export type DueWork = {
  readonly name: string
  /** What happens then, in words. */
  readonly what: string
  /** The earliest instant at which there is something to do. */
  readonly nextAt: (tx: Context) => Promise<Date | undefined>
  readonly run: (tx: Context, until: Date, rowsThatFit: number) => Promise<Progress>
}

/** The instant that work got to, and how many rows it took. */
export type Progress = { readonly at: Date; readonly rows: number }

/** Notes that something falls due in this world at `at`. Whatever stores such a thing calls this in the same transaction. */
export async function fallsDue(tx: Context, at: Date): Promise<void> {
  await tx.db.world.updateMany({
    where: { id: tx.world.id, OR: [{ nextDueAt: null }, { nextDueAt: { gt: at } }] },
    data: { nextDueAt: at, wakesAt: wakesAt({ ...tx.world, nextDueAt: at }) },
  })
}

/** Whether something is due by the world's own clock. */
export function hasDueWork(world: World, machineNow: Date): boolean {
  return !isMoved(world, machineNow) && world.nextDueAt !== null && world.nextDueAt <= worldNow(world, machineNow)
}

// A move of the clock does what is due on the way; a reader meanwhile sees how far it got, and would only be in its way.
function isMoved({ advanceTo, lockedUntil }: World, machineNow: Date): boolean {
  return advanceTo !== null && lockedUntil !== null && lockedUntil > machineNow
}

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
