import * as inputs from '../inputs/accounts.ts'
import * as resolvers from '../resolvers/accounts.ts'
import * as holders from '../resolvers/holders.ts'
import { judgeAccount, judgeAccountBalances, judgeCardBalances } from './judges.ts'
import { operation } from './operation.ts'

const described = { tag: 'Sandbox accounts', service: 'sandbox' } as const
const one = { ...described, ids: { mockAccountId: 'Account' } } as const

export const createAccount = operation({
  ...described,
  name: 'createAccount',
  makes: 'Account',
  summary: 'Create an account',
  description:
    "Adds an account. A private owner's joins its agreement at once; a corporation's must be added to an agreement by an engagement ([I] Endpoints 6).",
  exceptions: [['CONFLICT', 'when a number is taken (D24)']],
  input: inputs.createAccount,
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
  run: ctx => holders.listHolders(holders.ACCOUNTS, ctx),
})

export const account = operation({
  ...one,
  name: 'account',
  summary: 'Get an account',
  description: 'One account, as an array of one ([I] Endpoints 7).',
  refusals: ['RESOURCE_UNKNOWN'],
  run: (ctx, { ids }) => holders.getHolder(holders.ACCOUNTS, ctx, ids.mockAccountId),
})

export const deleteAccount = operation({
  ...one,
  name: 'deleteAccount',
  summary: 'Delete an account',
  description: 'Deletes an account with its transactions and engagements (D29).',
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  run: (ctx, { ids }) => holders.deleteHolder(holders.ACCOUNTS, ctx, ids.mockAccountId),
})

export const changeBalances = operation({
  ...one,
  name: 'changeBalances',
  summary: 'Change balances',
  description: 'Sets the balances of an account; the difference is booked against clearing.',
  exceptions: [['`expected` becomes `closingBooked`', 'when only that is given (D22)']],
  input: inputs.changeBalances,
  judge: judgeAccountBalances,
  refusals: ['RESOURCE_UNKNOWN'],
  run: (ctx, { ids, input }) => holders.changeBalances(holders.ACCOUNTS, ctx, ids.mockAccountId, input),
})

const card = { tag: 'Sandbox card accounts', service: 'sandbox' } as const
const oneCard = { ...card, ids: { mockCardAccountId: 'CardAccount' } } as const

export const createCardAccount = operation({
  ...card,
  name: 'createCardAccount',
  makes: 'CardAccount',
  summary: 'Create a card account',
  description:
    'Adds a card account. It is offered for consent to its private owner, or to the members of the corporation that owns it.',
  exceptions: [['CONFLICT', 'when the world already has its masked card number']],
  input: inputs.createCardAccount,
  judge: judgeAccount,
  refusals: ['BAD_REQUEST', 'CONFLICT'],
  run: (ctx, { input }) => resolvers.createCardAccount(ctx, input),
})

export const cardAccounts = operation({
  ...card,
  name: 'cardAccounts',
  summary: 'List card accounts',
  description: 'All card accounts of the world, oldest first.',
  refusals: [],
  run: ctx => holders.listHolders(holders.CARD_ACCOUNTS, ctx),
})

export const cardAccount = operation({
  ...oneCard,
  name: 'cardAccount',
  summary: 'Get a card account',
  description: 'One card account, as an array of one.',
  refusals: ['RESOURCE_UNKNOWN'],
  run: (ctx, { ids }) => holders.getHolder(holders.CARD_ACCOUNTS, ctx, ids.mockCardAccountId),
})

export const deleteCardAccount = operation({
  ...oneCard,
  name: 'deleteCardAccount',
  summary: 'Delete a card account',
  description: 'Deletes a card account with its transactions (D29).',
  refusals: ['RESOURCE_UNKNOWN'],
  run: (ctx, { ids }) => holders.deleteHolder(holders.CARD_ACCOUNTS, ctx, ids.mockCardAccountId),
})

export const changeCardBalances = operation({
  ...oneCard,
  name: 'changeCardBalances',
  summary: 'Change balances of a card account',
  description: 'Sets the balances of a card account; the difference is booked against clearing.',
  exceptions: [['`expected` becomes `closingBooked`', 'when only that is given (D22)']],
  input: inputs.changeBalances,
  judge: judgeCardBalances,
  refusals: ['RESOURCE_UNKNOWN'],
  run: (ctx, { ids, input }) => holders.changeBalances(holders.CARD_ACCOUNTS, ctx, ids.mockCardAccountId, input),
})
