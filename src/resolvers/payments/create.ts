import type { Context } from '../../context.ts'
import { given } from '../../domain/given.ts'
import { assertExecutionDate, assertPeriod, assertRuns, dayOfExecutionWarnings } from '../../domain/payment-dates.ts'
import type { Transfer } from '../../domain/payments.ts'
import { PRODUCT_RULES } from '../../domain/products.ts'
import { monthsText } from '../../domain/schedule.ts'
import type { CreateBulkPayment, CreatePayment, CreatePeriodicPayment } from '../../inputs/payments.ts'
import type { PaymentCall } from '../psus.ts'
import { type CreatedPayment, type Order, registerPayment } from './register.ts'

/** Registers a single payment of any product ([P], D35). */
export function createPayment(
  ctx: Context,
  call: PaymentCall,
  product: string,
  input: CreatePayment,
): Promise<CreatedPayment> {
  return registerPayment(ctx, call, ORDERS.payments(product, input))
}

/** Registers payments of one debtor that run together; each is carried out by itself (D35). */
export function createBulkPayment(
  ctx: Context,
  call: PaymentCall,
  product: string,
  input: CreateBulkPayment,
): Promise<CreatedPayment> {
  return registerPayment(ctx, call, ORDERS['bulk-payments'](product, input))
}

/** Registers a payment that runs again and again ([I] Create periodic payment, D38). */
export function createPeriodicPayment(
  ctx: Context,
  call: PaymentCall,
  product: string,
  input: CreatePeriodicPayment,
): Promise<CreatedPayment> {
  return registerPayment(ctx, call, ORDERS['periodic-payments'](product, input))
}

/** What is left of a body. A field of it that no transfer has is one that is stored nowhere: it does not compile. */
function transfersIn<Rest extends Transfer>(
  rest: readonly (Rest & Readonly<Record<Exclude<keyof Rest, keyof Transfer>, never>>)[],
): readonly Transfer[] {
  return rest
}
type NothingElse = Readonly<Record<string, never>>

/** What the body of each service orders. */
export const ORDERS = {
  payments: singleOrder,
  'bulk-payments': bulkOrder,
  'periodic-payments': periodicOrder,
} as const

function singleOrder(product: string, input: CreatePayment): Order {
  const { debtorAccount, ultimateDebtor, requestedExecutionDate, ...transfer } = input
  return {
    service: 'SINGLE',
    product,
    debtorAccount,
    transfers: transfersIn([transfer]),
    prefix: () => '',
    fields: given({ ultimateDebtor, requestedExecutionDate }),
    assertDates: (tx, known) => assertExecutionDate(requestedExecutionDate, tx.now, PRODUCT_RULES[known].instant),
    warnings: [],
  }
}

function bulkOrder(product: string, input: CreateBulkPayment): Order {
  const { debtorAccount, ultimateDebtor, requestedExecutionDate, paymentInformationId, payments, ...rest } = input
  rest satisfies NothingElse
  return {
    service: 'BULK',
    product,
    debtorAccount,
    transfers: transfersIn(payments),
    prefix: index => `payments[${index}].`,
    fields: given({ ultimateDebtor, requestedExecutionDate, paymentInformationId }),
    assertDates: tx => assertExecutionDate(requestedExecutionDate, tx.now, false),
    warnings: [],
  }
}

function periodicOrder(product: string, input: CreatePeriodicPayment): Order {
  const {
    debtorAccount,
    ultimateDebtor,
    startDate,
    endDate,
    frequency,
    executionRule,
    dayOfExecution,
    monthsOfExecution,
    ...transfer
  } = input
  const dayOf = dayOfExecution === undefined ? undefined : Number(dayOfExecution)
  return {
    service: 'PERIODIC',
    product,
    debtorAccount,
    transfers: transfersIn([transfer]),
    prefix: () => '',
    fields: given({
      ultimateDebtor,
      startDate,
      endDate,
      frequency,
      executionRule,
      dayOfExecution: dayOf,
      monthsOfExecution: monthsText(monthsOfExecution),
    }),
    assertDates: tx => {
      assertPeriod({ startDate, endDate }, tx.now)
      assertRuns({ startDate, endDate, frequency, executionRule, dayOfExecution: dayOf, monthsOfExecution }, tx.now)
    },
    warnings: dayOfExecutionWarnings(frequency, dayOfExecution),
  }
}
