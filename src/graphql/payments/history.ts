import { historyOf, STATUS_CAUSES, type StatusCause, type StatusChange } from '../../domain/payment-history.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'
import { implement } from '../fields.ts'
import { Customers, Payments } from '../nouns.ts'
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

const StatusChangeRef = builder.objectRef<StatusChange>('PaymentStatusChange')
implement(StatusChangeRef, 'One step of a payment on its way (D35).', t => ({
  at: t.instant("When, by the world's clock."),
  from: t.optional.of(PaymentStatusEnum, 'The status before; absent for the first one.'),
  to: t.of(PaymentStatusEnum, 'The status after.'),
  cause: t.of(StatusCauseEnum, 'What made it change.'),
  customer: t.optional.one(
    Customers,
    'customerId',
    'The customer who decided it, where one did. Absent when it was deleted since.',
  ),
}))

builder.objectField(Payments.type, 'history', t =>
  t.field({
    type: [StatusChangeRef],
    description: 'Its way so far, oldest first: each change of its status, from its registration on.',
    resolve: payment => historyOf(payment),
  }),
)
