import type { Context } from '../../context.ts'
import type { Authorisation } from '../../generated/client.ts'
import type { PaymentWithEntries } from './read.ts'

/** The payments that an authorisation is about: one, or those of a basket. None for a consent. */
export async function paymentsOf(ctx: Context, { purpose, resourceId }: Authorisation): Promise<PaymentWithEntries[]> {
  if (purpose === 'CONSENT' || resourceId === null) return []
  const rows = await ctx.db.payment.findMany({
    where: { worldId: ctx.world.id, ...(purpose === 'BASKET' ? { basketId: resourceId } : { id: resourceId }) },
    include: { entries: { orderBy: { position: 'asc' } } },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ entries, ...payment }) => ({ payment, entries }))
}
