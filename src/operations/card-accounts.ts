import { createCardAccount as body, changeBalances as newBalances } from '../inputs/accounts.ts'
import * as resolvers from '../resolvers/card-accounts.ts'
import { judgeAccount, judgeCardBalances } from './judges.ts'
import { operation } from './operation.ts'

const described = { tag: 'Sandbox card accounts', service: 'sandbox' } as const
const one = { ...described, ids: ['mockCardAccountId'] } as const

export const createCardAccount = operation({
  ...described,
  name: 'createCardAccount',
  summary: 'Create a card account',
  description:
    'Adds a card account. It is offered for consent to its private owner, or to the members of the corporation that owns it. CONFLICT when the world already has its masked card number.',
  input: body,
  judge: judgeAccount,
  refusals: ['BAD_REQUEST', 'CONFLICT'],
  run: (ctx, { input }) => resolvers.createCardAccount(ctx, input),
})

export const cardAccounts = operation({
  ...described,
  name: 'cardAccounts',
  summary: 'List card accounts',
  description: 'All card accounts of the world, oldest first.',
  refusals: [],
  run: ctx => resolvers.listCardAccounts(ctx),
})

export const cardAccount = operation({
  ...one,
  name: 'cardAccount',
  summary: 'Get a card account',
  description: 'One card account, as an array of one.',
  refusals: ['RESOURCE_UNKNOWN'],
  run: (ctx, { ids }) => resolvers.getCardAccount(ctx, ids.mockCardAccountId),
})

export const deleteCardAccount = operation({
  ...one,
  name: 'deleteCardAccount',
  summary: 'Delete a card account',
  description: 'Deletes a card account with its transactions (D29).',
  refusals: ['RESOURCE_UNKNOWN'],
  run: (ctx, { ids }) => resolvers.deleteCardAccount(ctx, ids.mockCardAccountId),
})

export const changeCardBalances = operation({
  ...one,
  name: 'changeCardBalances',
  summary: 'Change balances of a card account',
  description:
    'Sets the balances of a card account; the difference is booked against clearing. `expected` becomes `closingBooked` when only that is given (D22).',
  input: newBalances,
  judge: judgeCardBalances,
  refusals: ['RESOURCE_UNKNOWN'],
  run: (ctx, { ids, input }) => resolvers.changeCardBalances(ctx, ids.mockCardAccountId, input),
})
