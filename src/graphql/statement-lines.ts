import { z } from '@hono/zod-openapi'
import { referenceIn, storedIn } from '../domain/views.ts'
import type { CardTransaction, Transaction } from '../generated/client.ts'
import { currencyExchange, structuredRemittance } from '../inputs/transactions.ts'
import { builder } from './builder.ts'
import { CurrencyExchange, StructuredRemittance } from './remittance.ts'
import { shows, showsItself } from './shown.ts'
import { AccountReference, Amount, stored } from './values.ts'

/** What a line of a statement shows to operator and TPP alike. */

const texts = z.array(z.string())
const structuredRemittances = z.array(structuredRemittance)

const optional = (description: string) => ({ nullable: true, description }) as const

/** A line that may not be booked yet, and then has no days. */
export type Line = Omit<Transaction, 'bookingDate' | 'valueDate'> & {
  readonly bookingDate: string | null
  readonly valueDate: string | null
}

export const StatementLine = builder.interfaceRef<Line>('StatementLine').implement({
  description: "A line of an account's statement, as the operator and the TPP both see it ([I] Transaction details).",
  fields: t => ({
    transactionAmount: t.field({
      type: Amount,
      description: "Signed: negative took money from the account (D28). In the account's currency.",
      ...showsItself(),
    }),
    endToEndId: t.exposeString('endToEndId', optional("The payer's end-to-end reference, at most 35 characters.")),
    creditorName: t.exposeString('creditorName', optional('Who received the money, at most 70 characters.')),
    creditorAccount: t.field({
      ...optional('The account that received the money.'),
      type: AccountReference,
      ...shows(referenceIn('creditorIban', 'creditorBban', 'creditorCurrency')),
    }),
    creditorAgent: t.exposeString('creditorAgent', optional("BIC of the creditor's bank.")),
    debtorName: t.exposeString('debtorName', optional('Who paid, at most 70 characters.')),
    debtorAccount: t.field({
      ...optional('The account that paid.'),
      type: AccountReference,
      ...shows(referenceIn('debtorIban', 'debtorBban', 'debtorCurrency')),
    }),
    debtorAgent: t.exposeString('debtorAgent', optional("BIC of the debtor's bank.")),
    remittanceInformationUnstructured: t.exposeString(
      'remittanceInformationUnstructured',
      optional('A message, at most 140 characters.'),
    ),
    remittanceInformationUnstructuredArray: t.stringList({
      ...optional('A message of several lines, each at most 140 characters.'),
      ...shows(storedIn('remittanceInformationUnstructuredArray', value => stored(texts, value))),
    }),
    remittanceInformationStructuredArray: t.field({
      ...optional('Structured references, for example a KID.'),
      type: [StructuredRemittance],
      ...shows(storedIn('remittanceInformationStructuredArray', value => stored(structuredRemittances, value))),
    }),
    currencyExchange: t.field({
      ...optional('The exchange rate, when money changed currency.'),
      type: CurrencyExchange,
      ...shows(storedIn('currencyExchange', value => stored(currencyExchange, value))),
    }),
    bankTransactionCode: t.exposeString(
      'bankTransactionCode',
      optional('ISO 20022 bank transaction code, 4 to 14 characters.'),
    ),
    proprietaryBankTransactionCode: t.exposeString(
      'proprietaryBankTransactionCode',
      optional("The bank's own code, at most 35 characters."),
    ),
    purposeCode: t.exposeString('purposeCode', optional('ISO 20022 purpose code, 1 to 4 characters.')),
  }),
})

export const CardStatementLine = builder.interfaceRef<CardTransaction>('CardStatementLine').implement({
  description: "A line of a card account's statement, as the operator and the TPP both see it (D43).",
  fields: t => ({
    bookingDate: t.expose('bookingDate', { type: 'Date', description: 'The day the bank booked it.' }),
    valueDate: t.expose('valueDate', { type: 'Date', description: 'The day it counts for interest.' }),
    transactionDate: t.expose('transactionDate', { type: 'Date', ...optional('The day of the purchase.') }),
    cardAcceptorId: t.exposeString('cardAcceptorId', optional("The merchant's id, at most 35 characters.")),
    cardAcceptorName: t.exposeString('cardAcceptorName', optional("The merchant's name, at most 70 characters.")),
    merchantCategoryCode: t.exposeString('merchantCategoryCode', optional('ISO 18245 code, 4 digits.')),
    transactionDetails: t.exposeString(
      'transactionDetails',
      optional('What the statement says, at most 140 characters.'),
    ),
    invoiced: t.exposeBoolean('invoiced', optional('Whether it has been invoiced.')),
    currencyExchange: t.field({
      ...optional('The exchange rate, when the purchase was in another currency.'),
      type: CurrencyExchange,
      ...shows(storedIn('currencyExchange', value => stored(currencyExchange, value))),
    }),
    proprietaryBankTransactionCode: t.exposeString(
      'proprietaryBankTransactionCode',
      optional("The bank's own code, at most 35 characters."),
    ),
  }),
})
