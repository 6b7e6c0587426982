import { addDays, nextBatchAt, osloDay, osloInstant } from '../../../domain/calendar.ts'
import { parseRoles } from '../../../domain/engagements.ts'
import { byRule, DomainError } from '../../../domain/errors.ts'
import { findProduct, PRODUCT_RULES } from '../../../domain/products.ts'
import { type BasketStatus, waitsForSca } from '../../../domain/status.ts'
import type { Payment, PaymentService, PaymentStatus } from '../../../generated/client.ts'
import type { Context } from '../../context.ts'
import { completeAuthorisation } from '../authorisations/complete.ts'
import { startSigning } from '../authorisations/start.ts'
import { statusOfBasket } from '../signing-baskets.ts'
import { cancelPaymentInBank } from './cancel.ts'

/**
 * The latest time of registration that lets past batches bring a payment to a status: now, or shortly before the batch that executes it (D35, D85).
 */
export function registeredFor(service: PaymentService, product: string, wanted: PaymentStatus, now: Date): Date {
  const found = findProduct(service, product)
  const batches = found === undefined || service === 'PERIODIC' ? 0 : PRODUCT_RULES[found].batches
  const needed = wanted === 'ACSC' ? batches : wanted === 'ACSP' || wanted === 'PART' ? Math.min(1, batches) : 0
  if (needed === 0) return now
  const passed: Date[] = []
  const first = osloInstant(addDays(osloDay(now), -DAYS_BACK), '00:00')
  for (let batch = nextBatchAt(first); batch <= now; batch = nextBatchAt(batch)) passed.push(batch)
  const taking = passed.at(-needed)
  return taking === undefined ? now : new Date(taking.getTime() - MINUTE_MS)
}

/** This many days contain several batches, whatever holidays are among them. */
const DAYS_BACK = 14
const MINUTE_MS = 60_000

/** Does what the PSU, or another channel, would do to bring a payment to a status; the work of its batches is left to the clock (D35, D85). */
export async function bringPayment(tx: Context, id: string, wanted: PaymentStatus): Promise<void> {
  if (wanted === 'RCVD') return
  const payment = await paymentNow(tx, id)
  if (wanted === 'CANC') {
    await cancelPaymentInBank(tx, id)
    return
  }
  if (!waitsForSca(payment)) return
  const { customerNumber } = await tx.load.customer(payment.customerId)
  await sign(tx, payment, customerNumber, wanted === 'RJCT' ? 'REJECTED' : 'APPROVED')
  if (wanted === 'PDNG' || wanted === 'RJCT') return
  const then = await paymentNow(tx, id)
  if (then.status === 'PDNG') await sign(tx, then, await secondApprover(tx, then), 'APPROVED')
}

/** BAD_REQUEST when the rules have brought the payment to another status. */
export async function assertBrought(tx: Context, id: string, wanted: PaymentStatus): Promise<void> {
  const payment = await paymentNow(tx, id)
  const { status } = payment
  if (status === wanted) return
  const why = await whyNot(tx, payment, wanted)
  throw new DomainError(
    'BAD_REQUEST',
    why === undefined
      ? byRule.D35`The rules bring this payment to ${status}, not to ${wanted}.`
      : byRule('D35', why)`The rules bring this payment to ${status}, not to ${wanted}:`,
    'status',
  )
}

async function whyNot(
  { db, world, now }: Context,
  { id, dueAt }: Payment,
  wanted: PaymentStatus,
): Promise<string | undefined> {
  if (wanted === 'ACCP' || wanted === 'ACWP')
    return 'only a scenario shows this status, on a payment that is registered under it.'
  const failed = await db.paymentEntry.findFirst({
    where: { worldId: world.id, paymentId: id, failure: { not: null } },
    orderBy: { position: 'asc' },
  })
  if (failed?.failure != null) return failed.failure
  if (dueAt === null || dueAt <= now) return undefined
  return `the bank deals with it next at ${dueAt.toISOString()}, and the clock of the world shows ${now.toISOString()}.`
}

/** Does what the PSU would do to bring a signing basket to a status (D39, D85). BAD_REQUEST when the rules bring it to another one. */
export async function bringBasket(tx: Context, id: string, wanted: BasketStatus): Promise<void> {
  if (wanted !== 'RCVD') {
    const basket = await tx.db.signingBasket.findFirstOrThrow({ where: { worldId: tx.world.id, id } })
    const { context, agreementId, customerId } = basket
    const { customerNumber } = await tx.load.customer(customerId)
    const sca = await startSigning(tx, 'BASKET', basket, customerId, NOWHERE)
    const outcome = wanted === 'RJCT' ? 'REJECTED' : 'APPROVED'
    await completeAuthorisation(tx, sca.id, { outcome, customerNumber, context, agreementId })
    tx.load.clearAll()
  }
  const basket = await tx.db.signingBasket.findFirstOrThrow({ where: { worldId: tx.world.id, id } })
  const status = await statusOfBasket(tx, basket)
  if (status !== wanted)
    throw new DomainError(
      'BAD_REQUEST',
      byRule.D39`The rules bring this basket to ${status}, not to ${wanted}.`,
      'status',
    )
}

/** A redirect for the PSU's browser is required, but there is no browser. */
const NOWHERE = { redirectUri: '', redirectPreferred: true }

function paymentNow({ db, world }: Context, id: string): Promise<Payment> {
  return db.payment.findFirstOrThrow({ where: { worldId: world.id, id } })
}

async function sign(
  tx: Context,
  payment: Payment,
  customerNumber: string,
  outcome: 'APPROVED' | 'REJECTED',
): Promise<void> {
  const { status, customerId, context, agreementId } = payment
  const psu = status === 'PDNG' ? undefined : customerId
  const sca = await startSigning(tx, 'PAYMENT', payment, psu, NOWHERE)
  await completeAuthorisation(tx, sca.id, { outcome, customerNumber, context, agreementId })
}

async function secondApprover(tx: Context, { agreementId, debtorAccountId, customerId }: Payment): Promise<string> {
  const members = await tx.db.engagement.findMany({
    where: { worldId: tx.world.id, agreementId, accountId: debtorAccountId, customerId: { not: customerId } },
    include: { customer: true },
    orderBy: [{ approvalLimit: 'desc' }, { id: 'asc' }],
  })
  const approver = members.find(one => parseRoles(one.roles).includes('APPROVE'))
  if (approver !== undefined) return approver.customer.customerNumber
  throw new DomainError('BAD_REQUEST', byRule.D35`No other member of the agreement may approve it.`)
}
