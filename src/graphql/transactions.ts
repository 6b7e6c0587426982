import { z } from '@hono/zod-openapi'
import { currencyExchange, structuredRemittance } from '../inputs/transactions.ts'
import * as pages from '../resolvers/pages.ts'
import * as transactions from '../resolvers/transactions.ts'
import { builder } from './builder.ts'
import { toConnection } from './connections.ts'
import { AccountRef, TransactionConnection, TransactionRef } from './nouns.ts'
import { CurrencyExchange, StructuredRemittance } from './remittance.ts'
import { CreateTransactionInput, TransactionFilterInput } from './transaction-inputs.ts'
import { AccountReference, Amount, referenceOf, stored } from './values.ts'

const optional = (description: string) => ({ nullable: true, description }) as const

TransactionRef.implement({
  description: "A booked line of an account's statement ([I] Transaction details).",
  fields: t => ({
    id: t.exposeID('id', {
      description: 'transactionId in REST: a UUID that a booked transaction keeps for ever (D28).',
    }),
    bookingDate: t.expose('bookingDate', { type: 'Date', description: 'The day the bank booked it.' }),
    valueDate: t.expose('valueDate', { type: 'Date', description: 'The day it counts for interest.' }),
    transactionAmount: t.field({
      type: Amount,
      description: "Signed: negative took money from the account (D28). In the account's currency.",
      resolve: transaction => transaction,
    }),
    endToEndId: t.exposeString('endToEndId', optional("The payer's end-to-end reference, at most 35 characters.")),
    creditorId: t.exposeString('creditorId', optional('Kept, but not supplied in transaction details (D44).')),
    creditorName: t.exposeString('creditorName', optional('Who received the money, at most 70 characters.')),
    creditorAccount: t.field({
      ...optional('The account that received the money.'),
      type: AccountReference,
      resolve: ({ creditorIban, creditorBban, creditorCurrency }) =>
        referenceOf(creditorIban, creditorBban, creditorCurrency),
    }),
    creditorAgent: t.exposeString('creditorAgent', optional("BIC of the creditor's bank.")),
    ultimateCreditor: t.exposeString(
      'ultimateCreditor',
      optional('Kept, but not supplied in transaction details (D44).'),
    ),
    debtorName: t.exposeString('debtorName', optional('Who paid, at most 70 characters.')),
    debtorAccount: t.field({
      ...optional('The account that paid.'),
      type: AccountReference,
      resolve: ({ debtorIban, debtorBban, debtorCurrency }) => referenceOf(debtorIban, debtorBban, debtorCurrency),
    }),
    debtorAgent: t.exposeString('debtorAgent', optional("BIC of the debtor's bank.")),
    ultimateDebtor: t.exposeString('ultimateDebtor', optional('Kept, but not supplied in transaction details (D44).')),
    remittanceInformationUnstructured: t.exposeString(
      'remittanceInformationUnstructured',
      optional('A message, at most 140 characters.'),
    ),
    remittanceInformationUnstructuredArray: t.stringList({
      ...optional('A message of several lines, each at most 140 characters.'),
      resolve: row => stored(z.array(z.string()), row.remittanceInformationUnstructuredArray),
    }),
    remittanceInformationStructuredArray: t.field({
      ...optional('Structured references, for example a KID.'),
      type: [StructuredRemittance],
      resolve: row => stored(z.array(structuredRemittance), row.remittanceInformationStructuredArray),
    }),
    currencyExchange: t.field({
      ...optional('The exchange rate, when money changed currency.'),
      type: CurrencyExchange,
      resolve: row => stored(currencyExchange, row.currencyExchange),
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
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: "When it was created, by the world's clock (D40).",
    }),
    account: t.field({
      type: AccountRef,
      description: 'The account whose statement it is on.',
      resolve: (transaction, _, { bank }) => bank.load.account(transaction.accountId),
    }),
  }),
})

builder.queryFields(t => ({
  transactions: t.connection(
    {
      type: TransactionRef,
      description:
        "An account's booked transactions, latest bookingDate first, ties by id (D42). RESOURCE_UNKNOWN when the world does not have the account.",
      args: {
        accountId: t.arg.id({ required: true, description: "The account's id." }),
        filter: t.arg({ type: TransactionFilterInput, description: 'Which transactions; all when not given.' }),
      },
      resolve: async (_, { accountId, filter, ...args }, { bank }) =>
        toConnection(pages.pageOfTransactions(bank, await bank.load.account(accountId), args, filter)),
    },
    TransactionConnection,
  ),
  transaction: t.field({
    type: TransactionRef,
    nullable: true,
    description: 'One transaction of an account. RESOURCE_UNKNOWN when the world does not have it.',
    args: { id: t.arg.id({ required: true, description: 'transactionId in REST.' }) },
    resolve: (_, { id }, { bank }) => bank.load.transaction(id),
  }),
}))

builder.mutationFields(t => ({
  createTransaction: t.field({
    type: TransactionRef,
    description:
      "Adds a booked transaction and moves the account's balances by its amount (D28). BAD_REQUEST for a debit whose debtor is another account ([I] Errors).",
    args: {
      accountId: t.arg.id({ required: true, description: "The account's id." }),
      input: t.arg({ type: CreateTransactionInput, required: true, description: 'The transaction.' }),
    },
    resolve: (_, { accountId, input }, { bank }) => transactions.createTransaction(bank, accountId, input),
  }),
  deleteTransactions: t.int({
    description: "Empties an account's statement; its balances stay. Answers how many transactions there were.",
    args: { accountId: t.arg.id({ required: true, description: "The account's id." }) },
    resolve: (_, { accountId }, { bank }) => transactions.deleteTransactions(bank, accountId),
  }),
}))
