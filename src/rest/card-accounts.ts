import { z } from '@hono/zod-openapi'
import type { Context } from '../context.ts'
import type { EachOf } from '../domain/given.ts'
import type { CreateCardAccount } from '../inputs/accounts.ts'
import * as operations from '../operations/card-accounts.ts'
import type { CardAccountListing } from '../resolvers/card-accounts.ts'
import { sandboxBalances, showSandboxBalances } from './balances.ts'
import { link, linkTo } from './links.ts'
import { CHANGE, CREATE, DELETE, READ, serve, serveDone, shownBy } from './serve.ts'

const COLLECTION = '/v1/sandbox/card-accounts'
const ONE = `${COLLECTION}/{mockCardAccountId}`

/** A sandbox account with a masked card number in place of account numbers. */
const sandboxCardAccount = z
  .strictObject({
    id: z.string(),
    customerNumber: z.string().openapi({ description: 'The customerNumber of the owner.' }),
    accountName: z.string(),
    maskedPan: z.string(),
    currency: z.string(),
    product: z.string(),
    creditLine: z.int32().openapi({ description: 'The credit limit, in whole units of the currency.' }),
    balances: sandboxBalances,
    _links: z.strictObject({ self: link, transactions: link }),
  })
  .openapi('SandboxCardAccount')

const shown = shownBy(sandboxCardAccount, showCardAccount)

export const cardAccountRoutes = [
  serve(operations.createCardAccount, { ...CREATE, path: COLLECTION, ...shown.made(made => pathOf(made.cardAccount)) }),
  serve(operations.cardAccounts, { ...READ, path: COLLECTION, ...shown.list }),
  serve(operations.cardAccount, { ...READ, path: ONE, ...shown.only }),
  serveDone(operations.deleteCardAccount, { ...DELETE, path: ONE }),
  serve(operations.changeCardBalances, { ...CHANGE, path: `${ONE}/balances`, ...shown.one }),
]

function showCardAccount(ctx: Context, { cardAccount, owner }: CardAccountListing) {
  const { id, name, maskedPan, currency, product, creditLine } = cardAccount
  return {
    id,
    customerNumber: owner.customerNumber,
    accountName: name,
    maskedPan,
    currency,
    product,
    creditLine,
    balances: showSandboxBalances(cardAccount),
    _links: {
      self: linkTo(ctx, pathOf(cardAccount), 'GET', 'DELETE'),
      transactions: linkTo(ctx, `${pathOf(cardAccount)}/transactions`, 'GET', 'POST', 'DELETE'),
    },
  } satisfies EachOf<CreateCardAccount>
}

function pathOf({ id }: { id: string }): string {
  return `${COLLECTION}/${id}`
}
