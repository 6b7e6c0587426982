import type { KnownTpp } from '../domain/tpps.ts'
import { pageOfTpps } from '../resolvers/tpps.ts'
import { builder } from './builder.ts'
import { implement } from './fields.ts'
import { listOfAll } from './list-fields.ts'
import { listType } from './nouns.ts'

const TppRef = builder.objectRef<KnownTpp>('Tpp')
implement(
  TppRef,
  'A TPP that this bank knows: its own, one of this machine, or one that has called. The same in all worlds.',
  t => ({
    id: t.id('The organizationIdentifier of its certificate without the prefix PSD (D20).'),
    name: t.text('Its name by its certificate.'),
    localName: t.optional.text(
      'What `sandbank tpp new` called it, where its key is on this machine; every argument tpp takes it.',
    ),
    firstCalledAt: t.optional.instant("When it called this bank first, by the machine's clock. Absent before."),
  }),
)

builder.queryField('tpps', t =>
  listOfAll(t, listType(TppRef, 'TPP'), 'All TPPs that the bank knows, by id.', pageOfTpps),
)
