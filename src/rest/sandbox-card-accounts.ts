import { z } from '@hono/zod-openapi'
import type { Context } from '../context.ts'
import { changeBalances, createCardAccount } from '../inputs/accounts.ts'
import * as cards from '../resolvers/card-accounts.ts'
import { sandboxBalances, showSandboxBalances } from './balances.ts'
import { link, linkTo } from './links.ts'
import { NOTHING, route } from './route.ts'

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

const described = { ...NOTHING, tag: 'Sandbox card accounts', service: 'sandbox' } as const

export const sandboxCardAccountRoutes = [
  route({
    ...described,
    method: 'POST',
    path: COLLECTION,
    operation: 'createCardAccount',
    summary: 'Create a card account',
    description:
      'Adds a card account. It is offered for consent to its private owner, or to the members of the corporation that owns it.',
    headerSet: 'sandboxWrite',
    success: 201,
    body: createCardAccount,
    answer: sandboxCardAccount,
    refusals: ['BAD_REQUEST', 'CONFLICT'],
    handle: async (ctx, { body }) => {
      const made = await cards.createCardAccount(ctx, body)
      return { location: pathOf(made.cardAccount), body: showCardAccount(ctx, made) }
    },
  }),
  route({
    ...described,
    method: 'GET',
    path: COLLECTION,
    operation: 'cardAccounts',
    summary: 'List card accounts',
    description: 'All card accounts of the world, oldest first.',
    headerSet: 'sandboxRead',
    success: 200,
    answer: z.array(sandboxCardAccount),
    refusals: [],
    handle: async ctx => ({ body: (await cards.listCardAccounts(ctx)).map(one => showCardAccount(ctx, one)) }),
  }),
  route({
    ...described,
    method: 'GET',
    path: ONE,
    operation: 'cardAccount',
    summary: 'Get a card account',
    description: 'One card account, as an array of one.',
    headerSet: 'sandboxRead',
    success: 200,
    answer: z.array(sandboxCardAccount).length(1),
    refusals: ['RESOURCE_UNKNOWN'],
    handle: async (ctx, { param }) => ({
      body: [showCardAccount(ctx, await cards.getCardAccount(ctx, param('mockCardAccountId')))],
    }),
  }),
  route({
    ...described,
    method: 'DELETE',
    path: ONE,
    operation: 'deleteCardAccount',
    summary: 'Delete a card account',
    description: 'Deletes a card account with its transactions (D29).',
    headerSet: 'sandboxRead',
    success: 204,
    refusals: ['RESOURCE_UNKNOWN'],
    handle: async (ctx, { param }) => {
      await cards.deleteCardAccount(ctx, param('mockCardAccountId'))
      return {}
    },
  }),
  route({
    ...described,
    method: 'PUT',
    path: `${ONE}/balances`,
    operation: 'changeCardBalances',
    summary: 'Change balances of a card account',
    description:
      'Sets the balances of a card account. `expected` becomes `closingBooked` when only that is given (D22).',
    headerSet: 'sandboxWrite',
    success: 200,
    body: changeBalances,
    answer: sandboxCardAccount,
    refusals: ['RESOURCE_UNKNOWN'],
    handle: async (ctx, { param, body }) => ({
      body: showCardAccount(ctx, await cards.changeCardBalances(ctx, param('mockCardAccountId'), body)),
    }),
  }),
]

function showCardAccount(ctx: Context, { cardAccount, owner }: cards.CardAccountListing) {
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
  }
}

function pathOf({ id }: { id: string }): string {
  return `${COLLECTION}/${id}`
}
