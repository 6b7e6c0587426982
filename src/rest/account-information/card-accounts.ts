import { z } from '@hono/zod-openapi'
import type { Context } from '../../context.ts'
import { accountName, type Fixes } from '../../domain/account-information.ts'
import { creditLineMinor } from '../../domain/accounts.ts'
import { formatAmount } from '../../domain/money.ts'
import type { CardAccount } from '../../generated/client.ts'
import * as operations from '../../operations/account-information.ts'
import { balances, showBalances } from '../balances.ts'
import { link, linkTo } from '../links.ts'
import { serve } from '../serve.ts'
import { amountAnswer } from '../transaction-details.ts'

const ONE = '/v1/card-accounts/{id}'
const http = { method: 'GET', headerSet: 'transactionDetails', success: 200 } as const

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

export const consentedCardAccountRoutes = [
  serve(operations.consentedCardAccounts, {
    ...http,
    path: '/v1/card-accounts',
    answer: z.strictObject({ cardAccounts: z.array(cardAccountDetails) }).openapi('CardAccountList'),
    show: (ctx, rows, { options, fixes }) => ({
      body: { cardAccounts: rows.map(row => showCardAccount(ctx, row, fixes, options.withBalance)) },
    }),
  }),
  serve(operations.consentedCardAccount, {
    ...http,
    path: ONE,
    answer: z.strictObject({ cardAccount: cardAccountDetails }).openapi('CardAccountAnswer'),
    show: (ctx, row, { options, fixes }) => ({
      body: { cardAccount: showCardAccount(ctx, row, fixes, options.withBalance) },
    }),
  }),
  serve(operations.cardAccountBalances, {
    ...http,
    path: `${ONE}/balances`,
    answer: z
      .strictObject({ cardAccount: z.strictObject({ maskedPan: z.string(), currency: z.string() }), balances })
      .openapi('CardAccountBalances'),
    show: (_, row) => ({
      body: { cardAccount: { maskedPan: row.maskedPan, currency: row.currency }, balances: showBalances(row) },
    }),
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
