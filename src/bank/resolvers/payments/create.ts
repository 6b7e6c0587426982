import type { AnyOf } from '../../../domain/given.ts'
import { assertExecutionDate, assertPeriod, assertRuns, dayOfExecutionWarnings } from '../../../domain/payment-dates.ts'
import type { Transfer } from '../../../domain/payments.ts'
import { PRODUCT_RULES, type Product } from '../../../domain/products.ts'
import { monthsText } from '../../../domain/schedule.ts'
import type { CreateBulkPayment, CreatePayment, CreatePeriodicPayment } from '../../inputs/payments.ts'
import type { Order } from './register.ts'

/** The fields of a body that are left after the known ones. If a new field is stored nowhere, this does not compile. */
function transfersIn<Rest extends Transfer>(
  rest: readonly (Rest & Readonly<Record<Exclude<keyof Rest, keyof Transfer>, never>>)[],
): readonly Transfer[] {
  return rest
}
type NothingElse = Readonly<Record<string, never>>

/**
 * What the body of each service orders: a single payment of any product, payments of one debtor that run together (D35), or a periodic payment (D38).
 */
export const ORDERS = {
  payments: singleOrder,
  'bulk-payments': bulkOrder,
  'periodic-payments': periodicOrder,
} as const

/** The rules of a payment as a whole: for a valid body, and for the known parts of a refused one (D16, D78). */
export const RULES = {
  payments: (
    product: Product,
    { requestedExecutionDate }: AnyOf<Pick<CreatePayment, 'requestedExecutionDate'>>,
    now: Date,
  ) => assertExecutionDate(requestedExecutionDate, now, PRODUCT_RULES[product].instant),
  'bulk-payments': ({ requestedExecutionDate }: AnyOf<Omit<CreateBulkPayment, 'payments'>>, now: Date) =>
    assertExecutionDate(requestedExecutionDate, now, false),
  'periodic-payments': (
    { startDate, endDate }: AnyOf<Pick<CreatePeriodicPayment, 'startDate' | 'endDate'>>,
    now: Date,
  ) => {
    if (startDate !== undefined) assertPeriod({ startDate, endDate }, now)
  },
} as const

function singleOrder(product: string, input: CreatePayment): Order {
  const { debtorAccount, ultimateDebtor, requestedExecutionDate, ...transfer } = input
  return {
    service: 'SINGLE',
    product,
    debtorAccount,
    transfers: transfersIn([transfer]),
    prefix: () => '',
    fields: { ultimateDebtor, requestedExecutionDate },
    assertRules: (tx, known) => RULES.payments(known, input, tx.now),
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
    fields: { ultimateDebtor, requestedExecutionDate, paymentInformationId },
    assertRules: tx => RULES['bulk-payments'](input, tx.now),
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
    fields: {
      ultimateDebtor,
      startDate,
      endDate,
      frequency,
      executionRule,
      dayOfExecution: dayOf,
      monthsOfExecution: monthsText(monthsOfExecution),
    },
    assertRules: tx => {
      RULES['periodic-payments'](input, tx.now)
      assertRuns({ startDate, endDate, frequency, executionRule, dayOfExecution: dayOf, monthsOfExecution }, tx.now)
    },
    warnings: dayOfExecutionWarnings(frequency, dayOfExecution),
  }
}
