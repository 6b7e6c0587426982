import { wakesAt, worldNow } from '../../domain/worlds.ts'
import type { World } from '../../generated/client.ts'
import type { Context, Replacement } from '../context.ts'

/**
 * Work that happens by itself at its time (D40). Both functions read from the store, so that any process can do the work. `run` starts at the instant
 * `tx.now`; it may continue to later ones, up to `until`, if it causes no work of another kind on the way, and it handles about as many rows as fit.
 * Nothing is left due before the instant that it returns.
 */
export type DueWork = {
  readonly name: string
  /** What the work does, in words. */
  readonly what: string
  /** The earliest instant at which there is work to do. */
  readonly nextAt: (tx: Context) => Promise<Date | undefined>
  readonly run: (tx: Context, until: Date, rowsThatFit: number) => Promise<Progress>
}

/** The instant that the work has reached, and how many rows it handled. */
export type Progress = { readonly at: Date; readonly rows: number }

/** Records that something falls due in this world at `at`. Every function that stores such a thing calls this in the same transaction. */
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

// A move of the clock does the due work on its way; a reader meanwhile sees how far it has come, and would only disturb it.
function isMoved({ advanceTo, lockedUntil }: World, machineNow: Date): boolean {
  return advanceTo !== null && lockedUntil !== null && lockedUntil > machineNow
}

/** What is needed to create rows, also before their world exists. */
export type MakingContext = Pick<Context, 'db' | 'deps' | 'newId'>

/** Runs parts of long work: each in its own transaction, or all in an open one. */
export type Steps = <Result>(run: (tx: Context) => Promise<Result>) => Promise<Result>

/**
 * Thrown within a command when the work does not fit into one transaction (D74). The command is rolled back, `prepare` does the work separately, and
 * the command runs once more with the result in its context.
 */
export class TooMuch extends Error {
  readonly prepare: <Result>(ctx: Context, finish: (made: Replacement) => Promise<Result>) => Promise<Result>

  constructor(prepare: TooMuch['prepare']) {
    super('This is more than one transaction holds.')
    this.prepare = prepare
  }
}
