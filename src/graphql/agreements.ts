import { createAgreement } from '../inputs/agreements.ts'
import * as agreements from '../resolvers/agreements.ts'
import * as pages from '../resolvers/lists.ts'
import { builder } from './builder.ts'
import { toConnection } from './connections.ts'
import { CreateEngagementInput } from './engagements.ts'
import { given } from './inputs.ts'
import { AgreementConnection, AgreementRef, CustomerRef, EngagementConnection, EngagementRef } from './nouns.ts'

AgreementRef.implement({
  description: 'What a customer agreed with the bank: who may do what with which account ([I] Agreement summary, D26).',
  fields: t => ({
    id: t.exposeID('id', { description: 'A UUID (D20). A corporate PSU names it in PSU-Corporate-ID.' }),
    name: t.exposeString('name', { description: '1 to 70 characters, unique for its owner (D24).' }),
    automatic: t.exposeBoolean('automatic', {
      description: 'Whether the bank made it with a private customer; such a one goes only with the customer (D26).',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: "When it was created, by the world's clock (D40).",
    }),
    owner: t.field({
      type: CustomerRef,
      description: 'The customer whose accounts it is about.',
      resolve: (agreement, _, { bank }) => bank.load.customer(agreement.ownerId),
    }),
    engagements: t.connection(
      {
        type: EngagementRef,
        description: 'Who may do what with which account, oldest first.',
        resolve: (agreement, args, { bank }) => toConnection(pages.pageOfAgreementEngagements(bank, agreement, args)),
      },
      EngagementConnection,
    ),
  }),
})

const CreateAgreementInput = builder
  .inputType('CreateAgreement', {
    description: 'The body of POST /v1/sandbox/agreements (D26).',
    fields: t => ({
      owner: t.string({
        required: true,
        description: 'The customerNumber of the corporation that the agreement belongs to.',
      }),
      name: t.string({ required: true, description: '1 to 70 characters, unique for its owner (D24).' }),
      engagements: t.field({
        type: [CreateEngagementInput],
        description: 'Engagements to create with it: at most 100, all or nothing.',
      }),
    }),
  })
  .validate(given(createAgreement))

builder.queryFields(t => ({
  agreements: t.connection(
    {
      type: AgreementRef,
      description: 'All agreements of the world, oldest first, automatic ones too.',
      resolve: (_, args, { bank }) => toConnection(pages.pageOfAgreements(bank, args)),
    },
    AgreementConnection,
  ),
  agreement: t.field({
    type: AgreementRef,
    nullable: true,
    description: 'One agreement. RESOURCE_UNKNOWN when the world does not have it.',
    args: { id: t.arg.id({ required: true, description: "The agreement's id." }) },
    resolve: (_, { id }, { bank }) => bank.load.agreement(id),
  }),
}))

builder.mutationFields(t => ({
  createAgreement: t.field({
    type: AgreementRef,
    description:
      'Adds an agreement of a corporation, with engagements if given (D26). BAD_REQUEST for a private owner, CONFLICT when the owner has one of that name.',
    args: { input: t.arg({ type: CreateAgreementInput, required: true, description: 'The agreement.' }) },
    resolve: async (_, { input }, { bank }) => (await agreements.createAgreement(bank, input)).agreement,
  }),
  deleteAgreement: t.field({
    type: AgreementRef,
    description:
      'Deletes an agreement and its engagements. BAD_REQUEST for an automatic one (D26). Answers what it was.',
    args: { id: t.arg.id({ required: true, description: "The agreement's id." }) },
    resolve: (_, { id }, { bank }) => agreements.deleteAgreement(bank, id),
  }),
}))
