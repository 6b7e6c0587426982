import type { Context } from '../../context.ts'
import { isExpired } from '../../domain/authorisations.ts'
import type { PageArgs } from '../../domain/paging.ts'
import type { Authorisation, Customer } from '../../generated/client.ts'
import type { AuthorisationFilter } from '../../inputs/filters.ts'
import { equal, idOfTpp, type Listing, listChildren, listWorld, rowsOf } from '../lists.ts'

/** The SCAs in which a customer is the PSU, oldest first. */
export function pageOfCustomerAuthorisations(
  ctx: Context,
  { id }: Customer,
  args: PageArgs,
): Promise<Listing<Authorisation>> {
  return listChildren(ctx.load.authorisationsOfCustomer, id, args)
}

/** All authorisations that a filter leaves, oldest first. */
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

/** Its status, also when its time is up and nobody has recorded that yet. */
export function authorisationStatus(ctx: Context, authorisation: Authorisation): Authorisation['status'] {
  return isExpired(authorisation, ctx.now) ? 'EXPIRED' : authorisation.status
}
