import { expireInTime } from '../../store/bulk-writes.ts'
import type { DueWork } from '../due-work.ts'

/** Ends authorisations that the PSU has not finished in time, each at its own instant (D33). */
export const expireAuthorisations: DueWork = {
  name: 'authorisation expiry',
  nextAt: async tx => {
    const open = { worldId: tx.world.id, status: 'RECEIVED' } as const
    const next = await tx.db.authorisation.findFirst({
      where: open,
      orderBy: { expiresAt: 'asc' },
      select: { expiresAt: true },
    })
    return next?.expiresAt
  },
  run: async (tx, until, rowsThatFit) => {
    const due = await tx.db.authorisation.findMany({
      where: { worldId: tx.world.id, status: 'RECEIVED', expiresAt: { lte: until } },
      select: { id: true, expiresAt: true },
      orderBy: [{ expiresAt: 'asc' }, { id: 'asc' }],
      take: rowsThatFit,
    })
    await expireInTime(
      tx.db,
      tx.world.id,
      due.map(({ id }) => id),
    )
    return { at: due.at(-1)?.expiresAt ?? tx.now, rows: due.length }
  },
}
