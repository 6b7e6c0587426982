import { isOfferedForConsent, parseRoles } from '../domain/engagements.ts'
import * as operations from '../operations/engagements.ts'
import { pageOfAgreementEngagements } from '../resolvers/engagements.ts'
import { builder } from './builder.ts'
import { toConnection } from './connections.ts'
import { RoleEnum } from './enums.ts'
import { rowById } from './list-fields.ts'
import { AccountRef, AgreementRef, CustomerRef, EngagementList, EngagementRef } from './nouns.ts'
import { idArg, twin } from './twins.ts'

EngagementRef.implement({
  description: "One PSU's rights to one account within an agreement ([I] Sandbox engagement, D27).",
  fields: t => ({
    id: t.exposeID('id', { description: 'A UUID (D20).' }),
    roles: t.field({
      type: [RoleEnum],
      description: "What the PSU may do with the account, in the interface's order.",
      resolve: engagement => parseRoles(engagement.roles),
    }),
    registerLimit: t.exposeInt('registerLimit', {
      description:
        "The largest payment the PSU may register, in whole units of the account's currency; 2147483647 is no limit.",
    }),
    approvalLimit: t.exposeInt('approvalLimit', {
      description:
        "The largest payment the PSU may approve, in whole units of the account's currency; 2147483647 is no limit.",
    }),
    offeredForConsent: t.boolean({
      description:
        'Whether the PSU can choose the account when granting consent: only with both REGISTER and VIEW ([I] Endpoints 8).',
      resolve: engagement => isOfferedForConsent(engagement),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: "When it was created, by the world's clock (D40).",
    }),
    agreement: t.field({
      type: AgreementRef,
      description: 'The agreement that it is part of.',
      resolve: (engagement, _, { bank }) => bank.load.agreement(engagement.agreementId),
    }),
    customer: t.field({
      type: CustomerRef,
      description: 'The PSU who has the rights.',
      resolve: (engagement, _, { bank }) => bank.load.customer(engagement.customerId),
    }),
    account: t.field({
      type: AccountRef,
      description: 'The account that the rights are to.',
      resolve: (engagement, _, { bank }) => bank.load.account(engagement.accountId),
    }),
  }),
})

builder.queryFields(t => ({
  engagements: t.connection(
    {
      type: EngagementRef,
      description:
        'The engagements of an agreement, oldest first. RESOURCE_UNKNOWN when the world does not have the agreement.',
      args: { agreementId: t.arg.id({ required: true, description: "The agreement's id." }) },
      resolve: async (_, { agreementId, ...args }, { bank }) =>
        toConnection(pageOfAgreementEngagements(bank, await bank.load.agreement(agreementId), args)),
    },
    EngagementList.connection,
  ),
  engagement: t.field(
    rowById(
      EngagementRef,
      'One engagement. RESOURCE_UNKNOWN when the world does not have it.',
      "The engagement's id.",
      (bank, id) => bank.load.engagement(id),
    ),
  ),
}))

const agreementIdArg = builder.args(t => ({
  agreementId: t.id({ required: true, description: 'The agreement that it is part of.' }),
}))

builder.mutationFields(t => ({
  createEngagement: t.field(
    twin(operations.createEngagement, {
      type: EngagementRef,
      args: agreementIdArg,
      ids: ({ agreementId }) => ({ mockAgreementId: agreementId }),
      show: ({ engagement }) => engagement,
    }),
  ),
  deleteEngagement: t.field(
    twin(operations.deleteEngagement, {
      type: EngagementRef,
      answers: 'Answers what they were.',
      args: { ...agreementIdArg, ...idArg("The engagement's id.") },
      ids: ({ agreementId, id }) => ({ mockAgreementId: agreementId, mockEngagementId: id }),
      show: engagement => engagement,
    }),
  ),
}))
