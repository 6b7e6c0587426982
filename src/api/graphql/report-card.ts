import { builder } from './builder.ts'
import { enumOf } from './enums.ts'
import { implement } from './fields.ts'
import { Tpps } from './nouns.ts'
import { tppById } from './tpps-of-rows.ts'
import type { Objection, ReportCard, ReportRow, ReportSection, SectionName } from './workbench.ts'

const SectionEnum = enumOf<SectionName>('ReportSectionName', 'What the rows of a part of a report card are.', {
  OPERATIONS: 'Operations of the interface.',
  PAYMENT_STATES: 'States of payments in answers.',
  CONSENT_STATES: 'How consents stood when accounts were read.',
  SCA_STATES: 'States of authorisations in answers.',
  ERRORS: 'Codes of refusals: those that were met, and those that the operations it called can have.',
  SITUATIONS: 'Limits, retries and other situations that an integration should know.',
})

const RowRef = builder.objectRef<ReportRow>('ReportRow')
implement(RowRef, 'One thing that an integration can meet.', t => ({
  name: t.text('An operation, a state, a code of refusals, or a situation.'),
  text: t.text('What it is, or how it is met here.'),
  calls: t.int('How many calls met it: none when it was never tried.'),
  refused: t.int('How many of them were refused.'),
  forced: t.int('How many of the calls a scenario acted on: what it forces is met, and is no objection.'),
  example: t.optional.id('The latest of them: see `call`. Absent when there was none.'),
}))

const SectionRef = builder.objectRef<ReportSection>('ReportSection')
implement(SectionRef, 'A part of a report card.', t => ({
  name: t.of(SectionEnum, 'Which part.'),
  title: t.text('Its title.'),
  rows: t.of([RowRef], 'All that can be met, also what was not.'),
}))

const ObjectionRef = builder.objectRef<Objection>('ReportObjection')
implement(ObjectionRef, 'What a bank would object to in the calls of a TPP.', t => ({
  name: t.text('A short name that does not change.'),
  title: t.text('What it is.'),
  text: t.text('Why it matters, and what to do instead.'),
  rule: t.text('The section of the interface or the decision behind it.'),
  calls: t.int('How many calls show it.'),
  examples: t.of(['ID'], 'The first of them: see `call`.'),
}))

const CardRef = builder.objectRef<ReportCard>('ReportCard')
implement(
  CardRef,
  'What the integration of a TPP has met of the bank, what it never tried, and what a bank would object to: by the calls that the journal has. What a scenario forced is met; it is no objection, but what the TPP sent with such a call and how it went on after it may be one.',
  t => ({
    tpp: t.of(Tpps.type, 'The TPP.', tppById),
    from: t.optional.instant('Its first call. Absent when there was none.'),
    until: t.optional.instant('Its last call. Absent when there was none.'),
    calls: t.int('How many calls the journal has of it.'),
    refused: t.int('How many of them were refused.'),
    sections: t.of([SectionRef], 'Its parts.'),
    objections: t.of([ObjectionRef], 'What a bank would object to; none is good.'),
  }),
)

builder.queryFields(t => ({
  reportCard: t.field({
    type: CardRef,
    nullable: true,
    description: 'The report card of a TPP in this world. RESOURCE_UNKNOWN for one that the bank does not know.',
    args: { tpp: t.arg.string({ required: true, description: 'The TPP, by its id or its name.' }) },
    resolve: (_, { tpp }, { bank, reportCard }) => reportCard(bank, tpp),
  }),
}))
