import { type CreateAccount, type CreateCardAccount, createAccount } from '../../bank/inputs/accounts.ts'
import { accountFilter, cardAccountFilter } from '../../bank/inputs/filters.ts'
import * as operations from '../../bank/operations/accounts.ts'
import {
  createAccounts,
  findAccount,
  pageOfAccounts,
  pageOfCardAccounts,
  setKidDemand,
} from '../../bank/resolvers/accounts.ts'
import { withKeys } from '../../bank/resolvers/keys.ts'
import { pageOfCardTransactions, pageOfTransactions } from '../../bank/resolvers/transactions.ts'
import type { EachOf } from '../../domain/given.ts'
import { builder } from './builder.ts'
import { bulkArgs, MOST_AT_ONCE, namingOfMany } from './bulk.ts'
import { listByFilter, rowById, toConnection } from './connections.ts'
import { CashAccountTypeEnum } from './enums.ts'
import { implement } from './fields.ts'
import { Accounts, Bookings, CardAccounts, CardTransactions, Customers, Engagements, Transactions } from './nouns.ts'
import { statementArgs } from './orders.ts'
import { twin } from './twins.ts'
import { BalanceRef, showBalances } from './values.ts'

implement(
  Accounts.type,
  'An account of a customer ([I] Sandbox account).',
  t =>
    ({
      id: t.id('A UUID (D20).'),
      accountName: t.text('1 to 70 characters.', 'name'),
      bban: t.text('Basic bank account number: 1 to 30 characters, unique in the world (D24).'),
      iban: t.text('IBAN (ISO 13616-1:2007), unique in the world (D24).'),
      currency: t.text('ISO 4217 alphabetic code.'),
      product: t.text("The bank's name for the kind of account."),
      cashAccountType: t.of(CashAccountTypeEnum, 'ISO 20022 cash account type.'),
      creditLine: t.int('How far the account may be overdrawn, in whole units of its currency.'),
      balances: t.of([BalanceRef], 'closingBooked, then expected (D22).', showBalances),
      createdAt: t.instant("When it was created, by the world's clock (D40)."),
      owner: t.one(Customers, 'ownerId', 'The customer that owns it.'),
      engagements: t.list(Engagements, 'Who may do what with it, oldest first.', load => load.engagementsOfAccount),
      transactions: t.raw.connection(
        {
          type: Transactions.type,
          description: 'Its booked transactions, latest bookingDate first unless in another order, ties by id (D42).',
          args: statementArgs(),
          resolve: (account, { filter, order, ...args }, { bank }) =>
            toConnection(pageOfTransactions(bank, account, args, filter, order)),
        },
        Transactions.connection,
      ),
      demandsKid: t.flag('Whether payments to it need a KID (D47); set by setKidDemand.'),
      bookings: t.list(
        Bookings,
        'Its bookings, oldest first. Their sum is its closingBooked balance.',
        load => load.bookingsOfAccount,
      ),
    }) satisfies EachOf<Omit<CreateAccount, 'customerNumber'>>,
)

builder.queryFields(t => ({
  accounts: listByFilter(t, Accounts, 'All accounts of the world, oldest first.', accountFilter, pageOfAccounts),
  account: t.field({
    type: Accounts.type,
    nullable: true,
    description:
      'One account, by exactly one of its two names ([I] Endpoints 7). RESOURCE_UNKNOWN when the world does not have it.',
    args: {
      id: t.arg.id({ description: "The account's id." }),
      iban: t.arg.string({ description: "The account's IBAN. Spaces are removed." }),
    },
    resolve: (_, args, { bank }) => findAccount(bank, args),
  }),
}))

builder.mutationFields(t => ({
  createAccount: twin(t, operations.createAccount, { type: Accounts.type, show: ({ holder }) => holder }),
  createAccounts: t.field({
    type: [Accounts.type],
    description: `Adds up to ${MOST_AT_ONCE} accounts, all or nothing: createAccount for many. Answers them in the order that they were given in.`,
    extensions: { makes: 'Account' },
    args: bulkArgs(createAccount, 'accounts'),
    resolve: (_, { inputs, keys }, { bank }) =>
      withKeys(bank, namingOfMany('Account', keys, inputs), tx => createAccounts(tx, inputs)),
  }),
  deleteAccount: twin(t, operations.deleteAccount, {
    type: Accounts.type,
    answers: 'Answers what it was.',
    ids: { mockAccountId: ['id', "The account's id."] },
  }),
  changeBalances: twin(t, operations.changeBalances, {
    type: Accounts.type,
    ids: { mockAccountId: ['id', "The account's id."] },
    show: ({ holder }) => holder,
  }),
  setKidDemand: t.field({
    type: Accounts.type,
    description:
      'Lets an account take only payments with a KID, or any (D47). A payment to it without one is KID_MISSING.',
    args: {
      accountId: t.arg.id({ required: true, description: "The account's id." }),
      demanded: t.arg.boolean({ required: true, description: 'Whether it demands a KID.' }),
    },
    resolve: (_, { accountId, demanded }, { bank }) => setKidDemand(bank, accountId, demanded),
  }),
}))

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
          description:
            'Its booked purchases and repayments, latest bookingDate first unless in another order, ties by id (D42).',
          args: statementArgs("Amounts are those in the card account's currency."),
          resolve: (card, { filter, order, ...args }, { bank }) =>
            toConnection(pageOfCardTransactions(bank, card, args, filter, order)),
        },
        CardTransactions.connection,
      ),
      bookings: t.list(
        Bookings,
        'Its bookings, oldest first. Their sum is its closingBooked balance.',
        load => load.bookingsOfAccount,
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
    show: ({ holder }) => holder,
  }),
  deleteCardAccount: twin(t, operations.deleteCardAccount, {
    type: CardAccounts.type,
    answers: 'Answers what it was.',
    ids: { mockCardAccountId: ['id', "The card account's id."] },
  }),
  changeCardBalances: twin(t, operations.changeCardBalances, {
    type: CardAccounts.type,
    ids: { mockCardAccountId: ['id', "The card account's id."] },
    show: ({ holder }) => holder,
  }),
}))
