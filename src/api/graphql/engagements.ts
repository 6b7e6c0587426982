import { z } from '@hono/zod-openapi'
import type { CreateEngagement } from '../../bank/inputs/agreements.ts'
import { pathId } from '../../bank/inputs/values.ts'
import * as operations from '../../bank/operations/engagements.ts'
import { listChildren } from '../../bank/resolvers/lists.ts'
import { isOfferedForConsent, parseRoles } from '../../domain/engagements.ts'
import type { EachOf } from '../../domain/given.ts'
import * as changes from '../../sandbox/operations/changes.ts'
import { builder } from './builder.ts'
import { rowById, toConnection } from './connections.ts'
import { RoleEnum } from './enums.ts'
import { implement } from './fields.ts'
import { partOf } from './inputs.ts'
import { mutation, mutations, ownMutation } from './mutations.ts'
import { Accounts, Agreements, Customers, Engagements } from './nouns.ts'

implement(
  Engagements.type,
  "One PSU's rights to one account within an agreement.",
  t =>
    ({
      id: t.id('A UUID.'),
      roles: t.of(
        [RoleEnum],
        'What the PSU may do with the account, in the order in which they were sent.',
        engagement => parseRoles(engagement.roles),
      ),
      registerLimit: t.int(
        "The largest payment the PSU may register, in whole units of the account's currency; 2147483647 is no limit.",
      ),
      approvalLimit: t.int(
        "The largest payment the PSU may approve, in whole units of the account's currency; 2147483647 is no limit.",
      ),
      offeredForConsent: t.flag(
        'Whether the PSU can choose the account when granting consent: only with both REGISTER and VIEW.',
        engagement => isOfferedForConsent(engagement),
      ),
      createdAt: t.instant("When it was created, by the world's clock."),
      agreement: t.one(Agreements, 'agreementId', 'The agreement that it is part of.'),
      psu: t.one(Customers, 'customerId', 'The PSU who has the rights.'),
      account: t.one(Accounts, 'accountId', 'The account that the rights are to.'),
    }) satisfies EachOf<Omit<CreateEngagement, 'customer'>>,
)

builder.queryFields(t => ({
  engagements: t.connection(
    {
      type: Engagements.type,
      description:
        'The engagements of an agreement, oldest first. RESOURCE_UNKNOWN when the world does not have the agreement.',
      args: { agreementId: t.arg.id({ required: true, description: "The agreement's id." }) },
      resolve: async (_, { agreementId, ...args }, { bank }) =>
        toConnection(listChildren(bank.load.engagementsOfAgreement, (await bank.load.agreement(agreementId)).id, args)),
    },
    Engagements.connection,
  ),
  engagement: rowById(t, Engagements, 'One engagement.', "The engagement's id."),
}))

builder.mutationFields(t => ({
  ...mutations(t, operations.createEngagement, {
    payload: p => ({ engagement: p.of(Engagements.type, 'The engagement.', 'engagement') }),
    ids: { mockAgreementId: ['agreementId', 'The agreement that it is part of.'] },
    bulk: { things: 'engagements', type: Engagements.type, row: ({ engagement }) => engagement },
  }),
  changeEngagement: ownMutation(t, changes.changeEngagement, {
    payload: p => ({ engagement: p.of(Engagements.type, 'The engagement.', made => made) }),
    ids: { engagementId: ['id', "The engagement's id."] },
  }),
  deleteEngagement: mutation(t, operations.deleteEngagement, {
    payload: p => ({ engagement: p.of(Engagements.type, 'The engagement.', made => made) }),
    answers: 'Answers what they were.',
    ids: {
      given: partOf(z.strictObject({ id: pathId('Engagement', "The engagement's id.") })),
      find: async ({ id }, bank) => {
        const { agreementId } = await bank.load.engagement(String(id))
        return { mockAgreementId: agreementId, mockEngagementId: String(id) }
      },
    },
  }),
}))
