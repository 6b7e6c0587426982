import * as operations from '../../../bank/operations/account-information.ts'
import {
  COUNTED_APART,
  type CountedOperation,
  pageOfAccessCounts,
} from '../../../bank/resolvers/account-information/count.ts'
import { accountName, cashAccountType } from '../../../domain/account-information.ts'
import { creditLineMinor } from '../../../domain/accounts.ts'
import { UNATTENDED_CALLS } from '../../../domain/consents.ts'
import type { AccessCount, Account, CardAccount } from '../../../generated/client.ts'
import { accountBy } from '../accounts.ts'
import { AsTpp } from '../as-tpp.ts'
import { builder } from '../builder.ts'
import type { Reader } from '../callers.ts'
import { toConnection } from '../connections.ts'
import { enumOf } from '../enums.ts'
import { extend, implement, type Kinds } from '../fields.ts'
import { byIdOrKey, waysTo } from '../lookups.ts'
import { Accounts, CardAccounts, Customers, Tpps } from '../nouns.ts'
import { tppById } from '../tpps-of-rows.ts'
import { twin } from '../twins.ts'
import { Amount, BalanceRef, showBalances } from '../values.ts'

/** An account or card account that a TPP reads, and the TPP. */
export type HolderRead<Row> = Reader & { readonly row: Row }

const COUNTED = 'Counts: without psuIpAddress 4 times a day, then ACCESS_EXCEEDED.'
const BALANCES = `closingBooked, then expected: withBalance in REST. One call for all of the list. ${COUNTED}`
const within =
  <Row>() =>
  (rows: readonly Row[], reader: Reader) =>
    rows.map(row => ({ ...reader, row }))

const accountFields = (t: Kinds<HolderRead<Account>>) => ({
  resourceId: t.id('The id of the account.', ({ row }) => row.id),
  iban: t.text('IBAN (ISO 13616-1:2007).', ({ row }) => row.iban),
  bban: t.text('Basic bank account number.', ({ row }) => row.bban),
  currency: t.of('Currency', 'ISO 4217 alphabetic code.', ({ row }) => row.currency),
  name: t.text('At most 35 characters, or 70 with acceptFix longer-name.', ({ row, fixes }) =>
    accountName(row.name, fixes),
  ),
  product: t.text("The bank's name for the kind of account.", ({ row }) => row.product),
  cashAccountType: t.text(
    'A word, such as Current; or the ISO code, such as CACC, with acceptFix cash-account-type-iso.',
    ({ row, fixes }) => cashAccountType(row.cashAccountType, fixes),
  ),
  account: t.of(Accounts.type, 'The same as the operator sees it.', 'row'),
})

const ListedAccount = builder.objectRef<HolderRead<Account>>('AsTppListedAccount')
implement(ListedAccount, 'An account in the list that a TPP reads (GET /v1/accounts).', t => ({
  ...accountFields(t),
  balances: t.of([BalanceRef], BALANCES, ({ row }) => showBalances(row)),
}))

export const AsTppAccount = builder.objectRef<HolderRead<Account>>('AsTppAccount')
implement(
  AsTppAccount,
  'An account that a TPP reads by itself (GET /v1/accounts/{id}), and what it reads of that.',
  t => ({
    ...accountFields(t),
    balances: twin(t.raw, operations.accountBalances, {
      type: [BalanceRef],
      ids: ({ row }) => ({ id: row.id }),
      show: showBalances,
    }),
  }),
)

const cardFields = (t: Kinds<HolderRead<CardAccount>>) => ({
  resourceId: t.id('The id of the card account.', ({ row }) => row.id),
  maskedPan: t.text('The card number, its middle masked.', ({ row }) => row.maskedPan),
  currency: t.of('Currency', 'ISO 4217 alphabetic code.', ({ row }) => row.currency),
  name: t.text('At most 35 characters, or 70 with acceptFix longer-name.', ({ row, fixes }) =>
    accountName(row.name, fixes),
  ),
  product: t.text("The bank's name for the kind of card.", ({ row }) => row.product),
  cashAccountType: t.text('Always CARD.', () => 'CARD'),
  creditLimit: t.of(Amount, "The card's credit limit.", ({ row }) => ({
    amountMinor: creditLineMinor(row),
    currency: row.currency,
  })),
  cardAccount: t.of(CardAccounts.type, 'The same as the operator sees it.', 'row'),
})

const ListedCardAccount = builder.objectRef<HolderRead<CardAccount>>('AsTppListedCardAccount')
implement(ListedCardAccount, 'A card account in the list that a TPP reads (GET /v1/card-accounts).', t => ({
  ...cardFields(t),
  balances: t.of([BalanceRef], BALANCES, ({ row }) => showBalances(row)),
}))

