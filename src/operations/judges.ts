import type { z } from '@hono/zod-openapi'
import { balanceMinor } from '../domain/accounts.ts'
import { osloDay } from '../domain/calendar.ts'
import { checkTogether, DomainError } from '../domain/errors.ts'
import { assertExecutionDate, assertPeriod } from '../domain/payment-dates.ts'
import { judgeTransfer } from '../domain/payments.ts'
import { findProduct, PRODUCT_RULES } from '../domain/products.ts'
import { assertTransactionDates, nonZeroMinor } from '../domain/transactions.ts'
import {
  knownAccount,
  knownBulkPayment,
  knownCardTransaction,
  knownPayment,
  knownPeriodicPayment,
  knownTransaction,
} from '../inputs/known-parts.ts'
import { monthsFault } from '../inputs/payments.ts'

/** What a rule may look at beside the body. */
type JudgedAt = { readonly ids: Readonly<Record<string, string>>; readonly now: Date }

/**
 * The rules of an operation that can be judged by the parts of a body that have their form, without the books: so that the faults of
 * form and of rules are told together (D16). Throws them.
 */
export type Judge = (input: unknown, at: JudgedAt) => void

export const judgePayment: Judge = (input, { ids, now }) => {
  const product = findProduct('SINGLE', ids['paymentProduct'] ?? '')
  const read = knownPayment.safeParse(input)
  if (product === undefined || !read.success) return
  checkTogether(
    () => assertExecutionDate(read.data.requestedExecutionDate, now, PRODUCT_RULES[product].instant),
    () => judgeTransfer(product, read.data, ''),
  )
}

export const judgeBulkPayment: Judge = (input, { ids, now }) => {
  const product = findProduct('BULK', ids['paymentProduct'] ?? '')
  const read = knownBulkPayment.safeParse(input)
  if (product === undefined || !read.success) return
  checkTogether(
    () => assertExecutionDate(read.data.requestedExecutionDate, now, false),
    ...read.data.payments.map((transfer, place) => () => {
      if (transfer !== undefined) judgeTransfer(product, transfer, `payments[${place}].`)
    }),
  )
}

export const judgePeriodicPayment: Judge = (input, { ids, now }) => {
  const product = findProduct('PERIODIC', ids['paymentProduct'] ?? '')
  const read = knownPeriodicPayment.safeParse(input)
  if (product === undefined || !read.success) return
  const { startDate, endDate, frequency, monthsOfExecution } = read.data
  checkTogether(
    () => {
      if (startDate !== undefined) assertPeriod({ startDate, endDate }, now)
    },
    () => {
      const fault = frequency === undefined ? undefined : monthsFault({ frequency, monthsOfExecution })
      if (fault !== undefined) throw new DomainError('FORMAT_ERROR', fault, 'monthsOfExecution')
    },
    () => judgeTransfer(product, read.data, ''),
  )
}

export const judgeTransaction: Judge = (input, { now }) => {
  judgeLine(knownTransaction.safeParse(input).data, now)
}

export const judgeCardTransaction: Judge = (input, { now }) => {
  const known = knownCardTransaction.safeParse(input).data
  const amount = known?.originalAmount
  checkTogether(
    () => judgeLine(known, now),
    () => amount !== undefined && nonZeroMinor(amount, 'originalAmount'),
  )
}

type KnownLine = z.output<typeof knownTransaction> & { readonly transactionDate?: string | undefined }

function judgeLine(known: KnownLine | undefined, now: Date): void {
  if (known === undefined) return
  const { transactionAmount } = known
  checkTogether(
    () => transactionAmount !== undefined && nonZeroMinor(transactionAmount, 'transactionAmount'),
    () => assertTransactionDates(known, osloDay(now)),
  )
}

export const judgeAccount: Judge = input => {
  const { currency, balances = [] } = knownAccount.safeParse(input).data ?? {}
  if (currency === undefined) return
  checkTogether(
    ...balances.map(
      (balance, place) => () =>
        balance !== undefined && balanceMinor(balance, currency, `balances[${place}].balanceAmount`),
    ),
  )
}
