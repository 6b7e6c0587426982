import * as operations from '../../../bank/operations/account-information.ts'
import {
  COUNTED_APART,
  type CountedOperation,
  pageOfAccessCounts,
} from '../../../bank/resolvers/account-information/count.ts'
import { consentedHolder } from '../../../bank/resolvers/account-information/read.ts'
import { linkSca } from '../../../bank/resolvers/authorisations/start.ts'
import { ACCOUNTS, CARD_ACCOUNTS, type HolderKind } from '../../../bank/resolvers/holders.ts'
import { accountName, cashAccountType } from '../../../domain/account-information.ts'
import { creditLineMinor } from '../../../domain/accounts.ts'
import { UNATTENDED_CALLS } from '../../../domain/consents.ts'
import type { AccessCount, Account, CardAccount } from '../../../generated/client.ts'
import { builder } from '../builder.ts'
import { toConnection } from '../connections.ts'
import { enumOf } from '../enums.ts'
import { implement } from '../fields.ts'
import { Accounts, CardAccounts, Customers } from '../nouns.ts'
import { type Caller, twin } from '../twins.ts'
import { Amount, BalanceRef, showBalances } from '../values.ts'

const COUNTED = 'Counts: without psuIpAddress 4 times a day, then ACCESS_EXCEEDED.'

type ConsentedRow<Row> = Caller & { readonly row: Row }

const ConsentedAccount = builder.objectRef<ConsentedRow<Account>>('ConsentedAccount')
implement(ConsentedAccount, 'An account as a TPP sees it, by the consent of its PSU (GET /v1/accounts).', t => ({
  resourceId: t.id('The id of the account.', ({ row }) => row.id),
  iban: t.text('IBAN (ISO 13616-1:2007).', ({ row }) => row.iban),
  bban: t.text('Basic bank account number.', ({ row }) => row.bban),
  currency: t.text('ISO 4217 alphabetic code.', ({ row }) => row.currency),
  name: t.text('At most 35 characters, or 70 with acceptFix longer-name.', ({ row, fixes }) =>
    accountName(row.name, fixes),
  ),
  product: t.text("The bank's name for the kind of account.", ({ row }) => row.product),
  cashAccountType: t.text(
    'A word, such as Current; or the ISO code, such as CACC, with acceptFix cash-account-type-iso.',
    ({ row, fixes }) => cashAccountType(row.cashAccountType, fixes),
  ),
  balances: t.of([BalanceRef], `closingBooked, then expected: withBalance in REST. ${COUNTED}`, seen =>
    balancesOf(seen, ACCOUNTS),
  ),
  account: t.of(Accounts.type, 'The same as the operator sees it.', 'row'),
}))

const ConsentedCardAccount = builder.objectRef<ConsentedRow<CardAccount>>('ConsentedCardAccount')
implement(
  ConsentedCardAccount,
  'A card account as a TPP sees it, by the consent of its PSU (GET /v1/card-accounts).',
  t => ({
    resourceId: t.id('The id of the card account.', ({ row }) => row.id),
    maskedPan: t.text('The card number, its middle masked.', ({ row }) => row.maskedPan),
    currency: t.text('ISO 4217 alphabetic code.', ({ row }) => row.currency),
    name: t.text('At most 35 characters, or 70 with acceptFix longer-name.', ({ row, fixes }) =>
      accountName(row.name, fixes),
    ),
    product: t.text("The bank's name for the kind of card.", ({ row }) => row.product),
    cashAccountType: t.text('Always CARD.', () => 'CARD'),
    creditLimit: t.of(Amount, "The card's credit limit.", ({ row }) => ({
      amountMinor: creditLineMinor(row),
      currency: row.currency,
    })),
    balances: t.of([BalanceRef], `closingBooked, then expected: withBalance in REST. ${COUNTED}`, seen =>
      balancesOf(seen, CARD_ACCOUNTS),
    ),
    cardAccount: t.of(CardAccounts.type, 'The same as the operator sees it.', 'row'),
  }),
)

type Balances = Parameters<typeof showBalances>[0]

/** A read of balances is counted only when they are selected: `withBalance` is the selection of that field. */
async function balancesOf<Row extends Balances & { readonly id: string }, Line>(
  { row, ctx, access }: ConsentedRow<Row>,
  kind: HolderKind<Row, Line>,
) {
  const count = () => consentedHolder(kind, ctx, access, row.id, { withBalance: true })
  return showBalances(access.psuPresent ? row : await linkSca(ctx, count))
}

const ofAccount = { ids: { id: ['id', "The account's id."] }, nullable: true } as const
const ofCardAccount = { ids: { id: ['id', "The card account's id."] }, nullable: true } as const

builder.queryFields(t => ({
  consentedAccounts: twin(t, operations.consentedAccounts, {
    type: [ConsentedAccount],
    show: (rows, caller) => rows.map(row => ({ ...caller, row })),
    nullable: true,
  }),
  consentedAccount: twin(t, operations.consentedAccount, {
    ...ofAccount,
    type: ConsentedAccount,
    show: (row, caller) => ({ ...caller, row }),
  }),
  accountBalances: twin(t, operations.accountBalances, {
    ...ofAccount,
    type: [BalanceRef],
    show: showBalances,
  }),
  consentedCardAccounts: twin(t, operations.consentedCardAccounts, {
    type: [ConsentedCardAccount],
    show: (rows, caller) => rows.map(row => ({ ...caller, row })),
    nullable: true,
  }),
  consentedCardAccount: twin(t, operations.consentedCardAccount, {
    ...ofCardAccount,
    type: ConsentedCardAccount,
    show: (row, caller) => ({ ...caller, row }),
  }),
  cardAccountBalances: twin(t, operations.cardAccountBalances, {
    ...ofCardAccount,
    type: [BalanceRef],
    show: showBalances,
  }),
}))

const confirming = {
  type: 'Boolean',
  answers: 'fundsAvailable in REST.',
  show: (fundsAvailable: boolean) => fundsAvailable,
} as const

builder.queryField('confirmFunds', t => twin(t, operations.confirmFunds, { ...confirming, nullable: true }))

type AccessCountRow = AccessCount & { readonly id: string }

const CountedOperationEnum = enumOf<CountedOperation>('CountedOperation', 'What is counted apart.', {
  balances: 'Reading balances, withBalance too.',
  transactions: 'Reading a statement.',
  transactionDetails: 'Reading one transaction.',
})

const AccessCountRef = builder.objectRef<AccessCountRow>('AccessCount')
implement(AccessCountRef, 'How often a TPP read something on a day without the PSU present.', t => ({
  tppId: t.text('The TPP that read.'),
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
  customer: t.optional.one(Customers, 'customerId', 'The PSU. Absent when it was deleted since.'),
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
    customer: t.string({ description: 'Only those of the customer with this customerNumber.' }),
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
