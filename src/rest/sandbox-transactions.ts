import { z } from '@hono/zod-openapi'
import type { Context } from '../context.ts'
import type { CardTransaction, Transaction } from '../generated/client.ts'
import {
  createCardTransaction,
  createTransaction,
  type ListTransactions,
  listTransactions,
} from '../inputs/transactions.ts'
import * as cards from '../resolvers/card-transactions.ts'
import * as transactions from '../resolvers/transactions.ts'
import { links, linkTo, pagingLinks } from './links.ts'
import { NOTHING, route } from './route.ts'
import {
  cardTransactionDetails,
  showCardTransaction,
  showTransaction,
  transactionDetails,
} from './transaction-details.ts'

const OF_ACCOUNT = '/v1/sandbox/accounts/{mockAccountId}/transactions'
const OF_CARD = '/v1/sandbox/card-accounts/{mockCardAccountId}/transactions'
const described = { ...NOTHING, service: 'sandbox' } as const
const TAG = 'Sandbox transactions'
const CARD_TAG = 'Sandbox card transactions'

const transactionList = z
  .strictObject({ transactions: z.array(transactionDetails), _links: links })
  .openapi('SandboxTransactions')
const cardTransactionList = z
  .strictObject({ transactions: z.array(cardTransactionDetails), _links: links })
  .openapi('SandboxCardTransactions')

