import type { EachOf } from '../domain/given.ts'
import type { CreateCardAccount } from '../inputs/accounts.ts'
import { cardAccountFilter, transactionFilter } from '../inputs/filters.ts'
import * as operations from '../operations/card-accounts.ts'
import { pageOfBookings } from '../resolvers/bookings.ts'
import { pageOfCardAccounts } from '../resolvers/card-accounts.ts'
import { pageOfCardTransactions } from '../resolvers/transactions.ts'
import { builder } from './builder.ts'
import { listByFilter, rowById, toConnection } from './connections.ts'
import { implement } from './fields.ts'
import { filterArg } from './inputs.ts'
import { Bookings, CardAccounts, CardTransactions, Customers } from './nouns.ts'
import { twin } from './twins.ts'
import { BalanceRef, showBalances } from './values.ts'

implement(
  CardAccounts.type,
  "A credit card's account (decisions, Sandbox data). It has a masked card number in place of account numbers.",
  t =>
    ({
      id: t.id('A UUID (D20).'),
      accountName: t.text('1 to 70 characters.', 'name'),
      maskedPan: t.text('The card number with its middle replaced by asterisks; unique in the world.'),
      currency: t.text('ISO 4217 alphabetic code.'),
      product: t.text("The bank's name for the kind of card."),
      creditLine: t.int("The card's credit limit, in whole units of its currency."),
      balances: t.of([BalanceRef], 'closingBooked, then expected (D22).', showBalances),
      createdAt: t.instant("When it was created, by the world's clock (D40)."),
      owner: t.one(Customers, 'ownerId', 'The customer that owns it.'),
      transactions: t.raw.connection(
        {
          type: CardTransactions.type,
          description: 'Its booked purchases and repayments, latest bookingDate first, ties by id (D42).',
          args: filterArg(transactionFilter, "Amounts are those in the card account's currency."),
          resolve: (card, { filter, ...args }, { bank }) =>
            toConnection(pageOfCardTransactions(bank, card, args, filter)),
        },
        CardTransactions.connection,
      ),
      bookings: t.list(
        Bookings,
        'The movements of money to and from it, oldest first. Their sum is its closingBooked balance.',
        pageOfBookings,
      ),
    }) satisfies EachOf<Omit<CreateCardAccount, 'customerNumber'>>,
)

builder.queryFields(t => ({
  cardAccounts: listByFilter(
    t,
    CardAccounts,
    'All card accounts of the world, oldest first.',
    cardAccountFilter,
    pageOfCardAccounts,
  ),
  cardAccount: rowById(t, CardAccounts, 'One card account.', "The card account's id."),
}))

builder.mutationFields(t => ({
  createCardAccount: twin(t, operations.createCardAccount, {
    type: CardAccounts.type,
    show: ({ cardAccount }) => cardAccount,
  }),
  deleteCardAccount: twin(t, operations.deleteCardAccount, {
    type: CardAccounts.type,
    answers: 'Answers what it was.',
    ids: { mockCardAccountId: ['id', "The card account's id."] },
  }),
  changeCardBalances: twin(t, operations.changeCardBalances, {
    type: CardAccounts.type,
    ids: { mockCardAccountId: ['id', "The card account's id."] },
    show: ({ cardAccount }) => cardAccount,
  }),
}))
