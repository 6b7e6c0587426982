import { assertOpen, endAs, isOpen, OPEN, type Subject } from '../../../domain/authorisations.ts'
import { settledBy, wasRejected } from '../../../domain/settled-scas.ts'
import { mayBeCancelled, UNAUTHORISED_STATUSES, waitsForSca } from '../../../domain/status.ts'
import type { Authorisation, Payment } from '../../../generated/client.ts'
import type { Context } from '../../context.ts'

/** What became of the payments that an SCA is for. */
export async function subjectOf(ctx: Context, authorisation: Authorisation): Promise<Subject> {
  const { purpose, resourceId } = authorisation
  if (purpose === 'CONSENT') return { isRejected: true }
  const payments = await ctx.db.payment.findMany({
    where: { worldId: ctx.world.id, ...(purpose === 'BASKET' ? { basketId: resourceId } : { id: resourceId ?? '' }) },
  })
  return { settled: settledBy(purpose, payments), isRejected: wasRejected(authorisation, payments) }
}

/** Refuses an ended authorisation, and says what became of its payments. */
export async function requireOpen(ctx: Context, authorisation: Authorisation): Promise<void> {
  if (!isOpen(authorisation, ctx.now)) assertOpen(authorisation, ctx.now, await subjectOf(ctx, authorisation))
}

/**
 * Ends the open SCAs that a change of a payment leaves nothing to decide: its own, and those of its basket once none of its payments waits. The SCA
 * that brings the change about is among them; its decision is stored after this. `payment` is as it will be: the change is stored at the same time.
 */
export async function endSettled(tx: Context, payment: Payment): Promise<void> {
  if (waitsForSca(payment)) return
  const worldId = tx.world.id
  const { id, basketId } = payment
  const purposes = mayBeCancelled(payment) ? (['PAYMENT'] as const) : (['PAYMENT', 'CANCELLATION'] as const)
  const ended = endAs(OPEN, 'FAILED', tx.now)
  const own = { worldId, resourceId: id, purpose: { in: [...purposes] }, ...OPEN }
  const others = { worldId, basketId, id: { not: id }, status: { in: [...UNAUTHORISED_STATUSES] } }
  const [, waiting] = await Promise.all([
    tx.db.authorisation.updateMany({ where: own, data: ended }),
    basketId === null ? undefined : tx.db.payment.findFirst({ where: others, select: { id: true } }),
  ])
  if (basketId !== null && waiting === null)
    await tx.db.authorisation.updateMany({ where: { worldId, resourceId: basketId, ...OPEN }, data: ended })
}
