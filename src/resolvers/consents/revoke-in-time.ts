import type { DueWork } from '../due-work.ts'

/** Takes consents back whose PSU does so by a scenario, each at its own instant (D88). Older ones of the same kind end with it, or they would come alive again. */
export const revokeConsentsInTime: DueWork = {
  name: 'consent revocation',
  what: 'a consent is taken back',
  nextAt: async tx => {
    const next = await tx.db.consent.findFirst({
      where: { worldId: tx.world.id, revokesAt: { not: null } },
      orderBy: { revokesAt: 'asc' },
      select: { revokesAt: true },
    })
    return next?.revokesAt ?? undefined
  },
  run: async (tx, until, rowsThatFit) => {
    const worldId = tx.world.id
    const due = await tx.db.consent.findMany({
      where: { worldId, revokesAt: { lte: until } },
      orderBy: [{ revokesAt: 'asc' }, { id: 'asc' }],
      take: rowsThatFit,
    })
    for (const { id, tppId, customerId, context, agreementId, grantedAt, revokesAt } of due) {
      await tx.db.consent.updateMany({
        where: { worldId, tppId, customerId, context, agreementId, grantedAt: { lte: grantedAt }, revokedAt: null },
        data: { revokedAt: revokesAt },
      })
      await tx.db.consent.update({ where: { worldId_id: { worldId, id } }, data: { revokesAt: null } })
    }
    return { at: due.at(-1)?.revokesAt ?? tx.now, rows: due.length }
  },
}
