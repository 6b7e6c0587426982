import { addDays, osloDay } from '../../../domain/calendar.ts'
import { byRule, DomainError } from '../../../domain/errors.ts'
import { MAX_PAGE, type PageArgs } from '../../../domain/paging.ts'
import { PRODUCTS, requireProduct, SERVICE_PATHS } from '../../../domain/products.ts'
import { executions, type PeriodicPlan, type Execution as PlannedExecution, planOf } from '../../../domain/schedule.ts'
import { mayBeCancelled, PAYMENT_STATUSES } from '../../../domain/status.ts'
import type { Payment } from '../../../generated/client.ts'
import { type DueCount, dueCounts } from '../../../platform/store/curves.ts'
import type { Condition } from '../../../platform/store/page-sql.ts'
import type { Context } from '../../context.ts'
import type { PaymentFilter } from '../../inputs/filters.ts'
import type { PeriodicPlanInput } from '../../inputs/payments.ts'
import {
  countRows,
  equal,
  idOfCustomer,
  idOfTpp,
  type Listing,
  listWorld,
  PAYMENT_ORDERS,
  type PaymentOrder,
  rowsOf,
} from '../lists.ts'
import { unlessGone } from '../references.ts'
import type { PaymentPath } from './read.ts'

/** Payments and what belongs to them as the operator sees them: all TPPs', without a PSU (D70). */

/** A future execution. */
export type { PlannedExecution }

/** All payments that pass a filter, oldest first unless another order is given. */
export async function pageOfPayments(
  ctx: Context,
  args: PageArgs,
  filter?: PaymentFilter | null,
  order?: PaymentOrder | null,
): Promise<Listing<Payment>> {
  const find = (ids: string[]) => ctx.db.payment.findMany(rowsOf(ctx, ids))
  const conditions = await conditionsOf(ctx, filter)
  return listWorld(ctx, 'Payment', args, conditions, find, PAYMENT_ORDERS[order ?? 'CREATED_ASC'])
}

/** How many payments that pass a filter are in each state. Customer and TPP of the filter are looked up once. */
export async function countPaymentStates(ctx: Context, filter: Omit<PaymentFilter, 'status'>) {
  const conditions = await conditionsOf(ctx, filter)
  const countOf = (status: Payment['status']) => countRows(ctx, 'Payment', [...conditions, ...equal('status', status)])
  return Promise.all(PAYMENT_STATUSES.map(async status => ({ status, count: await countOf(status) })))
}

async function conditionsOf(ctx: Context, filter: PaymentFilter | null | undefined): Promise<Condition[]> {
  const customer = await idOfCustomer(ctx, filter)
  return [
    ...equal('tppId', await idOfTpp(ctx, filter?.tpp)),
    ...equal('status', filter?.status),
    ...equal('service', filter?.service),
    ...equal('customerId', customer),
    ...equal('debtorAccountId', filter?.accountId),
  ]
}

/** The latest payments of the world whose sum is one of these, in minor units. */
export function paymentsOfAmount(ctx: Context, minors: bigint[], take: number): Promise<Payment[]> {
  return ctx.db.payment.findMany({
    where: { worldId: ctx.world.id, totalMinor: { in: minors } },
    orderBy: { id: 'desc' },
    take,
  })
}

/** The parts of a REST path, found by the id alone. An unknown payment gets a path that the operation then refuses, as REST does. */
export async function pathOfPayment(ctx: Context, paymentId: string): Promise<PaymentPath> {
  const payment = await unlessGone(ctx.load.payment(paymentId))
  if (payment === null) return { service: 'payments', product: PRODUCTS[0], paymentId }
  const { service, product } = payment
  return { service: SERVICE_PATHS[service], product: requireProduct(service, product), paymentId }
}

/** How many payments of the world fall due at each instant up to `until`, in batches and as executions of periodic payments. */
export function countDue(ctx: Context, until: Date): Promise<DueCount[]> {
  return dueCounts(ctx.db, ctx.world.id, until)
}

/** How many of them are shown by default. */
export const DEFAULT_PREVIEW = 12

/** The executions that a periodic payment still has, as planned now; none when it is final, and for other payments. */
export function nextExecutions(ctx: Context, payment: Payment, first: number): PlannedExecution[] {
  const count = assertCount(first)
  if (payment.service !== 'PERIODIC' || !mayBeCancelled(payment)) return []
  // Once authorised, the next execution is stored; before that, it can run from today on.
  const from = payment.dueAt === null ? osloDay(ctx.now) : (payment.executionDate ?? osloDay(ctx.now))
  return take(planOf(payment), count, from)
}

/** The first executions of a periodic payment that is not registered yet (D38). EXECUTION_DATE_INVALID for a period that ends before it starts. */
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
