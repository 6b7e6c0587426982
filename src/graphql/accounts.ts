import { createAccount } from '../inputs/accounts.ts'
import { accountFilter } from '../inputs/filters.ts'
import * as accounts from '../resolvers/accounts.ts'
import { setKidDemand } from '../resolvers/kid-demands.ts'
import * as pages from '../resolvers/lists.ts'
import { pageOfBookings } from '../resolvers/payments/list.ts'
import { BalanceInput, BalanceRef, ChangeBalancesInput, showBalances } from './balances.ts'
import { builder } from './builder.ts'
import { toConnection } from './connections.ts'
import { CashAccountTypeEnum } from './enums.ts'
import { given } from './inputs.ts'
import {
  AccountConnection,
  AccountRef,
  BookingConnection,
  BookingRef,
  CustomerRef,
  EngagementConnection,
  EngagementRef,
  TransactionConnection,
  TransactionRef,
} from './nouns.ts'
import { TransactionFilterInput } from './transaction-inputs.ts'

AccountRef.implement({
  description: 'An account of a customer ([I] Sandbox account).',
  fields: t => ({
    id: t.exposeID('id', { description: 'A UUID (D20).' }),
    accountName: t.exposeString('name', { description: '1 to 70 characters.' }),
    bban: t.exposeString('bban', {
      description: 'Basic bank account number: 1 to 30 characters, unique in the world (D24).',
    }),
    iban: t.exposeString('iban', { description: 'IBAN (ISO 13616-1:2007), unique in the world (D24).' }),
    currency: t.exposeString('currency', { description: 'ISO 4217 alphabetic code.' }),
    product: t.exposeString('product', { description: "The bank's name for the kind of account." }),
    cashAccountType: t.expose('cashAccountType', {
      type: CashAccountTypeEnum,
      description: 'ISO 20022 cash account type.',
    }),
    creditLine: t.exposeInt('creditLine', {
      description: 'How far the account may be overdrawn, in whole units of its currency.',
    }),
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
      resolve: (account, _, { bank }) => bank.load.customer(account.ownerId),
    }),
    engagements: t.connection(
      {
        type: EngagementRef,
        description: 'Who may do what with it, oldest first.',
        resolve: (account, args, { bank }) => toConnection(pages.pageOfAccountEngagements(bank, account, args)),
      },
      EngagementConnection,
    ),
    transactions: t.connection(
      {
        type: TransactionRef,
        description: 'Its booked transactions, latest bookingDate first, ties by id (D42).',
        args: {
          filter: t.arg({ type: TransactionFilterInput, description: 'Which transactions; all when not given.' }),
        },
        resolve: (account, { filter, ...args }, { bank }) =>
          toConnection(pages.pageOfTransactions(bank, account, args, filter)),
      },
      TransactionConnection,
    ),
    demandsKid: t.exposeBoolean('demandsKid', {
      description: 'Whether payments to it need a KID (D47); set by setKidDemand.',
    }),
    bookings: t.connection(
      {
        type: BookingRef,
        description: 'The movements of money to and from it, oldest first. Their sum is its closingBooked balance.',
        resolve: (account, args, { bank }) => toConnection(pageOfBookings(bank, account, args)),
      },
      BookingConnection,
    ),
  }),
})

const AccountFilterInput = builder
  .inputType('AccountFilter', {
    description: 'Which accounts to list: all conditions that are given must hold.',
    fields: t => ({
      iban: t.string({ description: 'Only the account with this IBAN. Spaces are removed.' }),
      bban: t.string({ description: 'Only the account with this BBAN.' }),
      customerNumber: t.string({ description: 'Only accounts that the customer with this number owns.' }),
      currency: t.string({ description: 'Only accounts in this currency: ISO 4217 alphabetic code.' }),
    }),
  })
  .validate(given(accountFilter))

