import { createCardTransaction } from '../inputs/transactions.ts'
import * as cardTransactions from '../resolvers/card-transactions.ts'
import * as pages from '../resolvers/lists.ts'
import { builder } from './builder.ts'
import { toConnection } from './connections.ts'
import { given } from './inputs.ts'
import { CardAccountRef, CardTransactionConnection, CardTransactionRef } from './nouns.ts'
import { CurrencyExchangeInput } from './remittance.ts'
import { CardStatementLine } from './statement-lines.ts'
import { TransactionFilterInput } from './transaction-inputs.ts'
import { Amount, AmountInput } from './values.ts'

CardTransactionRef.implement({
  description: 'A booked purchase or repayment of a card (D43).',
  interfaces: [CardStatementLine],
  fields: t => ({
    id: t.exposeID('id', { description: 'cardTransactionId in REST: a UUID (D20).' }),
    transactionAmount: t.field({
      type: Amount,
      description: 'Signed, in the currency of the purchase; negative is a purchase (D43).',
      resolve: transaction => transaction,
    }),
    originalAmount: t.field({
      type: Amount,
      description: "The same in the card account's currency (D43).",
      resolve: row => ({ amountMinor: row.originalAmountMinor, currency: row.originalCurrency }),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: "When it was created, by the world's clock (D40).",
    }),
    cardAccount: t.field({
      type: CardAccountRef,
      description: 'The card account whose statement it is on.',
      resolve: (transaction, _, { bank }) => bank.load.cardAccount(transaction.cardAccountId),
    }),
  }),
})

const CreateCardTransactionInput = builder
  .inputType('CreateCardTransaction', {
    description: 'The body of POST /v1/sandbox/card-accounts/{mockCardAccountId}/transactions (D43).',
    fields: t => ({
      transactionAmount: t.field({
        type: AmountInput,
        required: true,
        description: 'Signed, in the currency of the purchase; negative is a purchase. Not zero.',
      }),
      originalAmount: t.field({
        type: AmountInput,
        description: "The same in the card account's currency; may be left out when both are one (D43).",
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
      transactionDate: t.field({ type: 'Date', description: 'The day of the purchase: not after bookingDate.' }),
      cardAcceptorId: t.string({ description: "The merchant's id, 1 to 35 characters." }),
      cardAcceptorName: t.string({ description: "The merchant's name, 1 to 70 characters." }),
      merchantCategoryCode: t.string({ description: 'ISO 18245 code, 4 digits.' }),
      transactionDetails: t.string({ description: 'What the statement says, 1 to 140 characters.' }),
      invoiced: t.boolean({ description: 'Whether it has been invoiced.' }),
      currencyExchange: t.field({
        type: CurrencyExchangeInput,
        description: 'The exchange rate, when the purchase was in another currency.',
      }),
      proprietaryBankTransactionCode: t.string({ description: "The bank's own code, 1 to 35 characters." }),
    }),
  })
  .validate(given(createCardTransaction))

builder.queryFields(t => ({
  cardTransactions: t.connection(
    {
      type: CardTransactionRef,
      description:
        "A card account's booked transactions, latest bookingDate first, ties by id (D42). RESOURCE_UNKNOWN when the world does not have the card account.",
      args: {
        cardAccountId: t.arg.id({ required: true, description: "The card account's id." }),
        filter: t.arg({
          type: TransactionFilterInput,
          description: "Which transactions; all when not given. Amounts are those in the card account's currency.",
        }),
      },
      resolve: async (_, { cardAccountId, filter, ...args }, { bank }) =>
        toConnection(pages.pageOfCardTransactions(bank, await bank.load.cardAccount(cardAccountId), args, filter)),
    },
    CardTransactionConnection,
  ),
  cardTransaction: t.field({
    type: CardTransactionRef,
    nullable: true,
    description: 'One card transaction. RESOURCE_UNKNOWN when the world does not have it.',
    args: { id: t.arg.id({ required: true, description: 'cardTransactionId in REST.' }) },
    resolve: (_, { id }, { bank }) => bank.load.cardTransaction(id),
  }),
}))

builder.mutationFields(t => ({
  createCardTransaction: t.field({
    type: CardTransactionRef,
    description:
      "Adds a booked card transaction and moves the card account's balances by what it is in the card account's currency (D43).",
    args: {
      cardAccountId: t.arg.id({ required: true, description: "The card account's id." }),
      input: t.arg({ type: CreateCardTransactionInput, required: true, description: 'The card transaction.' }),
    },
    resolve: (_, { cardAccountId, input }, { bank }) =>
      cardTransactions.createCardTransaction(bank, cardAccountId, input),
  }),
  deleteCardTransactions: t.int({
    description: "Empties a card account's statement; its balances stay. Answers how many transactions there were.",
    args: { cardAccountId: t.arg.id({ required: true, description: "The card account's id." }) },
    resolve: (_, { cardAccountId }, { bank }) => cardTransactions.deleteCardTransactions(bank, cardAccountId),
  }),
}))
