import type { Context } from '../../context.ts'
import { OPEN } from '../../domain/authorisations.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Authorisation, AuthorisationPurpose } from '../../generated/client.ts'
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

/** One of them. RESOURCE_UNKNOWN when it belongs to something else. */
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

/** One authorisation, whoever asks: SCA_NOT_FOUND when the world does not have it. */
export async function getAuthorisation(ctx: Context, id: string): Promise<Authorisation> {
  const authorisation = await ctx.db.authorisation.findUnique({ where: { worldId_id: { worldId: ctx.world.id, id } } })
  if (authorisation !== null) return authorisation
  throw new DomainError('SCA_NOT_FOUND', `There is no authorisation ${JSON.stringify(id.slice(0, 80))} in this world.`)
}

/** The newest SCA that waits for a customer: one in which it is named, or nobody is. SCA_NOT_FOUND when none waits. */
export async function newestWaiting(ctx: Context, customerNumber: string | undefined): Promise<Authorisation> {
  const customer =
    customerNumber === undefined
      ? null
      : await ctx.db.customer.findFirst({ where: { worldId: ctx.world.id, customerNumber }, select: { id: true } })
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
