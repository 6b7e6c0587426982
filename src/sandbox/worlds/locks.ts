import { type Context, isOver } from '../../bank/context.ts'
import { command } from '../../bank/resolvers/command.ts'
import { DomainError } from '../../domain/errors.ts'
import { nameOf } from '../../domain/worlds.ts'
import { pause } from '../../platform/store/turns.ts'
import { abandon, isLocked, LEASE_MS, type LockPurpose, lockTime, UNLOCKED } from './leases.ts'

/** How often a waiting call checks again. */
const LOOK_MS = 20

/**
 * Runs `run` while no other call works on the whole world, and waits for that as long as the caller does. `run` releases the lock in its last
 * transaction, by writing UNLOCKED; when it fails, this function releases it. The lock of a dead process is taken over.
 */
export async function withLock<Result>(
  ctx: Context,
  purpose: LockPurpose,
  run: (token: string) => Promise<Result>,
): Promise<Result> {
  const token = ctx.newId()
  while (!(await acquire(ctx, token, purpose))) {
    if (isOver(ctx)) throw interrupted('Another call was still working on this world, and nothing was done.')
    await pause(LOOK_MS)
  }
  try {
    return await run(token)
  } catch (error) {
    await giveBack(ctx, token).catch(() => abandon(token))
    throw error
  }
}

/** Refuses unless this call still holds the world's lock: another may have replaced the world, or taken the lock over. */
export function assertLocked(tx: Pick<Context, 'world'>, token: string): void {
  if (tx.world.lockedBy === token) return
  throw new DomainError(
    'CONFLICT',
    `The world ${nameOf(tx.world)} was reset, restored or taken over by another call meanwhile. Look at it, then go on.`,
  )
}

/** The columns that renew a lock which `assertLocked` has checked. */
export async function renewed(tx: Pick<Context, 'db' | 'deps'>): Promise<{ readonly lockedUntil: Date }> {
  return { lockedUntil: new Date((await lockTime(tx)).getTime() + LEASE_MS) }
}

/** The refusal of long work whose caller has disconnected. */
export function interrupted(text: string): DomainError {
  return new DomainError('UNAVAILABLE', `The call was ended. ${text}`)
}

function acquire(ctx: Context, token: string, lockedFor: LockPurpose): Promise<boolean> {
  return command(
    ctx,
    async tx => {
      if (await isLocked(tx)) return false
      const data = { ...UNLOCKED, lockedBy: token, lockedFor, ...(await renewed(tx)) }
      await tx.db.world.update({ where: { id: tx.world.id }, data })
      return true
    },
    'PASS',
  )
}

/** Releases a lock before its work ends, when no transaction of the work does so. */
async function giveBack(ctx: Context, token: string): Promise<void> {
  await command(
    ctx,
    tx => tx.db.world.updateMany({ where: { id: tx.world.id, lockedBy: token }, data: UNLOCKED }),
    'PASS',
  )
}
