import { atOneMoment, type Context } from '../../bank/context.ts'
import { leftOutOfExport } from '../../bank/resolvers/exports/left-out.ts'
import type { Profile } from '../../domain/fixtures.ts'
import { FIXTURES, type ProductFixture } from '../../sandbox/fixtures/documents/list.ts'
import { exportFixture } from '../../sandbox/fixtures/export/export.ts'
import { fixtureArgument, readFixture } from '../../sandbox/fixtures/inputs/documents.ts'
import { fixture } from '../../sandbox/fixtures/inputs/fixtures.ts'
import { soundFixture } from '../../sandbox/fixtures/run/apply.ts'
import type { AppliedFixture } from '../../sandbox/fixtures/run/run.ts'
import { applyToWorld } from '../../sandbox/fixtures/run/to-world.ts'
import { builder } from './builder.ts'
import { enumOf } from './enums.ts'
import { implement } from './fields.ts'
import { inputTypeOf, readAsItCame } from './inputs.ts'
import { registerJudge } from './judged.ts'

enumOf<Profile>('FixtureProfile', 'Whose life an account is filled with (D84).', {
  household: 'A person: salary, rent, groceries, subscriptions.',
  savings: 'An account to save on.',
  business: 'A corporation: customers pay, suppliers and salaries are paid.',
  tax: "A corporation's account for taxes.",
  exporter: 'A corporation that sells abroad: its lines have every field of transaction details.',
  card: 'Purchases with a card, and repayments.',
})

readAsItCame(fixture)

// GraphQL refuses a literal before its field runs.
const judging =
  (goesInto: (bank: Context) => Context | undefined) => (_: object, bank: Context) => async (given: unknown) =>
    void (await soundFixture(await readFixture(given), bank, goesInto(bank)))
registerJudge(
  'applyFixture',
  judging(bank => bank),
  'fixture',
)
registerJudge(
  'createWorld',
  judging(() => undefined),
  'fixture',
)

const NamedId = builder.objectRef<AppliedFixture['ids'][number]>('FixtureId')
implement(NamedId, 'What was made, or found, of an entry of a fixture (D83).', t => ({
  key: t.text('Its key in the document.'),
  id: t.id('Its id in the world.'),
}))

const Applied = builder.objectRef<AppliedFixture>('AppliedFixture')
implement(Applied, 'What applying a fixture came to (D82).', t => ({
  ids: t.of([NamedId], 'The entries that have keys, in the order of the document.'),
}))

const ProductFixtureRef = builder.objectRef<ProductFixture>('ProductFixture')
implement(ProductFixtureRef, 'A fixture of the product (D82).', t => ({
  name: t.text('What createWorld and the command call it.'),
  description: t.text('What it is for.'),
  document: t.of('JSON', 'The document itself.'),
}))

builder.queryFields(t => ({
  fixture: t.field({
    type: 'JSON',
    description:
      'What is in the world, as a fixture that makes another like it (D82): sandbox data, contacts, consents, payments and baskets that wait, scenarios; finished payments appear as their transactions only, as fixtureLeavesOut says. Each has its key, or one made for it (D85). BAD_REQUEST for a world that is larger than a document: take a snapshot.',
    resolve: (_, __, { bank }) => exportFixture(bank),
  }),
  fixtureLeavesOut: t.field({
    type: ['String'],
    description:
      'What is in the world and not in its `fixture`, a text for each kind of thing, such as `2 payments: rent (ACSC), fee (RJCT)` (D85): finished payments, and what could not be given again by the present rights. A snapshot holds it.',
    resolve: (_, __, { bank }) => atOneMoment(bank, leftOutOfExport),
  }),
  fixtures: t.field({
    type: [ProductFixtureRef],
    description: 'The fixtures of the product, which createWorld takes by name (D82).',
    resolve: () => [...FIXTURES],
  }),
}))

builder.mutationFields(t => ({
  applyFixture: t.field({
    type: Applied,
    description:
      'Puts a fixture into the world (D82): all of it or nothing. Applied again it changes nothing (D85). FORMAT_ERROR for what no command would take, BAD_REQUEST for references to nothing and broken rules, CONFLICT for a key that the world has with other content; all faults are reported together, each with its place.',
    args: {
      fixture: t
        .arg({ type: inputTypeOf(fixture), required: true, description: 'The document.' })
        .validate(fixtureArgument),
    },
    resolve: async (_, args, { bank }) => applyToWorld(bank, await soundFixture(args.fixture, bank, bank)),
  }),
}))
