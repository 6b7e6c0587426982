import { z } from '@hono/zod-openapi'
import { storedReferences } from '../../domain/payments.ts'
import { PURPOSE_CODE } from '../../domain/transactions.ts'
import {
  accountReference,
  amount,
  bic,
  currency,
  day,
  daysInOrder,
  decimalNumber,
  required,
  requiredText,
  stored,
  text,
  wholeNumber,
} from './values.ts'

/** [I] Exchange-rate object. */
export const currencyExchange = z
  .strictObject({
    sourceCurrency: currency.openapi({ description: 'From which currency: ISO 4217.' }),
    exchangeRate: decimalNumber(
      z
        .string(required('a decimal number in a string'))
        .regex(/^\d{1,12}(\.\d{1,10})?$/, 'must be a decimal number in a string, for example "11.4320".')
        .openapi({ description: 'Factor from source to target currency, for example "11.4320".' }),
    ),
    unitCurrency: currency.openapi({ description: 'The currency that is 1 in the rate: ISO 4217.' }),
    targetCurrency: currency.openapi({ description: 'To which currency: ISO 4217.' }),
    quotationDate: day.openapi({ description: 'The day of the rate.' }),
    contractIdentification: text(35, 'Identification of the foreign exchange contract.').optional(),
  })
  .openapi('CurrencyExchange', { description: 'The exchange rate of a day that the amount was converted with.' })

/** [I] Structured remittance element. */
export const structuredRemittance = z
  .strictObject({
    reference: text(35, 'The reference, for example a KID.'),
    referenceType: text(35, 'The kind of reference; SCOR is a KID.').optional(),
    referenceIssuer: text(35, 'Who issued the reference.').optional(),
  })
  .openapi('StructuredRemittance', {
    description: 'A structured reference of a payment ([I] Structured remittance element).',
  })

export const structuredRemittances = z.array(structuredRemittance)

/** The structured references of an entry of a payment, from its column; undefined where it has none. */
export function referencesIn(column: unknown): z.output<typeof structuredRemittances> | undefined {
  return stored(structuredRemittances, storedReferences(column))
}

/** D28: the body of POST /v1/sandbox/accounts/{mockAccountId}/transactions. */
export const createTransaction = z
  .strictObject({
    transactionAmount: amount.openapi({
      description: "Signed: negative takes money from the account. In the account's currency, not zero (D28).",
    }),
    bookingDate: day.openapi({
      description: 'The day the bank booked it: today or earlier, and not after valueDate (D28).',
    }),
    valueDate: day.openapi({ description: 'The day it counts for interest: today or earlier (D28).' }),
    endToEndId: text(35, "The debtor's end-to-end reference.").optional(),
    creditorId: text(35, 'Kept, but not supplied in transaction details (D44).').optional(),
    creditorName: text(70, 'Who received the money.').optional(),
    creditorAccount: accountReference.optional().openapi({ description: 'The account that received the money.' }),
    creditorAgent: bic.optional().openapi({ description: "BIC of the creditor's bank, 8 or 11 characters." }),
    ultimateCreditor: text(70, 'Kept, but not supplied in transaction details (D44).').optional(),
    debtorName: text(70, 'Who paid.').optional(),
    debtorAccount: accountReference.optional().openapi({
      description:
        'The account that paid. This can only be the account itself, for debits and credits ([I] Errors, D28). For money from elsewhere leave it out.',
    }),
    debtorAgent: bic.optional().openapi({ description: "BIC of the debtor's bank, 8 or 11 characters." }),
    ultimateDebtor: text(70, 'Kept, but not supplied in transaction details (D44).').optional(),
    remittanceInformationUnstructured: text(140, 'A message.').optional(),
    remittanceInformationUnstructuredArray: z
      .array(text(140, 'A line of the message.'), required('a list of strings'))
      .max(100, 'must hold at most 100 lines.')
      .optional()
      .openapi({ description: 'The message in lines, at most 100.' }),
    remittanceInformationStructuredArray: z
      .array(structuredRemittance, required('a list of references'))
      .max(100, 'must hold at most 100 references.')
      .optional()
      .openapi({ description: 'Structured references, at most 100.' }),
    currencyExchange: currencyExchange.optional(),
    bankTransactionCode: z
      .string(requiredText())
      .regex(
        /^[A-Za-z0-9-]{4,14}$/,
        'must be an ISO 20022 bank transaction code of 4 to 14 characters, for example "PMNT-RCDT-ESCT".',
      )
      .optional()
      .openapi({ description: 'ISO 20022 bank transaction code, 4 to 14 characters.', examples: ['PMNT-RCDT-ESCT'] }),
    proprietaryBankTransactionCode: text(35, "The bank's own code.").optional(),
    purposeCode: z
      .string(requiredText())
      .regex(PURPOSE_CODE, 'must be an ISO 20022 purpose code of 1 to 4 characters.')
      .optional()
      .openapi({ description: 'ISO 20022 purpose code, 1 to 4 characters.', examples: ['SALA'] }),
  })
  .openapi('CreateTransaction', { description: 'A booked transaction of an account ([I] Transaction details, D28).' })
export type CreateTransaction = z.output<typeof createTransaction>

/** The body of POST /v1/sandbox/card-accounts/{mockCardAccountId}/transactions. */
export const createCardTransaction = z
  .strictObject({
    transactionAmount: amount.openapi({
      description: 'Signed, in the currency of the purchase; negative is a purchase. Not zero (D43).',
    }),
    originalAmount: amount
      .optional()
      .openapi({ description: "The same in the card account's currency; may be left out when both are one (D43)." }),
    bookingDate: day.openapi({
      description: 'The day the bank booked it: today or earlier, and not after valueDate (D28).',
    }),
    valueDate: day.openapi({ description: 'The day it counts for interest: today or earlier (D28).' }),
    transactionDate: day.optional().openapi({ description: 'The day of the purchase: not after bookingDate.' }),
    cardAcceptorId: text(35, "The merchant's id.").optional(),
    cardAcceptorName: text(70, "The merchant's name.").optional(),
    merchantCategoryCode: z
      .string(requiredText())
      .regex(/^[0-9]{4}$/, 'must be an ISO 18245 code of 4 digits.')
      .optional()
      .openapi({ description: 'What the merchant sells: ISO 18245, 4 digits.', examples: ['5411'] }),
    transactionDetails: text(140, 'What the statement says.').optional(),
    invoiced: z
      .boolean(required('true or false'))
      .optional()
      .openapi({ description: 'Whether an invoice has it already.' }),
    currencyExchange: currencyExchange.optional(),
    proprietaryBankTransactionCode: text(35, "The bank's own code.").optional(),
  })
  .openapi('CreateCardTransaction', { description: 'A booked purchase or repayment of a card (D43).' })
export type CreateCardTransaction = z.output<typeof createCardTransaction>

const isoDay = day.optional()
/** The query of GET …/transactions in the sandbox. */
export const listTransactions = z
  .strictObject({
    fromDate: isoDay.openapi({ description: 'Earliest bookingDate.' }),
    toDate: isoDay.openapi({ description: 'Latest bookingDate; not before fromDate.' }),
    offset: wholeNumber(0, 999_999_999, 0).openapi({ description: 'How many lines to leave out, latest first.' }),
    limit: wholeNumber(1, 1000, 200).openapi({
      description: 'How many lines to answer ([I] Limits: 200 when not given).',
    }),
  })
  .superRefine(daysInOrder('fromDate', 'toDate'))
export type ListTransactions = z.output<typeof listTransactions>
