import { z } from '@hono/zod-openapi'
import { createAccount } from './accounts.ts'
import { createAgreement, createEngagement } from './agreements.ts'
import { createBulkPayment, createPayment, createPeriodicPayment } from './payments.ts'
import { createCardTransaction, createTransaction, structuredRemittance } from './transactions.ts'
import { transfer } from './transfers.ts'
import { currency } from './values.ts'

/** The well-formed parts of a body whose other parts are malformed, for the rules that can check them alone (D16). */

/** A field that is left out when it is malformed. */
function known<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined)
}

/** Every field of a body, so that a new field must be added here. */
function eachKnown<Shape extends Fields>(
  shape: Shape,
): { readonly [Name in keyof Shape]: ReturnType<typeof known<Shape[Name]>> }
function eachKnown(shape: Fields): Fields {
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, known(schema)]))
}
type Fields = Readonly<Record<string, z.ZodType>>

/** The entries of a list in their places; a malformed one is undefined. */
function knownEntries<Schema extends z.ZodType>(schema: Schema) {
  return z.array(known(schema)).max(1_000).catch([])
}

// Stands for a reference that is present but malformed: rules that check its presence find it, and it has no type that they would check.
const UNREADABLE = { reference: '-' }

const knownReferences = {
  remittanceInformationStructured: structuredRemittance.optional().catch(UNREADABLE),
  remittanceInformationStructuredArray: transfer.remittanceInformationStructuredArray.catch([UNREADABLE]),
}

/** The rules for a currency need no amount. */
const knownAmount = known(z.object({ amount: known(z.string()), currency: known(currency) }))

const knownParts = { ...knownReferences, instructedAmount: knownAmount }

export const knownTransfer = z.object({
  ...eachKnown(createBulkPayment.shape.payments.element.shape),
  ...knownParts,
})
export const knownPayment = z.object({ ...eachKnown(createPayment.shape), ...knownParts })
export const knownPeriodicPayment = z.object({ ...eachKnown(createPeriodicPayment.shape), ...knownParts })
export const knownBulkPayment = z.object({
  ...eachKnown(createBulkPayment.shape),
  payments: knownEntries(knownTransfer),
})

export const knownTransaction = z.object(eachKnown(createTransaction.shape))
export const knownCardTransaction = z.object(eachKnown(createCardTransaction.shape))

export const knownEngagement = z.object(eachKnown(createEngagement.shape))
export const knownAgreement = z.object({
  ...eachKnown(createAgreement.shape),
  engagements: knownEntries(knownEngagement),
})

export const knownBalances = z.object({ balances: knownEntries(createAccount.shape.balances.element) })
export const knownAccount = z.object({ ...eachKnown(createAccount.shape), ...knownBalances.shape })
