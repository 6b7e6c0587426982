import { z } from '@hono/zod-openapi'
import { CUSTOMER_TYPES } from '../domain/customers.ts'
import { PAYMENT_STATUSES } from '../domain/status.ts'
import { normaliseTppId } from '../domain/tpps.ts'
import { currency, day, oneOf, sandboxBban, sandboxIban, text } from './values.ts'

/** What lists can be narrowed by. Conditions that are given must all hold; what was not given does not narrow. */

export const customerFilter = z.strictObject({
  type: oneOf(CUSTOMER_TYPES, 'Only customers of this type.').optional(),
  customerNumber: text(35, 'Only the customer with this number.').optional(),
  nameContains: text(70, 'Only customers whose name holds this text; a-z and A-Z count as the same.').optional(),
})
export type CustomerFilter = z.output<typeof customerFilter>

export const accountFilter = z.strictObject({
  iban: sandboxIban.optional(),
  bban: sandboxBban.optional(),
  customerNumber: text(35, 'Only accounts of this owner.').optional(),
  currency: currency.optional(),
})
export type AccountFilter = z.output<typeof accountFilter>

export const cardAccountFilter = z.strictObject({
  customerNumber: text(35, 'Only card accounts of this owner.').optional(),
  currency: currency.optional(),
})
export type CardAccountFilter = z.output<typeof cardAccountFilter>

/** Amounts are checked against the currency of the account where that is known: `domain/money.ts`. */
export const transactionFilter = z.strictObject({
  dateFrom: day.optional(),
  dateTo: day.optional(),
  amountFrom: z.string().optional(),
  amountTo: z.string().optional(),
})
export type TransactionFilter = z.output<typeof transactionFilter>

const tpp = text(70, "Only this TPP's.").transform(normaliseTppId)

export const consentFilter = z.strictObject({
  tpp: tpp.optional(),
  customerNumber: text(35, 'Only consents of this customer.').optional(),
})
export type ConsentFilter = z.output<typeof consentFilter>

export const authorisationFilter = z.strictObject({
  tpp: tpp.optional(),
  status: oneOf(['RECEIVED', 'FINALISED', 'FAILED', 'EXPIRED'], 'Only authorisations in this state.').optional(),
  purpose: oneOf(['CONSENT', 'PAYMENT', 'CANCELLATION', 'BASKET'], 'Only authorisations of this kind.').optional(),
})
export type AuthorisationFilter = z.output<typeof authorisationFilter>

export const paymentFilter = z.strictObject({
  tpp: tpp.optional(),
  status: oneOf(PAYMENT_STATUSES, 'Only payments in this state.').optional(),
  service: oneOf(['SINGLE', 'BULK', 'PERIODIC'], 'Only payments of this service.').optional(),
  customerNumber: text(35, 'Only payments that this customer registered.').optional(),
  accountId: text(64, 'Only payments from this account.').optional(),
})
export type PaymentFilter = z.output<typeof paymentFilter>
