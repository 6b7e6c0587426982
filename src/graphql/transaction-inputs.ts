import { transactionFilter } from '../inputs/filters.ts'
import { createTransaction } from '../inputs/transactions.ts'
import { builder } from './builder.ts'
import { given } from './inputs.ts'
import { CurrencyExchangeInput, StructuredRemittanceInput } from './remittance.ts'
import { AccountReferenceInput, AmountInput } from './values.ts'

export const TransactionFilterInput = builder
  .inputType('TransactionFilter', {
    description: 'Which transactions to list: all conditions that are given must hold.',
    fields: t => ({
      dateFrom: t.field({ type: 'Date', description: 'Earliest bookingDate.' }),
      dateTo: t.field({ type: 'Date', description: 'Latest bookingDate.' }),
      amountFrom: t.string({
        description:
          'Smallest amount, signed, in units of the account\'s currency; "0.01" leaves only money that came in.',
      }),
      amountTo: t.string({
        description:
          'Largest amount, signed, in units of the account\'s currency; "-0.01" leaves only money that went out.',
      }),
    }),
  })
  .validate(given(transactionFilter))

export const CreateTransactionInput = builder
  .inputType('CreateTransaction', {
    description: 'The body of POST /v1/sandbox/accounts/{mockAccountId}/transactions (D28).',
    fields: t => ({
      transactionAmount: t.field({
        type: AmountInput,
        required: true,
        description: "Signed: negative takes money from the account. In the account's currency, not zero (D28).",
      }),
      bookingDate: t.field({
        type: 'Date',
        required: true,
        description: 'The day the bank booked it: today or earlier, and not after valueDate (D28).',
      }),
      valueDate: t.field({
        type: 'Date',
        required: true,
        description: 'The day it counts for interest: today or earlier (D28).',
      }),
      endToEndId: t.string({ description: "The payer's end-to-end reference, 1 to 35 characters." }),
      creditorId: t.string({ description: 'Kept, but not supplied in transaction details (D44). 1 to 35 characters.' }),
      creditorName: t.string({ description: 'Who received the money, 1 to 70 characters.' }),
      creditorAccount: t.field({ type: AccountReferenceInput, description: 'The account that received the money.' }),
      creditorAgent: t.string({ description: "BIC of the creditor's bank, 8 or 11 characters." }),
      ultimateCreditor: t.string({
        description: 'Kept, but not supplied in transaction details (D44). 1 to 70 characters.',
      }),
      debtorName: t.string({ description: 'Who paid, 1 to 70 characters.' }),
      debtorAccount: t.field({
        type: AccountReferenceInput,
        description:
          'The account that paid. This can only be the account itself, for debits and credits ([I] Errors, D28).',
      }),
      debtorAgent: t.string({ description: "BIC of the debtor's bank, 8 or 11 characters." }),
      ultimateDebtor: t.string({
        description: 'Kept, but not supplied in transaction details (D44). 1 to 70 characters.',
      }),
      remittanceInformationUnstructured: t.string({ description: 'A message, 1 to 140 characters.' }),
      remittanceInformationUnstructuredArray: t.stringList({
        description: 'A message of at most 100 lines, each of 1 to 140 characters.',
      }),
      remittanceInformationStructuredArray: t.field({
        type: [StructuredRemittanceInput],
        description: 'At most 100 structured references.',
      }),
      currencyExchange: t.field({
        type: CurrencyExchangeInput,
        description: 'The exchange rate, when money changed currency.',
      }),
      bankTransactionCode: t.string({
        description: 'ISO 20022 bank transaction code of 4 to 14 characters, for example "PMNT-RCDT-ESCT".',
      }),
      proprietaryBankTransactionCode: t.string({ description: "The bank's own code, 1 to 35 characters." }),
      purposeCode: t.string({ description: 'ISO 20022 purpose code, 1 to 4 characters.' }),
    }),
  })
  .validate(given(createTransaction))
