import { UNATTENDED_CALLS } from '../../domain/consents.ts'
import type { AccessCount } from '../../generated/client.ts'
import { pageOfAccessCounts } from '../../resolvers/account-information/count.ts'
import { unlessGone } from '../../resolvers/references.ts'
import { builder } from '../builder.ts'
import { toConnection } from '../connections.ts'
import { AccountRef, CardAccountRef, CustomerRef } from '../nouns.ts'

type AccessCountRow = AccessCount & { readonly id: string }

const CountedOperationEnum = builder.enumType('CountedOperation', {
  description: 'What is counted apart (D41).',
  values: {
    balances: { description: 'Reading balances, withBalance too.' },
    transactions: { description: 'Reading a statement.' },
    transactionDetails: { description: 'Reading one transaction.' },
  },
})

const AccessCountRef = builder.objectRef<AccessCountRow>('AccessCount').implement({
  description: 'How often a TPP read something on a day without the PSU present ([I] Limits, D41).',
  fields: t => ({
    tppId: t.exposeString('tppId', { description: 'The TPP that read.' }),
    operation: t.field({
      type: CountedOperationEnum,
      description: 'What it read.',
      resolve: ({ operation }) => COUNTED.find(known => known === operation) ?? 'transactions',
    }),
    day: t.expose('day', { type: 'Date', description: "The day of Oslo's calendar, by the world's clock." }),
    calls: t.exposeInt('calls', { description: 'How many calls there were.' }),
    left: t.int({
      description: `How many more are answered on that day, of ${UNATTENDED_CALLS}; then ACCESS_EXCEEDED.`,
      resolve: ({ calls }) => Math.max(0, UNATTENDED_CALLS - calls),
    }),
    customer: t.field({
      type: CustomerRef,
      nullable: true,
      description: 'The PSU. Absent when it was deleted since.',
      resolve: ({ customerId }, _, { bank }) => unlessGone(bank.load.customer(customerId)),
    }),
    account: t.field({
      type: AccountRef,
      nullable: true,
      description: 'What was read, where that is an account. Absent when it was deleted since.',
      resolve: ({ accountId }, _, { bank }) => unlessGone(bank.load.account(accountId)),
    }),
    cardAccount: t.field({
      type: CardAccountRef,
      nullable: true,
      description: 'What was read, where that is a card account. Absent when it was deleted since.',
      resolve: ({ accountId }, _, { bank }) => unlessGone(bank.load.cardAccount(accountId)),
    }),
  }),
})

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
