import type { Context } from '../../context.ts'
import { SERVICE_PATHS } from '../../domain/products.ts'
import type { Payment, PsuContext } from '../../generated/client.ts'
import { unlessGone } from '../../resolvers/references.ts'
import {
  again,
  ask,
  type Commands,
  fieldsOf,
  idsIn,
  inTurn,
  type RefusedCall,
  savedAs,
  saving,
  withFields,
  withoutHeaders,
  withValue,
} from '../commands.ts'
import { numberOf, startSca } from '../explanation.ts'
import { callFor, memberFor, personOf, signerOf } from './people.ts'

const NDCT = '/v1/payments/norwegian-domestic-credit-transfers'
const OUTSIDE = { iban: 'NO9386011117947', currency: 'NOK' }

/** What a TPP has registered for a PSU. */
type Ownership = {
  readonly customerId: string
  readonly context: PsuContext
  readonly agreementId: string
  readonly tppId: string
}

/** A payment in place of one that the caller does not have: the same by its owner, another one, or a new one (D3). */
export async function withOwnPayment(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const [, id = '', rest = ''] = /^\/v1\/(?:bulk-|periodic-)?payments\/[^/]+\/([^/?]+)(.*)/.exec(call.path) ?? []
  const payment =
    (await unlessGone(ctx.load.payment(id))) ??
    (await ctx.db.payment.findFirst({ where: ownedIn(ctx, call), orderBy: { id: 'desc' } }))
  if (payment !== null) return again({ ...(await asItsOwner(ctx, call, payment)), path: `${pathOf(payment)}${rest}` })
  const registered = await registerFirst(ctx, call)
  return registered && inTurn(registered, again({ ...signedBefore(call), path: `${NDCT}/{payment}${rest}` }))
}

/** A basket of the caller in place of one that it does not have. */
export async function withKnownBasket(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const [, id = ''] = /^\/v1\/signing-baskets\/([^/?]+)/.exec(call.path) ?? []
  const basket =
    (await unlessGone(ctx.load.signingBasket(id))) ??
    (await ctx.db.signingBasket.findFirst({ where: ownedIn(ctx, call), orderBy: { id: 'desc' } }))
  return basket === null ? undefined : again(withValue(await asItsOwner(ctx, call, basket), id, basket.id))
}

function ownedIn({ world }: Context, { tppId }: RefusedCall) {
  return { worldId: world.id, ...(tppId === undefined ? {} : { tppId }) }
}

function pathOf({ service, product, id }: Payment): string {
  return `/v1/${SERVICE_PATHS[service]}/${product}/${id}`
}

/** The call by the TPP and the PSU that own its payment or basket. */
async function asItsOwner(ctx: Context, call: RefusedCall, owned: Ownership): Promise<RefusedCall> {
  const { customerId, context, agreementId, tppId } = owned
  const own = callFor(call, { customerNumber: await numberOf(ctx, customerId), context, agreementId })
  return { ...own, signer: tppId === call.tppId ? call.signer : await signerOf(ctx, tppId) }
}

/** A command that registers a payment and saves its id as `payment`; nothing where there is no PSU who could pay. */
async function registerFirst(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const payer = await memberFor(ctx, call.psu, ({ roles }) => roles.includes('REGISTER'))
  if (payer === undefined) return undefined
  const { iban, currency } = payer.account
  const body = JSON.stringify({
    instructedAmount: { amount: '1.00', currency: 'NOK' },
    creditorName: 'Ola Nordmann',
    creditorAccount: OUTSIDE,
    debtorAccount: { iban, currency },
  })
  const own = callFor(withoutHeaders(call, 'PSU-Context'), personOf(payer))
  const post = { ...own, method: 'POST', path: `${NDCT}?allowLogicalDuplicate=true`, body }
  return saving(again(post), 'payment', 'paymentId')
}

function signedBefore(call: RefusedCall): RefusedCall {
  return { ...call, signer: { ...call.signer, createdBy: undefined } }
}

/** A basket of payments that may be in one: those of the call, else others that wait for their SCA, else a new one (D39). */
export async function withOwnBasket(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const { paymentIds } = fieldsOf(call)
  const named: readonly unknown[] = Array.isArray(paymentIds) ? paymentIds : []
  const worldId = ctx.world.id
  const customer = await ctx.db.customer.findFirst({ where: { worldId, customerNumber: call.psu ?? '' } })
  if (customer === null) return undefined
  const open = await ctx.db.payment.findMany({
    where: {
      ...{ worldId, tppId: call.tppId ?? '', customerId: customer.id },
      ...{ service: 'SINGLE', status: 'RCVD', basketId: null },
    },
    orderBy: { id: 'desc' },
    take: 100,
  })
  const among = open.filter(({ id }) => named.includes(id))
  const [first] = among.length > 0 ? among : open
  const chosen = (among.length > 0 ? among : open.slice(0, 1)).filter(
    ({ agreementId }) => agreementId === first?.agreementId,
  )
  const basketOf = (ids: readonly string[]) => withFields(call, fields => ({ ...fields, paymentIds: ids }))
  if (first !== undefined) return again(basketOf(chosen.map(({ id }) => id)))
  // A bulk or periodic payment is signed by itself ([I] Endpoints 1).
  const alone = await ctx.db.payment.findFirst({
    where: { worldId, id: { in: named.map(String) }, service: { not: 'SINGLE' }, status: 'RCVD' },
  })
  if (alone !== null)
    return call.door === 'REST'
      ? again({ ...call, path: `${pathOf(alone)}/authorisations`, body: undefined })
      : startSca(call.place, 'startPaymentAuthorisation', { ...alone, psu: customer.customerNumber })
  const registered = await registerFirst(ctx, call)
  return registered && inTurn(registered, again(signedBefore(basketOf([savedAs('payment')]))))
}

/** A payment or basket that cannot be changed any more has only its status (D36, D39). */
export function itsStatus(call: RefusedCall): Commands | undefined {
  const [, found] = /^(\/v1\/(?:signing-baskets|(?:bulk-|periodic-)?payments\/[^/]+)\/[^/?]+)/.exec(call.path) ?? []
  if (found !== undefined) return again({ ...call, method: 'GET', path: `${found}/status`, body: undefined })
  const [id] = idsIn(JSON.stringify(call.graphql ?? ''))
  const status = '... on Payment { status } ... on SigningBasket { basketStatus: status }'
  return id === undefined ? undefined : ask(call.place, `{ node(id: "${id}") { id __typename ${status} } }`)
}
