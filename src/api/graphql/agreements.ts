import type { CreateAgreement } from '../../bank/inputs/agreements.ts'
import { agreementFilter } from '../../bank/inputs/filters.ts'
import * as operations from '../../bank/operations/agreements.ts'
import { pageOfAgreements } from '../../bank/resolvers/agreements.ts'
import type { EachOf } from '../../domain/given.ts'
import { builder } from './builder.ts'
import { listByFilter, rowById } from './connections.ts'
import { implement } from './fields.ts'
import { Agreements, Customers, Engagements } from './nouns.ts'
import { twin } from './twins.ts'

implement(
  Agreements.type,
  'What a customer agreed with the bank: who may do what with which account ([I] Agreement summary, D26).',
  t =>
    ({
      id: t.id('A UUID (D20). A corporate PSU names it in PSU-Corporate-ID.'),
      name: t.text('1 to 70 characters, unique for its owner (D24).'),
      automatic: t.flag(
        'Whether the bank made it with a private customer; such a one goes only with the customer (D26).',
      ),
      createdAt: t.instant("When it was created, by the world's clock (D40)."),
      owner: t.one(Customers, 'ownerId', 'The customer whose accounts it is about.'),
      engagements: t.list(
        Engagements,
        'Who may do what with which account, oldest first.',
        load => load.engagementsOfAgreement,
      ),
    }) satisfies EachOf<CreateAgreement>,
)

builder.queryFields(t => ({
  agreements: listByFilter(
    t,
    Agreements,
    'All agreements of the world, oldest first, automatic ones too.',
    agreementFilter,
    pageOfAgreements,
  ),
  agreement: rowById(t, Agreements, 'One agreement.', "The agreement's id."),
}))

builder.mutationFields(t => ({
  createAgreement: twin(t, operations.createAgreement, { type: Agreements.type, show: ({ agreement }) => agreement }),
  deleteAgreement: twin(t, operations.deleteAgreement, {
    type: Agreements.type,
    answers: 'Answers what it was.',
    ids: { mockAgreementId: ['id', "The agreement's id."] },
  }),
}))
