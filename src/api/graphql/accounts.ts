import { z } from '@hono/zod-openapi'
import type { CreateAccount, CreateCardAccount } from '../../bank/inputs/accounts.ts'
import { accountFilter, cardAccountFilter } from '../../bank/inputs/filters.ts'
import { pathId, required } from '../../bank/inputs/values.ts'
import * as operations from '../../bank/operations/accounts.ts'
import {
  createAccounts,
  findAccountByBban,
  pageOfAccounts,
  pageOfCardAccounts,
  setKidDemand,
} from '../../bank/resolvers/accounts.ts'
import type { Holding } from '../../bank/resolvers/holders.ts'
import { pageOfCardTransactions, pageOfTransactions } from '../../bank/resolvers/transactions.ts'
import { normaliseIban } from '../../domain/account-numbers.ts'
import type { EachOf } from '../../domain/given.ts'
import type { Account, CardAccount } from '../../generated/client.ts'
import * as changes from '../../sandbox/operations/changes.ts'
import { builder } from './builder.ts'
import { listByFilter, rowById, toConnection } from './connections.ts'
import { CashAccountTypeEnum } from './enums.ts'
import { type Fields, implement, type Kinds, payload } from './fields.ts'
import { flatArg, flatInput, partOf } from './inputs.ts'
import { byIdOrKey, lookup, waysTo } from './lookups.ts'
import { mutation, mutations, ownMutation } from './mutations.ts'
import { Accounts, Bookings, CardAccounts, CardTransactions, Customers, Engagements, Transactions } from './nouns.ts'
import { statementArgs } from './orders.ts'
import { BalanceRef, showBalances } from './values.ts'

implement(
  Accounts.type,
  'An account of a customer.',
  t =>
    ({
      id: t.id('A UUID.'),
      accountName: t.text('1 to 70 characters.', 'name'),
      bban: t.text('Basic bank account number: 1 to 30 characters, unique in the world.'),
      iban: t.text('IBAN (ISO 13616-1:2007), unique in the world.'),
      currency: t.of('Currency', 'ISO 4217 alphabetic code.'),
      product: t.text("The bank's name for the kind of account."),
      cashAccountType: t.of(CashAccountTypeEnum, 'ISO 20022 cash account type.'),
      creditLine: t.int('How far the account may be overdrawn, in whole units of its currency.'),
      balances: t.of([BalanceRef], 'closingBooked, then expected.', showBalances),
      createdAt: t.instant("When it was created, by the world's clock."),
      owner: t.one(Customers, 'ownerId', 'The customer that owns it.'),
      engagements: t.list(Engagements, 'Who may do what with it, oldest first.', load => load.engagementsOfAccount),
      transactions: t.raw.connection(
        {
          type: Transactions.type,
          description: 'Its booked transactions, latest bookingDate first unless in another order, ties by id.',
          args: statementArgs(),
          resolve: (account, { filter, order, ...args }, { bank }) =>
            toConnection(pageOfTransactions(bank, account, args, filter, order)),
        },
        Transactions.connection,
      ),
      demandsKid: t.flag('Whether payments to it need a KID; set by setKidDemand.'),
      bookings: t.list(
        Bookings,
        'Its bookings, oldest first. Their sum is its closingBooked balance.',
        load => load.bookingsOfAccount,
      ),
    }) satisfies EachOf<Omit<CreateAccount, 'customerNumber'>>,
)

export const accountBy = waysTo<Account>('Account', {
  ...byIdOrKey('Account', 'account', "The account's id.", (bank, id) => bank.load.account(id)),
  iban: {
    description: "The account's IBAN. Spaces are removed.",
    find: (bank, iban) => bank.load.accountByIban(normaliseIban(iban)),
  },
  bban: { description: "The account's BBAN, with or without blanks and dots.", find: findAccountByBban },
})

