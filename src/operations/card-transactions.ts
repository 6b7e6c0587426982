import { createCardTransaction as body, listTransactions } from '../inputs/transactions.ts'
import * as resolvers from '../resolvers/card-transactions.ts'
import { judgeCardTransaction } from './judges.ts'
import { operation } from './operation.ts'

const described = {
  tag: 'Sandbox card transactions',
  service: 'sandbox',
  ids: ['mockCardAccountId'],
  refusals: ['RESOURCE_UNKNOWN'],
} as const

export const createCardTransaction = operation({
  ...described,
  name: 'createCardTransaction',
  summary: 'Create a card transaction',
  description:
    "Adds a booked card transaction and moves the card account's balances by its amount in the card account's currency (D43).",
  input: body,
  judge: judgeCardTransaction,
  run: (ctx, { ids, input }) => resolvers.createCardTransaction(ctx, ids.mockCardAccountId, input),
})

export const cardTransactions = operation({
  ...described,
  name: 'cardTransactions',
  summary: 'List card transactions',
  description: 'Transactions of a card account, latest booking first, ties by id.',
  options: listTransactions,
  run: (ctx, { ids, options }) => resolvers.listCardTransactions(ctx, ids.mockCardAccountId, options),
})

export const cardTransaction = operation({
  ...described,
  ids: ['mockCardAccountId', 'mockCardTransactionId'],
  name: 'cardTransaction',
  summary: 'Get a card transaction',
  description: 'One transaction of a card account.',
  run: (ctx, { ids }) => resolvers.getCardTransaction(ctx, ids.mockCardAccountId, ids.mockCardTransactionId),
})

export const deleteCardTransactions = operation({
  ...described,
  name: 'deleteCardTransactions',
  summary: 'Delete card transactions',
  description: 'Empties the statement of a card account. Its balances stay as they are.',
  run: (ctx, { ids }) => resolvers.deleteCardTransactions(ctx, ids.mockCardAccountId),
})
