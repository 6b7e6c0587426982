import { z } from '@hono/zod-openapi'
import {
  type CreateCardTransaction,
  type CreateTransaction,
  currencyExchange,
  structuredRemittances,
} from '../../bank/inputs/transactions.ts'
import { stored } from '../../bank/inputs/values.ts'
import { toJson, Verbatim } from '../../bank/wire/json.ts'
import type { EachOf } from '../../domain/given.ts'
import { formatAmount } from '../../domain/money.ts'
import {
  amountIn,
  column,
  optional,
  RowText,
  referenceIn,
  showParts,
  storedIn,
  together,
  viewOf,
  without,
} from '../../domain/views.ts'
import type { CardTransaction, Transaction } from '../../generated/client.ts'
import { links } from './answers.ts'

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
    remittanceInformationStructuredArray: structuredRemittances.optional(),
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

/** A stored transaction; a pending one has no dates yet. */
export type ShownTransaction = Omit<Transaction, 'bookingDate' | 'valueDate'> & {
  readonly bookingDate: string | null
  readonly valueDate: string | null
}

/** A stored transaction as the interface shows it, member by member. Absent ones are left out (D19). */
const transactionParts = {
  transactionId: column('id'),
  bookingDate: optional('bookingDate'),
  valueDate: optional('valueDate'),
  transactionAmount: together({ amount: amountIn('amountMinor', 'currency'), currency: column('currency') }),
  endToEndId: optional('endToEndId'),
  creditorId: optional('creditorId'),
  creditorName: optional('creditorName'),
  creditorAccount: referenceIn('creditorIban', 'creditorBban', 'creditorCurrency'),
  creditorAgent: optional('creditorAgent'),
  ultimateCreditor: optional('ultimateCreditor'),
  debtorName: optional('debtorName'),
  debtorAccount: referenceIn('debtorIban', 'debtorBban', 'debtorCurrency'),
  debtorAgent: optional('debtorAgent'),
  ultimateDebtor: optional('ultimateDebtor'),
  remittanceInformationUnstructured: optional('remittanceInformationUnstructured'),
  remittanceInformationUnstructuredArray: storedIn('remittanceInformationUnstructuredArray', textsOf),
  remittanceInformationStructuredArray: storedIn('remittanceInformationStructuredArray', value =>
    stored(structuredRemittances, value),
  ),
  currencyExchange: storedIn('currencyExchange', value => stored(currencyExchange, value)),
  bankTransactionCode: optional('bankTransactionCode'),
  proprietaryBankTransactionCode: optional('proprietaryBankTransactionCode'),
  purposeCode: optional('purposeCode'),
} as const satisfies EachOf<CreateTransaction>

export function showTransaction(row: ShownTransaction): Answer<typeof transactionDetails> {
  return showParts(transactionParts, row)
}

/** [I] Transaction details: the current implementation supplies no creditorId, ultimateCreditor and ultimateDebtor (D44). */
const partsForTpps = without(transactionParts, ['creditorId', 'ultimateCreditor', 'ultimateDebtor'])

/** A transaction as TPPs see it. */
export function showToTpp(row: ShownTransaction): Answer<typeof transactionDetails> {
  return showParts(partsForTpps, row)
}

/** The same, for rows of a list. */
export const viewForTpps = viewOf(partsForTpps)

/** Rows of a list that were requested in a view, as JSON: some written by the store, the others made here. */
export function writeRows<Row>(rows: readonly Row[], show: (row: Row) => unknown): Verbatim {
  return new Verbatim(`[${rows.map(row => (row instanceof RowText ? row.text : toJson(show(row)))).join(',')}]`)
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
  } satisfies EachOf<CreateCardTransaction>
}

// To build a schema takes longer than to show a transaction.

function textsOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.map(String) : undefined
}
