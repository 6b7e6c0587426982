import type { KnownTpp } from '../domain/tpps.ts'
import { pageOfTpps } from '../resolvers/tpps.ts'
import { builder } from './builder.ts'
import { listOfAll } from './list-fields.ts'
import { listType } from './nouns.ts'

const TppRef = builder.objectRef<KnownTpp>('Tpp').implement({
  description:
    'A TPP that this bank knows: its own, one of this machine, or one that has called. The same in all worlds.',
  fields: t => ({
    id: t.exposeID('id', {
      description: 'The organizationIdentifier of its certificate without the prefix PSD (D20).',
    }),
    name: t.exposeString('name', { description: 'Its name by its certificate.' }),
    localName: t.string({
      nullable: true,
      description: 'What `sandbank tpp new` called it, where its key is on this machine; every argument tpp takes it.',
      resolve: ({ localName }) => localName ?? null,
    }),
    firstCalledAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: "When it called this bank first, by the machine's clock. Absent before.",
      resolve: ({ firstCalledAt }) => firstCalledAt ?? null,
    }),
  }),
})

builder.queryField('tpps', t =>
  t.connection(...listOfAll(listType(TppRef, 'TPP'), 'All TPPs that the bank knows, by id.', pageOfTpps)),
)
