import { isOfferedForConsent } from '../../../domain/engagements.ts'
import type { Account, Agreement, CardAccount, Customer, PsuContext } from '../../../generated/client.ts'
import type { Context } from '../../context.ts'

/** The accounts that a PSU can open to a TPP under one agreement ([I] Endpoints 8: engagements with both REGISTER and VIEW). */
export type Offer = {
  readonly context: PsuContext
  readonly agreement: Agreement
  readonly owner: Customer
  readonly accounts: readonly Account[]
  readonly cardAccounts: readonly CardAccount[]
}

/** All accounts that a PSU can open: its own under its automatic agreement, those of a corporation under each agreement that it is a member of. */
export async function offersOf(ctx: Context, customer: Customer): Promise<Offer[]> {
  const worldId = ctx.world.id
  const engagements = await ctx.db.engagement.findMany({
    where: { worldId, customerId: customer.id },
    include: { account: true },
    orderBy: { accountId: 'asc' },
  })
  const engaged = [...new Set(engagements.map(one => one.agreementId))]
  const agreements = await ctx.db.agreement.findMany({
    where: {
      worldId,
      OR: [
        { automatic: true, ownerId: customer.id },
        { automatic: false, id: { in: engaged } },
      ],
    },
    include: { owner: true },
    orderBy: { id: 'asc' },
  })
  const owners = agreements.map(agreement => agreement.ownerId)
  const cards = await ctx.db.cardAccount.findMany({
    where: { worldId, ownerId: { in: owners } },
    orderBy: { id: 'asc' },
  })
  return agreements.map(({ owner, ...agreement }) => {
    const own = engagements.filter(one => one.agreementId === agreement.id && isOfferedForConsent(one))
    // A card account has no engagements: a member may see it if the member may see the owner's accounts under the agreement.
    const seesCards = agreement.automatic || own.length > 0
    return {
      context: agreement.automatic ? ('PRIVATE' as const) : ('CORPORATE' as const),
      agreement,
      owner,
      accounts: uniqueById(own.map(one => one.account)),
      cardAccounts: seesCards ? cards.filter(card => card.ownerId === owner.id) : [],
    }
  })
}

function uniqueById<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map(row => [row.id, row])).values()]
}
