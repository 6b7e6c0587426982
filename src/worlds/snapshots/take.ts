import type { Context } from '../../context.ts'
import { assertWorldName, endOf, nameOf } from '../../domain/worlds.ts'
import type { Snapshot } from '../../generated/client.ts'
import { command } from '../../resolvers/command.ts'
import { withCopy } from '../build.ts'
import { release } from '../end.ts'
import { assertNoSnapshot, findSnapshot } from './rows.ts'

/**
 * Keeps the state of this world under a name (D86): rows, clock, replay records, counters; for an ISO 8601 duration of the machine's clock, if one is given.
 * CONFLICT when it has one of this name.
 */
export async function takeSnapshot(ctx: Context, name: string, expiresAfter?: string): Promise<Snapshot> {
  assertWorldName(name)
  const expiresAt = expiresAfter === undefined ? undefined : endOf(expiresAfter, ctx.deps.machineNow())
  return withCopy(ctx, ctx.world, async (tx, { id: contentId }) => {
    await assertNoSnapshot(tx, name)
    const worldName = nameOf(tx.world)
    // The rows know when they end, as those of a world do.
    if (expiresAt !== undefined) await tx.db.world.update({ where: { id: contentId }, data: { expiresAt } })
    return tx.db.snapshot.create({ data: { worldName, name, contentId, takenAt: tx.deps.machineNow() } })
  })
}

/** Forgets a snapshot. Answers what it was. */
export function deleteSnapshot(ctx: Context, name: string): Promise<Snapshot> {
  return command(ctx, async tx => {
    const snapshot = await findSnapshot(tx, name, 'name')
    const { worldName, contentId } = snapshot
    await tx.db.snapshot.delete({ where: { worldName_name: { worldName, name } } })
    await release(tx, contentId)
    return snapshot
  })
}
