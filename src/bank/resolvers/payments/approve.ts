import { mayEndWith, missingRight } from '../../../domain/engagements.ts'
import { byRule, DomainError } from '../../../domain/errors.ts'
import { assertBalance } from '../../../domain/ledger.ts'
import { batchFor, firstRun } from '../../../domain/payment-dates.ts'
import { type ChangeCause, changeTo } from '../../../domain/payment-history.ts'
import { PRODUCT_RULES, requireProduct } from '../../../domain/products.ts'
import { planOf } from '../../../domain/schedule.ts'
import { isRegistered, UNAUTHORISED_STATUSES, waitsForSca } from '../../../domain/status.ts'
import type { Authorisation, Customer, Payment, PaymentStatus } from '../../../generated/client.ts'
import type { Context } from '../../context.ts'
import type { Approval } from '../authorisations/read.ts'
import { endSettled } from '../authorisations/settled.ts'
import { fallsDue } from '../work.ts'
import { runPayment } from './run.ts'

/** The PSU approves a payment (D35). If it lacks APPROVE or a sufficient limit, its SCA leaves the payment to another member. */
export async function approvePayment(tx: Context, { authorisation, customer }: Approval): Promise<void> {
  await authorise(tx, await paymentOf(tx, authorisation), customer)
}

/**
 * The PSU approves a basket: each payment alone, so that one that cannot be authorised does not stop the others (D39). When the PSU may sign none of
 * them, the SCA is refused with the reason of the first: an SCA without an effect does not exist.
 */
export async function approveBasket(tx: Context, { authorisation, customer }: Approval): Promise<void> {
  const refusals: DomainError[] = []
  let authorised = 0
  for (const payment of await paymentsOfBasket(tx, authorisation)) {
    try {
      // As for a single payment: its first SCA is that of the member that registered it (D35).
      if (isRegistered(payment) && payment.customerId !== customer.id) throw notTheirs(payment)
      await authorise(tx, payment, customer)
      authorised += 1
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      refusals.push(error)
    }
  }
  if (authorised > 0) return
  throw refusals[0] ?? new DomainError('SCA_INVALID', 'No payment of this basket waits for an authorisation.')
}

function notTheirs({ id }: Payment): DomainError {
  return new DomainError(
    'FORBIDDEN',
    byRule.D35`The payment ${id} waits for the SCA of the member who registered it.`,
    'psu',
  )
}

/** A rejection on the bank's page: the payments are rejected; a cancellation simply does not happen. FORBIDDEN when this PSU may end none of them. */
export async function rejectPayments(tx: Context, authorisation: Authorisation, customer: Customer): Promise<void> {
  const waiting = await waitingPayments(tx, authorisation)
  const own: Payment[] = []
  for (const payment of waiting) if (await mayEnd(tx, payment, customer)) own.push(payment)
  if (own.length === 0 && waiting.length > 0) throw mayOnlyLook()
  const cause = { cause: 'REJECTION', customerId: customer.id } as const
  for (const payment of own) await moveTo(tx, payment, 'RJCT', {}, cause)
}

/** A rejection forced by a scenario, in the name of the member that registered each payment (D88). */
export async function rejectByScenario(tx: Context, authorisation: Authorisation): Promise<void> {
  for (const payment of await waitingPayments(tx, authorisation))
    await moveTo(tx, payment, 'RJCT', {}, { cause: 'SCENARIO', customerId: payment.customerId })
}

// Another SCA of the same payment may have been approved meanwhile: then nothing is left to reject.
async function waitingPayments(tx: Context, authorisation: Authorisation): Promise<Payment[]> {
  if (authorisation.purpose === 'PAYMENT') return [await paymentOf(tx, authorisation)].filter(waitsForSca)
  return authorisation.purpose === 'BASKET' ? (await paymentsOfBasket(tx, authorisation)).filter(waitsForSca) : []
}

/**
 * Who may cancel or reject a payment: the member that registered it, and any other that may register or approve (D35). FORBIDDEN for a member that
 * may only view.
 */
export async function assertMayEnd(tx: Context, payment: Payment, customer: Customer): Promise<void> {
  if (!(await mayEnd(tx, payment, customer))) throw mayOnlyLook()
}

async function mayEnd(tx: Context, payment: Payment, customer: Customer): Promise<boolean> {
  if (payment.customerId === customer.id) return true
  return (await engagementsFor(tx, payment, customer)).some(one => mayEndWith(one.roles))
}

function mayOnlyLook(): DomainError {
  return new DomainError(
    'FORBIDDEN',
    byRule.D35`Only the member who registered a payment, and those with the role REGISTER or APPROVE on its account, may cancel or reject it.`,
    'psu',
  )
}

function engagementsFor(tx: Context, { debtorAccountId, agreementId }: Payment, { id }: Customer) {
  return tx.db.engagement.findMany({
    where: { worldId: tx.world.id, customerId: id, accountId: debtorAccountId, agreementId },
  })
}

