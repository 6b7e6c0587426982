import * as inputs from '../inputs/transactions.ts'
import * as resolvers from '../resolvers/transactions.ts'
import { judgeCardTransaction, judgeTransaction } from './judges.ts'
import { operation } from './operation.ts'

const described = {
  tag: 'Sandbox transactions',
  service: 'sandbox',
  ids: { mockAccountId: 'Account' },
  refusals: ['RESOURCE_UNKNOWN'],
} as const

export const createTransaction = operation({
  ...described,
  name: 'createTransaction',
  makes: 'Transaction',
  summary: 'Create a transaction',
  description: "Adds a booked transaction and moves the account's balances by its amount (D28).",
  exceptions: [['BAD_REQUEST', 'for a debit whose debtor is another account ([I] Errors)']],
  input: inputs.createTransaction,
  judge: judgeTransaction,
  refusals: ['RESOURCE_UNKNOWN', 'BAD_REQUEST'],
  run: (ctx, { ids, input }) => resolvers.createTransaction(ctx, ids.mockAccountId, input),
})

export const transactions = operation({
  ...described,
  name: 'transactions',
  summary: 'List transactions',
  description: 'Transactions of an account, latest booking first, ties by id.',
  exceptions: [['200 lines', 'unless `limit` says otherwise ([I] Limits)']],
  options: inputs.listTransactions,
  run: (ctx, { ids, options }) => resolvers.listTransactions(ctx, ids.mockAccountId, options),
})

export const transaction = operation({
  ...described,
  ids: { mockAccountId: 'Account', mockTransactionId: 'Transaction' },
  name: 'transaction',
  summary: 'Get a transaction',
  description: 'One transaction of an account, with all that was stored.',
  run: (ctx, { ids }) => resolvers.getTransaction(ctx, ids.mockAccountId, ids.mockTransactionId),
})

export const deleteTransactions = operation({
  ...described,
  name: 'deleteTransactions',
  summary: 'Delete transactions',
  description: 'Empties the statement of an account. Its balances stay as they are.',
  run: (ctx, { ids }) => resolvers.deleteTransactions(ctx, ids.mockAccountId),
})

const ofCard = {
  tag: 'Sandbox card transactions',
  service: 'sandbox',
  ids: { mockCardAccountId: 'CardAccount' },
  refusals: ['RESOURCE_UNKNOWN'],
} as const

export const createCardTransaction = operation({
  ...ofCard,
  name: 'createCardTransaction',
  makes: 'CardTransaction',
  summary: 'Create a card transaction',
  description:
    "Adds a booked card transaction and moves the card account's balances by its amount in the card account's currency (D43).",
  input: inputs.createCardTransaction,
  judge: judgeCardTransaction,
  run: (ctx, { ids, input }) => resolvers.createCardTransaction(ctx, ids.mockCardAccountId, input),
})

export const cardTransactions = operation({
  ...ofCard,
  name: 'cardTransactions',
  summary: 'List card transactions',
  description: 'Transactions of a card account, latest booking first, ties by id.',
  options: inputs.listTransactions,
  run: (ctx, { ids, options }) => resolvers.listCardTransactions(ctx, ids.mockCardAccountId, options),
})

export const cardTransaction = operation({
  ...ofCard,
  ids: { mockCardAccountId: 'CardAccount', mockCardTransactionId: 'CardTransaction' },
  name: 'cardTransaction',
  summary: 'Get a card transaction',
  description: 'One transaction of a card account.',
  run: (ctx, { ids }) => resolvers.getCardTransaction(ctx, ids.mockCardAccountId, ids.mockCardTransactionId),
})

export const deleteCardTransactions = operation({
  ...ofCard,
  name: 'deleteCardTransactions',
  summary: 'Delete card transactions',
  description: 'Empties the statement of a card account. Its balances stay as they are.',
  run: (ctx, { ids }) => resolvers.deleteCardTransactions(ctx, ids.mockCardAccountId),
})
