import { z } from '@hono/zod-openapi'
import type { Context } from '../../bank/context.ts'
import type { ListTransactions } from '../../bank/inputs/transactions.ts'
import * as operations from '../../bank/operations/transactions.ts'
import type { StatementSlice } from '../../bank/resolvers/statements.ts'
import type { CardTransaction, Transaction } from '../../generated/client.ts'
import { links, linkTo, pagingLinks } from './answers.ts'
import { CREATE, DELETE, READ, serve, serveDone, shownBy } from './serve.ts'
import {
  cardTransactionDetails,
  showCardTransaction,
  showTransaction,
  transactionDetails,
} from './transaction-details.ts'

const ACCOUNTS = '/v1/sandbox/accounts'
const OF_ACCOUNT = `${ACCOUNTS}/{mockAccountId}/transactions`
const CARD_ACCOUNTS = '/v1/sandbox/card-accounts'
const OF_CARD_ACCOUNT = `${CARD_ACCOUNTS}/{mockCardAccountId}/transactions`

const shown = shownBy(transactionDetails, show)
const cardShown = shownBy(cardTransactionDetails, showCard)

export const transactionRoutes = [
  serve(operations.createTransaction, { ...CREATE, path: OF_ACCOUNT, ...shown.made(pathOf) }),
  serve(operations.transactions, {
    ...READ,
    path: OF_ACCOUNT,
    answer: z.strictObject({ transactions: z.array(transactionDetails), _links: links }).openapi('SandboxTransactions'),
    show: (ctx, page, { ids, options }) => showPage(ctx, `${ACCOUNTS}/${ids.mockAccountId}`, options, page, show),
  }),
  serve(operations.transaction, { ...READ, path: `${OF_ACCOUNT}/{mockTransactionId}`, ...shown.one }),
  serveDone(operations.deleteTransactions, { ...DELETE, path: OF_ACCOUNT }),
  serve(operations.createCardTransaction, { ...CREATE, path: OF_CARD_ACCOUNT, ...cardShown.made(cardPathOf) }),
  serve(operations.cardTransactions, {
    ...READ,
    path: OF_CARD_ACCOUNT,
    answer: z
      .strictObject({ transactions: z.array(cardTransactionDetails), _links: links })
      .openapi('SandboxCardTransactions'),
    show: (ctx, page, { ids, options }) =>
      showPage(ctx, `${CARD_ACCOUNTS}/${ids.mockCardAccountId}`, options, page, showCard),
  }),
  serve(operations.cardTransaction, { ...READ, path: `${OF_CARD_ACCOUNT}/{mockCardTransactionId}`, ...cardShown.one }),
  serveDone(operations.deleteCardTransactions, { ...DELETE, path: OF_CARD_ACCOUNT }),
]

function showPage<Row, Shown>(
  ctx: Context,
  holder: string,
  options: ListTransactions,
  { rows, more }: StatementSlice<Row>,
  showRow: (ctx: Context, row: Row) => Shown,
) {
  const _links = pagingLinks(ctx, `${holder}/transactions`, options, more)
  return { body: { transactions: rows.map(row => showRow(ctx, row)), _links } }
}

function show(ctx: Context, row: Transaction) {
  const self = linkTo(ctx, pathOf(row), 'GET')
  return { ...showTransaction(row), _links: { self, account: linkTo(ctx, `${ACCOUNTS}/${row.accountId}`, 'GET') } }
}

function showCard(ctx: Context, row: CardTransaction) {
  const cardAccount = linkTo(ctx, `${CARD_ACCOUNTS}/${row.cardAccountId}`, 'GET')
  return { ...showCardTransaction(row), _links: { self: linkTo(ctx, cardPathOf(row), 'GET'), cardAccount } }
}

function pathOf({ accountId, id }: Transaction): string {
  return `${ACCOUNTS}/${accountId}/transactions/${id}`
}

function cardPathOf({ cardAccountId, id }: CardTransaction): string {
  return `${CARD_ACCOUNTS}/${cardAccountId}/transactions/${id}`
}
