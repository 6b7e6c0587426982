import { builder } from '../../graphql/builder.ts'
import { toConnection } from '../../graphql/connections.ts'
import { enumOf } from '../../graphql/enum-of.ts'
import { implement } from '../../graphql/fields.ts'
import { type Difference, diffWorlds, type FieldDifference } from '../differences.ts'

const DifferenceKindEnum = enumOf<Difference['kind']>('WorldDifferenceKind', 'How two worlds differ in a row (D87).', {
  CREATED: 'Only the right side has it.',
  DELETED: 'Only the left side has it.',
  CHANGED: 'Both have it, with other values.',
})

const FieldDifferenceRef = builder.objectRef<FieldDifference>('FieldDifference')
implement(
  FieldDifferenceRef,
  'A field of a row with its values on both sides, as the store has them: amounts in minor units (D21).',
  t => ({
    name: t.text('The name of the field.'),
    left: t.optional.text('Its value on the left side, if it has one.'),
    right: t.optional.text('Its value on the right side, if it has one.'),
  }),
)

const DifferenceRef = builder.objectRef<Difference>('WorldDifference')
implement(DifferenceRef, 'A row that two worlds do not have alike (D87).', t => ({
  kind: t.of(DifferenceKindEnum, 'Whether it was created, deleted or changed.'),
  noun: t.text(
    'What it is, such as Customer, Account, Transaction, Payment or Consent; World for the clock that stands still.',
  ),
  id: t.text('What identifies it: its id, or the parts of its key.'),
  fields: t.of(
    [FieldDifferenceRef],
    'The fields that are not alike; all that have a value, where only one side has the row.',
  ),
}))

const WorldDiff = builder.connectionObject(
  {
    type: DifferenceRef,
    name: 'WorldDiff',
    description: 'What a comparison of two worlds came to: a page of the differences (Relay cursor connections, D87).',
    fields: t => ({
      equal: t.boolean({
        description: 'Whether there is no difference at all, whatever the page.',
        resolve: async diff => (await diff.totalCount()) === 0,
      }),
    }),
  },
  { name: 'WorldDiffEdge', description: 'A difference and its place in a list.' },
)

const WorldDiffSideInput = builder.inputType('WorldDiffSideInput', {
  description: 'One side of a comparison (D87).',
  fields: t => ({
    world: t.string({ description: 'The name of a world; the one of the base URL when it is not given.' }),
    snapshot: t.string({
      description: 'The name of a snapshot of that world; the world as it is now when it is not given.',
    }),
  }),
})

builder.queryFields(t => ({
  diffWorlds: t.connection(
    {
      type: DifferenceRef,
      description:
        'Compares two worlds, or a world with a snapshot: what was created, deleted and changed on the way from left to right, by kind of row and key, in the same order each time (D87). Answers that are kept for repeated calls (D15) are not compared, nor a clock that runs. RESOURCE_UNKNOWN for a world or snapshot that there is not.',
      args: {
        left: t.arg({ type: WorldDiffSideInput, required: true, description: 'What was before.' }),
        right: t.arg({ type: WorldDiffSideInput, required: true, description: 'What is now.' }),
      },
      resolve: (_, { left, right, ...page }, { bank }) => toConnection(diffWorlds(bank, side(left), side(right), page)),
    },
    WorldDiff,
  ),
}))

function side({ world, snapshot }: { world?: string | null | undefined; snapshot?: string | null | undefined }) {
  return { world: world ?? undefined, snapshot: snapshot ?? undefined }
}
