import { atOneMoment } from '../../bank/context.ts'
import { leftOutOfExport } from '../../bank/resolvers/exports/left-out.ts'
import type { Profile } from '../../domain/fixtures.ts'
import { fieldOf } from '../../domain/given.ts'
import { FIXTURES, type ProductFixture } from '../../sandbox/fixtures/documents/list.ts'
import { exportFixture } from '../../sandbox/fixtures/export/export.ts'
import { fixtureArgument, readFixture } from '../../sandbox/fixtures/inputs/documents.ts'
import { fixture } from '../../sandbox/fixtures/inputs/fixtures.ts'
import { soundFixture } from '../../sandbox/fixtures/run/apply.ts'
import type { AppliedFixture } from '../../sandbox/fixtures/run/run.ts'
import { applyToWorld } from '../../sandbox/fixtures/run/to-world.ts'
import { builder } from './builder.ts'
import { enumOf } from './enums.ts'
import { type Fields, implement, payload } from './fields.ts'
import { inputTypeOf, readAsItCame } from './inputs.ts'
import { registerJudge } from './judged.ts'

enumOf<Profile>('FixtureProfile', 'Whose life an account is filled with.', {
  household: 'A person: salary, rent, groceries, subscriptions.',
  savings: 'An account to save on.',
  business: 'A corporation: customers pay, suppliers and salaries are paid.',
  tax: "A corporation's account for taxes.",
  exporter: 'A corporation that sells abroad: its lines have every field of transaction details.',
  card: 'Purchases with a card, and repayments.',
})

readAsItCame(fixture)

// GraphQL refuses a literal before its field runs.
registerJudge(
  'applyFixture',
  async ({ fixture: document }, bank) => void (await soundFixture(await readFixture(document), bank, bank)),
)
for (const mutation of ['createWorld', 'resetWorld'])
  registerJudge(mutation, async ({ input }, bank) => {
    const document = fieldOf(fieldOf(input, 'source'), 'fixture')
    if (document !== undefined) await soundFixture(await readFixture(document), bank)
  })

const NamedId = builder.objectRef<AppliedFixture['ids'][number]>('FixtureId')
implement(NamedId, 'What was made, or found, of an entry of a fixture.', t => ({
  key: t.text('Its key in the document.'),
  id: t.id('Its id in the world.'),
}))

const Applied = payload<AppliedFixture, Fields<AppliedFixture>>('applyFixture', t => ({
  ids: t.of([NamedId], 'The entries that have keys, in the order of the document.', 'ids'),
}))

const ProductFixtureRef = builder.objectRef<ProductFixture>('ProductFixture')
implement(ProductFixtureRef, 'A fixture of the product.', t => ({
  name: t.text('What createWorld and the command call it.'),
  description: t.text('What it is for.'),
  document: t.of('JSON', 'The document itself.'),
}))

builder.queryFields(t => ({
  fixture: t.field({
    type: 'JSON',
    description:
      'What is in the world, as a fixture that makes another like it: sandbox data, contacts, consents, payments and baskets that wait, scenarios; finished payments appear as their transactions only, as fixtureLeavesOut says. Each has its key, or one made for it. BAD_REQUEST for a world that is larger than a document: take a snapshot.',
    resolve: (_, __, { bank }) => exportFixture(bank),
  }),
  fixtureLeavesOut: t.field({
    type: ['String'],
    description:
      'What is in the world and not in its `fixture`, a text for each kind of thing, such as `2 payments: rent (ACSC), fee (RJCT)`: finished payments, and what could not be given again by the present rights. A snapshot holds it.',
    resolve: (_, __, { bank }) => atOneMoment(bank, leftOutOfExport),
  }),
  fixtures: t.field({
    type: [ProductFixtureRef],
    description: 'The fixtures of the product, which createWorld takes by name.',
    resolve: () => [...FIXTURES],
  }),
}))

builder.mutationFields(t => ({
  applyFixture: t.field({
    type: Applied,
    description:
      'Puts a fixture into the world: all of it or nothing. Applied again it changes nothing. FORMAT_ERROR for what no command would take, BAD_REQUEST for references to nothing and broken rules, CONFLICT for a key that the world has with other content; all faults are reported together, each with its place.',
    args: {
      fixture: t
        .arg({ type: inputTypeOf(fixture), required: true, description: 'The document.' })
        .validate(fixtureArgument),
    },
    resolve: async (_, args, { bank }) => applyToWorld(bank, await soundFixture(args.fixture, bank, bank)),
  }),
}))
