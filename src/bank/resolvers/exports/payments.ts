import { assertAccountNumber, type Numbers } from '../../../domain/account-numbers.ts'
import { osloDay } from '../../../domain/calendar.ts'
import { missingRight } from '../../../domain/engagements.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { EachOf } from '../../../domain/given.ts'
import { type ShownTransfer, storedReferences, type Transfer } from '../../../domain/payments.ts'
import { SERVICE_PATHS } from '../../../domain/products.ts'
import { monthsIn } from '../../../domain/schedule.ts'
import { covers } from '../../../domain/settlement.ts'
import { waitsForSca } from '../../../domain/status.ts'
import type { Execution, Payment, PaymentEntry } from '../../../generated/client.ts'
import type { Context } from '../../context.ts'
import type { CreateBulkPayment, CreatePayment, CreatePeriodicPayment } from '../../inputs/payments.ts'
import { finderAmong } from '../payments/duplicates.ts'
import { amountOf, type ExportRow, plain } from './rows.ts'

/** Payments and signing baskets that wait, as the inputs that would create them again (D85). */

/** Payments that wait for an SCA, a batch or a run. Only a snapshot can hold payments in other states. */
const WAITING = ['RCVD', 'ACCP', 'ACWP', 'PDNG', 'ACTC', 'ACWC'] as const

export async function exportPayments(ctx: Context): Promise<ExportRow[]> {
  return (await waiting(ctx)).map(({ payment, psu }) => ({
    id: payment.id,
    createdAt: madeAt(payment),
    entry: plain({ ...orderOf(payment), psu }),
  }))
}

/** Payments that their PSU could register again: it still has the right, and the account exists. */
async function waiting({ db, world }: Context) {
  const where = { worldId: world.id }
  const rows = await db.payment.findMany({
    where: { ...where, status: { in: [...WAITING] } },
    include: { entries: { orderBy: { position: 'asc' } }, executions: true },
    orderBy: { id: 'asc' },
  })
  if (rows.length === 0) return []
  const engagements = await db.engagement.findMany({ where, include: { customer: true, account: true } })
  const find = finderAmong(await db.account.findMany({ where, select: { iban: true, bban: true, currency: true } }))
  return rows.flatMap(payment => {
    const { agreementId, debtorAccountId, customerId, debtorCurrency, entries } = payment
    const members = engagements.filter(one => one.agreementId === agreementId && one.accountId === debtorAccountId)
    const own = members.filter(one => one.customerId === customerId)
    const debitMinor = entries.reduce((sum, one) => sum + one.debitMinor, 0n)
    const psu = own[0]?.customer.customerNumber
    const mayRegister = missingRight(own, 'REGISTER', debtorCurrency, debitMinor) === undefined
    // An instant payment can be registered only when the account covers it (D37).
    const isTaken =
      !payment.product.startsWith('instant') ||
      own.some(({ account }) => covers(account, account.bookedMinor, payment.totalMinor))
    const isNamed = entries.every(one => isRight(one, find({ iban: one.creditorIban, bban: one.creditorBban })))
    const mayApprove = (some: typeof members) => missingRight(some, 'APPROVE', debtorCurrency, debitMinor) === undefined
    // By the present rights its status must follow from an SCA: PDNG from that of its PSU, an approved one from that of any member (D35).
    const isBrought =
      payment.status === 'PDNG' ? !mayApprove(own) : waitsForSca(payment) || members.some(one => mayApprove([one]))
    if (psu === undefined || !mayRegister || !isTaken || !isNamed || !isBrought) return []
    const isOverdrawn = own.some(({ account }) => !covers(account, account.bookedMinor, 0n))
    return [{ payment: { ...payment, isCutOff: isCutOff(payment, isOverdrawn) }, psu }]
  })
}

