import { byRule, DomainError } from '../../../domain/errors.ts'
import { requireProduct, SERVICES, type ServicePath } from '../../../domain/products.ts'
import { UNAUTHORISED_STATUSES } from '../../../domain/status.ts'
import type { Authorisation, Customer, Payment, PaymentEntry } from '../../../generated/client.ts'
import { type Context, tppOf } from '../../context.ts'
import { type PsuClaim, requireAgreement } from '../psus.ts'
import { isMember, requirePsu } from './payers.ts'

/** The payment that a path names. */
export type PaymentPath = { readonly service: ServicePath; readonly product: string; readonly paymentId: string }

export type PaymentWithEntries = { readonly payment: Payment; readonly entries: readonly PaymentEntry[] }

/** A payment of the calling TPP and PSU. RESOURCE_UNKNOWN for any other (D3); the context is the payment's own (D34). */
export async function getPayment(ctx: Context, claim: PsuClaim, path: PaymentPath): Promise<Payment> {
  return (await getPaymentAndPsu(ctx, claim, path)).payment
}

/** The same, and the calling PSU. */
export async function getPaymentAndPsu(
  ctx: Context,
  claim: PsuClaim,
  path: PaymentPath,
): Promise<{ payment: Payment; customer: Customer }> {
  const service = SERVICES[path.service]
  const product = requireProduct(service, path.product)
  const payment = await ctx.db.payment.findUnique({
    where: { worldId_id: { worldId: ctx.world.id, id: path.paymentId } },
  })
  if (payment === null || payment.tppId !== tppOf(ctx).tppId) throw unknown('payment', path.paymentId)
  const customer = await requirePsuOf(ctx, claim, payment, 'payment')
  if (payment.service !== service || payment.product !== product) throw elsewhere(payment, path)
  return { payment, customer }
}

/** The refusal of a payment below another path; it names the right one. */
function elsewhere({ id, service, product }: Payment, path: PaymentPath): DomainError {
  const [own] = Object.entries(SERVICES).find(([, kind]) => kind === service) ?? []
  return new DomainError(
    'RESOURCE_UNKNOWN',
    `There is no such payment below /v1/${path.service}/${path.product}: ${id} is at /v1/${own}/${product}/${id}.`,
  )
}

/** A payment with its transfers. */
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

type PaymentOwner = {
  readonly id: string
  readonly customerId: string
  readonly context: 'PRIVATE' | 'CORPORATE'
  readonly agreementId: string
}

/**
 * The calling PSU of a payment or basket. RESOURCE_UNKNOWN for one that is not of this PSU or its agreements, HTTP_HEADER_REQUIRED when a corporate
 * one is named without its agreement (D34, D79).
 */
// The member that registered it still sees it after its agreement or engagement was deleted: payment identifiers stay valid ([I] Payment status).
export async function requirePsuOf(
  ctx: Context,
  claim: PsuClaim,
  owned: PaymentOwner,
  noun: string,
): Promise<Customer> {
  const { psuId, customerNumber, corporateId } = claim
  const { context, agreementId } = owned
  const { customer } = await requirePsu(ctx, { psuId, customerNumber, context: 'PRIVATE' })
  // For others it does not exist (D3), so the refusal does not say which header is missing.
  const isVisible =
    customer.id === owned.customerId || (context === 'CORPORATE' && (await isMember(ctx, claim, agreementId)))
  if (!isVisible) throw unknown(noun, owned.id)
  if (corporateId === (context === 'CORPORATE' ? agreementId : undefined)) return customer
  if (corporateId === undefined) throw agreementNeeded(noun, owned)
  await requireAgreement(ctx, customer, corporateId)
  const remedy =
    context === 'PRIVATE'
      ? 'is a private one: leave PSU-Corporate-ID out'
      : `belongs to another agreement: send PSU-Corporate-ID: ${agreementId}`
  const text = byRule.D79`The ${noun} ${owned.id} ${remedy}.`
  throw new DomainError('RESOURCE_UNKNOWN', text, 'PSU-Corporate-ID')
}

/** The refusal of a call that names something of a corporation, but not the agreement ([I] Errors, D34). */
export function agreementNeeded(
  noun: string,
  { id, agreementId }: Pick<PaymentOwner, 'id' | 'agreementId'>,
): DomainError {
  return new DomainError('HTTP_HEADER_REQUIRED', [
    {
      path: 'PSU-Corporate-ID',
      ...byRule.D34`The ${noun} ${id} belongs to an agreement of a corporation: send PSU-Corporate-ID: ${agreementId}.`,
      want: { kind: 'value', value: agreementId },
    },
  ])
}

export function unknown(noun: string, id: string): DomainError {
  const text = `There is no ${noun} ${JSON.stringify(id.slice(0, 80))} of this TPP and PSU.`
  return new DomainError('RESOURCE_UNKNOWN', [{ text, want: { kind: 'known', noun, key: id } }])
}

/** The payments that an authorisation is for: one, or those of a basket that it can still authorise (D39). None for a consent. */
export async function paymentsOf(ctx: Context, { purpose, resourceId }: Authorisation): Promise<PaymentWithEntries[]> {
  if (purpose === 'CONSENT' || resourceId === null) return []
  const rows = await ctx.db.payment.findMany({
    where: {
      worldId: ctx.world.id,
      ...(purpose === 'BASKET'
        ? { basketId: resourceId, status: { in: [...UNAUTHORISED_STATUSES] } }
        : { id: resourceId }),
    },
    include: { entries: { orderBy: { position: 'asc' } } },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ entries, ...payment }) => ({ payment, entries }))
}
