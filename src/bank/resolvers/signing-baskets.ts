import { endAs, OPEN } from '../../domain/authorisations.ts'
import { actWanted, byRule, DomainError, type Fault, inWords, type Words } from '../../domain/errors.ts'
import type { PageArgs } from '../../domain/paging.ts'
import { type BasketStatus, basketStatus, isAuthorised, isRegistered, waitsForSca } from '../../domain/status.ts'
import type { Authorisation, Customer, Payment, SigningBasket } from '../../generated/client.ts'
import { type Context, tppOf } from '../context.ts'
import type { SigningBasketFilter } from '../inputs/filters.ts'
import type { CreateSigningBasket } from '../inputs/payments.ts'
import { startSigning } from './authorisations/start.ts'
import { command } from './command.ts'
import { equal, idOfCustomer, idOfTpp, type Listing, listWorld, rowsOf } from './lists.ts'
import { isMember, requirePsu } from './payments/payers.ts'
import { agreementNeeded, requirePsuOf, unknown } from './payments/read.ts'
import type { PaymentCall, PsuClaim } from './psus.ts'

/**
 * Groups payments for one SCA ([I] Create signing basket, D39): payments of this TPP and PSU that wait for an SCA and are in no other basket.
 * RESOURCE_UNKNOWN for ids of other payments, REFERENCE_MIX_INVALID for bulk and periodic ones, CONFLICT otherwise.
 */
export function createSigningBasket(
  ctx: Context,
  claim: PsuClaim,
  { paymentIds }: CreateSigningBasket,
): Promise<Basket> {
  return command(ctx, async tx => {
    const { payments, psu } = await requirePayments(tx, claim, paymentIds)
    const [first] = payments
    if (first === undefined) throw new DomainError('FORMAT_ERROR', 'must hold at least one payment.', 'paymentIds')
    refuse(payments, 'REFERENCE_MIX_INVALID', ({ service }) =>
      service === 'SINGLE'
        ? undefined
        : byRule('[I] Errors')`is a ${service.toLowerCase()} payment, which cannot be part of a basket.`,
    )
    refuse(payments, 'CONFLICT', ({ status, basketId }) =>
      basketId !== null
        ? `is in the basket ${basketId} already: authorise it there or by itself, or delete that basket first.`
        : isRegistered({ status })
          ? undefined
          : byRule.D39`is ${status}; only payments that wait for their SCA (RCVD) can be grouped.`,
    )
    refuse(payments, 'BAD_REQUEST', ({ customerId }) =>
      customerId === psu.id
        ? undefined
        : byRule.D39`was registered by another member: a PSU signs baskets of its own payments.`,
    )
    const { customerId, context, agreementId } = first
    const basket = await tx.db.signingBasket.create({
      data: {
        worldId: tx.world.id,
        id: tx.newId('SigningBasket'),
        tppId: tppOf(tx).tppId,
        customerId,
        context,
        agreementId,
        createdAt: tx.now,
      },
    })
    await tx.db.payment.updateMany({
      where: { worldId: tx.world.id, id: { in: [...paymentIds] } },
      data: { basketId: basket.id },
    })
    return {
      basket,
      payments: payments.map(payment => ({ ...payment, basketId: basket.id })),
      status: basketStatus(payments),
    }
  })
}

/** Starts the SCA of a basket. CONFLICT when none of its payments waits for one. */
export function authoriseSigningBasket(ctx: Context, call: PaymentCall, basketId: string): Promise<Authorisation> {
  return command(ctx, async tx => {
    const { basket, payments } = await getSigningBasket(tx, call, basketId)
    const waiting = payments.filter(waitsForSca)
    if (waiting.length === 0)
      throw new DomainError(
        'CONFLICT',
        actWanted('LOOK_AT_STATE', 'No payment of this basket waits for an authorisation.'),
      )
    // As soon as one payment waits for another member, any member may come, and signs what it may sign (D39).
    const customerId = waiting.every(isRegistered) ? basket.customerId : undefined
    return startSigning(tx, 'BASKET', basket, customerId, call)
  })
}

/** Dissolves a basket; its payments become free again. CONFLICT once any of them was authorised. */
export function deleteSigningBasket(ctx: Context, claim: PsuClaim, basketId: string): Promise<Basket> {
  return command(ctx, async tx => {
    const found = await getSigningBasket(tx, claim, basketId)
    const further = found.payments.find(isAuthorised)
    if (further !== undefined)
      throw new DomainError(
        'CONFLICT',
        actWanted(
          'LOOK_AT_STATE',
          `The payment ${further.id} of this basket is ${further.status}: a basket can be deleted only before any of its payments is authorised.${found.payments.some(waitsForSca) ? ' Those that still wait are authorised by its SCA, or each by itself.' : ''}`,
        ),
      )
    await tx.db.payment.updateMany({ where: { worldId: tx.world.id, basketId }, data: { basketId: null } })
    await tx.db.authorisation.updateMany({
      where: { worldId: tx.world.id, resourceId: basketId, ...OPEN },
      data: endAs(OPEN, 'FAILED', tx.now),
    })
    await tx.db.signingBasket.delete({ where: { worldId_id: { worldId: tx.world.id, id: basketId } } })
    return found
  })
}