export const AsTppCardAccount = builder.objectRef<HolderRead<CardAccount>>('AsTppCardAccount')
implement(
  AsTppCardAccount,
  'A card account that a TPP reads by itself (GET /v1/card-accounts/{id}), and what it reads of that.',
  t => ({
    ...cardFields(t),
    balances: twin(t.raw, operations.cardAccountBalances, {
      type: [BalanceRef],
      ids: ({ row }) => ({ id: row.id }),
      show: showBalances,
    }),
  }),
)

const FundsConfirmation = builder.objectRef<boolean>('FundsConfirmation')
implement(FundsConfirmation, 'Whether an account could pay an amount.', t => ({
  fundsAvailable: t.flag('Whether it could pay it now.', available => available),
}))

const cardAccountBy = waysTo(
  'CardAccount',
  byIdOrKey('CardAccount', 'card account', "The card account's id.", (bank, id) => bank.load.cardAccount(id)),
)

extend(AsTpp, t => ({
  accounts: twin(t.raw, operations.consentedAccounts, {
    type: [ListedAccount],
    selecting: { withBalance: 'balances' },
    show: within<Account>(),
  }),
  account: twin(t.raw, operations.consentedAccount, {
    type: AsTppAccount,
    args: accountBy.args,
    ids: async (_, { by }, bank) => ({ id: await accountBy.idOf(bank, by) }),
    show: (row, reader) => ({ ...reader, row }),
  }),
  cardAccounts: twin(t.raw, operations.consentedCardAccounts, {
    type: [ListedCardAccount],
    selecting: { withBalance: 'balances' },
    show: within<CardAccount>(),
  }),
  cardAccount: twin(t.raw, operations.consentedCardAccount, {
    type: AsTppCardAccount,
    args: cardAccountBy.args,
    ids: async (_, { by }, bank) => ({ id: await cardAccountBy.idOf(bank, by) }),
    show: (row, reader) => ({ ...reader, row }),
  }),
  fundsConfirmation: twin(t.raw, operations.confirmFunds, { type: FundsConfirmation }),
}))

type AccessCountRow = AccessCount & { readonly id: string }

const CountedOperationEnum = enumOf<CountedOperation>('CountedOperation', 'What is counted apart.', {
  balances: 'Reading balances, withBalance too.',
  transactions: 'Reading a statement.',
  transactionDetails: 'Reading one transaction.',
})

const AccessCountRef = builder.objectRef<AccessCountRow>('AccessCount')
implement(AccessCountRef, 'How often a TPP read something on a day without the PSU present.', t => ({
  tpp: t.of(Tpps.type, 'The TPP that read.', tppById),
  operation: t.of(
    CountedOperationEnum,
    'What it read.',
    ({ operation }) => COUNTED_APART.find(known => known === operation) ?? 'transactions',
  ),
  day: t.day("The day of Oslo's calendar, by the world's clock."),
  calls: t.int('How many calls there were.'),
  left: t.int(`How many more are answered on that day, of ${UNATTENDED_CALLS}; then ACCESS_EXCEEDED.`, ({ calls }) =>
    Math.max(0, UNATTENDED_CALLS - calls),
  ),
  psu: t.optional.one(Customers, 'customerId', 'The PSU. Absent when it was deleted since.'),
  account: t.optional.one(
    Accounts,
    'accountId',
    'What was read, where that is an account. Absent when it was deleted since.',
  ),
  cardAccount: t.optional.one(
    CardAccounts,
    'accountId',
    'What was read, where that is a card account. Absent when it was deleted since.',
  ),
}))

const AccessFilter = builder.inputType('AccessCountFilterInput', {
  description: 'Which counts to list: all conditions that are given must hold.',
  fields: t => ({
    tpp: t.string({ description: "Only this TPP's, by its id, with the prefix PSD or without, or by its name." }),
    customer: t.string({ description: 'Only those of this customer: by its customerNumber, key or id.' }),
    accountId: t.id({ description: 'Only those of this account or card account.' }),
    day: t.field({ type: 'Date', description: "Only those of this day of Oslo's calendar." }),
  }),
})

builder.queryField('accessCounts', t =>
  t.connection(
    {
      type: AccessCountRef,
      description: 'How often TPPs read without the PSU, by day, the earliest first.',
      args: { filter: t.arg({ type: AccessFilter, description: 'Which counts; all when not given.' }) },
      resolve: (_, { filter, ...args }, { bank }) => toConnection(pageOfAccessCounts(bank, args, filter)),
    },
    {
      name: 'AccessCountConnection',
      description: 'A page of a list of access counts (Relay cursor connections).',
    },
    { name: 'AccessCountEdge', description: 'An access count and its place in a list.' },
  ),
)
