import type { Context } from '../../context.ts'
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
