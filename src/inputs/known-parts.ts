import { z } from '@hono/zod-openapi'
import { createAccount } from './accounts.ts'
import { createAgreement, createEngagement } from './agreements.ts'
import { createPeriodicPayment } from './payments.ts'
import { createCardTransaction, createTransaction, structuredRemittance } from './transactions.ts'
import { account, transfer } from './transfers.ts'
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

// In place of a reference that is there and cannot be read: the rules that look whether one is there find one, and no other fault of it.
const UNREADABLE = { reference: '91', referenceType: 'SCOR' }

export const knownTransfer = z.object({
  instructedAmount: known(transfer.instructedAmount),
  creditorAccount: known(transfer.creditorAccount),
  creditorAddress: known(transfer.creditorAddress),
  creditorAgent: known(transfer.creditorAgent),
  remittanceInformationUnstructured: known(transfer.remittanceInformationUnstructured),
  remittanceInformationStructured: structuredRemittance.optional().catch(UNREADABLE),
  remittanceInformationStructuredArray: transfer.remittanceInformationStructuredArray.catch([UNREADABLE]),
})

export const knownPayment = knownTransfer.extend({ debtorAccount: known(account), requestedExecutionDate: known(day) })

export const knownBulkPayment = z.object({
  debtorAccount: known(account),
  requestedExecutionDate: known(day),
  payments: knownEntries(knownTransfer),
})

const { startDate, endDate, frequency, monthsOfExecution } = createPeriodicPayment.shape
export const knownPeriodicPayment = knownTransfer.extend({
  debtorAccount: known(account),
  startDate: known(startDate),
  endDate: known(endDate),
  frequency: known(frequency),
  monthsOfExecution: known(monthsOfExecution),
})

export const knownTransaction = z.object({
  transactionAmount: known(createTransaction.shape.transactionAmount),
  debtorAccount: known(createTransaction.shape.debtorAccount),
  bookingDate: known(day),
  valueDate: known(day),
})

export const knownCardTransaction = knownTransaction.extend({
  originalAmount: known(createCardTransaction.shape.originalAmount),
  transactionDate: known(day),
})

export const knownEngagement = z.object({
  customer: known(createEngagement.shape.customer),
  account: known(createEngagement.shape.account),
})

export const knownAgreement = z.object({
  owner: known(createAgreement.shape.owner),
  engagements: knownEntries(knownEngagement),
})

export const knownBalances = z.object({ balances: knownEntries(createAccount.shape.balances.element) })

export const knownAccount = knownBalances.extend({
  customerNumber: known(createAccount.shape.customerNumber),
  currency: known(createAccount.shape.currency),
})
