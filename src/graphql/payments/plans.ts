import { periodicPlan } from '../../inputs/payments.ts'
import type { PlannedExecution } from '../../resolvers/payments/list.ts'
import { DEFAULT_PREVIEW, previewExecutions } from '../../resolvers/payments/plans.ts'
import { builder } from '../builder.ts'
import { implement } from '../fields.ts'
import { inputArg } from '../inputs.ts'

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
