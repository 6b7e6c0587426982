import { z } from '@hono/zod-openapi'
import type { Context } from '../context.ts'
import { CASH_ACCOUNT_TYPES } from '../domain/accounts.ts'
import type { EachOf } from '../domain/given.ts'
import type { CreateAccount } from '../inputs/accounts.ts'
import * as operations from '../operations/accounts.ts'
import type { AccountListing } from '../resolvers/accounts.ts'
import { sandboxBalances, showSandboxBalances } from './balances.ts'
import { link, linkTo } from './links.ts'
import { CHANGE, CREATE, DELETE, READ, serve, serveDone, shownBy } from './serve.ts'

const COLLECTION = '/v1/sandbox/accounts'
const ONE = `${COLLECTION}/{mockAccountId}`

/** [I] Sandbox account. */
const sandboxAccount = z
  .strictObject({
    id: z.string(),
    customerNumber: z.string().openapi({ description: 'The customerNumber of the owner.' }),
    accountName: z.string(),
    bban: z.string(),
    iban: z.string(),
    currency: z.string(),
    product: z.string(),
    cashAccountType: z.enum(CASH_ACCOUNT_TYPES),
    creditLine: z.int32().openapi({ description: 'In whole units of the currency.' }),
    balances: sandboxBalances,
    _links: z.strictObject({ self: link, transactions: link }),
  })
  .openapi('SandboxAccount')

const shown = shownBy(sandboxAccount, showAccount)

export const accountRoutes = [
  serve(operations.createAccount, { ...CREATE, path: COLLECTION, ...shown.made(made => pathOf(made.account)) }),
  serve(operations.accounts, { ...READ, path: COLLECTION, ...shown.list }),
  serve(operations.account, { ...READ, path: ONE, ...shown.only }),
  serveDone(operations.deleteAccount, { ...DELETE, path: ONE }),
  serve(operations.changeBalances, { ...CHANGE, path: `${ONE}/balances`, ...shown.one }),
]

function showAccount(ctx: Context, { account, owner }: AccountListing) {
  return {
    id: account.id,
    customerNumber: owner.customerNumber,
    accountName: account.name,
    bban: account.bban,
    iban: account.iban,
    currency: account.currency,
    product: account.product,
    cashAccountType: account.cashAccountType,
    creditLine: account.creditLine,
    balances: showSandboxBalances(account),
    _links: {
      self: linkTo(ctx, pathOf(account), 'GET', 'DELETE'),
      transactions: linkTo(ctx, `${pathOf(account)}/transactions`, 'GET', 'POST', 'DELETE'),
    },
  } satisfies EachOf<CreateAccount>
}

function pathOf({ id }: { id: string }): string {
  return `${COLLECTION}/${id}`
}
