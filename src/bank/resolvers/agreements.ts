import { assertAgreementOwner } from '../../domain/engagements.ts'
import { actWanted, byRule, DomainError } from '../../domain/errors.ts'
import type { PageArgs } from '../../domain/paging.ts'
import type { Agreement, Customer } from '../../generated/client.ts'
import type { Context } from '../context.ts'
import type { CreateAgreement } from '../inputs/agreements.ts'
import type { AgreementFilter } from '../inputs/filters.ts'
import { command } from './command.ts'
import { addEngagement, findParties } from './engagements.ts'
import { condition, equal, idOfCustomer, type Listing, listWorld, rowsOf } from './lists.ts'
import { assertNothingWaits } from './payments/unfinished.ts'
import { allTogether, namedInBody } from './references.ts'

export type AgreementListing = {
  readonly agreement: Agreement
  readonly owner: Customer
  readonly engagementIds: readonly string[]
}

/** Adds an agreement of a corporation, with engagements if given (D26). All or nothing. */
export function createAgreement(ctx: Context, input: CreateAgreement): Promise<AgreementListing> {
  return command(ctx, async tx => {
    const owner = await namedInBody(tx.load.customerByNumber(input.owner), 'owner')
    assertAgreementOwner(owner)
    const taken = await tx.db.agreement.findUnique({
      where: { worldId_ownerId_name: { worldId: tx.world.id, ownerId: owner.id, name: input.name } },
    })
    if (taken !== null) {
      throw new DomainError(
        'CONFLICT',
        byRule.D24`This owner already has an agreement named ${JSON.stringify(input.name)}: ${taken.id}.`,
        'name',
      )
    }
    const agreement = await tx.db.agreement.create({
      data: {
        worldId: tx.world.id,
        id: tx.newId('Agreement'),
        ownerId: owner.id,
        name: input.name,
        automatic: false,
        createdAt: tx.now,
      } satisfies Agreement,
    })
    const wanted = input.engagements ?? []
    const found = await allTogether(
      wanted.map(async (one, index) => ({
        one,
        parties: await findParties(tx, agreement, one, `engagements[${index}].`),
      })),
    )
    const engagementIds: string[] = []
    for (const { one, parties } of found) engagementIds.push((await addEngagement(tx, agreement, parties, one)).id)
    return { agreement, owner, engagementIds }
  })
}

/** One agreement. RESOURCE_UNKNOWN when the world does not have it. */
export async function getAgreement(ctx: Context, id: string): Promise<AgreementListing> {
  const agreement = await ctx.load.agreement(id)
  const [owner, engagements] = await Promise.all([
    ctx.load.customer(agreement.ownerId),
    ctx.db.engagement.findMany({
      where: { worldId: ctx.world.id, agreementId: id },
      select: { id: true },
      orderBy: { id: 'asc' },
    }),
  ])
  return { agreement, owner, engagementIds: engagements.map(engagement => engagement.id) }
}

/** All agreements of the world, oldest first, including automatic ones. */
export async function listAgreements(ctx: Context): Promise<AgreementListing[]> {
  const rows = await ctx.db.agreement.findMany({
    where: { worldId: ctx.world.id },
    include: { owner: true, engagements: { select: { id: true }, orderBy: { id: 'asc' } } },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ owner, engagements, ...agreement }) => ({
    agreement,
    owner,
    engagementIds: engagements.map(engagement => engagement.id),
  }))
}

/** Deletes an agreement and its engagements. BAD_REQUEST for a private customer's automatic one (D26), CONFLICT while a payment under it waits (D77). */
export function deleteAgreement(ctx: Context, id: string): Promise<Agreement> {
  return command(ctx, async tx => {
    const agreement = await tx.load.agreement(id)
    if (agreement.automatic) {
      throw new DomainError(
        'BAD_REQUEST',
        actWanted(
          'DELETE_CUSTOMER',
          byRule.D26`This is the automatic agreement of a private customer: it goes only with the customer.`,
          { of: agreement.ownerId },
        ),
      )
    }
    await assertNothingWaits(tx, id)
    await tx.db.agreement.delete({ where: { worldId_id: { worldId: tx.world.id, id } } })
    return agreement
  })
}

/** All agreements that pass a filter, oldest first, including automatic ones. */
export async function pageOfAgreements(
  ctx: Context,
  args: PageArgs,
  filter?: AgreementFilter | null,
): Promise<Listing<Agreement>> {
  const conditions = [
    ...equal('ownerId', await idOfCustomer(ctx, { customer: filter?.owner })),
    ...condition('name', 'contains', filter?.nameContains),
  ]
  return listWorld(ctx, 'Agreement', args, conditions, ids => ctx.db.agreement.findMany(rowsOf(ctx, ids)))
}
