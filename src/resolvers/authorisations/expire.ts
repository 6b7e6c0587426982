import { endAs, OPEN } from '../../domain/authorisations.ts'
import { updateMany } from '../../store/bulk-writes.ts'
import type { DueWork } from '../due-work.ts'

/** Ends authorisations that the PSU has not finished in time, each at its own instant (D33). */
export const expireAuthorisations: DueWork = {
  name: 'authorisation expiry',
  what: 'an SCA runs out',
  nextAt: async tx => {
    const next = await tx.db.authorisation.findFirst({
      where: { worldId: tx.world.id, ...OPEN },
      orderBy: { expiresAt: 'asc' },
      select: { expiresAt: true },
    })
    return next?.expiresAt
  },
  run: async (tx, until, rowsThatFit) => {
    const due = await tx.db.authorisation.findMany({
      where: { worldId: tx.world.id, ...OPEN, expiresAt: { lte: until } },
      select: { id: true, expiresAt: true },
      orderBy: [{ expiresAt: 'asc' }, { id: 'asc' }],
      take: rowsThatFit,
    })
    const ended = due.map(({ id, expiresAt }) => ({ worldId: tx.world.id, id, ...endAs(OPEN, 'EXPIRED', expiresAt) }))
    await updateMany(tx.db, 'Authorisation', ended)
    return { at: due.at(-1)?.expiresAt ?? tx.now, rows: due.length }
  },
}
