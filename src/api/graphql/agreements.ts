import type { CreateAgreement } from '../../bank/inputs/agreements.ts'
import { agreementFilter } from '../../bank/inputs/filters.ts'
import * as operations from '../../bank/operations/agreements.ts'
import { pageOfAgreements } from '../../bank/resolvers/agreements.ts'
import type { EachOf } from '../../domain/given.ts'
import { builder } from './builder.ts'
import { listByFilter, rowById } from './connections.ts'
import { implement } from './fields.ts'
import { mutation } from './mutations.ts'
import { Agreements, Customers, Engagements } from './nouns.ts'

implement(
  Agreements.type,
  'What a customer agreed with the bank: who may do what with which account.',
  t =>
    ({
      id: t.id('A UUID. A corporate PSU names it in PSU-Corporate-ID.'),
      name: t.text('1 to 70 characters, unique for its owner.'),
      automatic: t.flag('Whether the bank made it with a private customer; such a one goes only with the customer.'),
      createdAt: t.instant("When it was created, by the world's clock."),
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
  createAgreement: mutation(t, operations.createAgreement, {
    payload: p => ({ agreement: p.of(Agreements.type, 'The agreement.', 'agreement') }),
  }),
  deleteAgreement: mutation(t, operations.deleteAgreement, {
    payload: p => ({ agreement: p.of(Agreements.type, 'The agreement.', made => made) }),
    answers: 'Answers what it was.',
    ids: { mockAgreementId: ['id', "The agreement's id."] },
  }),
}))
