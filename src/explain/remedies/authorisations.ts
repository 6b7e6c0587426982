import type { Context } from '../../context.ts'
import { isExpired, OPEN } from '../../domain/authorisations.ts'
import { waitsForSca } from '../../domain/status.ts'
import type { Authorisation } from '../../generated/client.ts'
import { again, ask, type Commands, idsIn, inTurn, type Place, type RefusedCall, savedAs, saving } from '../commands.ts'
import { complete, grantConsent, numberOf, startSca } from '../explanation.ts'
import { viewerOf } from './people.ts'

/** The last authorisation that a call names by its id. */
export async function authorisationIn(
  ctx: Context,
  { path, body, graphql }: RefusedCall,
): Promise<Authorisation | null> {
  const ids = idsIn(`${path} ${body ?? ''} ${JSON.stringify(graphql ?? '')}`)
  const where = { worldId: ctx.world.id, id: { in: ids } }
  return ctx.db.authorisation.findFirst({ where, orderBy: { id: 'desc' } })
}

/** The last authorisation of the world, or of a resource in it, that waits for an answer. */
export function openSca(ctx: Context, resourceId?: string): Promise<Authorisation | null> {
  const of = resourceId === undefined ? {} : { resourceId }
  const where = { worldId: ctx.world.id, ...OPEN, expiresAt: { gt: ctx.now }, ...of }
  return ctx.db.authorisation.findFirst({ where, orderBy: { id: 'desc' } })
}

export function isOpen({ now }: Context, authorisation: Authorisation): boolean {
  return authorisation.status === 'RECEIVED' && !isExpired(authorisation, now)
}

/** An approval by the PSU of the authorisation, or by one that can give a consent (D32, D33). */
export async function approved(ctx: Context, place: Place, authorisation: Authorisation): Promise<Commands> {
  const { id, customerId } = authorisation
  if (customerId !== null) return complete(place, id, await numberOf(ctx, customerId), authorisation)
  const person = await viewerOf(ctx, undefined)
  return complete(place, id, person?.customerNumber, person)
}

/** The customerNumber of the PSU that an authorisation names, or of one that can give a consent (D32, D33). */
export async function deciderOf(ctx: Context, customerId: string | null | undefined): Promise<string | undefined> {
  return customerId == null ? (await viewerOf(ctx, undefined))?.customerNumber : numberOf(ctx, customerId)
}

/** A decision on this SCA where it is open, else on a new one (D33). */
export async function decidedAnew(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const authorisation = await authorisationIn(ctx, call)
  if (authorisation === null) return undefined
  const { place } = call
  const { purpose, tppId, customerId, context, agreementId } = authorisation
  if (isOpen(ctx, authorisation)) return approved(ctx, place, authorisation)
  const psu = await deciderOf(ctx, customerId)
  if (psu === undefined) return undefined
  if (purpose === 'CONSENT') {
    const person = await viewerOf(ctx, psu)
    return person && grantConsent(place, tppId, { ...person, psu: person.customerNumber })
  }
  const id = authorisation.resourceId ?? ''
  const [noun, start] =
    purpose === 'BASKET'
      ? (['basketId', 'authoriseSigningBasket'] as const)
      : (['paymentId', 'startPaymentAuthorisation'] as const)
  const payments =
    purpose === 'BASKET'
      ? await ctx.load.paymentsOfBasket(id)
      : await ctx.db.payment.findMany({ where: { worldId: ctx.world.id, id } })
  if (purpose === 'CANCELLATION' || !payments.some(waitsForSca))
    return ask(place, `{ why(${noun}: "${id}") { state text change } }`)
  return inTurn(
    saving(startSca(place, start, { id, psu, tppId, context, agreementId }), 'sca', `${start}.id`),
    complete(place, savedAs('sca'), psu, authorisation),
  )
}

/** The last authorisation of the same payment or basket, else a new one (D33). */
export async function withKnownSca(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  if (call.door !== 'REST') {
    const open = await openSca(ctx)
    return open === null
      ? ask(call.place, 'mutation { offerConsent { id scaRedirect } }')
      : approved(ctx, call.place, open)
  }
  const [, collection, resourceId = ''] =
    /^(\/v1\/.*\/([^/]+)\/(?:cancellation-)?authorisations)\/[^/]+$/.exec(call.path) ?? []
  if (collection === undefined) return undefined
  const purpose = collection.endsWith('cancellation-authorisations')
    ? ['CANCELLATION' as const]
    : (['PAYMENT', 'BASKET'] as const)
  const last = await ctx.db.authorisation.findFirst({
    where: { worldId: ctx.world.id, resourceId, purpose: { in: [...purpose] } },
    orderBy: { id: 'desc' },
  })
  if (last !== null) return again({ ...call, path: `${collection}/${last.id}` })
  return inTurn(
    saving(again({ ...call, method: 'POST', path: collection }), 'sca', 'authorisationId'),
    again({ ...call, path: `${collection}/{sca}`, signer: { ...call.signer, createdBy: undefined } }),
  )
}
