import type { Context } from '../../context.ts'
import { given } from '../../domain/given.ts'
import { assertExecutionDate, assertPeriod, assertRuns, dayOfExecutionWarnings } from '../../domain/payment-dates.ts'
import { monthsText } from '../../domain/periodic-plans.ts'
import { PRODUCT_RULES } from '../../domain/products.ts'
import type { CreateBulkPayment, CreatePayment, CreatePeriodicPayment } from '../../inputs/payments.ts'
import type { PaymentCall } from './call.ts'
import { type CreatedPayment, registerPayment } from './register.ts'

/** Registers a single payment of any product ([P], D35). */
export function createPayment(
  ctx: Context,
  call: PaymentCall,
  product: string,
  input: CreatePayment,
): Promise<CreatedPayment> {
  const { debtorAccount, ultimateDebtor, requestedExecutionDate, ...transfer } = input
  return registerPayment(ctx, call, {
    service: 'SINGLE',
    product,
    debtorAccount,
    transfers: [transfer],
    prefix: () => '',
    fields: given({ ultimateDebtor, requestedExecutionDate }),
    assertDates: (tx, known) => assertExecutionDate(requestedExecutionDate, tx.now, PRODUCT_RULES[known].instant),
    warnings: [],
  })
}

/** Registers payments of one debtor that run together; each is carried out by itself (D35). */
export function createBulkPayment(
  ctx: Context,
  call: PaymentCall,
  product: string,
  input: CreateBulkPayment,
): Promise<CreatedPayment> {
  const { debtorAccount, ultimateDebtor, requestedExecutionDate, paymentInformationId, payments } = input
  return registerPayment(ctx, call, {
    service: 'BULK',
    product,
    debtorAccount,
    transfers: payments,
    prefix: index => `payments[${index}].`,
    fields: given({ ultimateDebtor, requestedExecutionDate, paymentInformationId }),
    assertDates: tx => assertExecutionDate(requestedExecutionDate, tx.now, false),
    warnings: [],
  })
}

/** Registers a payment that runs again and again ([I] Create periodic payment, D38). */
export function createPeriodicPayment(
  ctx: Context,
  call: PaymentCall,
  product: string,
  input: CreatePeriodicPayment,
): Promise<CreatedPayment> {
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
  return registerPayment(ctx, call, {
    service: 'PERIODIC',
    product,
    debtorAccount,
    transfers: [transfer],
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
  })
}
