import type { Context } from '../../context.ts'
import { isExpired } from '../../domain/authorisations.ts'
import { waitsForSca } from '../../domain/status.ts'
import type { Authorisation } from '../../generated/client.ts'
import { again, ask, type Commands, inTurn, type RefusedCall, saving } from '../commands.ts'
import { actingIn, complete, numberOf, startSca } from '../explanation.ts'
import { viewerOf } from './people.ts'

/** The last authorisation that a call names by its id. */
export async function authorisationIn(ctx: Context, { path, body, asked }: RefusedCall): Promise<Authorisation | null> {
  const ids = `${path} ${body ?? ''} ${JSON.stringify(asked ?? '')}`.match(UUID) ?? []
  const where = { worldId: ctx.world.id, id: { in: [...new Set(ids)].slice(0, 20) } }
  return ctx.db.authorisation.findFirst({ where, orderBy: { id: 'desc' } })
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

/** A decision that can be made: of this SCA where it is open, else of a new one (D33). */
export async function decidedAnew(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const authorisation = await authorisationIn(ctx, call)
  if (authorisation === null) return undefined
  const { id, purpose, tppId, customerId, resourceId, status, context, agreementId } = authorisation
  const psu = customerId === null ? (await viewerOf(ctx, undefined))?.customerNumber : await numberOf(ctx, customerId)
  if (psu === undefined) return undefined
  const isOpen = status === 'RECEIVED' && !isExpired(authorisation, ctx.now)
  if (isOpen) return complete(call.place, id, psu, authorisation)
  if (purpose === 'CONSENT') return givenConsent(ctx, call, { tppId, psu })
  const resource = resourceId ?? ''
  const waits =
    purpose === 'BASKET'
      ? (await ctx.load.paymentsOfBasket(resource)).some(waitsForSca)
      : await ctx.db.payment
          .findFirst({ where: { worldId: ctx.world.id, id: resource } })
          .then(found => found !== null && waitsForSca(found))
  if (purpose === 'CANCELLATION' || !waits)
    return ask(
      call.place,
      `{ why(${purpose === 'BASKET' ? 'basketId' : 'paymentId'}: "${resource}") { state text change } }`,
    )
  const start = purpose === 'BASKET' ? 'authoriseSigningBasket' : 'startPaymentAuthorisation'
  return inTurn(
    saving(startSca(call.place, start, { id: resource, psu, tppId, context, agreementId }), 'sca', `${start}.id`),
    complete(call.place, '{sca}', psu, authorisation),
  )
}

/** A consent for all accounts of a PSU, in a name that it can act in (D32). */
async function givenConsent(
  ctx: Context,
  { place }: RefusedCall,
  { tppId, psu }: { readonly tppId: string; readonly psu: string },
): Promise<Commands | undefined> {
  const person = await viewerOf(ctx, psu)
  if (person === undefined) return undefined
  const { customerNumber, context } = person
  const who = `psu: ${JSON.stringify(customerNumber)}, context: ${context}${actingIn(person)}`
  return ask(
    place,
    `mutation { grantConsent(access: { tpp: ${JSON.stringify(tppId)} }, ${who}) { consent { id state } } }`,
  )
}

/** An authorisation that there is: the last one of the same payment or basket, or one that is started (D33). */
export async function withKnownSca(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  if (call.door !== 'REST') {
    const open = await ctx.db.authorisation.findFirst({
      where: { worldId: ctx.world.id, status: 'RECEIVED', expiresAt: { gt: ctx.now } },
      orderBy: { id: 'desc' },
    })
    if (open === null) return ask(call.place, 'mutation { offerConsent { id scaRedirect } }')
    return complete(
      call.place,
      open.id,
      open.customerId === null
        ? (await viewerOf(ctx, undefined))?.customerNumber
        : await numberOf(ctx, open.customerId),
      open,
    )
  }
  const [, collection, resource] =
    /^(\/v1\/.*\/([^/]+)\/(?:cancellation-)?authorisations)\/[^/]+$/.exec(call.path) ?? []
  if (collection === undefined) return undefined
  const purpose = collection.endsWith('cancellation-authorisations')
    ? ['CANCELLATION' as const]
    : (['PAYMENT', 'BASKET'] as const)
  const last = await ctx.db.authorisation.findFirst({
    where: { worldId: ctx.world.id, resourceId: resource ?? '', purpose: { in: [...purpose] } },
    orderBy: { id: 'desc' },
  })
  if (last !== null) return again({ ...call, path: `${collection}/${last.id}` })
  return inTurn(
    saving(again({ ...call, method: 'POST', path: collection }), 'sca', 'authorisationId'),
    again({ ...call, path: `${collection}/{sca}`, signer: { ...call.signer, made: undefined } }),
  )
}
