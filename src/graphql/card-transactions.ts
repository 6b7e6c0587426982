import { transactionFilter } from '../inputs/filters.ts'
import * as operations from '../operations/card-transactions.ts'
import { pageOfCardTransactions } from '../resolvers/card-transactions.ts'
import { builder } from './builder.ts'
import { toConnection } from './connections.ts'
import { filterArg } from './inputs.ts'
import { rowById } from './list-fields.ts'
import { CardAccountRef, CardTransactionList, CardTransactionRef } from './nouns.ts'
import { CardStatementLine } from './statement-lines.ts'
import { twin } from './twins.ts'
import { Amount } from './values.ts'

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

builder.queryFields(t => ({
  cardTransactions: t.connection(
    {
      type: CardTransactionRef,
      description:
        "A card account's booked transactions, latest bookingDate first, ties by id (D42). RESOURCE_UNKNOWN when the world does not have the card account.",
      args: {
        cardAccountId: t.arg.id({ required: true, description: "The card account's id." }),
        ...filterArg(
          transactionFilter,
          "Which transactions; all when not given. Amounts are those in the card account's currency.",
        ),
      },
      resolve: async (_, { cardAccountId, filter, ...args }, { bank }) =>
        toConnection(pageOfCardTransactions(bank, await bank.load.cardAccount(cardAccountId), args, filter)),
    },
    CardTransactionList.connection,
  ),
  cardTransaction: t.field(
    rowById(
      CardTransactionRef,
      'One card transaction. RESOURCE_UNKNOWN when the world does not have it.',
      'cardTransactionId in REST.',
      (bank, id) => bank.load.cardTransaction(id),
    ),
  ),
}))

const cardAccountIdArg = builder.args(t => ({
  cardAccountId: t.id({ required: true, description: "The card account's id." }),
}))

builder.mutationFields(t => ({
  createCardTransaction: t.field(
    twin(operations.createCardTransaction, {
      type: CardTransactionRef,
      args: cardAccountIdArg,
      ids: ({ cardAccountId }) => ({ mockCardAccountId: cardAccountId }),
      show: transaction => transaction,
    }),
  ),
  deleteCardTransactions: t.field(
    twin(operations.deleteCardTransactions, {
      type: 'Int',
      answers: 'Answers how many transactions there were.',
      args: cardAccountIdArg,
      ids: ({ cardAccountId }) => ({ mockCardAccountId: cardAccountId }),
      show: count => count,
    }),
  ),
}))
