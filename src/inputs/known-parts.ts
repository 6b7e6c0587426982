import { z } from '@hono/zod-openapi'
import { createAccount } from './accounts.ts'
import { createPeriodicPayment } from './payments.ts'
import { createCardTransaction, createTransaction } from './transactions.ts'
import { transfer } from './transfers.ts'
import { day } from './values.ts'

/** The parts of a body that have their form while others have not, for the rules that can be judged by them alone (D16). */

/** A field that is left out when it is faulty. */
function known<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined)
}

/** The entries of a list in their places; a faulty one is undefined. */
function knownEntries<Schema extends z.ZodType>(schema: Schema) {
  return z.array(known(schema)).max(1_000).catch([])
}

const knownTransfer = z.object({
  instructedAmount: known(transfer.instructedAmount),
  creditorAccount: known(transfer.creditorAccount),
  creditorAddress: known(transfer.creditorAddress),
  creditorAgent: known(transfer.creditorAgent),
  remittanceInformationUnstructured: known(transfer.remittanceInformationUnstructured),
  remittanceInformationStructured: known(transfer.remittanceInformationStructured),
  remittanceInformationStructuredArray: known(transfer.remittanceInformationStructuredArray),
})

export const knownPayment = knownTransfer.extend({ requestedExecutionDate: known(day) })

export const knownBulkPayment = z.object({
  requestedExecutionDate: known(day),
  payments: knownEntries(knownTransfer),
})

const { startDate, endDate, frequency, monthsOfExecution } = createPeriodicPayment.shape
export const knownPeriodicPayment = knownTransfer.extend({
  startDate: known(startDate),
  endDate: known(endDate),
  frequency: known(frequency),
  monthsOfExecution: known(monthsOfExecution),
})

export const knownTransaction = z.object({
  transactionAmount: known(createTransaction.shape.transactionAmount),
  bookingDate: known(day),
  valueDate: known(day),
})

export const knownCardTransaction = knownTransaction.extend({
  originalAmount: known(createCardTransaction.shape.originalAmount),
  transactionDate: known(day),
})

export const knownAccount = z.object({
  currency: known(createAccount.shape.currency),
  balances: knownEntries(createAccount.shape.balances.element),
})
