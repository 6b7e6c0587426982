import type { Context } from '../context.ts'
import { newRowsKey } from '../domain/worlds.ts'
import type { World } from '../generated/client.ts'
import { copyRows } from '../store/world-copies.ts'

/** What a call may do with a world as a whole. One at a time, also between two processes that share the store. */
export type LockPurpose = 'CLOCK' | 'COPY'

/** How long a lock is believed to have a living holder who has not been heard of; each step of the work renews it. */
export const LEASE_MS = 10_000

/** Locks of this process whose holder has failed without being able to give them back: no call need wait for their end. */
const abandoned = new Set<string>()

export function abandon(token: string): void {
  abandoned.add(token)
}

/** What a world without a lock has. */
export const UNLOCKED = {
  lockedBy: null,
  lockedUntil: null,
  lockedFor: null,
  advanceFrom: null,
  advanceTo: null,
} as const

type LockContext = Pick<Context, 'world' | 'db' | 'deps'>

/** The time by which locks begin and end: of servers that share their books none goes by a clock of its own (D125). */
export async function lockTime({ db, deps }: Pick<Context, 'db' | 'deps'>): Promise<Date> {
  return (await deps.store.lockTime?.(db)) ?? deps.machineNow()
}

/** Whether a living call holds the lock of a world. That clock may have been set back, so an end that is too far away is none. */
export async function isLocked(tx: LockContext): Promise<boolean> {
  // Mostly there is nothing to compare.
  return isHeld(tx.world) && isBefore(tx.world, await lockTime(tx), LEASE_MS)
}

/** The same as this process sees it, to the few milliseconds that its clock may be apart: for what is shown, and nothing else. */
export function seemsLocked(world: World, machineNow: Date): boolean {
  return isHeld(world) && isBefore(world, machineNow, 2 * LEASE_MS)
}

const isHeld = ({ lockedBy }: World) => lockedBy !== null && !abandoned.has(lockedBy)

function isBefore({ lockedUntil }: World, now: Date, longestMs: number): boolean {
  const left = (lockedUntil?.getTime() ?? 0) - now.getTime()
  return left > 0 && left <= longestMs
}

/** Whether a copy is being made that takes the place of a world, so that nothing may be written in it. */
export async function isBeingCopied(tx: LockContext): Promise<boolean> {
  return tx.world.lockedFor === 'COPY' && (await isLocked(tx))
}

/** Whether a world is what it was made from itself, since nothing was written in it so far: it must be copied before something is. */
export function isOriginal({ id, imageId }: World): boolean {
  return imageId === id
}

/** Stores a copy of a world as it was made, for when it is reset (D81). Answers the world as it is then. */
export async function storeOriginal({ db, newId }: Pick<Context, 'db' | 'newId'>, world: World): Promise<World> {
  const { createdAt, clockOffsetMs, frozenAt, nextDueAt, hasScenarios } = world
  const { id } = await db.world.create({
    data: { id: newRowsKey(newId), createdAt, clockOffsetMs, frozenAt, nextDueAt, hasScenarios },
  })
  await copyRows(db, world.id, id)
  return db.world.update({ where: { id: world.id }, data: { imageId: id } })
}
