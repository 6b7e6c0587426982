import { z } from '@hono/zod-openapi'
import type { Context } from '../context.ts'
import { accountName, type Fixes } from '../domain/account-information.ts'
import { creditLineMinor } from '../domain/accounts.ts'
import { formatAmount } from '../domain/money.ts'
import type { CardAccount } from '../generated/client.ts'
import * as information from '../resolvers/account-information/read.ts'
import { readAccess, readFixes } from './access.ts'
import { CONSENT_REFUSALS } from './accounts.ts'
import { balances, showBalances, withBalance } from './balances.ts'
import { link, linkTo } from './links.ts'
import { NOTHING, route } from './route.ts'
import { amountAnswer } from './transaction-details.ts'

const ONE = '/v1/card-accounts/{id}'
const described = {
  ...NOTHING,
  tag: 'Card accounts',
  service: 'accountInformation',
  method: 'GET',
  headerSet: 'transactionDetails',
  success: 200,
} as const

const cardAccountDetails = z
  .strictObject({
    resourceId: z.string(),
    maskedPan: z.string(),
    currency: z.string(),
    name: z.string().openapi({ description: 'At most 35 characters, or 70 with x-accept-fix longer-name (D43).' }),
    product: z.string(),
    cashAccountType: z.literal('CARD'),
    creditLimit: amountAnswer,
    balances: balances.optional().openapi({ description: 'Only with withBalance=true.' }),
    _links: z.strictObject({ self: link, balances: link, transactions: link }),
  })
  .openapi('CardAccountDetails')

export const cardAccountRoutes = [
  route({
    ...described,
    path: '/v1/card-accounts',
    operation: 'consentedCardAccounts',
    summary: 'List card accounts',
    description: 'The card accounts that the PSU opened to the TPP, oldest first.',
    query: withBalance,
    answer: z.strictObject({ cardAccounts: z.array(cardAccountDetails) }).openapi('CardAccountList'),
    refusals: [...CONSENT_REFUSALS, 'ACCESS_EXCEEDED'],
    handle: async (ctx, { header, query }) => {
      const rows = await information.consentedCardAccounts(ctx, readAccess(header), query)
      return {
        body: { cardAccounts: rows.map(row => showCardAccount(ctx, row, readFixes(header), query.withBalance)) },
      }
    },
  }),
  route({
    ...described,
    path: ONE,
    operation: 'consentedCardAccount',
    summary: 'Get a card account',
    description: 'One card account of the consent. Any other is unknown (D32).',
    query: withBalance,
    answer: z.strictObject({ cardAccount: cardAccountDetails }).openapi('CardAccountAnswer'),
    refusals: [...CONSENT_REFUSALS, 'RESOURCE_UNKNOWN', 'ACCESS_EXCEEDED'],
    handle: async (ctx, { header, query, param }) => {
      const row = await information.consentedCardAccount(ctx, readAccess(header), param('id'), query)
      return { body: { cardAccount: showCardAccount(ctx, row, readFixes(header), query.withBalance) } }
    },
  }),
  route({
    ...described,
    path: `${ONE}/balances`,
    operation: 'cardAccountBalances',
    summary: 'Get balances of a card account',
    description: 'Both balances of a card account of the consent. Without PSU-IP-Address 4 times a day (D41).',
    answer: z
      .strictObject({ cardAccount: z.strictObject({ maskedPan: z.string(), currency: z.string() }), balances })
      .openapi('CardAccountBalances'),
    refusals: [...CONSENT_REFUSALS, 'RESOURCE_UNKNOWN', 'ACCESS_EXCEEDED'],
    handle: async (ctx, { header, param }) => {
      const row = await information.cardAccountBalances(ctx, readAccess(header), param('id'))
      return {
        body: { cardAccount: { maskedPan: row.maskedPan, currency: row.currency }, balances: showBalances(row) },
      }
    },
  }),
]

function showCardAccount(ctx: Context, row: CardAccount, fixes: Fixes, withBalances: boolean) {
  const path = `/v1/card-accounts/${row.id}`
  return {
    resourceId: row.id,
    maskedPan: row.maskedPan,
    currency: row.currency,
    name: accountName(row.name, fixes),
    product: row.product,
    cashAccountType: 'CARD' as const,
    creditLimit: { amount: formatAmount(creditLineMinor(row), row.currency), currency: row.currency },
    ...(withBalances ? { balances: showBalances(row) } : {}),
    _links: {
      self: linkTo(ctx, path, 'GET'),
      balances: linkTo(ctx, `${path}/balances`, 'GET'),
      transactions: linkTo(ctx, `${path}/transactions`, 'GET'),
    },
  }
}
