import { builder } from './builder.ts'
import { implement } from './fields.ts'
import { oneOf } from './lookups.ts'
import { type ExplainedRow, type Explanation, SUBJECTS, type Subject } from './workbench.ts'

const ValueRef = builder.objectRef<ExplainedRow['values'][number]>('ExplainedValue')
implement(ValueRef, 'A value of a row that counted.', t => ({
  name: t.text('What it is.'),
  value: t.text('What it was, as text.'),
}))

const RowRef = builder.objectRef<ExplainedRow>('ExplainedRow')
implement(RowRef, 'A row that was looked at.', t => ({
  noun: t.text('What it is a row of, as the type of node(id).'),
  id: t.id('Its id.'),
  values: t.of([ValueRef], 'What counted.'),
}))

const ExplanationRef = builder.objectRef<Explanation>('Explanation')
implement(ExplanationRef, 'Why something is as it is.', t => ({
  subject: t.text('What is explained.'),
  state: t.text('The state that it is in, or the code of a refusal.'),
  text: t.text('Why, in words.'),
  rule: t.text('The part of the interface or the decision that says so.'),
  since: t.optional.instant('Since when.'),
  waitsFor: t.optional.text('What it waits for. Absent when it is final.'),
  until: t.optional.instant('When that will be, or until when it holds, by the clock of the world.'),
  rows: t.of([RowRef], 'What was looked at.'),
  advice: t.optional.text(
    'What a person does where a command is not all there is to it: which page to open and what to choose there, or what to write otherwise and where. Absent where the command says it.',
  ),
  change: t.optional.text(
    'A command that changes it, the smallest that does. Absent for what is final or needs no change. A payment that lacked funds is final, too: its command gives the account enough for a new payment.',
  ),
}))

const WhyOf = oneOf('WhyOf', 'What is explained: exactly one of its fields.', {
  call: { names: [], description: 'What Sandbank-Request of an answer says: a call of the journal.' },
  payment: { names: 'Payment', description: 'A payment.' },
  signingBasket: { names: 'SigningBasket', description: 'A signing basket.' },
  consent: { names: 'Consent', description: 'A consent.' },
  authorisation: { names: 'Authorisation', description: 'An SCA.' },
})

builder.queryField('why', t =>
  t.field({
    type: ExplanationRef,
    nullable: true,
    description:
      'Explains a refused call, or how a payment, signing basket, consent or SCA stands and what it waits for. RESOURCE_UNKNOWN for what the world does not have.',
    args: { of: t.arg({ type: WhyOf, required: true, description: 'What is explained.' }) },
    resolve: (_, args, { bank, explain, reached }) => explain(bank, subjectOf(args.of), { reached }),
  }),
)

/** The subject: a value of a @oneOf input has exactly one field. */
function subjectOf(of: Readonly<Record<string, unknown>>): Subject {
  const [[name, id] = []] = Object.entries(of)
  const kind = SUBJECTS.find(one => one === name)
  if (kind === undefined) throw new TypeError(`Nothing explains ${name}.`)
  return { kind, id: String(id) }
}