builder.queryFields(t => ({
  accounts: listByFilter(t, Accounts, 'All accounts of the world, oldest first.', accountFilter, pageOfAccounts),
  account: lookup(t, Accounts.type, 'One account. RESOURCE_UNKNOWN when the world does not have it.', accountBy),
}))

const kidDemand = flatInput('SetKidDemandInput', 'Whether an account demands a KID.', {
  demand: partOf(
    z.strictObject({
      accountId: pathId('Account', "The account's id."),
      demanded: z.boolean(required('true or false')).openapi({ description: 'Whether it demands a KID.' }),
    }),
  ),
})
const accountOf = (p: Kinds<Account>) => ({ account: p.of(Accounts.type, 'The account.', made => made) })
const holderOf = (p: Kinds<Holding<Account>>) => ({ account: p.of(Accounts.type, 'The account.', 'holder') })

builder.mutationFields(t => ({
  ...mutations(t, operations.createAccount, {
    payload: holderOf,
    bulk: {
      things: 'accounts',
      type: Accounts.type,
      row: ({ holder }) => holder,
      many: (tx, calls) =>
        createAccounts(
          tx,
          calls.map(({ input }) => input),
        ),
    },
  }),
  deleteAccount: mutation(t, operations.deleteAccount, {
    payload: accountOf,
    answers: 'Answers what it was.',
    ids: { mockAccountId: ['id', "The account's id."] },
  }),
  changeAccount: ownMutation(t, changes.changeAccount, {
    payload: accountOf,
    ids: { accountId: ['id', "The account's id."] },
  }),
  changeBalances: mutation(t, operations.changeBalances, {
    payload: holderOf,
    ids: { mockAccountId: ['id', "The account's id."] },
  }),
  setKidDemand: t.field({
    type: payload<Account, Fields<Account>>('setKidDemand', accountOf),
    description: 'Lets an account take only payments with a KID, or any. A payment to it without one is KID_MISSING.',
    args: flatArg(kidDemand, 'Which account, and whether it demands a KID.'),
    resolve: (_, { input }, { bank }) => setKidDemand(bank, input.demand.accountId, input.demand.demanded),
  }),
}))

implement(
  CardAccounts.type,
  "A credit card's account. It has a masked card number in place of account numbers.",
  t =>
    ({
      id: t.id('A UUID.'),
      accountName: t.text('1 to 70 characters.', 'name'),
      maskedPan: t.text('The card number with its middle replaced by asterisks; unique in the world.'),
      currency: t.of('Currency', 'ISO 4217 alphabetic code.'),
      product: t.text("The bank's name for the kind of card."),
      creditLine: t.int("The card's credit limit, in whole units of its currency."),
      balances: t.of([BalanceRef], 'closingBooked, then expected.', showBalances),
      createdAt: t.instant("When it was created, by the world's clock."),
      owner: t.one(Customers, 'ownerId', 'The customer that owns it.'),
      transactions: t.raw.connection(
        {
          type: CardTransactions.type,
          description:
            'Its booked purchases and repayments, latest bookingDate first unless in another order, ties by id.',
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

const cardAccountOf = (p: Kinds<CardAccount>) => ({
  cardAccount: p.of(CardAccounts.type, 'The card account.', made => made),
})
const cardHolderOf = (p: Kinds<Holding<CardAccount>>) => ({
  cardAccount: p.of(CardAccounts.type, 'The card account.', 'holder'),
})

builder.mutationFields(t => ({
  ...mutations(t, operations.createCardAccount, {
    payload: cardHolderOf,
    bulk: { things: 'cardAccounts', type: CardAccounts.type, row: ({ holder }) => holder },
  }),
  deleteCardAccount: mutation(t, operations.deleteCardAccount, {
    payload: cardAccountOf,
    answers: 'Answers what it was.',
    ids: { mockCardAccountId: ['id', "The card account's id."] },
  }),
  changeCardBalances: mutation(t, operations.changeCardBalances, {
    payload: cardHolderOf,
    ids: { mockCardAccountId: ['id', "The card account's id."] },
  }),
}))
