import type { Context } from '../../bank/context.ts'
import { newRowsKey } from '../../domain/worlds.ts'
import type { World } from '../../generated/client.ts'
import { copyRows } from '../../platform/store/world-copies.ts'

/** The exclusive tasks on a whole world. One at a time, also between two processes that share the store. */
export type LockPurpose = 'CLOCK' | 'COPY'

/** For how long a lock is valid without a sign of life of its holder; each step of the work renews it. */
export const LEASE_MS = 10_000

/** Locks of this process whose holder failed and could not release them: no call needs to wait for their end. */
const abandoned = new Set<string>()

export function abandon(token: string): void {
  abandoned.add(token)
}

/** The columns of a world without a lock. */
export const UNLOCKED = {
  lockedBy: null,
  lockedUntil: null,
  lockedFor: null,
  advanceFrom: null,
  advanceTo: null,
} as const

type LockContext = Pick<Context, 'world' | 'db' | 'deps'>

/** The time for begin and end of locks: servers that share a store do not use their own clocks (D125). */
export async function lockTime({ db, deps }: Pick<Context, 'db' | 'deps'>): Promise<Date> {
  return (await deps.store.lockTime?.(db)) ?? deps.machineNow()
}

/** Whether a living call holds the lock of a world. That clock may have been set back, so an end too far in the future does not count. */
export async function isLocked(tx: LockContext): Promise<boolean> {
  // Usually there is nothing to compare.
  return isHeld(tx.world) && isBefore(tx.world, await lockTime(tx), LEASE_MS)
}

/** The same as this process sees it, with a clock that may differ by a few milliseconds: only for display. */
export function seemsLocked(world: World, machineNow: Date): boolean {
  return isHeld(world) && isBefore(world, machineNow, 2 * LEASE_MS)
}

const isHeld = ({ lockedBy }: World) => lockedBy !== null && !abandoned.has(lockedBy)

function isBefore({ lockedUntil }: World, now: Date, longestMs: number): boolean {
  const left = (lockedUntil?.getTime() ?? 0) - now.getTime()
  return left > 0 && left <= longestMs
}

/** Whether a copy is being made that will replace a world, so that nothing may be written in it. */
export async function isBeingCopied(tx: LockContext): Promise<boolean> {
  return tx.world.lockedFor === 'COPY' && (await isLocked(tx))
}

/** Whether a world is its own image, since nothing was written in it so far: it must be copied before the first write. */
export function isOriginal({ id, imageId }: World): boolean {
  return imageId === id
}

/** Stores a copy of a world in its original state, for a reset (D81). Returns the world with that image. */
export async function storeOriginal({ db, newId }: Pick<Context, 'db' | 'newId'>, world: World): Promise<World> {
  const { createdAt, clockOffsetMs, frozenAt, nextDueAt, hasScenarios, hasHabits } = world
  const { id } = await db.world.create({
    data: { id: newRowsKey(newId), createdAt, clockOffsetMs, frozenAt, nextDueAt, hasScenarios, hasHabits },
  })
  await copyRows(db, world.id, id)
  return db.world.update({ where: { id: world.id }, data: { imageId: id } })
}
