import * as operations from '../operations/agreements.ts'
import { pageOfAgreements } from '../resolvers/agreements.ts'
import { pageOfAgreementEngagements } from '../resolvers/engagements.ts'
import { builder } from './builder.ts'
import { listBelow, listOfAll, rowById } from './list-fields.ts'
import { AgreementList, AgreementRef, CustomerRef, EngagementList } from './nouns.ts'
import { idArg, twin } from './twins.ts'

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
      ...listBelow(EngagementList, 'Who may do what with which account, oldest first.', pageOfAgreementEngagements),
    ),
  }),
})

builder.queryFields(t => ({
  agreements: t.connection(
    ...listOfAll(AgreementList, 'All agreements of the world, oldest first, automatic ones too.', pageOfAgreements),
  ),
  agreement: t.field(
    rowById(
      AgreementRef,
      'One agreement. RESOURCE_UNKNOWN when the world does not have it.',
      "The agreement's id.",
      (bank, id) => bank.load.agreement(id),
    ),
  ),
}))

builder.mutationFields(t => ({
  createAgreement: t.field(
    twin(operations.createAgreement, { type: AgreementRef, show: ({ agreement }) => agreement }),
  ),
  deleteAgreement: t.field(
    twin(operations.deleteAgreement, {
      type: AgreementRef,
      answers: 'Answers what it was.',
      args: idArg("The agreement's id."),
      ids: ({ id }) => ({ mockAgreementId: id }),
      show: agreement => agreement,
    }),
  ),
}))
