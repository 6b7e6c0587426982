import { z } from '@hono/zod-openapi'
import type { Context } from '../context.ts'
import type { CardTransaction, Transaction } from '../generated/client.ts'
import type { ListTransactions } from '../inputs/transactions.ts'
import * as cards from '../operations/card-transactions.ts'
import * as operations from '../operations/transactions.ts'
import { links, linkTo, pagingLinks } from './links.ts'
import { serve, serveDone } from './serve.ts'
import {
  cardTransactionDetails,
  showCardTransaction,
  showTransaction,
  transactionDetails,
} from './transaction-details.ts'

const OF_ACCOUNT = '/v1/sandbox/accounts/{mockAccountId}/transactions'
const OF_CARD = '/v1/sandbox/card-accounts/{mockCardAccountId}/transactions'

const transactionList = z
  .strictObject({ transactions: z.array(transactionDetails), _links: links })
  .openapi('SandboxTransactions')
const cardTransactionList = z
  .strictObject({ transactions: z.array(cardTransactionDetails), _links: links })
  .openapi('SandboxCardTransactions')

export const sandboxTransactionRoutes = [
  serve(operations.createTransaction, {
    method: 'POST',
    path: OF_ACCOUNT,
    headerSet: 'sandboxWrite',
    success: 201,
    answer: transactionDetails,
    show: (ctx, made) => ({ location: pathOf(made), body: show(ctx, made) }),
  }),
  serve(operations.transactions, {
    method: 'GET',
    path: OF_ACCOUNT,
    headerSet: 'sandboxRead',
    success: 200,
    answer: transactionList,
    show: (ctx, { rows, more }, { ids, options }) => ({
      body: {
        transactions: rows.map(row => show(ctx, row)),
        _links: pagingLinks(
          ctx,
          OF_ACCOUNT.replace('{mockAccountId}', ids.mockAccountId),
          options,
          more,
          range(options),
        ),
      },
    }),
  }),
  serve(operations.transaction, {
    method: 'GET',
    path: `${OF_ACCOUNT}/{mockTransactionId}`,
    headerSet: 'sandboxRead',
    success: 200,
    answer: transactionDetails,
    show: (ctx, row) => ({ body: show(ctx, row) }),
  }),
  serveDone(operations.deleteTransactions, { method: 'DELETE', path: OF_ACCOUNT, headerSet: 'sandboxRead' }),
  serve(cards.createCardTransaction, {
    method: 'POST',
    path: OF_CARD,
    headerSet: 'sandboxWrite',
    success: 201,
    answer: cardTransactionDetails,
    show: (ctx, made) => ({ location: cardPathOf(made), body: showCard(ctx, made) }),
  }),
  serve(cards.cardTransactions, {
    method: 'GET',
    path: OF_CARD,
    headerSet: 'sandboxRead',
    success: 200,
    answer: cardTransactionList,
    show: (ctx, { rows, more }, { ids, options }) => ({
      body: {
        transactions: rows.map(row => showCard(ctx, row)),
        _links: pagingLinks(
          ctx,
          OF_CARD.replace('{mockCardAccountId}', ids.mockCardAccountId),
          options,
          more,
          range(options),
        ),
      },
    }),
  }),
  serve(cards.cardTransaction, {
    method: 'GET',
    path: `${OF_CARD}/{mockCardTransactionId}`,
    headerSet: 'sandboxRead',
    success: 200,
    answer: cardTransactionDetails,
    show: (ctx, row) => ({ body: showCard(ctx, row) }),
  }),
  serveDone(cards.deleteCardTransactions, { method: 'DELETE', path: OF_CARD, headerSet: 'sandboxRead' }),
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