export const sandboxTransactionRoutes = [
  route({
    ...described,
    method: 'POST',
    path: OF_ACCOUNT,
    operation: 'createTransaction',
    tag: TAG,
    summary: 'Create a transaction',
    description:
      "Adds a booked transaction and moves the account's balances by its amount. Not for debits whose debtor is another account ([I] Errors, D28).",
    headerSet: 'sandboxWrite',
    success: 201,
    body: createTransaction,
    answer: transactionDetails,
    refusals: ['RESOURCE_UNKNOWN', 'BAD_REQUEST'],
    handle: async (ctx, { param, body }) => {
      const made = await transactions.createTransaction(ctx, param('mockAccountId'), body)
      return { location: pathOf(made), body: show(ctx, made) }
    },
  }),
  route({
    ...described,
    method: 'GET',
    path: OF_ACCOUNT,
    operation: 'transactions',
    tag: TAG,
    summary: 'List transactions',
    description:
      'Transactions of an account, latest booking first, ties by id. 200 unless `limit` says otherwise ([I] Limits).',
    headerSet: 'sandboxRead',
    success: 200,
    query: listTransactions,
    answer: transactionList,
    refusals: ['RESOURCE_UNKNOWN'],
    handle: async (ctx, { param, query }) => {
      const { rows, more } = await transactions.listTransactions(ctx, param('mockAccountId'), query)
      const path = `/v1/sandbox/accounts/${param('mockAccountId')}/transactions`
      return {
        body: {
          transactions: rows.map(row => show(ctx, row)),
          _links: pagingLinks(ctx, path, query, more, range(query)),
        },
      }
    },
  }),
  route({
    ...described,
    method: 'GET',
    path: `${OF_ACCOUNT}/{mockTransactionId}`,
    operation: 'transaction',
    tag: TAG,
    summary: 'Get a transaction',
    description: 'One transaction of an account, with all that was stored.',
    headerSet: 'sandboxRead',
    success: 200,
    answer: transactionDetails,
    refusals: ['RESOURCE_UNKNOWN'],
    handle: async (ctx, { param }) => ({
      body: show(ctx, await transactions.getTransaction(ctx, param('mockAccountId'), param('mockTransactionId'))),
    }),
  }),
  route({
    ...described,
    method: 'DELETE',
    path: OF_ACCOUNT,
    operation: 'deleteTransactions',
    tag: TAG,
    summary: 'Delete transactions',
    description: 'Empties the statement of an account. Its balances stay as they are.',
    headerSet: 'sandboxRead',
    success: 204,
    refusals: ['RESOURCE_UNKNOWN'],
    handle: async (ctx, { param }) => {
      await transactions.deleteTransactions(ctx, param('mockAccountId'))
      return {}
    },
  }),
  route({
    ...described,
    method: 'POST',
    path: OF_CARD,
    operation: 'createCardTransaction',
    tag: CARD_TAG,
    summary: 'Create a card transaction',
    description:
      "Adds a booked card transaction and moves the card account's balances by its amount in the card account's currency (D43).",
    headerSet: 'sandboxWrite',
    success: 201,
    body: createCardTransaction,
    answer: cardTransactionDetails,
    refusals: ['RESOURCE_UNKNOWN'],
    handle: async (ctx, { param, body }) => {
      const made = await cards.createCardTransaction(ctx, param('mockCardAccountId'), body)
      return { location: cardPathOf(made), body: showCard(ctx, made) }
    },
  }),
  route({
    ...described,
    method: 'GET',
    path: OF_CARD,
    operation: 'cardTransactions',
    tag: CARD_TAG,
    summary: 'List card transactions',
    description: 'Transactions of a card account, latest booking first, ties by id.',
    headerSet: 'sandboxRead',
    success: 200,
    query: listTransactions,
    answer: cardTransactionList,
    refusals: ['RESOURCE_UNKNOWN'],
    handle: async (ctx, { param, query }) => {
      const { rows, more } = await cards.listCardTransactions(ctx, param('mockCardAccountId'), query)
      const path = `/v1/sandbox/card-accounts/${param('mockCardAccountId')}/transactions`
      return {
        body: {
          transactions: rows.map(row => showCard(ctx, row)),
          _links: pagingLinks(ctx, path, query, more, range(query)),
        },
      }
    },
  }),
  route({
    ...described,
    method: 'GET',
    path: `${OF_CARD}/{mockCardTransactionId}`,
    operation: 'cardTransaction',
    tag: CARD_TAG,
    summary: 'Get a card transaction',
    description: 'One transaction of a card account.',
    headerSet: 'sandboxRead',
    success: 200,
    answer: cardTransactionDetails,
    refusals: ['RESOURCE_UNKNOWN'],
    handle: async (ctx, { param }) => ({
      body: showCard(
        ctx,
        await cards.getCardTransaction(ctx, param('mockCardAccountId'), param('mockCardTransactionId')),
      ),
    }),
  }),
  route({
    ...described,
    method: 'DELETE',
    path: OF_CARD,
    operation: 'deleteCardTransactions',
    tag: CARD_TAG,
    summary: 'Delete card transactions',
    description: 'Empties the statement of a card account. Its balances stay as they are.',
    headerSet: 'sandboxRead',
    success: 204,
    refusals: ['RESOURCE_UNKNOWN'],
    handle: async (ctx, { param }) => {
      await cards.deleteCardTransactions(ctx, param('mockCardAccountId'))
      return {}
    },
  }),
]

const range = ({ fromDate, toDate }: ListTransactions) => ({ fromDate, toDate })

const pathOf = ({ accountId, id }: Transaction) => `/v1/sandbox/accounts/${accountId}/transactions/${id}`

const cardPathOf = ({ cardAccountId, id }: CardTransaction) =>
  `/v1/sandbox/card-accounts/${cardAccountId}/transactions/${id}`

function show(ctx: Context, row: Transaction) {
  return {
    ...showTransaction(row),
    _links: {
      self: linkTo(ctx, pathOf(row), 'GET'),
      account: linkTo(ctx, `/v1/sandbox/accounts/${row.accountId}`, 'GET'),
    },
  }
}

function showCard(ctx: Context, row: CardTransaction) {
  return {
    ...showCardTransaction(row),
    _links: {
      self: linkTo(ctx, cardPathOf(row), 'GET'),
      cardAccount: linkTo(ctx, `/v1/sandbox/card-accounts/${row.cardAccountId}`, 'GET'),
    },
  }
}
