import type { Context } from '../../context.ts'
import { addDays, osloDay } from '../../domain/calendar.ts'
import { byRule, DomainError } from '../../domain/errors.ts'
import { MAX_PAGE, type PageArgs } from '../../domain/paging.ts'
import { PRODUCTS, requireProduct, SERVICE_PATHS } from '../../domain/products.ts'
import { executions, type PeriodicPlan, type Execution as PlannedExecution, planOf } from '../../domain/schedule.ts'
import { mayBecome } from '../../domain/status.ts'
import type {
  Account,
  Agreement,
  Authorisation,
  AuthorisationPurpose,
  Customer,
  Execution,
  Payment,
  Transaction,
} from '../../generated/client.ts'
import type { PaymentFilter } from '../../inputs/filters.ts'
import type { PeriodicPlanInput } from '../../inputs/payments.ts'
import { type DueCount, dueCounts } from '../../store/curves.ts'
import { findAuthorisation } from '../authorisations/read.ts'
import {
  equal,
  idOfCustomer,
  idOfTpp,
  type Listing,
  listChildren,
  listWorld,
  PAYMENT_ORDERS,
  type PaymentOrder,
  rowsOf,
} from '../lists.ts'
import { unlessGone } from '../references.ts'
import type { PaymentPath } from './read.ts'

/** Payments and what belongs to them as the operator sees them: all TPPs', without a PSU (D70). */

/** A run that is still to come. */
export type { PlannedExecution }

/** All payments that a filter leaves, oldest first unless in another order. */
export async function pageOfPayments(
  ctx: Context,
  args: PageArgs,
  filter?: PaymentFilter | null,
  order?: PaymentOrder | null,
): Promise<Listing<Payment>> {
  const customer = await idOfCustomer(ctx, filter)
  const conditions = [
    ...equal('tppId', await idOfTpp(ctx, filter?.tpp)),
    ...equal('status', filter?.status),
    ...equal('service', filter?.service),
    ...equal('customerId', customer),
    ...equal('debtorAccountId', filter?.accountId),
  ]
  const find = (ids: string[]) => ctx.db.payment.findMany(rowsOf(ctx, ids))
  return listWorld(ctx, 'Payment', args, conditions, find, PAYMENT_ORDERS[order ?? 'CREATED_ASC'])
}

/** The latest payments of the world whose sum is one of these, in minor units. */
export function paymentsOfAmount(ctx: Context, minors: bigint[], take: number): Promise<Payment[]> {
  return ctx.db.payment.findMany({
    where: { worldId: ctx.world.id, totalMinor: { in: minors } },
    orderBy: { id: 'desc' },
    take,
  })
}

/** The payments that a customer registered, oldest first; those made under an agreement; those that an account pays. */
export function pageOfCustomerPayments(ctx: Context, { id }: Customer, args: PageArgs): Promise<Listing<Payment>> {
  return listChildren(ctx.load.paymentsOfCustomer, id, args)
}
export function pageOfAgreementPayments(ctx: Context, { id }: Agreement, args: PageArgs): Promise<Listing<Payment>> {
  return listChildren(ctx.load.paymentsOfAgreement, id, args)
}
export function pageOfAccountPayments(ctx: Context, { id }: Account, args: PageArgs): Promise<Listing<Payment>> {
  return listChildren(ctx.load.paymentsOfAccount, id, args)
}

/** What REST's path names, from the id alone. An unknown payment gets a path that the operation then refuses, as REST does. */
export async function pathOfPayment(ctx: Context, paymentId: string): Promise<PaymentPath> {
  const payment = await unlessGone(ctx.load.payment(paymentId))
  if (payment === null) return { service: 'payments', product: PRODUCTS[0], paymentId }
  const { service, product } = payment
  return { service: SERVICE_PATHS[service], product: requireProduct(service, product), paymentId }
}

/** The authorisations of a payment or basket, oldest first; of one kind, or of all. */
export async function pageOfResourceAuthorisations(
  ctx: Context,
  { id }: { readonly id: string },
  args: PageArgs,
  purpose?: AuthorisationPurpose,
): Promise<Listing<Authorisation>> {
  return listChildren(ctx.load.authorisationsOfResource, id, args, equal('purpose', purpose))
}

/** The authorisations of a payment, or of its cancellation. RESOURCE_UNKNOWN when the world has no such payment. */
export async function pageOfPaymentAuthorisations(
  ctx: Context,
  paymentId: string,
  args: PageArgs,
  purpose: AuthorisationPurpose,
): Promise<Listing<Authorisation>> {
  return pageOfResourceAuthorisations(ctx, await ctx.load.payment(paymentId), args, purpose)
}

/** One of them. */
export async function paymentAuthorisation(
  ctx: Context,
  paymentId: string,
  purpose: AuthorisationPurpose,
  id: string,
): Promise<Authorisation> {
  return findAuthorisation(ctx, (await ctx.load.payment(paymentId)).id, purpose, id)
}

/** The runs of a periodic payment so far, oldest first. */
export function pageOfExecutions(ctx: Context, { id }: Payment, args: PageArgs): Promise<Listing<Execution>> {
  return listChildren(ctx.load.executionsOfPayment, id, args)
}

/** The lines of the statements of this bank that a payment brought about, the debtor's and the creditor's, oldest first. */
export function pageOfPaymentTransactions(
  ctx: Context,
  { id }: Payment,
  args: PageArgs,
): Promise<Listing<Transaction>> {
  return listChildren(ctx.load.transactionsOfPayment, id, args)
}

/** How many payments of the world fall due at each instant up to `until`: batches, and runs of plans. */
export function countDue(ctx: Context, until: Date): Promise<DueCount[]> {
  return dueCounts(ctx.db, ctx.world.id, until)
}

/** How many of them are shown by default. */
export const DEFAULT_PREVIEW = 12

/** The runs that a periodic payment still has before it, as it is planned now; none once it is final, and for other payments. */
export function nextExecutions(ctx: Context, payment: Payment, first: number): PlannedExecution[] {
  const count = assertCount(first)
  if (payment.service !== 'PERIODIC' || !mayBecome(payment, 'CANC')) return []
  // Authorised, its next run is stored; before, it can run from today on.
  const from = payment.dueAt === null ? osloDay(ctx.now) : (payment.executionDate ?? osloDay(ctx.now))
  return take(planOf(payment), count, from)
}

/** The first runs of a plan, without a payment (D38). EXECUTION_DATE_INVALID for a period that ends before it starts. */
export function previewExecutions(plan: PeriodicPlanInput, first: number): PlannedExecution[] {
  const count = assertCount(first)
  const { startDate, endDate, dayOfExecution } = plan
  if (endDate !== undefined && endDate < startDate)
    throw new DomainError('EXECUTION_DATE_INVALID', byRule.D38`must not be before startDate.`, 'endDate')
  return take({ ...plan, dayOfExecution: dayOfExecution === undefined ? undefined : Number(dayOfExecution) }, count)
}

function take(plan: PeriodicPlan, count: number, from?: string): PlannedExecution[] {
  const found: PlannedExecution[] = []
  if (count === 0) return found
  for (const execution of executions(plan, from === undefined ? undefined : addDays(from, -1))) {
    found.push(execution)
    if (found.length === count) break
  }
  return found
}

function assertCount(first: number): number {
  if (Number.isInteger(first) && first >= 0 && first <= MAX_PAGE) return first
  throw new DomainError('FORMAT_ERROR', `A page has 0 to ${MAX_PAGE} rows; ${first} were asked for.`, 'first')
}