/** Whether a payment could name its creditor now: accounts are closed, and their numbers given to others, while it waits (D23). */
function isRight(entry: PaymentEntry, known: Numbers | undefined): boolean {
  const { creditorIban, creditorBban, creditorCurrency, creditorAgent } = entry
  const number = {
    currency: creditorCurrency,
    ...(creditorIban === null ? {} : { iban: creditorIban }),
    ...(creditorBban === null ? {} : { bban: creditorBban }),
  }
  try {
    assertAccountNumber(number, known, 'creditorAccount', creditorAgent === null ? undefined : { agent: creditorAgent })
    return true
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}

type StoredPayment = Payment & { readonly entries: readonly PaymentEntry[]; readonly executions: readonly Execution[] }

type WholePayment = StoredPayment & {
  /** Whether a plan is exported from its next execution on. */
  readonly isCutOff: boolean
}

/** A plan is approved before its first execution; any other payment when it was approved, for the batch that it waits for. */
function madeAt(payment: WholePayment): Date | undefined {
  const { status, service, createdAt, changedAt } = payment
  if (payment.isCutOff) return undefined
  return waitsForSca({ status }) || status === 'PDNG' || service === 'PERIODIC' ? createdAt : changedAt
}

/**
 * Whether the executions of a plan could end otherwise in a new world: an account there may cover one that failed, and an account that is overdrawn by
 * now may not cover one that succeeded.
 */
function isCutOff({ executions, executionDate }: StoredPayment, isOverdrawn: boolean): boolean {
  return executionDate !== null && executions.some(({ failure }) => failure !== null || isOverdrawn)
}

/** The periodic payments of an export that have run: created again at their time, they book the same lines again. */
export async function plansMadeAgain(ctx: Context): Promise<ReadonlySet<string>> {
  const plans = (await waiting(ctx)).filter(({ payment }) => payment.service === 'PERIODIC' && !payment.isCutOff)
  return new Set(plans.map(({ payment }) => payment.id))
}

function orderOf(row: WholePayment) {
  const transfers = row.entries.map(transferOf)
  return {
    service: SERVICE_PATHS[row.service],
    product: row.product,
    tpp: row.tppId,
    tppName: row.tppName,
    agreementId: row.context === 'CORPORATE' ? row.agreementId : undefined,
    status: statusOf(row),
    debtorAccount: { iban: row.debtorIban, bban: row.debtorBban, currency: row.debtorCurrency },
    ultimateDebtor: row.ultimateDebtor,
    paymentInformationId: row.paymentInformationId,
    requestedExecutionDate: requestedDay(row),
    startDate: row.isCutOff ? row.executionDate : row.startDate,
    endDate: row.endDate,
    frequency: row.frequency,
    executionRule: row.executionRule,
    dayOfExecution: row.dayOfExecution === null ? undefined : String(row.dayOfExecution),
    monthsOfExecution: monthsIn(row.monthsOfExecution),
    ...(row.service === 'BULK' ? { payments: transfers } : { ...transfers[0], ultimateDebtor: row.ultimateDebtor }),
  } satisfies EachOf<
    Omit<
      CreatePayment & CreateBulkPayment & CreatePeriodicPayment,
      Exclude<keyof Transfer, 'ultimateDebtor'> | 'payments'
    >
  >
}

// Another channel may have moved the day since, and back again (D36).
function statusOf(row: WholePayment) {
  const { status, service, executionDate } = row
  // A state that only a scenario shows needs a snapshot (D85, D88).
  if (status !== 'PDNG' && waitsForSca({ status })) return undefined
  if (status === 'PDNG' || service === 'PERIODIC') return status
  const requested = requestedDay(row)
  return requested === undefined || requested === executionDate ? 'ACTC' : 'ACWC'
}

/** A day that had passed before the approval could not be requested then. */
function requestedDay(row: WholePayment): string | undefined {
  const { requestedExecutionDate: day } = row
  const at = madeAt(row)
  return day === null || (at !== undefined && day < osloDay(at)) ? undefined : day
}

/** A transfer as an input states it. */
function transferOf(entry: PaymentEntry) {
  return {
    instructedAmount: amountOf(entry.amountMinor, entry.currency),
    creditorName: entry.creditorName,
    creditorAccount: { iban: entry.creditorIban, bban: entry.creditorBban, currency: entry.creditorCurrency },
    creditorAddress: entry.creditorAddress,
    creditorAgent: entry.creditorAgent,
    ultimateDebtor: entry.ultimateDebtor,
    endToEndIdentification: entry.endToEndId,
    purposeCode: entry.purposeCode,
    remittanceInformationUnstructured: entry.remittanceInformationUnstructured,
    remittanceInformationStructuredArray: storedReferences(entry.remittanceInformationStructured),
  } satisfies EachOf<ShownTransfer>
}

/** Baskets whose payments all still wait for their SCA and are exported. */
export async function exportBaskets(ctx: Context): Promise<ExportRow[]> {
  const { db, world } = ctx
  const psus = new Map((await waiting(ctx)).map(({ payment, psu }) => [payment.id, psu]))
  const rows = await db.signingBasket.findMany({
    where: { worldId: world.id, payments: { every: { status: 'RCVD' }, some: {} } },
    include: { payments: { orderBy: { id: 'asc' } } },
    orderBy: { id: 'asc' },
  })
  return rows.flatMap(({ id, tppId, context, agreementId, payments, createdAt }) => {
    const [first] = payments
    const psu = psus.get(first?.id ?? '')
    if (first === undefined || psu === undefined || payments.some(one => !psus.has(one.id))) return []
    const entry = {
      tpp: tppId,
      tppName: first.tppName,
      psu,
      agreementId: context === 'CORPORATE' ? agreementId : undefined,
      paymentIds: payments.map(one => one.id),
    }
    return [{ id, createdAt, entry: plain(entry) }]
  })
}
