import { transactionFilter } from '../inputs/filters.ts'
import * as operations from '../operations/card-transactions.ts'
import { pageOfCardTransactions } from '../resolvers/card-transactions.ts'
import { builder } from './builder.ts'
import { toConnection } from './connections.ts'
import { implement } from './fields.ts'
import { filterArg } from './inputs.ts'
import { rowById } from './list-fields.ts'
import { CardAccounts, CardTransactions } from './nouns.ts'
import { CardStatementLine } from './statement-lines.ts'
import { twin } from './twins.ts'
import { Amount } from './values.ts'

implement(
  CardTransactions.type,
  'A booked purchase or repayment of a card (D43).',
  t => ({
    id: t.id('cardTransactionId in REST: a UUID (D20).'),
    transactionAmount: t.of(
      Amount,
      'Signed, in the currency of the purchase; negative is a purchase (D43).',
      transaction => transaction,
    ),
    originalAmount: t.of(Amount, "The same in the card account's currency (D43).", row => ({
      amountMinor: row.originalAmountMinor,
      currency: row.originalCurrency,
    })),
    createdAt: t.instant("When it was created, by the world's clock (D40)."),
    cardAccount: t.one(CardAccounts, 'cardAccountId', 'The card account whose statement it is on.'),
  }),
  [CardStatementLine],
)

builder.queryFields(t => ({
  cardTransactions: t.connection(
    {
      type: CardTransactions.type,
      description:
        "A card account's booked transactions, latest bookingDate first, ties by id (D42). RESOURCE_UNKNOWN when the world does not have the card account.",
      args: {
        cardAccountId: t.arg.id({ required: true, description: "The card account's id." }),
        ...filterArg(transactionFilter, "Amounts are those in the card account's currency."),
      },
      resolve: async (_, { cardAccountId, filter, ...args }, { bank }) =>
        toConnection(pageOfCardTransactions(bank, await bank.load.cardAccount(cardAccountId), args, filter)),
    },
    CardTransactions.connection,
  ),
  cardTransaction: rowById(t, CardTransactions, 'One card transaction.', 'cardTransactionId in REST.'),
}))

const ids = { mockCardAccountId: ['cardAccountId', "The card account's id."] } as const

builder.mutationFields(t => ({
  createCardTransaction: twin(t, operations.createCardTransaction, {
    type: CardTransactions.type,
    ids,
  }),
  deleteCardTransactions: twin(t, operations.deleteCardTransactions, {
    type: 'Int',
    answers: 'Answers how many transactions there were.',
    ids,
  }),
}))
