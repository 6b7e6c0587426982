import { z } from '@hono/zod-openapi'
import type { Context } from '../context.ts'
import { accountName, cashAccountType, type Fixes } from '../domain/account-information.ts'
import type { Account } from '../generated/client.ts'
import * as information from '../resolvers/account-information/read.ts'
import { readAccess, readFixes } from './access.ts'
import { balances, showBalances, withBalance } from './balances.ts'
import { link, linkTo } from './links.ts'
import { NOTHING, route } from './route.ts'

const ONE = '/v1/accounts/{id}'
const described = {
  ...NOTHING,
  tag: 'Accounts',
  service: 'accountInformation',
  method: 'GET',
  headerSet: 'transactionDetails',
  success: 200,
} as const
export const CONSENT_REFUSALS = [
  'CONSENT_INVALID',
  'CONSENT_EXPIRED',
  'CONSENT_UNKNOWN',
  'PSU_CREDENTIALS_INVALID',
] as const

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
    balances: balances.optional().openapi({ description: 'Only with withBalance=true.' }),
    _links: z.strictObject({ self: link, balances: link, transactions: link }),
  })
  .openapi('AccountDetails')

export const accountRoutes = [
  route({
    ...described,
    path: '/v1/accounts',
    operation: 'consentedAccounts',
    summary: 'List accounts',
    description:
      'The accounts that the PSU opened to the TPP, oldest first. An empty list when all of them were closed ([I] Errors).',
    query: withBalance,
    answer: z.strictObject({ accounts: z.array(accountDetails) }).openapi('AccountList'),
    refusals: [...CONSENT_REFUSALS, 'ACCESS_EXCEEDED'],
    handle: async (ctx, { header, query }) => {
      const rows = await information.consentedAccounts(ctx, readAccess(header), query)
      return { body: { accounts: rows.map(row => showAccount(ctx, row, readFixes(header), query.withBalance)) } }
    },
  }),
  route({
    ...described,
    path: ONE,
    operation: 'consentedAccount',
    summary: 'Get an account',
    description: 'One account of the consent. Any other is unknown (D32).',
    query: withBalance,
    answer: z.strictObject({ account: accountDetails }).openapi('AccountAnswer'),
    refusals: [...CONSENT_REFUSALS, 'RESOURCE_UNKNOWN', 'ACCESS_EXCEEDED'],
    handle: async (ctx, { header, query, param }) => {
      const row = await information.consentedAccount(ctx, readAccess(header), param('id'), query)
      return { body: { account: showAccount(ctx, row, readFixes(header), query.withBalance) } }
    },
  }),
  route({
    ...described,
    path: `${ONE}/balances`,
    operation: 'accountBalances',
    summary: 'Get balances',
    description: 'Both balances of an account of the consent. Without PSU-IP-Address 4 times a day (D41).',
    answer: z
      .strictObject({ account: z.strictObject({ iban: z.string(), bban: z.string(), currency: z.string() }), balances })
      .openapi('AccountBalances'),
    refusals: [...CONSENT_REFUSALS, 'RESOURCE_UNKNOWN', 'ACCESS_EXCEEDED'],
    handle: async (ctx, { header, param }) => {
      const { iban, bban, currency, ...row } = await information.accountBalances(ctx, readAccess(header), param('id'))
      return { body: { account: { iban, bban, currency }, balances: showBalances({ ...row, currency }) } }
    },
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
    _links: {
      self: linkTo(ctx, path, 'GET'),
      balances: linkTo(ctx, `${path}/balances`, 'GET'),
      transactions: linkTo(ctx, `${path}/transactions`, 'GET'),
    },
  }
}
