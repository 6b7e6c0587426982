import { z } from '@hono/zod-openapi'
import { formatAmount } from '../domain/money.ts'
import type { CardTransaction, Transaction } from '../generated/client.ts'
import { currencyExchange, structuredRemittance } from '../inputs/transactions.ts'
import { links } from './links.ts'

/** [I] Amount, in answers: always with exactly the currency's fraction digits (D21). */
export const amountAnswer = z.strictObject({ amount: z.string(), currency: z.string() }).openapi('AmountAnswer')

const reference = z
  .strictObject({ iban: z.string().optional(), bban: z.string().optional(), currency: z.string().optional() })
  .openapi('AccountReferenceAnswer')

/** [I] Transaction details. `bookingDate` and `valueDate` are absent while a transaction is pending. */
export const transactionDetails = z
  .strictObject({
    transactionId: z.string(),
    bookingDate: z.iso.date().optional(),
    valueDate: z.iso.date().optional(),
    transactionAmount: amountAnswer.openapi({ description: 'Signed: negative left the account.' }),
    endToEndId: z.string().max(35).optional(),
    creditorId: z.string().max(35).optional(),
    creditorName: z.string().max(70).optional(),
    creditorAccount: reference.optional(),
    creditorAgent: z.string().optional(),
    ultimateCreditor: z.string().max(70).optional(),
    debtorName: z.string().max(70).optional(),
    debtorAccount: reference.optional(),
    debtorAgent: z.string().optional(),
    ultimateDebtor: z.string().max(70).optional(),
    remittanceInformationUnstructured: z.string().max(140).optional(),
    remittanceInformationUnstructuredArray: z.array(z.string().max(140)).optional(),
    remittanceInformationStructuredArray: z.array(structuredRemittance).optional(),
    currencyExchange: currencyExchange.optional(),
    bankTransactionCode: z.string().min(4).max(14).optional(),
    proprietaryBankTransactionCode: z.string().max(35).optional(),
    purposeCode: z.string().max(4).optional(),
    _links: links.optional(),
  })
  .openapi('TransactionDetails')

/** A card transaction. */
export const cardTransactionDetails = z
  .strictObject({
    cardTransactionId: z.string(),
    bookingDate: z.iso.date(),
    valueDate: z.iso.date(),
    transactionDate: z.iso.date().optional(),
    transactionAmount: amountAnswer,
    originalAmount: amountAnswer,
    cardAcceptorId: z.string().max(35).optional(),
    cardAcceptorName: z.string().max(70).optional(),
    merchantCategoryCode: z.string().optional(),
    transactionDetails: z.string().max(140).optional(),
    invoiced: z.boolean().optional(),
    currencyExchange: currencyExchange.optional(),
    proprietaryBankTransactionCode: z.string().max(35).optional(),
    _links: links.optional(),
  })
  .openapi('CardTransactionDetails')

type Answer<Schema extends z.ZodType> = z.input<Schema>

/** A stored transaction; a pending one has no days yet. */
export type ShownTransaction = Omit<Transaction, 'bookingDate' | 'valueDate'> & {
  readonly bookingDate: string | null
  readonly valueDate: string | null
}

/** A stored transaction as the interface shows it. Absent fields are left out (D19). */
export function showTransaction(row: ShownTransaction): Answer<typeof transactionDetails> {
  return {
    transactionId: row.id,
    bookingDate: row.bookingDate ?? undefined,
    valueDate: row.valueDate ?? undefined,
    transactionAmount: { amount: formatAmount(row.amountMinor, row.currency), currency: row.currency },
    endToEndId: row.endToEndId ?? undefined,
    creditorId: row.creditorId ?? undefined,
    creditorName: row.creditorName ?? undefined,
    creditorAccount: showReference(row.creditorIban, row.creditorBban, row.creditorCurrency),
    creditorAgent: row.creditorAgent ?? undefined,
    ultimateCreditor: row.ultimateCreditor ?? undefined,
    debtorName: row.debtorName ?? undefined,
    debtorAccount: showReference(row.debtorIban, row.debtorBban, row.debtorCurrency),
    debtorAgent: row.debtorAgent ?? undefined,
    ultimateDebtor: row.ultimateDebtor ?? undefined,
    remittanceInformationUnstructured: row.remittanceInformationUnstructured ?? undefined,
    remittanceInformationUnstructuredArray: textsOf(row.remittanceInformationUnstructuredArray),
    remittanceInformationStructuredArray: stored(structuredRemittances, row.remittanceInformationStructuredArray),
    currencyExchange: stored(currencyExchange, row.currencyExchange),
    bankTransactionCode: row.bankTransactionCode ?? undefined,
    proprietaryBankTransactionCode: row.proprietaryBankTransactionCode ?? undefined,
    purposeCode: row.purposeCode ?? undefined,
  }
}

/** A stored card transaction: `transactionAmount` is in the purchase's currency, `originalAmount` in the card account's (D43). */
export function showCardTransaction(row: CardTransaction): Answer<typeof cardTransactionDetails> {
  return {
    cardTransactionId: row.id,
    bookingDate: row.bookingDate,
    valueDate: row.valueDate,
    transactionDate: row.transactionDate ?? undefined,
    transactionAmount: { amount: formatAmount(row.amountMinor, row.currency), currency: row.currency },
    originalAmount: {
      amount: formatAmount(row.originalAmountMinor, row.originalCurrency),
      currency: row.originalCurrency,
    },
    cardAcceptorId: row.cardAcceptorId ?? undefined,
    cardAcceptorName: row.cardAcceptorName ?? undefined,
    merchantCategoryCode: row.merchantCategoryCode ?? undefined,
    transactionDetails: row.transactionDetails ?? undefined,
    invoiced: row.invoiced ?? undefined,
    currencyExchange: stored(currencyExchange, row.currencyExchange),
    proprietaryBankTransactionCode: row.proprietaryBankTransactionCode ?? undefined,
  }
}

// A schema takes longer to make than a transaction to show.
const structuredRemittances = z.array(structuredRemittance)

function showReference(iban: string | null, bban: string | null, currency: string | null) {
  if (iban === null && bban === null) return undefined
  return { iban: iban ?? undefined, bban: bban ?? undefined, currency: currency ?? undefined }
}

function textsOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.map(String) : undefined
}

// What was stored was checked when it came in; what cannot be read any more is left out rather than failing the list (D44).
function stored<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | undefined {
  if (value === null) return undefined
  const result = schema.safeParse(value)
  return result.success ? result.data : undefined
}
