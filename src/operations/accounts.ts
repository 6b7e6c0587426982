import { createAccount as body, changeBalances as newBalances } from '../inputs/accounts.ts'
import * as resolvers from '../resolvers/accounts.ts'
import { judgeAccount, judgeAccountBalances } from './judges.ts'
import { operation } from './operation.ts'

const described = { tag: 'Sandbox accounts', service: 'sandbox' } as const
const one = { ...described, ids: ['mockAccountId'] } as const

export const createAccount = operation({
  ...described,
  name: 'createAccount',
  summary: 'Create an account',
  description:
    "Adds an account. A private owner's joins its agreement at once; a corporation's must be added to an agreement by an engagement ([I] Endpoints 6). CONFLICT when a number is taken (D24).",
  input: body,
  judge: judgeAccount,
  refusals: ['BAD_REQUEST', 'CONFLICT'],
  run: (ctx, { input }) => resolvers.createAccount(ctx, input),
})

export const accounts = operation({
  ...described,
  name: 'accounts',
  summary: 'List accounts',
  description: 'All accounts of the world, oldest first.',
  refusals: [],
  run: ctx => resolvers.listAccounts(ctx),
})

export const account = operation({
  ...one,
  name: 'account',
  summary: 'Get an account',
  description: 'One account, as an array of one ([I] Endpoints 7).',
  refusals: ['RESOURCE_UNKNOWN'],
  run: (ctx, { ids }) => resolvers.getAccount(ctx, ids.mockAccountId),
})

export const deleteAccount = operation({
  ...one,
  name: 'deleteAccount',
  summary: 'Delete an account',
  description: 'Deletes an account with its transactions and engagements (D29).',
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  run: (ctx, { ids }) => resolvers.deleteAccount(ctx, ids.mockAccountId),
})

export const changeBalances = operation({
  ...one,
  name: 'changeBalances',
  summary: 'Change balances',
  description:
    'Sets the balances of an account; the difference is booked against clearing. `expected` becomes `closingBooked` when only that is given (D22).',
  input: newBalances,
  judge: judgeAccountBalances,
  refusals: ['RESOURCE_UNKNOWN'],
  run: (ctx, { ids, input }) => resolvers.changeBalances(ctx, ids.mockAccountId, input),
})
