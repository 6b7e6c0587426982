import { z } from '@hono/zod-openapi'
import type { Context } from '../../../bank/context.ts'
import * as operations from '../../../bank/operations/account-information.ts'
import { accountName, cashAccountType, type Fixes } from '../../../domain/account-information.ts'
import { creditLineMinor } from '../../../domain/accounts.ts'
import { formatAmount } from '../../../domain/money.ts'
import type { Account, CardAccount } from '../../../generated/client.ts'
import { balances, showBalances } from '../accounts.ts'
import { link, linkTo } from '../answers.ts'
import { serve } from '../serve.ts'
import { amountAnswer } from '../transaction-details.ts'

const ONE = '/v1/accounts/{id}'
const http = { method: 'GET', headerSet: 'transactionDetails', success: 200 } as const

const balancesAndLinks = {
  balances: balances.optional().openapi({ description: 'Only with withBalance=true.' }),
  _links: z.strictObject({ self: link, balances: link, transactions: link }),
}

const accountDetails = z
  .strictObject({
    resourceId: z.string().openapi({ description: 'The id of the account in the paths of this interface.' }),
    iban: z.string(),
    bban: z.string(),
    currency: z.string(),
    name: z
      .string()
      .openapi({ description: 'At most 35 characters, or 70 with x-accept-fix longer-name ([I] Limits, D43).' }),
    product: z.string(),
    cashAccountType: z
      .string()
      .openapi({ description: 'A word, or the ISO code with x-accept-fix cash-account-type-iso (D43).' }),
    ...balancesAndLinks,
  })
  .openapi('AccountDetails')

export const consentedAccountRoutes = [
  serve(operations.consentedAccounts, {
    ...http,
    path: '/v1/accounts',
    answer: z.strictObject({ accounts: z.array(accountDetails) }).openapi('AccountList'),
    show: (ctx, rows, { options, fixes }) => ({
      body: { accounts: rows.map(row => showAccount(ctx, row, fixes, options.withBalance)) },
    }),
  }),
  serve(operations.consentedAccount, {
    ...http,
    path: ONE,
    answer: z.strictObject({ account: accountDetails }).openapi('AccountAnswer'),
    show: (ctx, row, { options, fixes }) => ({ body: { account: showAccount(ctx, row, fixes, options.withBalance) } }),
  }),
  serve(operations.accountBalances, {
    ...http,
    path: `${ONE}/balances`,
    answer: z
      .strictObject({ account: z.strictObject({ iban: z.string(), bban: z.string(), currency: z.string() }), balances })
      .openapi('AccountBalances'),
    show: (_, { iban, bban, currency, ...row }) => ({
      body: { account: { iban, bban, currency }, balances: showBalances({ ...row, currency }) },
    }),
  }),
]

function showAccount(ctx: Context, row: Account, fixes: Fixes, withBalances: boolean) {
  const path = `/v1/accounts/${row.id}`
  return {
    resourceId: row.id,
    iban: row.iban,
    bban: row.bban,
    currency: row.currency,
    name: accountName(row.name, fixes),
    product: row.product,
    cashAccountType: cashAccountType(row.cashAccountType, fixes),
    ...(withBalances ? { balances: showBalances(row) } : {}),
    _links: linksOf(ctx, path),
  }
}

const ONE_CARD = '/v1/card-accounts/{id}'
const cardAccountDetails = z
  .strictObject({
    resourceId: z.string(),
    maskedPan: z.string(),
    currency: z.string(),
    name: z.string().openapi({ description: 'At most 35 characters, or 70 with x-accept-fix longer-name (D43).' }),
    product: z.string(),
    cashAccountType: z.literal('CARD'),
    creditLimit: amountAnswer,
    ...balancesAndLinks,
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
    path: ONE_CARD,
    answer: z.strictObject({ cardAccount: cardAccountDetails }).openapi('CardAccountAnswer'),
    show: (ctx, row, { options, fixes }) => ({
      body: { cardAccount: showCardAccount(ctx, row, fixes, options.withBalance) },
    }),
  }),
  serve(operations.cardAccountBalances, {
    ...http,
    path: `${ONE_CARD}/balances`,
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
    _links: linksOf(ctx, path),
  }
}

export const fundsRoutes = [
  serve(operations.confirmFunds, {
    ...http,
    method: 'POST',
    path: '/v1/funds-confirmations',
    answer: z.strictObject({ fundsAvailable: z.boolean() }).openapi('FundsConfirmation'),
    show: (_, fundsAvailable) => ({ body: { fundsAvailable } }),
  }),
]

function linksOf(ctx: Context, path: string) {
  return {
    self: linkTo(ctx, path, 'GET'),
    balances: linkTo(ctx, `${path}/balances`, 'GET'),
    transactions: linkTo(ctx, `${path}/transactions`, 'GET'),
  }
}
