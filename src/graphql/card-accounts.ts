import { cardAccountFilter, transactionFilter } from '../inputs/filters.ts'
import * as operations from '../operations/card-accounts.ts'
import { pageOfBookings } from '../resolvers/bookings.ts'
import { pageOfCardAccounts } from '../resolvers/card-accounts.ts'
import { pageOfCardTransactions } from '../resolvers/card-transactions.ts'
import { BalanceRef, showBalances } from './balances.ts'
import { builder } from './builder.ts'
import { toConnection } from './connections.ts'
import { filterArg } from './inputs.ts'
import { listBelow, listByFilter, rowById } from './list-fields.ts'
import {
  BookingList,
  CardAccountList,
  CardAccountRef,
  CardTransactionList,
  CardTransactionRef,
  CustomerRef,
} from './nouns.ts'
import { idArg, twin } from './twins.ts'

CardAccountRef.implement({
  description:
    "A credit card's account (decisions, Sandbox data). It has a masked card number in place of account numbers.",
  fields: t => ({
    id: t.exposeID('id', { description: 'A UUID (D20).' }),
    accountName: t.exposeString('name', { description: '1 to 70 characters.' }),
    maskedPan: t.exposeString('maskedPan', {
      description: 'The card number with its middle replaced by asterisks; unique in the world.',
    }),
    currency: t.exposeString('currency', { description: 'ISO 4217 alphabetic code.' }),
    product: t.exposeString('product', { description: "The bank's name for the kind of card." }),
    creditLine: t.exposeInt('creditLine', { description: "The card's credit limit, in whole units of its currency." }),
    balances: t.field({
      type: [BalanceRef],
      description: 'closingBooked, then expected (D22).',
      resolve: showBalances,
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: "When it was created, by the world's clock (D40).",
    }),
    owner: t.field({
      type: CustomerRef,
      description: 'The customer that owns it.',
      resolve: (card, _, { bank }) => bank.load.customer(card.ownerId),
    }),
    transactions: t.connection(
      {
        type: CardTransactionRef,
        description: 'Its booked purchases and repayments, latest bookingDate first, ties by id (D42).',
        args: filterArg(
          transactionFilter,
          "Which transactions; all when not given. Amounts are those in the card account's currency.",
        ),
        resolve: (card, { filter, ...args }, { bank }) =>
          toConnection(pageOfCardTransactions(bank, card, args, filter)),
      },
      CardTransactionList.connection,
    ),
    bookings: t.connection(
      ...listBelow(
        BookingList,
        'The movements of money to and from it, oldest first. Their sum is its closingBooked balance.',
        pageOfBookings,
      ),
    ),
  }),
})

builder.queryFields(t => ({
  cardAccounts: t.connection(
    ...listByFilter(
      CardAccountList,
      'All card accounts of the world, oldest first.',
      { schema: cardAccountFilter, description: 'Which card accounts; all when not given.' },
      pageOfCardAccounts,
    ),
  ),
  cardAccount: t.field(
    rowById(
      CardAccountRef,
      'One card account. RESOURCE_UNKNOWN when the world does not have it.',
      "The card account's id.",
      (bank, id) => bank.load.cardAccount(id),
    ),
  ),
}))

builder.mutationFields(t => ({
  createCardAccount: t.field(
    twin(operations.createCardAccount, { type: CardAccountRef, show: ({ cardAccount }) => cardAccount }),
  ),
  deleteCardAccount: t.field(
    twin(operations.deleteCardAccount, {
      type: CardAccountRef,
      answers: 'Answers what it was.',
      args: idArg("The card account's id."),
      ids: ({ id }) => ({ mockCardAccountId: id }),
      show: cardAccount => cardAccount,
    }),
  ),
  changeCardBalances: t.field(
    twin(operations.changeCardBalances, {
      type: CardAccountRef,
      args: idArg("The card account's id."),
      ids: ({ id }) => ({ mockCardAccountId: id }),
      show: ({ cardAccount }) => cardAccount,
    }),
  ),
}))
