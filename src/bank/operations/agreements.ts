import { createAgreement as body } from '../inputs/agreements.ts'
import * as resolvers from '../resolvers/agreements.ts'
import { judgeAgreement } from './judges.ts'
import { operation } from './operation.ts'

const described = { tag: 'Sandbox agreements', service: 'sandbox' } as const
const one = { ...described, ids: { mockAgreementId: 'Agreement' } } as const

export const createAgreement = operation({
  ...described,
  name: 'createAgreement',
  makes: 'Agreement',
  summary: 'Create an agreement',
  description: 'Adds an agreement of a corporation, with engagements if given. All or nothing (D26).',
  exceptions: [
    ['BAD_REQUEST', 'for a private owner'],
    ['CONFLICT', 'when the owner has one of that name'],
  ],
  input: body,
  judge: judgeAgreement,
  refusals: ['BAD_REQUEST', 'CONFLICT'],
  run: (ctx, { input }) => resolvers.createAgreement(ctx, input),
})

export const agreements = operation({
  ...described,
  name: 'agreements',
  summary: 'List agreements',
  description: 'All agreements of the world, oldest first; the automatic ones of private customers too.',
  refusals: [],
  run: ctx => resolvers.listAgreements(ctx),
})

export const agreement = operation({
  ...one,
  name: 'agreement',
  summary: 'Get an agreement',
  description: 'One agreement with the ids of its engagements.',
  refusals: ['RESOURCE_UNKNOWN'],
  run: (ctx, { ids }) => resolvers.getAgreement(ctx, ids.mockAgreementId),
})

export const deleteAgreement = operation({
  ...one,
  name: 'deleteAgreement',
  summary: 'Delete an agreement',
  description: 'Deletes an agreement and its engagements.',
  exceptions: [
    ['BAD_REQUEST', 'for the automatic one of a private customer, which goes only with the customer (D26)'],
    ['CONFLICT', 'while a payment under it waits for its approval (D77)'],
  ],
  refusals: ['RESOURCE_UNKNOWN', 'BAD_REQUEST', 'CONFLICT'],
  run: (ctx, { ids }) => resolvers.deleteAgreement(ctx, ids.mockAgreementId),
})
