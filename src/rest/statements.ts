import { z } from '@hono/zod-openapi'
import { cardAmounts, type Fixes } from '../domain/account-information.ts'
import type { CardTransaction } from '../generated/client.ts'
import { requireBookingStatus, statementQuery } from '../inputs/account-information.ts'
import * as information from '../resolvers/account-information/read.ts'
import { readAccess, readFixes } from './access.ts'
import { CONSENT_REFUSALS } from './accounts.ts'
import { links, linkTo, pagingLinks } from './links.ts'
import { NOTHING, route } from './route.ts'
import {
  cardTransactionDetails,
  type ShownTransaction,
  showCardTransaction,
  showTransaction,
  transactionDetails,
} from './transaction-details.ts'

const OF_ACCOUNT = '/v1/accounts/{id}/transactions'
const described = {
  ...NOTHING,
  service: 'accountInformation',
  method: 'GET',
  headerSet: 'transactionDetails',
  success: 200,
} as const
const REFUSALS = [...CONSENT_REFUSALS, 'RESOURCE_UNKNOWN', 'ACCESS_EXCEEDED'] as const

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
  route({
    ...described,
    path: OF_ACCOUNT,
    operation: 'accountTransactions',
    tag: 'Accounts',
    summary: 'List transactions',
    description:
      'A page of the statement of an account: first what is pending, then what is booked, latest first. 90 days back without a fresh SCA; without PSU-IP-Address 4 times a day ([I] Limits, D41, D42).',
    query: statementQuery,
    answer: statement,
    refusals: [...REFUSALS, 'QUERY_PARAMETER_REQUIRED'],
    handle: async (ctx, { header, query, param }) => {
      const asked = { ...query, bookingStatus: requireBookingStatus(query) }
      const page = await information.accountTransactions(ctx, readAccess(header), param('id'), asked)
      const { id, iban, bban, currency } = page.holder
      const show = (row: ShownTransaction) => showToTpp(row)
      return {
        body: {
          account: { iban, bban, currency },
          transactions: {
            booked: page.booked?.map(show),
            pending: page.pending?.map(show),
            _links: pagingLinks(ctx, `/v1/accounts/${id}/transactions`, asked, page.more, spelledOut(asked)),
          },
        },
      }
    },
  }),
  route({
    ...described,
    path: `${OF_ACCOUNT}/{transactionId}`,
    operation: 'accountTransactionDetails',
    tag: 'Accounts',
    summary: 'Get transaction details',
    description:
      'One transaction of an account, booked or pending. Without PSU-IP-Address 4 times a day and with a consent of at most 90 days ([I] Endpoints 2).',
    answer: z.strictObject({ transactionsDetails: transactionDetails }).openapi('TransactionDetailsAnswer'),
    refusals: REFUSALS,
    handle: async (ctx, { header, param }) => {
      const { transaction, consent } = await information.accountTransactionDetails(
        ctx,
        readAccess(header),
        param('id'),
        param('transactionId'),
      )
      const self = linkTo(ctx, `/v1/accounts/${transaction.accountId}/transactions/${transaction.id}`, 'GET')
      // [I] Transaction details: the link is there only in a corporate context.
      const linked = consent.context === 'CORPORATE' ? { _links: { transactionDetails: self } } : {}
      return { body: { transactionsDetails: { ...showToTpp(transaction), ...linked } } }
    },
  }),
  route({
    ...described,
    path: '/v1/card-accounts/{id}/transactions',
    operation: 'cardAccountTransactions',
    tag: 'Card accounts',
    summary: 'List card transactions',
    description:
      'A page of the statement of a card account, latest booking first. The same limits as for accounts; x-accept-fix may swap the two amounts (D43).',
    query: statementQuery,
    answer: cardStatement,
    refusals: [...REFUSALS, 'QUERY_PARAMETER_REQUIRED'],
    handle: async (ctx, { header, query, param }) => {
      const asked = { ...query, bookingStatus: requireBookingStatus(query) }
      const page = await information.cardAccountTransactions(ctx, readAccess(header), param('id'), asked)
      const { id, maskedPan, currency } = page.holder
      const fixes = readFixes(header)
      const show = (row: CardTransaction) => showCardToTpp(row, fixes)
      return {
        body: {
          cardAccount: { maskedPan, currency },
          transactions: {
            booked: page.booked?.map(show),
            pending: page.pending?.map(show),
            _links: pagingLinks(ctx, `/v1/card-accounts/${id}/transactions`, asked, page.more, spelledOut(asked)),
          },
        },
      }
    },
  }),
]

type Asked = {
  readonly bookingStatus: string
  readonly dateFrom?: string | undefined
  readonly dateTo?: string | undefined
}

const spelledOut = ({ bookingStatus, dateFrom, dateTo }: Asked) => ({ bookingStatus, dateFrom, dateTo })

/** [I] Transaction details: the current implementation supplies no creditorId, ultimateCreditor and ultimateDebtor (D44). */
function showToTpp(row: ShownTransaction) {
  const { creditorId: _c, ultimateCreditor: _u, ultimateDebtor: _d, ...supplied } = showTransaction(row)
  return supplied
}

function showCardToTpp(row: CardTransaction, fixes: Fixes) {
  const shown = showCardTransaction(row)
  return { ...shown, ...cardAmounts(shown.transactionAmount, shown.originalAmount, fixes) }
}
