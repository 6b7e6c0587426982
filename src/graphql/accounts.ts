import { accountFilter, transactionFilter } from '../inputs/filters.ts'
import * as operations from '../operations/accounts.ts'
import { findAccount, pageOfAccounts, setKidDemand } from '../resolvers/accounts.ts'
import { pageOfBookings } from '../resolvers/bookings.ts'
import { pageOfAccountEngagements } from '../resolvers/engagements.ts'
import { pageOfTransactions } from '../resolvers/transactions.ts'
import { BalanceRef, showBalances } from './balances.ts'
import { builder } from './builder.ts'
import { toConnection } from './connections.ts'
import { CashAccountTypeEnum } from './enums.ts'
import { filterArg } from './inputs.ts'
import { listBelow, listByFilter } from './list-fields.ts'
import {
  AccountList,
  AccountRef,
  BookingList,
  CustomerRef,
  EngagementList,
  TransactionList,
  TransactionRef,
} from './nouns.ts'
import { idArg, twin } from './twins.ts'

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
      ...listBelow(EngagementList, 'Who may do what with it, oldest first.', pageOfAccountEngagements),
    ),
    transactions: t.connection(
      {
        type: TransactionRef,
        description: 'Its booked transactions, latest bookingDate first, ties by id (D42).',
        args: filterArg(transactionFilter, 'Which transactions; all when not given.'),
        resolve: (account, { filter, ...args }, { bank }) =>
          toConnection(pageOfTransactions(bank, account, args, filter)),
      },
      TransactionList.connection,
    ),
    demandsKid: t.exposeBoolean('demandsKid', {
      description: 'Whether payments to it need a KID (D47); set by setKidDemand.',
    }),
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
  accounts: t.connection(
    ...listByFilter(
      AccountList,
      'All accounts of the world, oldest first.',
      { schema: accountFilter, description: 'Which accounts; all when not given.' },
      pageOfAccounts,
    ),
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
    resolve: (_, args, { bank }) => findAccount(bank, args),
  }),
}))

builder.mutationFields(t => ({
  createAccount: t.field(twin(operations.createAccount, { type: AccountRef, show: ({ account }) => account })),
  deleteAccount: t.field(
    twin(operations.deleteAccount, {
      type: AccountRef,
      answers: 'Answers what it was.',
      args: idArg("The account's id."),
      ids: ({ id }) => ({ mockAccountId: id }),
      show: account => account,
    }),
  ),
  changeBalances: t.field(
    twin(operations.changeBalances, {
      type: AccountRef,
      args: idArg("The account's id."),
      ids: ({ id }) => ({ mockAccountId: id }),
      show: ({ account }) => account,
    }),
  ),
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
