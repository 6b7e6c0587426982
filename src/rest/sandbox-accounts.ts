import { z } from '@hono/zod-openapi'
import type { Context } from '../context.ts'
import { CASH_ACCOUNT_TYPES } from '../domain/accounts.ts'
import { changeBalances, createAccount } from '../inputs/accounts.ts'
import * as accounts from '../resolvers/accounts.ts'
import { sandboxBalances, showSandboxBalances } from './balances.ts'
import { link, linkTo } from './links.ts'
import { NOTHING, route } from './route.ts'

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

const described = { ...NOTHING, tag: 'Sandbox accounts', service: 'sandbox' } as const

export const sandboxAccountRoutes = [
  route({
    ...described,
    method: 'POST',
    path: COLLECTION,
    operation: 'createAccount',
    summary: 'Create an account',
    description:
      "Adds an account. A private owner's joins its agreement at once; a corporation's must be added to an agreement by an engagement ([I] Endpoints 6).",
    headerSet: 'sandboxWrite',
    success: 201,
    body: createAccount,
    answer: sandboxAccount,
    refusals: ['BAD_REQUEST', 'CONFLICT'],
    handle: async (ctx, { body }) => {
      const made = await accounts.createAccount(ctx, body)
      return { location: pathOf(made.account), body: showAccount(ctx, made) }
    },
  }),
  route({
    ...described,
    method: 'GET',
    path: COLLECTION,
    operation: 'accounts',
    summary: 'List accounts',
    description: 'All accounts of the world, oldest first.',
    headerSet: 'sandboxRead',
    success: 200,
    answer: z.array(sandboxAccount),
    refusals: [],
    handle: async ctx => ({ body: (await accounts.listAccounts(ctx)).map(one => showAccount(ctx, one)) }),
  }),
  route({
    ...described,
    method: 'GET',
    path: ONE,
    operation: 'account',
    summary: 'Get an account',
    description: 'One account, as an array of one ([I] Endpoints 7).',
    headerSet: 'sandboxRead',
    success: 200,
    answer: z.array(sandboxAccount).length(1),
    refusals: ['RESOURCE_UNKNOWN'],
    handle: async (ctx, { param }) => ({
      body: [showAccount(ctx, await accounts.getAccount(ctx, param('mockAccountId')))],
    }),
  }),
  route({
    ...described,
    method: 'DELETE',
    path: ONE,
    operation: 'deleteAccount',
    summary: 'Delete an account',
    description: 'Deletes an account with its transactions and engagements (D29).',
    headerSet: 'sandboxRead',
    success: 204,
    refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
    handle: async (ctx, { param }) => {
      await accounts.deleteAccount(ctx, param('mockAccountId'))
      return {}
    },
  }),
  route({
    ...described,
    method: 'PUT',
    path: `${ONE}/balances`,
    operation: 'changeBalances',
    summary: 'Change balances',
    description: 'Sets the balances of an account. `expected` becomes `closingBooked` when only that is given (D22).',
    headerSet: 'sandboxWrite',
    success: 200,
    body: changeBalances,
    answer: sandboxAccount,
    refusals: ['RESOURCE_UNKNOWN'],
    handle: async (ctx, { param, body }) => ({
      body: showAccount(ctx, await accounts.changeBalances(ctx, param('mockAccountId'), body)),
    }),
  }),
]

function showAccount(ctx: Context, { account, owner }: accounts.AccountListing) {
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
  }
}

function pathOf({ id }: { id: string }): string {
  return `${COLLECTION}/${id}`
}