async function requirePayments(
  tx: Context,
  claim: PsuClaim,
  ids: readonly string[],
): Promise<{ payments: Payment[]; psu: Customer }> {
  const visible = await visiblePayments(tx, claim, ids)
  const payments = ids.flatMap(id => visible.get(id) ?? [])
  const faults = ids.flatMap((id, index): Fault[] => {
    const fault = placeFault(id, visible.get(id), claim.corporateId)
    return fault === undefined ? [] : [{ ...fault, path: `paymentIds[${index}]` }]
  })
  if (payments.length < ids.length) throw new DomainError('RESOURCE_UNKNOWN', faults)
  const corporate = payments.find(({ context }) => context === 'CORPORATE')
  if (corporate !== undefined && claim.corporateId === undefined) throw agreementNeeded('payment', corporate)
  const acting =
    corporate === undefined ? ({ context: 'PRIVATE', corporateId: undefined } as const) : { context: corporate.context }
  const psu = await requirePsu(tx, { ...claim, ...acting })
  if (faults.length > 0) throw new DomainError('RESOURCE_UNKNOWN', faults)
  return { payments, psu: psu.customer }
}

// One SCA signs for one agreement: that of a corporation covers neither private payments nor those of another (D79).
function placeFault(id: string, row: Payment | undefined, corporateId: string | undefined): Fault | undefined {
  const named = JSON.stringify(id)
  if (row === undefined)
    return { text: `${named} is no payment of this TPP and PSU.`, want: { kind: 'known', noun: 'payment', key: id } }
  if (corporateId === undefined) return undefined
  if (row.context === 'PRIVATE') return byRule.D79`${named} is a private payment: leave PSU-Corporate-ID out.`
  if (row.agreementId === corporateId) return undefined
  return byRule.D79`${named} belongs to another agreement: send PSU-Corporate-ID: ${row.agreementId}.`
}

/** The payments of these ids that exist for the calling TPP and PSU, under whichever agreement (D3). */
async function visiblePayments(
  tx: Context,
  claim: PsuClaim,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Payment>> {
  const { psuId, customerNumber } = claim
  const { customer } = await requirePsu(tx, { psuId, customerNumber, context: 'PRIVATE' })
  const rows = await tx.db.payment.findMany({
    where: { worldId: tx.world.id, tppId: tppOf(tx).tppId, id: { in: [...ids] } },
  })
  const visible = new Map<string, Payment>()
  for (const row of rows) {
    const isOwn =
      row.context === 'CORPORATE' ? await isMember(tx, claim, row.agreementId) : row.customerId === customer.id
    if (isOwn) visible.set(row.id, row)
  }
  return visible
}

function refuse(
  payments: readonly Payment[],
  code: 'REFERENCE_MIX_INVALID' | 'CONFLICT' | 'BAD_REQUEST',
  faultOf: (payment: Payment) => string | Words | undefined,
): void {
  const faults = payments.flatMap((payment, index) => {
    const words = faultOf(payment)
    if (words === undefined) return []
    const { text, rule } = inWords(words)
    return [{ path: `paymentIds[${index}]`, text: `The payment ${payment.id} ${text}`, rule }]
  })
  if (faults.length > 0) throw new DomainError(code, faults)
}

export type Basket = {
  readonly basket: SigningBasket
  readonly payments: readonly Payment[]
  readonly status: BasketStatus
}

/** A signing basket of the calling TPP and PSU. RESOURCE_UNKNOWN for any other (D3). */
export async function getSigningBasket(ctx: Context, claim: PsuClaim, basketId: string): Promise<Basket> {
  const row = await ctx.db.signingBasket.findUnique({
    where: { worldId_id: { worldId: ctx.world.id, id: basketId } },
    include: { payments: { orderBy: { id: 'asc' } } },
  })
  if (row === null || row.tppId !== tppOf(ctx).tppId) throw unknown('signing basket', basketId)
  await requirePsuOf(ctx, claim, row, 'signing basket')
  const { payments, ...basket } = row
  return { basket, payments, status: basketStatus(payments) }
}

/** All signing baskets that pass a filter, oldest first. */
export async function pageOfBaskets(
  ctx: Context,
  args: PageArgs,
  filter?: SigningBasketFilter | null,
): Promise<Listing<SigningBasket>> {
  const conditions = [
    ...equal('tppId', await idOfTpp(ctx, filter?.tpp)),
    ...equal('customerId', await idOfCustomer(ctx, filter)),
    ...equal('agreementId', filter?.agreementId),
    ...equal('standing', filter?.status),
  ]
  const table = filter?.status === undefined ? 'SigningBasket' : 'StandingBasket'
  return listWorld(ctx, table, args, conditions, ids => ctx.db.signingBasket.findMany(rowsOf(ctx, ids)))
}

/** A basket's payments, oldest first; a basket that was just deleted brings its own along. */
export function paymentsOfBasket(
  ctx: Context,
  { id, payments }: SigningBasket & { readonly payments?: readonly Payment[] },
): Promise<readonly Payment[]> {
  return payments === undefined ? ctx.load.paymentsOfBasket(id) : Promise.resolve(payments)
}

/** The worst case among a basket's payments (D39). */
export async function statusOfBasket(
  ctx: Context,
  basket: Parameters<typeof paymentsOfBasket>[1],
): Promise<BasketStatus> {
  return basketStatus(await paymentsOfBasket(ctx, basket))
}
