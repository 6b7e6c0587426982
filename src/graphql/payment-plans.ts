import { periodicPlan } from '../inputs/payments.ts'
import { DEFAULT_PREVIEW, type PlannedExecution, previewExecutions } from '../resolvers/payments/list.ts'
import { builder, type InputFields } from './builder.ts'
import { given } from './inputs.ts'
import { ExecutionRuleEnum, FrequencyEnum } from './payment-enums.ts'

export const PlannedExecutionRef = builder.objectRef<PlannedExecution>('PlannedExecution').implement({
  description: 'A run of a periodic payment that is still to come, and why it is on that day (D38).',
  fields: t => ({
    date: t.expose('date', { type: 'Date', description: 'The banking day of the run; it runs at 06:00 in Oslo.' }),
    plannedDate: t.expose('plannedDate', {
      type: 'Date',
      description: 'The day that the plan names; another one than date when that is no banking day.',
    }),
    reason: t.exposeString('reason', { description: 'A sentence that explains the day.' }),
  }),
})

/** How many runs to show. */
export const previewArg = builder.args(t => ({
  first: t.int({
    defaultValue: DEFAULT_PREVIEW,
    required: true,
    description: `How many: 0 to 1000, ${DEFAULT_PREVIEW} when not given.`,
  }),
}))

const START = 'The first day it may run: today or later (D38).'

/** When a periodic payment runs: the same fields for a payment and for a preview. */
export const planFields = (t: InputFields) => ({
  startDate: t.field({ type: 'Date', required: true, description: START }),
  endDate: t.field({
    type: 'Date',
    description: 'The last day it may run; without it, it runs until it is cancelled.',
  }),
  frequency: t.field({ type: FrequencyEnum, required: true, description: 'How often it runs.' }),
  executionRule: t.field({
    type: ExecutionRuleEnum,
    description: 'Where a day moves that is a bank holiday or in a weekend; following when not given.',
  }),
  dayOfExecution: t.string({
    description:
      'Day of the month as text, "1" to "31"; beyond the month\'s end it is the last day. Ignored with a warning for Daily, Weekly and EveryTwoWeeks.',
  }),
  monthsOfExecution: t.intList({
    description:
      'The months, 1 to 12, of a MonthlyVariable payment: 1 to 11 of them, each once. Not with any other frequency.',
  }),
})

const PeriodicPlanInput = builder
  .inputType('PeriodicPlan', {
    description: 'When a periodic payment would run. Here startDate may be any day.',
    fields: planFields,
  })
  .validate(given(periodicPlan))

builder.queryFields(t => ({
  previewExecutions: t.field({
    type: [PlannedExecutionRef],
    nullable: true,
    description:
      'The first runs of a plan without a payment, on the banking days of Norway, and why each is on its day. EXECUTION_DATE_INVALID when it ends before it starts.',
    args: {
      ...previewArg,
      input: t.arg({ type: PeriodicPlanInput, required: true, description: 'The plan.' }),
    },
    resolve: (_, { input, first }) => previewExecutions(input, first),
  }),
}))
