import type { Objection, ReportCard, ReportRow, ReportSection, SectionName } from '../domain/report-card/card.ts'
import { OPERATIONS } from '../operations/list.ts'
import { reportCard } from '../resolvers/report-card.ts'
import { builder } from './builder.ts'
import { enumOf } from './enum-of.ts'

const SectionEnum = enumOf<SectionName>('ReportSectionName', 'What the rows of a part of a report card are.', {
  OPERATIONS: 'Operations of the interface.',
  PAYMENT_STATES: 'States of payments that answers told.',
  CONSENT_STATES: 'How consents stood when accounts were read.',
  SCA_STATES: 'States of authorisations that answers told.',
  ERRORS: 'Codes of refusals: those that were met, and those that the operations it called can have.',
  SITUATIONS: 'Limits, retries and other situations that an integration should know.',
})

const RowRef = builder.objectRef<ReportRow>('ReportRow').implement({
  description: 'One thing that an integration can meet.',
  fields: t => ({
    name: t.exposeString('name', { description: 'An operation, a state, a code of refusals, or a situation.' }),
    text: t.exposeString('text', { description: 'What it is, or how it is met here.' }),
    calls: t.exposeInt('calls', { description: 'How many calls met it: none when it was never tried.' }),
    refused: t.exposeInt('refused', { description: 'How many of them were refused.' }),
    forced: t.exposeInt('forced', {
      description: 'How many of the calls a scenario acted on (D88): what it forces is met, and is no objection.',
    }),
    example: t.id({ nullable: true, description: 'The latest of them: see `request`.', resolve: row => row.example }),
  }),
})

const SectionRef = builder.objectRef<ReportSection>('ReportSection').implement({
  description: 'A part of a report card.',
  fields: t => ({
    name: t.expose('name', { type: SectionEnum, description: 'Which part.' }),
    title: t.exposeString('title', { description: 'Its title.' }),
    rows: t.field({
      type: [RowRef],
      description: 'All that can be met, also what was not.',
      resolve: section => [...section.rows],
    }),
  }),
})

const ObjectionRef = builder.objectRef<Objection>('ReportObjection').implement({
  description: 'What a bank would object to in the calls of a TPP.',
  fields: t => ({
    name: t.exposeString('name', { description: 'A short name that does not change.' }),
    title: t.exposeString('title', { description: 'What it is.' }),
    text: t.exposeString('text', { description: 'Why it matters, and what to do instead.' }),
    rule: t.exposeString('rule', { description: 'The section of the interface or the decision behind it.' }),
    calls: t.exposeInt('calls', { description: 'How many calls show it.' }),
    examples: t.idList({
      description: 'The first of them: see `request`.',
      resolve: objection => [...objection.examples],
    }),
  }),
})

const CardRef = builder.objectRef<ReportCard>('ReportCard').implement({
  description:
    'What the integration of a TPP has met of the bank, what it never tried, and what a bank would object to: by the calls that the journal has. What a scenario forced (D88) is met; it is no objection, but what the TPP sent with such a call and how it went on after it may be one.',
  fields: t => ({
    tppId: t.exposeID('tppId', { description: 'The TPP.' }),
    from: t.field({ type: 'DateTime', nullable: true, description: 'Its first call.', resolve: card => card.from }),
    until: t.field({ type: 'DateTime', nullable: true, description: 'Its last call.', resolve: card => card.until }),
    calls: t.exposeInt('calls', { description: 'How many calls the journal has of it.' }),
    refused: t.exposeInt('refused', { description: 'How many of them were refused.' }),
    sections: t.field({ type: [SectionRef], description: 'Its parts.', resolve: card => [...card.sections] }),
    objections: t.field({
      type: [ObjectionRef],
      description: 'What a bank would object to; none is good.',
      resolve: card => [...card.objections],
    }),
  }),
})

builder.queryFields(t => ({
  reportCard: t.field({
    type: CardRef,
    nullable: true,
    description: 'The report card of a TPP in this world. RESOURCE_UNKNOWN for one that the bank does not know.',
    args: { tpp: t.arg.string({ required: true, description: 'The TPP, by its id or its local name.' }) },
    resolve: (_, { tpp }, { bank }) => reportCard(bank, tpp, OPERATIONS),
  }),
}))
