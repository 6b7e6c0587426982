import { mayEndWith } from '../../../domain/engagements.ts'
import { actWanted, byRule, DomainError, unknownInWorld } from '../../../domain/errors.ts'
import { assertExecutionDate, batchFor } from '../../../domain/payment-dates.ts'
import type { ChangeCause } from '../../../domain/payment-history.ts'
import { PRODUCT_RULES, requireProduct } from '../../../domain/products.ts'
import { mayBeCancelled, WAITING_STATUSES } from '../../../domain/status.ts'
import type { Authorisation, Payment } from '../../../generated/client.ts'
import type { Context } from '../../context.ts'
import type { Approval } from '../authorisations/read.ts'
import { startSigning } from '../authorisations/start.ts'
import { command } from '../command.ts'
import type { PaymentCall, PsuClaim } from '../psus.ts'
import { fallsDue } from '../work.ts'
import { assertMayEnd, moveTo, paymentOf, reserve } from './approve.ts'
import { getPaymentAndPsu, type PaymentPath } from './read.ts'

/**
 * Cancels a payment that is not authorised yet. An authorised one needs an SCA first: `needsSca` (D36), unless no member is left who could give it.
 * FORBIDDEN for a member that may only view.
 */
export function cancelPayment(
  ctx: Context,
  claim: PsuClaim,
  path: PaymentPath,
): Promise<{ payment: Payment; needsSca: boolean }> {
  return command(ctx, async tx => {
    const { payment, customer } = await getPaymentAndPsu(tx, claim, path)
    await assertMayEnd(tx, payment, customer)
    if (needsCancellationSca(payment) && (await isMemberLeft(tx, payment))) return { payment, needsSca: true }
    const cause = { cause: 'CANCELLATION', customerId: customer.id } as const
    return { payment: await cancel(tx, payment, cause), needsSca: false }
  })
}

/** Whether a payment waits for its batch, so that cancelling it needs an SCA (D36). */
function needsCancellationSca({ status }: Payment): boolean {
  return WAITING_STATUSES.some(waiting => waiting === status)
}

/** Starts the SCA that cancels an authorised payment (D36). CANCELLATION_INVALID when it is final. */
export function authoriseCancellation(ctx: Context, call: PaymentCall, path: PaymentPath): Promise<Authorisation> {
  return command(ctx, async tx => {
    const { payment, customer } = await getPaymentAndPsu(tx, call, path)
    await assertMayEnd(tx, payment, customer)
    if (!mayBeCancelled(payment))
      throw new DomainError(
        'CANCELLATION_INVALID',
        byRule.D36`The payment is ${payment.status} and cannot be cancelled.`,
      )
    if (!(await isMemberLeft(tx, payment)))
      throw new DomainError(
        'CANCELLATION_INVALID',
        actWanted(
          'CANCEL_AT_ONCE',
          byRule.D36`No member is left in the agreement who could authorise this: DELETE on the payment cancels it without an SCA.`,
        ),
      )
    // Any member may cancel (D35), so the SCA is not tied to the one that registered.
    const customerId = payment.context === 'PRIVATE' ? payment.customerId : undefined
    return startSigning(tx, 'CANCELLATION', payment, customerId, call)
  })
}

/** The PSU approves a cancellation (D36). */
export async function approveCancellation(tx: Context, { authorisation, customer }: Approval): Promise<void> {
  const payment = await paymentOf(tx, authorisation)
  await assertMayEnd(tx, payment, customer)
  await cancel(tx, payment, { cause: 'CANCELLATION_APPROVAL', customerId: customer.id })
}

/** Cancels a payment and releases its reserved amount. CANCELLATION_INVALID when it is final or is being executed (D36). */
async function cancel(tx: Context, payment: Payment, cause: ChangeCause): Promise<Payment> {
  if (!mayBeCancelled(payment)) {
    throw new DomainError(
      'CANCELLATION_INVALID',
      byRule.D36`The payment is ${payment.status}, ${payment.status === 'ACSP' ? 'on its way' : 'which is final'}, and cannot be cancelled.`,
    )
  }
  await reserve(tx, payment, -payment.reservedMinor)
  return moveTo(tx, payment, 'CANC', { dueAt: null, reservedMinor: 0n }, cause)
}

/** Another channel of the bank cancels a payment: it keeps its id and answers ([I] Payment status, D36). */
export function cancelPaymentInBank(ctx: Context, paymentId: string): Promise<Payment> {
  return command(ctx, async tx => cancel(tx, await paymentInBank(tx, paymentId), OTHER_CHANNEL))
}

/**
 * Another channel moves a single or bulk payment to another day (D36). EXECUTION_DATE_INVALID for a day that has passed, CONFLICT when it is final.
 */
export function changePaymentInBank(ctx: Context, paymentId: string, requestedExecutionDate: string): Promise<Payment> {
  return command(ctx, async tx => {
    const payment = await paymentInBank(tx, paymentId)
    const instant = PRODUCT_RULES[requireProduct(payment.service, payment.product)].instant
    if (payment.service === 'PERIODIC' || instant)
      throw new DomainError(
        'BAD_REQUEST',
        'Only single and bulk payments that go by batch have a day that can be changed.',
      )
    if (!mayBeCancelled(payment))
      throw new DomainError(
        'CONFLICT',
        actWanted('LOOK_AT_STATE', `The payment is ${payment.status} and cannot be changed.`),
      )
    assertExecutionDate(requestedExecutionDate, tx.now, false)
    const waiting = needsCancellationSca(payment)
    const { dueAt, executionDate, moved } = batchFor(requestedExecutionDate, tx.now)
    const where = { worldId_id: { worldId: tx.world.id, id: paymentId } }
    const changes = { requestedExecutionDate, changedAt: tx.now }
    if (!waiting) return tx.db.payment.update({ where, data: changes })
    await fallsDue(tx, dueAt)
    const planned = { ...changes, dueAt, executionDate }
    return moved && payment.status !== 'ACWC'
      ? moveTo(tx, payment, 'ACWC', planned, OTHER_CHANNEL)
      : tx.db.payment.update({ where, data: planned })
  })
}

const OTHER_CHANNEL = { cause: 'OTHER_CHANNEL' } as const

// An SCA is given under the payment's agreement, by the member that registered it or one that may register or approve from its account (D33, D35). A
// private customer's own agreement exists as long as the customer.
async function isMemberLeft(tx: Context, payment: Payment): Promise<boolean> {
  if (payment.context === 'PRIVATE') return true
  const engagements = await tx.db.engagement.findMany({
    where: { worldId: tx.world.id, agreementId: payment.agreementId },
    select: { customerId: true, accountId: true, roles: true },
  })
  return engagements.some(
    ({ customerId, accountId, roles }) =>
      customerId === payment.customerId || (accountId === payment.debtorAccountId && mayEndWith(roles)),
  )
}

async function paymentInBank(tx: Context, id: string): Promise<Payment> {
  const payment = await tx.db.payment.findUnique({ where: { worldId_id: { worldId: tx.world.id, id } } })
  if (payment !== null) return payment
  throw unknownInWorld('payment', id)
}
