import { createCardAccount } from '../inputs/accounts.ts'
import { cardAccountFilter } from '../inputs/filters.ts'
import * as cardAccounts from '../resolvers/card-accounts.ts'
import * as pages from '../resolvers/lists.ts'
import { pageOfBookings } from '../resolvers/payments/list.ts'
import { BalanceInput, BalanceRef, ChangeBalancesInput, showBalances } from './balances.ts'
import { builder } from './builder.ts'
import { toConnection } from './connections.ts'
import { given } from './inputs.ts'
import {
  BookingConnection,
  BookingRef,
  CardAccountConnection,
  CardAccountRef,
  CardTransactionConnection,
  CardTransactionRef,
  CustomerRef,
} from './nouns.ts'
import { TransactionFilterInput } from './transaction-inputs.ts'

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
        args: {
          filter: t.arg({
            type: TransactionFilterInput,
            description: "Which transactions; all when not given. Amounts are those in the card account's currency.",
          }),
        },
        resolve: (card, { filter, ...args }, { bank }) =>
          toConnection(pages.pageOfCardTransactions(bank, card, args, filter)),
      },
      CardTransactionConnection,
    ),
    bookings: t.connection(
      {
        type: BookingRef,
        description: 'The movements of money to and from it, oldest first. Their sum is its closingBooked balance.',
        resolve: (card, args, { bank }) => toConnection(pageOfBookings(bank, card, args)),
      },
      BookingConnection,
    ),
  }),
})

const CardAccountFilterInput = builder
  .inputType('CardAccountFilter', {
    description: 'Which card accounts to list: all conditions that are given must hold.',
    fields: t => ({
      customerNumber: t.string({ description: 'Only card accounts that the customer with this number owns.' }),
      currency: t.string({ description: 'Only card accounts in this currency: ISO 4217 alphabetic code.' }),
    }),
  })
  .validate(given(cardAccountFilter))

const CreateCardAccountInput = builder
  .inputType('CreateCardAccount', {
    description: 'The body of POST /v1/sandbox/card-accounts.',
    fields: t => ({
      customerNumber: t.string({ required: true, description: 'The customerNumber of the owner.' }),
      accountName: t.string({ required: true, description: '1 to 70 characters (D31).' }),
      maskedPan: t.string({
        required: true,
        description: 'The card number, its middle masked; unique in the world. For example "525412******3241".',
      }),
      currency: t.string({ required: true, description: "ISO 4217 alphabetic code of the interface's list." }),
      product: t.string({ required: true, description: "The bank's name for the kind of card: 1 to 70 characters." }),
      creditLine: t.int({
        required: true,
        description: "The card's credit limit: 0 or more, in whole units of its currency.",
      }),
      balances: t.field({
        type: [BalanceInput],
        required: true,
        description: 'closingBooked, expected or both, in the currency of the card account (D22).',
      }),
    }),
  })
  .validate(given(createCardAccount))

builder.queryFields(t => ({
  cardAccounts: t.connection(
    {
      type: CardAccountRef,
      description: 'All card accounts of the world, oldest first.',
      args: {
        filter: t.arg({ type: CardAccountFilterInput, description: 'Which card accounts; all when not given.' }),
      },
      resolve: (_, { filter, ...args }, { bank }) => toConnection(pages.pageOfCardAccounts(bank, args, filter)),
    },
    CardAccountConnection,
  ),
  cardAccount: t.field({
    type: CardAccountRef,
    nullable: true,
    description: 'One card account. RESOURCE_UNKNOWN when the world does not have it.',
    args: { id: t.arg.id({ required: true, description: "The card account's id." }) },
    resolve: (_, { id }, { bank }) => bank.load.cardAccount(id),
  }),
}))

builder.mutationFields(t => ({
  createCardAccount: t.field({
    type: CardAccountRef,
    description: 'Adds a card account. CONFLICT when the world already has its masked card number.',
    args: { input: t.arg({ type: CreateCardAccountInput, required: true, description: 'The card account.' }) },
    resolve: async (_, { input }, { bank }) => (await cardAccounts.createCardAccount(bank, input)).cardAccount,
  }),
  deleteCardAccount: t.field({
    type: CardAccountRef,
    description: 'Deletes a card account with its transactions. Answers what it was.',
    args: { id: t.arg.id({ required: true, description: "The card account's id." }) },
    resolve: (_, { id }, { bank }) => cardAccounts.deleteCardAccount(bank, id),
  }),
  changeCardBalances: t.field({
    type: CardAccountRef,
    description: "Sets a card account's balances; the difference is booked against clearing (D22).",
    args: {
      id: t.arg.id({ required: true, description: "The card account's id." }),
      input: t.arg({ type: ChangeBalancesInput, required: true, description: 'The balances.' }),
    },
    resolve: async (_, { id, input }, { bank }) => (await cardAccounts.changeCardBalances(bank, id, input)).cardAccount,
  }),
}))
