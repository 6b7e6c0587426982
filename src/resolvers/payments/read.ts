import { type Context, tppOf } from '../../context.ts'
import { DomainError } from '../../domain/errors.ts'
import { requireProduct, SERVICES, type ServicePath } from '../../domain/products.ts'
import { type BasketStatus, basketStatus } from '../../domain/status.ts'
import type {
  Authorisation,
  AuthorisationPurpose,
  Payment,
  PaymentEntry,
  SigningBasket,
} from '../../generated/client.ts'
import type { PsuClaim } from '../psus.ts'
import { isMember, requirePsu } from './payers.ts'

/** Which payment a path names. */
export type PaymentPath = { readonly service: ServicePath; readonly product: string; readonly paymentId: string }

export type PaymentWithEntries = { readonly payment: Payment; readonly entries: readonly PaymentEntry[] }

/** A payment of the calling TPP and PSU. RESOURCE_UNKNOWN for any other (D3); the context is the payment's own (D34). */
export async function getPayment(ctx: Context, claim: PsuClaim, path: PaymentPath): Promise<Payment> {
  const service = SERVICES[path.service]
  const product = requireProduct(service, path.product)
  const payment = await ctx.db.payment.findUnique({
    where: { worldId_id: { worldId: ctx.world.id, id: path.paymentId } },
  })
  if (
    payment === null ||
    payment.tppId !== tppOf(ctx).tppId ||
    payment.service !== service ||
    payment.product !== product
  )
    throw unknown('payment', path.paymentId)
  await assertPsuOf(ctx, claim, payment, 'payment')
  return payment
}

/** A payment with what it pays. */
export async function getPaymentWithEntries(
  ctx: Context,
  claim: PsuClaim,
  path: PaymentPath,
): Promise<PaymentWithEntries> {
  const payment = await getPayment(ctx, claim, path)
  return {
    payment,
    entries: await ctx.db.paymentEntry.findMany({
      where: { worldId: ctx.world.id, paymentId: payment.id },
      orderBy: { position: 'asc' },
    }),
  }
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
  await assertPsuOf(ctx, claim, row, 'signing basket')
  const { payments, ...basket } = row
  return { basket, payments, status: basketStatus(payments.map(payment => payment.status)) }
}

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

type Owned = {
  readonly id: string
  readonly customerId: string
  readonly context: 'PRIVATE' | 'CORPORATE'
  readonly agreementId: string
}

async function assertPsuOf(ctx: Context, claim: PsuClaim, owned: Owned, noun: string): Promise<void> {
  const corporate = owned.context === 'CORPORATE'
  if (corporate && !(await isMember(ctx, claim, owned.agreementId))) throw unknown(noun, owned.id)
  const psu = await requirePsu(ctx, {
    psuId: claim.psuId,
    customerNumber: claim.customerNumber,
    context: owned.context,
    corporateId: corporate ? claim.corporateId : undefined,
  })
  const own = corporate ? psu.agreement?.id === owned.agreementId : psu.customer.id === owned.customerId
  if (!own) throw unknown(noun, owned.id)
}

function unknown(noun: string, id: string): DomainError {
  return new DomainError(
    'RESOURCE_UNKNOWN',
    `There is no ${noun} ${JSON.stringify(id.slice(0, 80))} of this TPP and PSU.`,
  )
}
