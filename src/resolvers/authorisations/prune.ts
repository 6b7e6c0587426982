import type { Context } from '../../context.ts'
import { firstIdAt } from '../../domain/ids.ts'

/** How long a finished authorisation is kept, by the machine's clock: a world's may be moved by years in a second. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000
// More than one goes for each that is made, so the table does not grow; and no call has much to do for it (D74).
const PRUNED_AT_ONCE = 20

/** Deletes some of the world's authorisations that are over and were made more than 30 days ago. */
export async function pruneAuthorisations(tx: Context): Promise<void> {
  const worldId = tx.world.id
  const before = firstIdAt(new Date(tx.deps.machineNow().getTime() - KEPT_MS))
  const old = await tx.db.authorisation.findMany({
    where: { worldId, id: { lt: before }, status: { not: 'RECEIVED' } },
    select: { id: true },
    orderBy: { id: 'asc' },
    take: PRUNED_AT_ONCE,
  })
  if (old.length === 0) return
  await tx.db.authorisation.deleteMany({ where: { worldId, id: { in: old.map(({ id }) => id) } } })
}
