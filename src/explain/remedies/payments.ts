import type { Context } from '../../context.ts'
import { osloDay } from '../../domain/calendar.ts'
import { SERVICE_PATHS } from '../../domain/products.ts'
import type { Payment } from '../../generated/client.ts'
import { unlessGone } from '../../resolvers/references.ts'
import {
  again,
  ask,
  type Commands,
  fieldsOf,
  inTurn,
  type RefusedCall,
  savedAs,
  saving,
  withFields,
  withoutHeaders,
  withValue,
} from '../commands.ts'
import { numberOf, startSca } from '../explanation.ts'
import { callFor, type Member, membersOf, personOf } from './people.ts'
import { signerOf } from './signers.ts'

const NDCT = '/v1/payments/norwegian-domestic-credit-transfers'
const OUTSIDE = { iban: 'NO9386011117947', currency: 'NOK' }

/** A payment of the caller in place of one that it does not have: the same one as its owner sees it, another, or a new one (D3). */
export async function withOwnPayment(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const [, id = '', rest = ''] = /^\/v1\/(?:bulk-|periodic-)?payments\/[^/]+\/([^/?]+)(.*)/.exec(call.path) ?? []
  const own = { worldId: ctx.world.id, ...(call.tppId === undefined ? {} : { tppId: call.tppId }) }
  const payment =
    (await unlessGone(ctx.load.payment(id))) ??
    (await ctx.db.payment.findFirst({ where: own, orderBy: { id: 'desc' } }))
  if (payment !== null) return again({ ...(await asItsOwner(ctx, call, payment)), path: `${pathOf(payment)}${rest}` })
  const made = await madeFirst(ctx, call)
  return made && inTurn(made, again({ ...signedBefore(call), path: `${NDCT}/{payment}${rest}` }))
}

function pathOf({ service, product, id }: Payment): string {
  return `/v1/${SERVICE_PATHS[service]}/${product}/${id}`
}

/** The call as the TPP and the PSU of a payment make it. */
async function asItsOwner(ctx: Context, call: RefusedCall, payment: Payment): Promise<RefusedCall> {
  const { customerId, context, agreementId, tppId } = payment
  const customerNumber = await numberOf(ctx, customerId)
  const own = callFor(call, { customerNumber, context, agreementId })
  return { ...own, signer: tppId === call.tppId ? call.signer : await signerOf(ctx, tppId) }
}

/** A payment with one transfer, in place of a body that was too large to be read (D12). */
export async function withOneTransfer(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const [, service] = /^\/v1\/(bulk-|periodic-)?payments\/[^/]+$/.exec(call.path.split('?', 1)[0] ?? '') ?? ['', 'none']
  if (call.body !== undefined || call.door !== 'REST' || service === 'none') return undefined
  const payer = await payerFor(ctx, call)
  if (payer === undefined) return undefined
  const { debtorAccount, ...transfer } = transferFrom(payer)
  const startDate = osloDay(ctx.now)
  const body =
    service === 'bulk-'
      ? { debtorAccount, payments: [transfer] }
      : { debtorAccount, ...transfer, ...(service === undefined ? {} : { startDate, frequency: 'Monthly' }) }
  return again({ ...callFor(call, personOf(payer)), body: JSON.stringify(body) })
}

async function payerFor(ctx: Context, { psu }: RefusedCall): Promise<Member | undefined> {
  const able = (await membersOf(ctx)).filter(({ roles }) => roles.includes('REGISTER'))
  return able.find(({ customer }) => customer.customerNumber === psu) ?? able[0]
}

function transferFrom({ account: { iban, currency } }: Member) {
  return {
    instructedAmount: { amount: '1.00', currency: 'NOK' },
    creditorName: 'Ola Nordmann',
    creditorAccount: OUTSIDE,
    debtorAccount: { iban, currency },
  }
}

/** A command that registers a payment and keeps its id as `payment`; nothing where nobody could pay. */
async function madeFirst(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const payer = await payerFor(ctx, call)
  if (payer === undefined) return undefined
  const body = JSON.stringify(transferFrom(payer))
  const own = callFor(withoutHeaders(call, 'PSU-Context'), personOf(payer))
  const post = { ...own, method: 'POST', path: `${NDCT}?allowLogicalDuplicate=true`, body }
  return saving(again(post), 'payment', 'paymentId')
}

function signedBefore(call: RefusedCall): RefusedCall {
  return { ...call, signer: { ...call.signer, made: undefined } }
}

/** A basket of payments that can be in one: those that were named, else others that wait for their SCA, else a new one (D39). */
export async function withOwnBasket(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const { paymentIds } = fieldsOf(call)
  const named: readonly unknown[] = Array.isArray(paymentIds) ? paymentIds : []
  const customer = await ctx.db.customer.findFirst({
    where: { worldId: ctx.world.id, customerNumber: call.psu ?? '' },
  })
  if (customer === null) return undefined
  const open = await ctx.db.payment.findMany({
    where: {
      ...{ worldId: ctx.world.id, tppId: call.tppId ?? '', customerId: customer.id },
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
    where: { worldId: ctx.world.id, id: { in: named.map(String) }, service: { not: 'SINGLE' }, status: 'RCVD' },
  })
  if (alone !== null)
    return call.door === 'REST'
      ? again({ ...call, path: `${pathOf(alone)}/authorisations`, body: undefined })
      : startSca(call.place, 'startPaymentAuthorisation', { ...alone, psu: customer.customerNumber })
  const made = await madeFirst(ctx, call)
  return made && inTurn(made, again(signedBefore(basketOf([savedAs('payment')]))))
}

/** A basket of the caller in place of one that it does not have. */
export async function withKnownBasket(ctx: Context, call: RefusedCall): Promise<Commands | undefined> {
  const [, id = ''] = /^\/v1\/signing-baskets\/([^/?]+)/.exec(call.path) ?? []
  const basket =
    (await unlessGone(ctx.load.signingBasket(id))) ??
    (await ctx.db.signingBasket.findFirst({
      where: { worldId: ctx.world.id, ...(call.tppId === undefined ? {} : { tppId: call.tppId }) },
      orderBy: { id: 'desc' },
    }))
  if (basket === null) return undefined
  const { customerId, context, agreementId, tppId } = basket
  const own = callFor(call, { customerNumber: await numberOf(ctx, customerId), context, agreementId })
  const signer = tppId === call.tppId ? call.signer : await signerOf(ctx, tppId)
  return again({ ...withValue(own, id, basket.id), signer })
}

/** Of a payment or basket that has gone too far nothing else can be had than how it stands (D36, D39). */
export function itsStatus(call: RefusedCall): Commands | undefined {
  const [, found] = /^(\/v1\/(?:signing-baskets|(?:bulk-|periodic-)?payments\/[^/]+)\/[^/?]+)/.exec(call.path) ?? []
  if (found !== undefined) return again({ ...call, method: 'GET', path: `${found}/status`, body: undefined })
  const [id] = JSON.stringify(call.asked ?? '').match(UUID) ?? []
  return id === undefined
    ? undefined
    : ask(
        call.place,
        `{ node(id: "${id}") { id __typename ... on Payment { status } ... on SigningBasket { basketStatus: status } } }`,
      )
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
