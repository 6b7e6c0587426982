import { isExpired, OPEN, type Outcome } from '../../../domain/authorisations.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { PageArgs } from '../../../domain/paging.ts'
import type { Authorisation, AuthorisationPurpose, Customer, PsuContext } from '../../../generated/client.ts'
import type { Context } from '../../context.ts'
import type { AuthorisationFilter } from '../../inputs/filters.ts'
import type { Offer } from '../consents/offers.ts'
import { equal, idOfTpp, type Listing, listWorld, rowsOf } from '../lists.ts'
import { unknown } from '../payments/read.ts'

/** The authorisations of a payment or basket, oldest first. */
export function listAuthorisations(
  ctx: Context,
  resourceId: string,
  purpose: AuthorisationPurpose,
): Promise<Authorisation[]> {
  return ctx.db.authorisation.findMany({
    where: { worldId: ctx.world.id, resourceId, purpose },
    orderBy: { id: 'asc' },
  })
}

/** An SCA of a payment, of its cancellation or of a basket. RESOURCE_UNKNOWN when it belongs to something else. */
export async function findAuthorisation(
  ctx: Context,
  resourceId: string,
  purpose: AuthorisationPurpose,
  id: string,
): Promise<Authorisation> {
  const row = await ctx.db.authorisation.findUnique({ where: { worldId_id: { worldId: ctx.world.id, id } } })
  if (row === null || row.resourceId !== resourceId || row.purpose !== purpose) throw unknown('authorisation', id)
  return row
}

/** One authorisation, for any caller: SCA_NOT_FOUND when the world does not have it. */
export async function getAuthorisation(ctx: Context, id: string): Promise<Authorisation> {
  const authorisation = await ctx.db.authorisation.findUnique({ where: { worldId_id: { worldId: ctx.world.id, id } } })
  if (authorisation !== null) return authorisation
  const text = `There is no authorisation ${JSON.stringify(id.slice(0, 80))} in this world.`
  throw new DomainError('SCA_NOT_FOUND', [{ text, want: { kind: 'known', noun: 'authorisation', key: id } }])
}

/** One authorisation by its own id, or the newest one of the payment or basket with this id. SCA_NOT_FOUND otherwise. */
export async function authorisationNamed(ctx: Context, id: string): Promise<Authorisation> {
  const own = await ctx.db.authorisation.findUnique({ where: { worldId_id: { worldId: ctx.world.id, id } } })
  if (own !== null) return own
  const where = { worldId: ctx.world.id, resourceId: id }
  const started = await ctx.db.authorisation.findFirst({ where, orderBy: { id: 'desc' } })
  return started ?? getAuthorisation(ctx, id)
}

/** The newest SCA that waits for a customer: it names this customer or none. SCA_NOT_FOUND when none waits. */
export async function newestWaiting(ctx: Context, customerNumber: string): Promise<Authorisation> {
  const where = { worldId: ctx.world.id, customerNumber }
  const customer = await ctx.db.customer.findFirst({ where, select: { id: true } })
  const found = await ctx.db.authorisation.findFirst({
    where: {
      worldId: ctx.world.id,
      ...OPEN,
      expiresAt: { gt: ctx.now },
      ...(customer === null ? {} : { OR: [{ customerId: customer.id }, { customerId: null }] }),
    },
    orderBy: { id: 'desc' },
  })
  if (found !== null) return found
  throw new DomainError(
    'SCA_NOT_FOUND',
    'No authorisation of this world waits for this customer: start one, or name it by id.',
  )
}

/** The PSU's decision on the bank's page (D33). */
export type Decision = {
  /** The PSU that decides; a rejection needs it, too. */
  readonly customerNumber?: string | undefined
  readonly context?: PsuContext | undefined
  readonly agreementId?: string | undefined
  /** Ids of the accounts and card accounts to open; by default all that are offered. */
  readonly accountIds?: readonly string[] | undefined
  readonly outcome: Outcome
}

export type Approval = {
  readonly authorisation: Authorisation
  readonly customer: Customer
  readonly offer: Offer
  readonly decision: Decision
}

/** All authorisations that pass a filter, oldest first. */
export async function pageOfAuthorisations(
  ctx: Context,
  args: PageArgs,
  filter?: AuthorisationFilter | null,
): Promise<Listing<Authorisation>> {
  const conditions = [
    ...equal('tppId', await idOfTpp(ctx, filter?.tpp)),
    ...equal('status', filter?.status),
    ...equal('purpose', filter?.purpose),
  ]
  return listWorld(ctx, 'Authorisation', args, conditions, ids => ctx.db.authorisation.findMany(rowsOf(ctx, ids)))
}

/** Its status, correct even when its time has run out and no row records that yet. */
export function authorisationStatus(ctx: Context, authorisation: Authorisation): Authorisation['status'] {
  return isExpired(authorisation, ctx.now) ? 'EXPIRED' : authorisation.status
}
