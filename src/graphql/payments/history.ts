import { historyOf, STATUS_CAUSES, type StatusCause, type StatusChange } from '../../domain/payment-history.ts'
import { unlessGone } from '../../resolvers/references.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'
import { CustomerRef, PaymentRef } from '../nouns.ts'
import { PaymentStatusEnum } from './enums.ts'

const StatusCauseEnum = enumOf<StatusCause>(
  'PaymentStatusCause',
  'What made a payment change its status.',
  {
    REGISTRATION: 'The TPP registered it.',
    APPROVAL: 'A PSU approved it, by itself or in a basket (D35, D39).',
    REJECTION: 'A PSU rejected it (D33).',
    EXECUTION: 'It was carried out, or could not be: in a batch, as a run of a plan, or at once (D35, D38).',
    CANCELLATION: 'Its TPP cancelled it before it was authorised (D36).',
    CANCELLATION_APPROVAL: 'A PSU approved that it is cancelled (D36).',
    OTHER_CHANNEL: 'Another channel of the bank changed or cancelled it (D36).',
    FIXTURE: 'A fixture says that it stands so (D82).',
    SCENARIO: 'A scenario forced it (D88).',
    UNRECORDED: 'Unknown: it happened before this bank kept the histories of payments.',
  },
  STATUS_CAUSES,
)

const StatusChangeRef = builder.objectRef<StatusChange>('PaymentStatusChange').implement({
  description: 'One step of a payment on its way (D35).',
  fields: t => ({
    at: t.expose('at', { type: 'DateTime', description: "When, by the world's clock." }),
    from: t.field({
      type: PaymentStatusEnum,
      nullable: true,
      description: 'The status before; absent for the first one.',
      resolve: change => change.from,
    }),
    to: t.expose('to', { type: PaymentStatusEnum, description: 'The status after.' }),
    cause: t.expose('cause', { type: StatusCauseEnum, description: 'What made it change.' }),
    customer: t.field({
      type: CustomerRef,
      nullable: true,
      description: 'The customer who decided it, where one did. Absent when it was deleted since.',
      resolve: ({ customerId }, _, { bank }) =>
        customerId === null ? null : unlessGone(bank.load.customer(customerId)),
    }),
  }),
})

builder.objectField(PaymentRef, 'history', t =>
  t.field({
    type: [StatusChangeRef],
    description: 'Its way so far, oldest first: each change of its status, from its registration on.',
    resolve: payment => historyOf(payment),
  }),
)
