import { z } from '@hono/zod-openapi'
import type { Context } from '../context.ts'
import type { Transaction } from '../generated/client.ts'
import * as operations from '../operations/transactions.ts'
import { links, linkTo, pagingLinks } from './links.ts'
import { serve, serveDone } from './serve.ts'
import { CREATE, DELETE, READ, shownBy } from './shown.ts'
import { showTransaction, transactionDetails } from './transaction-details.ts'

const ACCOUNTS = '/v1/sandbox/accounts'
const COLLECTION = `${ACCOUNTS}/{mockAccountId}/transactions`

const shown = shownBy(transactionDetails, show)

export const transactionRoutes = [
  serve(operations.createTransaction, { ...CREATE, path: COLLECTION, ...shown.made(pathOf) }),
  serve(operations.transactions, {
    ...READ,
    path: COLLECTION,
    answer: z.strictObject({ transactions: z.array(transactionDetails), _links: links }).openapi('SandboxTransactions'),
    show: (ctx, { rows, more }, { ids, options }) => {
      const path = `${ACCOUNTS}/${ids.mockAccountId}/transactions`
      const { fromDate, toDate } = options
      const _links = pagingLinks(ctx, path, options, more, { fromDate, toDate })
      return { body: { transactions: rows.map(row => show(ctx, row)), _links } }
    },
  }),
  serve(operations.transaction, { ...READ, path: `${COLLECTION}/{mockTransactionId}`, ...shown.one }),
  serveDone(operations.deleteTransactions, { ...DELETE, path: COLLECTION }),
]

function show(ctx: Context, row: Transaction) {
  const self = linkTo(ctx, pathOf(row), 'GET')
  return { ...showTransaction(row), _links: { self, account: linkTo(ctx, `${ACCOUNTS}/${row.accountId}`, 'GET') } }
}

function pathOf({ accountId, id }: Transaction): string {
  return `${ACCOUNTS}/${accountId}/transactions/${id}`
}
