import { isOfferedForConsent, parseRoles } from '../domain/engagements.ts'
import { createEngagement } from '../inputs/engagements.ts'
import * as engagements from '../resolvers/engagements.ts'
import * as pages from '../resolvers/lists.ts'
import { builder } from './builder.ts'
import { toConnection } from './connections.ts'
import { RoleEnum } from './enums.ts'
import { given } from './inputs.ts'
import { AccountRef, AgreementRef, CustomerRef, EngagementConnection, EngagementRef } from './nouns.ts'

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

const EngagementAccountInput = builder.inputType('EngagementAccount', {
  description: 'The account that an engagement opens.',
  fields: t => ({
    iban: t.string({ required: true, description: 'IBAN of an account of the world. Spaces are removed.' }),
  }),
})

/** Without its schema when it is part of another body: there that body's schema speaks for the whole. */
export const CreateEngagementInput = builder.inputType('CreateEngagement', {
  description: 'The body of POST /v1/sandbox/agreements/{mockAgreementId}/engagements ([I] Endpoints 8, D27).',
  fields: t => ({
    customer: t.string({
      required: true,
      description: 'The customerNumber of the PSU that is to see the account when granting consent.',
    }),
    account: t.field({
      type: EngagementAccountInput,
      required: true,
      description: "An account of the agreement's owner.",
    }),
    roles: t.field({ type: [RoleEnum], required: true, description: 'At least one role, each once (D27).' }),
    registerLimit: t.int({
      required: true,
      description: "The largest payment the PSU may register: 0 or more whole units of the account's currency.",
    }),
    approvalLimit: t.int({
      required: true,
      description: "The largest payment the PSU may approve: 0 or more whole units of the account's currency.",
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
        toConnection(pages.pageOfAgreementEngagements(bank, await bank.load.agreement(agreementId), args)),
    },
    EngagementConnection,
  ),
  engagement: t.field({
    type: EngagementRef,
    nullable: true,
    description: 'One engagement. RESOURCE_UNKNOWN when the world does not have it.',
    args: { id: t.arg.id({ required: true, description: "The engagement's id." }) },
    resolve: (_, { id }, { bank }) => bank.load.engagement(id),
  }),
}))

builder.mutationFields(t => ({
  createEngagement: t.field({
    type: EngagementRef,
    description:
      "Opens an account of the agreement's owner to a PSU ([I] Endpoints 8). BAD_REQUEST when the account belongs to somebody else, or to that PSU (D27).",
    args: {
      agreementId: t.arg.id({ required: true, description: 'The agreement to add it to.' }),
      input: t.arg({
        type: CreateEngagementInput,
        required: true,
        description: 'The engagement.',
        validate: given(createEngagement),
      }),
    },
    resolve: (_, { agreementId, input }, { bank }) => engagements.createEngagement(bank, agreementId, input),
  }),
  deleteEngagement: t.field({
    type: EngagementRef,
    description: "Takes a PSU's rights away again. Answers what they were.",
    args: {
      agreementId: t.arg.id({ required: true, description: 'The agreement that it is part of.' }),
      id: t.arg.id({ required: true, description: "The engagement's id." }),
    },
    resolve: (_, { agreementId, id }, { bank }) => engagements.deleteEngagement(bank, agreementId, id),
  }),
}))