const CreateAccountInput = builder
  .inputType('CreateAccount', {
    description: 'The body of POST /v1/sandbox/accounts ([I] Endpoints 6).',
    fields: t => ({
      customerNumber: t.string({ required: true, description: 'The customerNumber of the owner.' }),
      accountName: t.string({ required: true, description: '1 to 70 characters (D31).' }),
      bban: t.string({
        required: true,
        description:
          'Basic bank account number: 1 to 30 characters, unique in the world; check digits are not verified (D23, D24).',
      }),
      iban: t.string({
        required: true,
        description:
          'IBAN, at most 34 characters, unique in the world. Spaces are removed; check digits are not verified (D23, D24).',
      }),
      currency: t.string({ required: true, description: "ISO 4217 alphabetic code of the interface's list." }),
      product: t.string({
        required: true,
        description: "The bank's name for the kind of account: 1 to 70 characters.",
      }),
      cashAccountType: t.field({
        type: CashAccountTypeEnum,
        required: true,
        description: 'ISO 20022 cash account type.',
      }),
      creditLine: t.int({
        required: true,
        description: 'How far it may be overdrawn: 0 or more, in whole units of its currency.',
      }),
      balances: t.field({
        type: [BalanceInput],
        required: true,
        description: 'closingBooked, expected or both, in the currency of the account (D22).',
      }),
    }),
  })
  .validate(given(createAccount))

builder.queryFields(t => ({
  accounts: t.connection(
    {
      type: AccountRef,
      description: 'All accounts of the world, oldest first.',
      args: { filter: t.arg({ type: AccountFilterInput, description: 'Which accounts; all when not given.' }) },
      resolve: (_, { filter, ...args }, { bank }) => toConnection(pages.pageOfAccounts(bank, args, filter)),
    },
    AccountConnection,
  ),
  account: t.field({
    type: AccountRef,
    nullable: true,
    description:
      'One account, by exactly one of its two names ([I] Endpoints 7). RESOURCE_UNKNOWN when the world does not have it.',
    args: {
      id: t.arg.id({ description: "The account's id." }),
      iban: t.arg.string({ description: "The account's IBAN. Spaces are removed." }),
    },
    resolve: (_, args, { bank }) => accounts.findAccount(bank, args),
  }),
}))

builder.mutationFields(t => ({
  createAccount: t.field({
    type: AccountRef,
    description:
      "Adds an account ([I] Endpoints 6). A person's joins its agreement at once; a corporation's must be opened by createEngagement. CONFLICT when a number is taken (D24).",
    args: { input: t.arg({ type: CreateAccountInput, required: true, description: 'The account.' }) },
    resolve: async (_, { input }, { bank }) => (await accounts.createAccount(bank, input)).account,
  }),
  deleteAccount: t.field({
    type: AccountRef,
    description: 'Deletes an account with its transactions and engagements (D29). Answers what it was.',
    args: { id: t.arg.id({ required: true, description: "The account's id." }) },
    resolve: (_, { id }, { bank }) => accounts.deleteAccount(bank, id),
  }),
  changeBalances: t.field({
    type: AccountRef,
    description: "Sets an account's balances; the difference is booked against clearing (D22).",
    args: {
      id: t.arg.id({ required: true, description: "The account's id." }),
      input: t.arg({ type: ChangeBalancesInput, required: true, description: 'The balances.' }),
    },
    resolve: async (_, { id, input }, { bank }) => (await accounts.changeBalances(bank, id, input)).account,
  }),
  setKidDemand: t.field({
    type: AccountRef,
    description:
      'Lets an account take only payments with a KID, or any (D47). A payment to it without one is KID_MISSING.',
    args: {
      accountId: t.arg.id({ required: true, description: "The account's id." }),
      demanded: t.arg.boolean({ required: true, description: 'Whether it demands a KID.' }),
    },
    resolve: (_, { accountId, demanded }, { bank }) => setKidDemand(bank, accountId, demanded),
  }),
}))
