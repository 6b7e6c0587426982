import { type Context, createContext, type Deps } from '../context.ts'
import { worldNow } from '../domain/worlds.ts'
import type { World } from '../generated/client.ts'
import { expireAuthorisations } from './authorisations/expire.ts'
import { command } from './command.ts'
import { runPayments } from './payments/run.ts'

/** Something that happens by itself when its time comes (D40). Both functions look at the store, so that any process can do the work. */
export type DueWork = {
  readonly name: string
  /** The earliest instant at which there is something to do. */
  readonly nextAt: (tx: Context) => Promise<Date | undefined>
  /** Does all that is due at the instant `tx.now`, so that it is not due any more. */
  readonly run: (tx: Context) => Promise<void>
}

/** All there is. At the same instant, earlier ones go first. A function, since what falls due also schedules what comes next. */
const registry = (): readonly DueWork[] => [expireAuthorisations, runPayments]

/** Notes that something falls due in this world at `at`. Whatever stores such a thing calls this in the same transaction. */
export async function fallsDue(tx: Context, at: Date): Promise<void> {
  await tx.db.world.updateMany({
    where: { id: tx.world.id, OR: [{ nextDueAt: null }, { nextDueAt: { gt: at } }] },
    data: { nextDueAt: at },
  })
}

/** Whether something is due by the world's own clock. */
export function hasDueWork(world: World, machineNow: Date): boolean {
  return world.nextDueAt !== null && world.nextDueAt <= worldNow(world, machineNow)
}

/** Does what has fallen due while the world's clock ran by itself: in order, each at its own instant, each in a transaction of its own. */
export async function catchUp(deps: Deps, world: World): Promise<void> {
  const ctx = createContext(deps, world, { kind: 'operator' })
  while (await runNext(ctx, current => worldNow(current, deps.machineNow()))) {
    // Each step has committed; whoever is stopped here goes on with the next one.
  }
}

/**
 * Does the earliest work that is due up to `until`, if there is any, and notes what comes next. `before` runs in the same
 * transaction, with the instant of the work: moving the clock there, when an operator moves it. `works` is all there is unless told.
 */
export function runNext(
  ctx: Context,
  until: (world: World) => Date,
  before?: (tx: Context) => Promise<void>,
  works = registry(),
): Promise<boolean> {
  return command(ctx, async tx => {
    const next = await earliest(tx, works)
    if (next === undefined || next.at > until(tx.world)) {
      await tx.db.world.update({ where: { id: tx.world.id }, data: { nextDueAt: next?.at ?? null } })
      return false
    }
    const then = { ...tx, now: next.at }
    await before?.(then)
    await next.work.run(then)
    return true
  })
}

async function earliest(tx: Context, works: readonly DueWork[]): Promise<{ work: DueWork; at: Date } | undefined> {
  let first: { work: DueWork; at: Date } | undefined
  for (const work of works) {
    const at = await work.nextAt(tx)
    if (at !== undefined && (first === undefined || at < first.at)) first = { work, at }
  }
  return first
}
