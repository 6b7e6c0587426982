import { createEngagement as body } from '../inputs/agreements.ts'
import * as resolvers from '../resolvers/engagements.ts'
import { judgeEngagement } from './judges.ts'
import { operation } from './operation.ts'

const described = { tag: 'Sandbox engagements', service: 'sandbox' } as const
const collection = { ...described, ids: { mockAgreementId: 'Agreement' } } as const
const one = { ...described, ids: { mockAgreementId: 'Agreement', mockEngagementId: 'Engagement' } } as const

export const createEngagement = operation({
  ...collection,
  name: 'createEngagement',
  makes: 'Engagement',
  summary: 'Create an engagement',
  description:
    "Opens an account of the agreement's owner to a PSU. It must hold REGISTER and VIEW to be offered for consent ([I] Endpoints 8, D27).",
  exceptions: [
    ['BAD_REQUEST', 'when the agreement is the automatic one of a private customer'],
    ['BAD_REQUEST', "when the account is not that of the agreement's owner"],
    ['BAD_REQUEST', 'when the customer is a corporation'],
  ],
  input: body,
  judge: judgeEngagement,
  refusals: ['RESOURCE_UNKNOWN', 'BAD_REQUEST'],
  run: (ctx, { ids, input }) => resolvers.createEngagement(ctx, ids.mockAgreementId, input),
})

export const engagements = operation({
  ...collection,
  name: 'engagements',
  summary: 'List engagements',
  description: 'The engagements of an agreement, oldest first.',
  refusals: ['RESOURCE_UNKNOWN'],
  run: (ctx, { ids }) => resolvers.listEngagements(ctx, ids.mockAgreementId),
})

export const engagement = operation({
  ...one,
  name: 'engagement',
  summary: 'Get an engagement',
  description: 'One engagement of an agreement.',
  refusals: ['RESOURCE_UNKNOWN'],
  run: (ctx, { ids }) => resolvers.getEngagement(ctx, ids.mockAgreementId, ids.mockEngagementId),
})

export const deleteEngagement = operation({
  ...one,
  name: 'deleteEngagement',
  summary: 'Delete an engagement',
  description: "Takes the PSU's rights on the account away.",
  exceptions: [['CONFLICT', 'while a payment waits for an approval that no other member could give (D77)']],
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
  run: (ctx, { ids }) => resolvers.deleteEngagement(ctx, ids.mockAgreementId, ids.mockEngagementId),
})
