import { historyOf, STATUS_CAUSES, type StatusCause, type StatusChange } from '../../domain/payment-history.ts'
import { periodicPlan } from '../../inputs/payments.ts'
import type { PlannedExecution } from '../../resolvers/payments/list.ts'
import { DEFAULT_PREVIEW, previewExecutions } from '../../resolvers/payments/plans.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'
import { implement } from '../fields.ts'
import { inputArg } from '../inputs.ts'
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

export const PlannedExecutionRef = builder.objectRef<PlannedExecution>('PlannedExecution')
implement(
  PlannedExecutionRef,
  'A run of a periodic payment that is still to come, and why it is on that day (D38).',
  t => ({
    date: t.day('The banking day of the run; it runs at 06:00 in Oslo.'),
    plannedDate: t.day('The day that the plan names; another one than date when that is no banking day.'),
    reason: t.text('A sentence that explains the day.'),
  }),
)

/** How many runs to show. */
export const previewArg = builder.args(t => ({
  first: t.int({
    defaultValue: DEFAULT_PREVIEW,
    required: true,
    description: `How many: 0 to 1000, ${DEFAULT_PREVIEW} when not given.`,
  }),
}))

builder.queryFields(t => ({
  previewExecutions: t.field({
    type: [PlannedExecutionRef],
    nullable: true,
    description:
      'The first runs of a plan without a payment, on the banking days of Norway, and why each is on its day. EXECUTION_DATE_INVALID when it ends before it starts.',
    args: { ...previewArg, ...inputArg(periodicPlan) },
    resolve: (_, { input, first }) => previewExecutions(input, first),
  }),
}))
