import type { DueWork } from '../due-work.ts'

/** Ends authorisations that the PSU has not finished in time (D33). */
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
  run: async tx => {
    const due = { worldId: tx.world.id, status: 'RECEIVED', expiresAt: { lte: tx.now } } as const
    await tx.db.authorisation.updateMany({ where: due, data: { status: 'EXPIRED', finishedAt: tx.now } })
  },
}