/** The effect of an approver's SCA on a payment: it is authorised, or left to another member (D35). */
async function authorise(tx: Context, payment: Payment, approver: Customer): Promise<void> {
  if (!waitsForSca(payment)) {
    throw new DomainError('SCA_INVALID', `The payment is ${payment.status}: there is nothing to authorise.`)
  }
  const [engagements, amount] = await Promise.all([
    engagementsFor(tx, payment, approver),
    amountWithoutFees(tx, payment),
  ])
  const fault = missingRight(engagements, 'APPROVE', payment.debtorCurrency, amount)
  const cause = { cause: 'APPROVAL', customerId: approver.id } as const
  if (fault === undefined) return accept(tx, payment, cause)
  if (payment.status === 'PDNG')
    throw new DomainError(
      'FORBIDDEN',
      { ...fault, text: `${fault.text} Another member of the agreement must approve.` },
      'psu',
    )
  await moveTo(tx, payment, 'PDNG', {}, cause)
}

/** An authorised payment waits for its batch with its amount reserved, or is executed at once. */
async function accept(tx: Context, payment: Payment, cause: ChangeCause): Promise<void> {
  if (payment.service === 'PERIODIC') return acceptPeriodic(tx, payment, cause)
  if (PRODUCT_RULES[requireProduct(payment.service, payment.product)].instant) {
    await moveTo(tx, payment, 'ACTC', { dueAt: tx.now }, cause)
    return runPayment(tx, payment.id)
  }
  const { dueAt, executionDate, moved } = batchFor(payment.requestedExecutionDate ?? undefined, tx.now)
  await reserve(tx, payment, payment.totalMinor)
  const changes = { dueAt, executionDate, reservedMinor: payment.totalMinor }
  await moveTo(tx, payment, moved ? 'ACWC' : 'ACTC', changes, cause)
  await fallsDue(tx, dueAt)
}

// Executions that fell due before the approval are not made up for: the PSU agrees to payments from now on (D38).
async function acceptPeriodic(tx: Context, payment: Payment, cause: ChangeCause): Promise<void> {
  const next = firstRun(planOf(payment), tx.now)
  if (next === undefined)
    throw new DomainError('EXECUTION_DATE_INVALID', 'No execution is left between startDate and endDate.', 'endDate')
  await moveTo(tx, payment, 'ACTC', { dueAt: next.dueAt, executionDate: next.date }, cause)
  await fallsDue(tx, next.dueAt)
}

/** The columns that may change together with the status. */
type Changes = {
  requestedExecutionDate?: string
  dueAt?: Date | null
  executionDate?: string
  reservedMinor?: bigint
  fundsAvailable?: boolean
}

/** Changes the status of a payment, if the table of transitions permits it, and ends the SCAs that have nothing left to decide. */
export async function moveTo(
  tx: Context,
  payment: Payment,
  status: PaymentStatus,
  changes: Changes,
  cause: ChangeCause,
): Promise<Payment> {
  const [changed] = await Promise.all([
    tx.db.payment.update({
      where: { worldId_id: { worldId: tx.world.id, id: payment.id } },
      data: { ...changeTo(payment, status, tx.now, cause), ...changes },
    }),
    endSettled(tx, { ...payment, ...changes, status }),
  ])
  return changed
}

/** Reserves more of the debtor's account, or less (D37). */
export async function reserve(tx: Context, { debtorAccountId }: Payment, changeMinor: bigint): Promise<void> {
  if (changeMinor === 0n) return
  const where = { worldId_id: { worldId: tx.world.id, id: debtorAccountId } }
  const account = await tx.db.account.findFirstOrThrow({ where: { worldId: tx.world.id, id: debtorAccountId } })
  const reservedMinor = account.reservedMinor + changeMinor
  assertBalance(reservedMinor)
  await tx.db.account.update({ where, data: { reservedMinor } })
}

/** What a payment takes from the account without its fees, which no limit counts (D35). */
async function amountWithoutFees(tx: Context, { id }: Payment): Promise<bigint> {
  const entries = await tx.db.paymentEntry.findMany({
    where: { worldId: tx.world.id, paymentId: id },
    select: { debitMinor: true },
  })
  return entries.reduce((sum, { debitMinor }) => sum + debitMinor, 0n)
}

/** The payment that an SCA is for. */
export async function paymentOf(tx: Context, { resourceId }: Authorisation): Promise<Payment> {
  return tx.db.payment.findFirstOrThrow({ where: { worldId: tx.world.id, id: resourceId ?? '' } })
}

function paymentsOfBasket(tx: Context, { resourceId }: Authorisation): Promise<Payment[]> {
  return tx.db.payment.findMany({
    where: { worldId: tx.world.id, basketId: resourceId, status: { in: [...UNAUTHORISED_STATUSES] } },
    orderBy: { id: 'asc' },
  })
}
