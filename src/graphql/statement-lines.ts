import { z } from '@hono/zod-openapi'
import type { EachOf } from '../domain/given.ts'
import { referenceIn, storedIn } from '../domain/views.ts'
import type { CardTransaction, Transaction } from '../generated/client.ts'
import {
  type CreateCardTransaction,
  type CreateTransaction,
  currencyExchange,
  structuredRemittance,
} from '../inputs/transactions.ts'
import { builder } from './builder.ts'
import { implement } from './fields.ts'
import { showsItself } from './shown.ts'
import { AccountReference, Amount, CurrencyExchange, StructuredRemittance, stored } from './values.ts'

/** What a line of a statement shows to operator and TPP alike. */

const texts = z.array(z.string())
const structuredRemittances = z.array(structuredRemittance)

/** What only the operator sees (D44), or only a line that is booked has. */
export type OperatorsFields = Pick<
  CreateTransaction,
  'bookingDate' | 'valueDate' | 'creditorId' | 'ultimateCreditor' | 'ultimateDebtor'
>

/** A line that may not be booked yet, and then has no days. */
export type Line = Omit<Transaction, 'bookingDate' | 'valueDate'> & {
  readonly bookingDate: string | null
  readonly valueDate: string | null
}

export const StatementLine = builder.interfaceRef<Line>('StatementLine')
implement(
  StatementLine,
  "A line of an account's statement, as the operator and the TPP both see it ([I] Transaction details).",
  t =>
    ({
      transactionAmount: t.raw.field({
        type: Amount,
        description: "Signed: negative took money from the account (D28). In the account's currency.",
        ...showsItself(),
      }),
      endToEndId: t.optional.text("The payer's end-to-end reference, at most 35 characters."),
      creditorName: t.optional.text('Who received the money, at most 70 characters.'),
      creditorAccount: t.optional.of(
        AccountReference,
        'The account that received the money.',
        referenceIn('creditorIban', 'creditorBban', 'creditorCurrency'),
      ),
      creditorAgent: t.optional.text("BIC of the creditor's bank."),
      debtorName: t.optional.text('Who paid, at most 70 characters.'),
      debtorAccount: t.optional.of(
        AccountReference,
        'The account that paid.',
        referenceIn('debtorIban', 'debtorBban', 'debtorCurrency'),
      ),
      debtorAgent: t.optional.text("BIC of the debtor's bank."),
      remittanceInformationUnstructured: t.optional.text('A message, at most 140 characters.'),
      remittanceInformationUnstructuredArray: t.optional.of(
        ['String'],
        'A message of several lines, each at most 140 characters.',
        storedIn('remittanceInformationUnstructuredArray', value => stored(texts, value)),
      ),
      remittanceInformationStructuredArray: t.optional.of(
        [StructuredRemittance],
        'Structured references, for example a KID.',
        storedIn('remittanceInformationStructuredArray', value => stored(structuredRemittances, value)),
      ),
      currencyExchange: t.optional.of(
        CurrencyExchange,
        'The exchange rate, when money changed currency.',
        storedIn('currencyExchange', value => stored(currencyExchange, value)),
      ),
      bankTransactionCode: t.optional.text('ISO 20022 bank transaction code, 4 to 14 characters.'),
      proprietaryBankTransactionCode: t.optional.text("The bank's own code, at most 35 characters."),
      purposeCode: t.optional.text('ISO 20022 purpose code, 1 to 4 characters.'),
    }) satisfies EachOf<Omit<CreateTransaction, keyof OperatorsFields>>,
)

export const CardStatementLine = builder.interfaceRef<CardTransaction>('CardStatementLine')
implement(
  CardStatementLine,
  "A line of a card account's statement, as the operator and the TPP both see it (D43).",
  t =>
    ({
      bookingDate: t.day('The day the bank booked it.'),
      valueDate: t.day('The day it counts for interest.'),
      transactionDate: t.optional.day('The day of the purchase.'),
      cardAcceptorId: t.optional.text("The merchant's id, at most 35 characters."),
      cardAcceptorName: t.optional.text("The merchant's name, at most 70 characters."),
      merchantCategoryCode: t.optional.text('ISO 18245 code, 4 digits.'),
      transactionDetails: t.optional.text('What the statement says, at most 140 characters.'),
      invoiced: t.optional.flag('Whether it has been invoiced.'),
      currencyExchange: t.optional.of(
        CurrencyExchange,
        'The exchange rate, when the purchase was in another currency.',
        storedIn('currencyExchange', value => stored(currencyExchange, value)),
      ),
      proprietaryBankTransactionCode: t.optional.text("The bank's own code, at most 35 characters."),
    }) satisfies EachOf<Omit<CreateCardTransaction, 'transactionAmount' | 'originalAmount'>>,
)
