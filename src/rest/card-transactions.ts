import { z } from '@hono/zod-openapi'
import type { Context } from '../context.ts'
import type { CardTransaction } from '../generated/client.ts'
import * as operations from '../operations/card-transactions.ts'
import { links, linkTo, pagingLinks } from './links.ts'
import { serve, serveDone } from './serve.ts'
import { CREATE, DELETE, READ, shownBy } from './shown.ts'
import { cardTransactionDetails, showCardTransaction } from './transaction-details.ts'

const CARD_ACCOUNTS = '/v1/sandbox/card-accounts'
const COLLECTION = `${CARD_ACCOUNTS}/{mockCardAccountId}/transactions`

const shown = shownBy(cardTransactionDetails, show)

export const cardTransactionRoutes = [
  serve(operations.createCardTransaction, { ...CREATE, path: COLLECTION, ...shown.made(pathOf) }),
  serve(operations.cardTransactions, {
    ...READ,
    path: COLLECTION,
    answer: z
      .strictObject({ transactions: z.array(cardTransactionDetails), _links: links })
      .openapi('SandboxCardTransactions'),
    show: (ctx, { rows, more }, { ids, options }) => {
      const path = `${CARD_ACCOUNTS}/${ids.mockCardAccountId}/transactions`
      const { fromDate, toDate } = options
      const _links = pagingLinks(ctx, path, options, more, { fromDate, toDate })
      return { body: { transactions: rows.map(row => show(ctx, row)), _links } }
    },
  }),
  serve(operations.cardTransaction, { ...READ, path: `${COLLECTION}/{mockCardTransactionId}`, ...shown.one }),
  serveDone(operations.deleteCardTransactions, { ...DELETE, path: COLLECTION }),
]

function show(ctx: Context, row: CardTransaction) {
  const self = linkTo(ctx, pathOf(row), 'GET')
  return {
    ...showCardTransaction(row),
    _links: { self, cardAccount: linkTo(ctx, `${CARD_ACCOUNTS}/${row.cardAccountId}`, 'GET') },
  }
}

function pathOf({ cardAccountId, id }: CardTransaction): string {
  return `${CARD_ACCOUNTS}/${cardAccountId}/transactions/${id}`
}
