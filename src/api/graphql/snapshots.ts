import type { Snapshot, World } from '../../generated/client.ts'
import { type Difference, diffWorlds, type FieldDifference } from '../../sandbox/worlds/differences.ts'
import {
  deleteSnapshot,
  pageOfSnapshots,
  restoreSnapshot,
  takeSnapshot,
} from '../../sandbox/worlds/snapshots/snapshots.ts'
import { builder } from './builder.ts'
import { listOfAll, toConnection } from './connections.ts'
import { enumOf } from './enums.ts'
import { type Fields, implement, payload } from './fields.ts'
import { listType, Worlds } from './nouns.ts'

const SnapshotRef = builder.objectRef<Snapshot>('Snapshot')
implement(
  SnapshotRef,
  'A state of a world that was kept under a name: rows, clock, replay records, counters. It belongs to its world, and goes with it.',
  t => ({
    name: t.id('1 to 63 letters a–z, digits, hyphens, like the name of a world.'),
    world: t.text('The name of the world that it is a state of.', 'worldName'),
    takenAt: t.instant("When it was taken, by the machine's clock."),
    beforeAction: t.optional.text(
      'The action of the console that the snapshot was taken before, such as advanceClock: Undo takes that action back. Absent for any other snapshot, whatever its name.',
    ),
  }),
)

builder.queryFields(t => ({
  snapshots: listOfAll(
    t,
    listType(SnapshotRef),
    'The snapshots of the world of the base URL, by name.',
    pageOfSnapshots,
  ),
}))

const snapshotOf = (mutation: string) =>
  payload<Snapshot, Fields<Snapshot>>(mutation, p => ({
    snapshot: p.of(SnapshotRef, 'The snapshot.', row => row),
  }))

const name = (description: string) => ({ required: true, description }) as const

builder.mutationFields(t => ({
  takeSnapshot: t.field({
    type: snapshotOf('takeSnapshot'),
    description:
      'Keeps the state of the world of the base URL under a name. FORMAT_ERROR for a name that a world could not have, CONFLICT when there is one of this name.',
    args: {
      name: t.arg.string(name('What it is called.')),
      expiresAfter: t.arg({
        type: 'Duration',
        description:
          "An ISO 8601 duration of up to a year, such as PT1H, on the machine's clock: afterwards the snapshot is deleted, so that a client that dies leaves nothing behind.",
      }),
      beforeAction: t.arg.string({
        description:
          'The name of the action that follows, such as advanceClock, when the snapshot is for the Undo of the console. 1 to 63 letters.',
      }),
    },
    resolve: (_, { name, expiresAfter, beforeAction }, { bank }) =>
      takeSnapshot(bank, name, { expiresAfter: expiresAfter ?? undefined, beforeAction: beforeAction ?? undefined }),
  }),
  restoreSnapshot: t.field({
    type: payload<World, Fields<World>>('restoreSnapshot', p => ({
      world: p.of(Worlds.type, 'The world afterwards.', row => row),
    })),
    description:
      'Puts the world of the base URL back to a snapshot, also its clock, whatever time has passed. Calls that run meanwhile see the state before or the one after, never a mixture. RESOURCE_UNKNOWN when there is no such snapshot.',
    args: { name: t.arg.string(name("The snapshot's name.")) },
    resolve: (_, args, { bank }) => restoreSnapshot(bank, args.name),
  }),
  deleteSnapshot: t.field({
    type: snapshotOf('deleteSnapshot'),
    description: 'Forgets a snapshot. Answers what it was. RESOURCE_UNKNOWN when there is no such snapshot.',
    args: { name: t.arg.string(name("The snapshot's name.")) },
    resolve: (_, args, { bank }) => deleteSnapshot(bank, args.name),
  }),
}))

const DifferenceKindEnum = enumOf<Difference['kind']>('WorldDifferenceKind', 'How two worlds differ in a row.', {
  CREATED: 'Only the right side has it.',
  DELETED: 'Only the left side has it.',
  CHANGED: 'Both have it, with other values.',
})

const FieldDifferenceRef = builder.objectRef<FieldDifference>('FieldDifference')
implement(
  FieldDifferenceRef,
  'A field of a row with its values on both sides, as the store has them: amounts in minor units.',
  t => ({
    name: t.text('The name of the field.'),
    left: t.optional.text('Its value on the left side, if it has one.'),
    right: t.optional.text('Its value on the right side, if it has one.'),
  }),
)

const DifferenceRef = builder.objectRef<Difference>('WorldDifference')
implement(DifferenceRef, 'A row that two worlds do not have alike.', t => ({
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
    description: 'What a comparison of two worlds came to: a page of the differences (Relay cursor connections).',
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
  description: 'One side of a comparison.',
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
        'Compares two worlds, or a world with a snapshot: what was created, deleted and changed on the way from left to right, by kind of row and key, in the same order each time. Answers that are kept for repeated calls are not compared, nor a clock that runs. RESOURCE_UNKNOWN for a world or snapshot that there is not.',
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
