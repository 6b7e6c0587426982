import { type ExplainedRow, type Explanation, explain } from '../resolvers/why.ts'
import { codeOf } from '../wire/errors.ts'
import { builder, optional } from './builder.ts'

const ValueRef = builder.objectRef<ExplainedRow['values'][number]>('ExplainedValue').implement({
  description: 'A value of a row that counted.',
  fields: t => ({
    name: t.exposeString('name', { description: 'What it is.' }),
    value: t.exposeString('value', { description: 'What it was, as text.' }),
  }),
})

const RowRef = builder.objectRef<ExplainedRow>('ExplainedRow').implement({
  description: 'A row that was looked at.',
  fields: t => ({
    noun: t.exposeString('noun', { description: 'What it is a row of, as the type of node(id).' }),
    id: t.exposeID('id', { description: 'Its id.' }),
    values: t.field({ type: [ValueRef], description: 'What counted.', resolve: ({ values }) => [...values] }),
  }),
})

const ExplanationRef = builder.objectRef<Explanation>('Explanation').implement({
  description: 'Why something is as it is (D97).',
  fields: t => ({
    subject: t.exposeString('subject', { description: 'What is explained.' }),
    state: t.exposeString('state', { description: 'The state that it is in, or the code of a refusal.' }),
    text: t.exposeString('text', { description: 'Why, in words.' }),
    rule: t.exposeString('rule', { description: 'The part of the interface or the decision that says so.' }),
    since: t.field({ type: 'DateTime', ...optional('Since when.'), resolve: ({ since }) => since ?? null }),
    waitsFor: t.string({
      ...optional('What it waits for. Absent when it is final.'),
      resolve: ({ waitsFor }) => waitsFor ?? null,
    }),
    until: t.field({
      type: 'DateTime',
      ...optional('When that will be, or until when it holds, by the clock of the world.'),
      resolve: ({ until }) => until ?? null,
    }),
    rows: t.field({ type: [RowRef], description: 'What was looked at.', resolve: ({ rows }) => [...rows] }),
    change: t.string({
      ...optional('A command that changes it, the smallest that does. Absent for what is final or needs no change.'),
      resolve: ({ change }) => change ?? null,
    }),
  }),
})

builder.queryField('why', t =>
  t.field({
    type: ExplanationRef,
    nullable: true,
    description:
      'Explains a refused call, or how a payment, basket, consent or SCA stands and what it waits for (D97). Takes exactly one argument: FORMAT_ERROR. RESOURCE_UNKNOWN for what the world does not have.',
    args: {
      requestId: t.arg.id({ description: 'What Sandbank-Request of an answer says: a call of the journal (D95).' }),
      paymentId: t.arg.id({ description: 'A payment.' }),
      basketId: t.arg.id({ description: 'A signing basket.' }),
      consentId: t.arg.id({ description: 'A consent.' }),
      authorisationId: t.arg.id({ description: 'An SCA.' }),
    },
    resolve: (_, asked, { bank }) => explain(bank, asked, codeOf),
  }),
)
