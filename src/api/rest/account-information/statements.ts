import { z } from '@hono/zod-openapi'
import * as operations from '../../../bank/operations/account-information.ts'
import { cardAmounts, type Fixes } from '../../../domain/account-information.ts'
import type { CardTransaction } from '../../../generated/client.ts'
import { links, linkTo, pagingLinks } from '../answers.ts'
import { serve } from '../serve.ts'
import {
  cardTransactionDetails,
  showCardTransaction,
  showToTpp,
  transactionDetails,
  viewForTpps,
  writeRows,
} from '../transaction-details.ts'

const OF_ACCOUNT = '/v1/accounts/{id}/transactions'
const http = { method: 'GET', headerSet: 'transactionDetails', success: 200 } as const

const statement = z
  .strictObject({
    account: z.strictObject({ iban: z.string(), bban: z.string(), currency: z.string() }),
    transactions: z.strictObject({
      booked: z.array(transactionDetails).optional(),
      pending: z.array(transactionDetails).optional(),
      _links: links,
    }),
  })
  .openapi('Statement')

const cardStatement = z
  .strictObject({
    cardAccount: z.strictObject({ maskedPan: z.string(), currency: z.string() }),
    transactions: z.strictObject({
      booked: z.array(cardTransactionDetails).optional(),
      pending: z.array(cardTransactionDetails).optional(),
      _links: links,
    }),
  })
  .openapi('CardStatement')

export const statementRoutes = [
  serve(operations.accountTransactions, {
    ...http,
    path: OF_ACCOUNT,
    answer: statement,
    view: viewForTpps,
    show: (ctx, page, { options }) => {
      const { id, iban, bban, currency } = page.holder
      const path = `/v1/accounts/${id}/transactions`
      const _links = pagingLinks(ctx, path, options, page.more)
      const booked = page.booked && writeRows(page.booked, showToTpp)
      const pending = page.pending?.map(row => showToTpp(row))
      const body = { account: { iban, bban, currency }, transactions: { booked, pending, _links } }
      return { ...shownBy(page.habits), body }
    },
  }),
  serve(operations.accountTransactionDetails, {
    ...http,
    path: `${OF_ACCOUNT}/{transactionId}`,
    answer: z.strictObject({ transactionsDetails: transactionDetails }).openapi('TransactionDetailsAnswer'),
    show: (ctx, { transaction, consent, habits }) => {
      const self = linkTo(ctx, `/v1/accounts/${transaction.accountId}/transactions/${transaction.id}`, 'GET')
      // [I] Transaction details: the link exists only in a corporate context.
      const linked = consent.context === 'CORPORATE' ? { _links: { transactionDetails: self } } : {}
      return { ...shownBy(habits), body: { transactionsDetails: { ...showToTpp(transaction), ...linked } } }
    },
  }),
  serve(operations.cardAccountTransactions, {
    ...http,
    path: '/v1/card-accounts/{id}/transactions',
    answer: cardStatement,
    show: (ctx, page, { options, fixes }) => {
      const { id, maskedPan, currency } = page.holder
      const path = `/v1/card-accounts/${id}/transactions`
      const _links = pagingLinks(ctx, path, options, page.more)
      const booked = page.booked?.map(row => showCardToTpp(row, fixes))
      return {
        ...shownBy(page.habits),
        body: {
          cardAccount: { maskedPan, currency },
          transactions: { booked, pending: page.pending?.map(row => showCardToTpp(row, fixes)), _links },
        },
      }
    },
  }),
]

// An answer that is not the books says so (D133).
function shownBy(habits: readonly string[] | undefined) {
  return habits === undefined ? {} : { headers: { 'Sandbank-Habit': habits.join('; ') } }
}

function showCardToTpp(row: CardTransaction, fixes: Fixes) {
  const shown = showCardTransaction(row)
  return { ...shown, ...cardAmounts(shown.transactionAmount, shown.originalAmount, fixes) }
}
