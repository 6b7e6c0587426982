import { z } from '@hono/zod-openapi'
import { fixture } from '../inputs/fixtures.ts'
import type { AppliedFixture } from '../resolvers/fixtures/apply.ts'
import { exportFixture } from '../resolvers/fixtures/export/document.ts'
import { type FixtureSlice, readFixtureSlice } from '../resolvers/fixtures/export/slices.ts'
import { listFixtures } from '../resolvers/fixtures/list.ts'
import * as parts from '../resolvers/fixtures/parts.ts'
import { putFixture } from '../resolvers/fixtures/put.ts'
import { builder } from './builder.ts'
import { implement } from './fields.ts'
import { given, inputTypeOf } from './inputs.ts'

const list = z.array(z.unknown(), 'must be a list of entries.')

const NamedId = builder.objectRef<AppliedFixture['ids'][number]>('FixtureId')
implement(NamedId, 'What was made, or found, of an entry of a fixture (D83).', t => ({
  key: t.text('Its key in the document.'),
  id: t.id('Its id in the world.'),
}))

const Applied = builder.objectRef<AppliedFixture>('AppliedFixture')
implement(Applied, 'What applying a fixture came to (D82).', t => ({
  ids: t.of([NamedId], 'The entries that have keys, in the order of the document.'),
}))

const ProductFixture = builder.objectRef<ReturnType<typeof listFixtures>[number]>('ProductFixture')
implement(ProductFixture, 'A fixture of the product (D82).', t => ({
  name: t.text('What createWorld and the command call it.'),
  description: t.text('What it is for.'),
  document: t.of('JSON', 'The document itself.'),
}))

const Slice = builder.objectRef<FixtureSlice>('FixtureSlice').implement({
  description: 'A part of what a snapshot holds, as a fixture (D82).',
  fields: t => ({
    list: t.exposeString('list', {
      description:
        'Which list of the document its entries are of: `customers`, `agreements` and so on. Of `transactions` and `cardTransactions` each names its account by `id`, with lines that follow those it has. First comes the `clock`.',
    }),
    entries: t.field({ type: 'JSON', description: 'The entries.', resolve: slice => slice.entries }),
    next: t.string({
      nullable: true,
      description: 'What names the slice after it; absent at the end.',
      resolve: ({ next }) => next ?? null,
    }),
  }),
})

builder.queryFields(t => ({
  fixtureSlice: t.field({
    type: Slice,
    description:
      'What a snapshot holds, as a fixture in slices: for worlds that are larger than one answer. The first one, or the one that an answer before has named. The command and the kit read large worlds so. RESOURCE_UNKNOWN when there is no such snapshot, CONFLICT when another one has the name by now.',
    args: {
      snapshot: t.arg.string({ required: true, description: "The snapshot's name." }),
      at: t.arg.string({ description: '`next` of the slice before; the first one when not given.' }),
    },
    resolve: (_, { snapshot, at }, { bank }) => readFixtureSlice(bank, snapshot, at ?? undefined),
  }),
  fixture: t.field({
    type: 'JSON',
    description:
      'What is in the world, as a fixture that makes another like it (D82): sandbox data, contacts, consents and open payments; finished payments appear as their transactions.',
    resolve: (_, __, { bank }) => exportFixture(bank),
  }),
  fixtures: t.field({
    type: [ProductFixture],
    description: 'The fixtures of the product, which createWorld takes by name (D82).',
    resolve: () => [...listFixtures()],
  }),
}))

builder.mutationFields(t => ({
  applyFixture: t.field({
    type: Applied,
    description:
      'Puts a fixture into the world (D82): all of it or nothing. Applied again it changes nothing (D85). FORMAT_ERROR for what no command would take, BAD_REQUEST for references to nothing and broken rules, CONFLICT for what the world has otherwise; all faults are told together, each with its place.',
    args: {
      fixture: t
        .arg({ type: inputTypeOf(fixture), required: true, description: 'The document.' })
        .validate(given(fixture)),
    },
    resolve: (_, args, { bank }) => putFixture(bank, args.fixture),
  }),
  beginFixture: t.id({
    description:
      'Begins a fixture that is larger than one request (D82), with what it has besides its long lists. Answers what addFixtureEntries, finishFixture and createWorld name it by. What is wrong in a part is told when all is there. It is forgotten when its next part does not come within five minutes; nothing stays of it then. The command and the kit send large fixtures so.',
    args: {
      fixture: t
        .arg({ type: 'JSON', required: true, description: 'A fixture, without the entries that follow.' })
        .validate(given(z.unknown())),
    },
    resolve: (_, args, { bank }) => parts.beginFixture(bank, args.fixture),
  }),
  addFixtureEntries: t.int({
    description:
      'Adds entries at the end of a list of a fixture that was begun. Answers how many the list has then. FORMAT_ERROR when there is no such list, RESOURCE_UNKNOWN when no such fixture is coming.',
    args: {
      id: t.arg.id({ required: true, description: 'What beginFixture answered.' }),
      at: t.arg.string({
        required: true,
        description:
          'The list: `customers`, or one of an entry that was sent, such as `customers[3].accounts[0].transactions`.',
      }),
      entries: t
        .arg({ type: 'JSON', required: true, description: 'A list of entries, as a fixture has them there.' })
        .validate(given(list)),
    },
    resolve: (_, args, { bank }) => parts.addFixtureEntries(bank, String(args.id), args.at, list.parse(args.entries)),
  }),
  finishFixture: t.field({
    type: Applied,
    description:
      'Puts a fixture that was sent in parts into the world, as applyFixture does: all of it or nothing, with all faults told together, each with its place in the whole document.',
    args: { id: t.arg.id({ required: true, description: 'What beginFixture answered.' }) },
    resolve: (_, { id }, { bank }) => parts.finishFixture(bank, String(id)),
  }),
}))
