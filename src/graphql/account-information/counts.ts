import { UNATTENDED_CALLS } from '../../domain/consents.ts'
import type { AccessCount } from '../../generated/client.ts'
import { pageOfAccessCounts } from '../../resolvers/account-information/count.ts'
import { builder } from '../builder.ts'
import { toConnection } from '../connections.ts'
import { implement } from '../fields.ts'
import { Accounts, CardAccounts, Customers } from '../nouns.ts'

type AccessCountRow = AccessCount & { readonly id: string }

const CountedOperationEnum = builder.enumType('CountedOperation', {
  description: 'What is counted apart (D41).',
  values: {
    balances: { description: 'Reading balances, withBalance too.' },
    transactions: { description: 'Reading a statement.' },
    transactionDetails: { description: 'Reading one transaction.' },
  },
})

const AccessCountRef = builder.objectRef<AccessCountRow>('AccessCount')
implement(AccessCountRef, 'How often a TPP read something on a day without the PSU present ([I] Limits, D41).', t => ({
  tppId: t.text('The TPP that read.'),
  operation: t.of(
    CountedOperationEnum,
    'What it read.',
    ({ operation }) => COUNTED.find(known => known === operation) ?? 'transactions',
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

const COUNTED = ['balances', 'transactions', 'transactionDetails'] as const

const AccessFilter = builder.inputType('AccessCountFilterInput', {
  description: 'Which counts to list: all conditions that are given must hold.',
  fields: t => ({
    tpp: t.string({ description: "Only this TPP's, by its id, with the prefix PSD or without, or by its local name." }),
    customerNumber: t.string({ description: 'Only those of the customer with this number.' }),
    accountId: t.id({ description: 'Only those of this account or card account.' }),
    day: t.field({ type: 'Date', description: "Only those of this day of Oslo's calendar." }),
  }),
})

builder.queryField('accessCounts', t =>
  t.connection(
    {
      type: AccessCountRef,
      description: 'How often TPPs read without the PSU, by day, the earliest first (D41).',
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
