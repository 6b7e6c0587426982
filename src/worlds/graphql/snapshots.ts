import type { Snapshot } from '../../generated/client.ts'
import { builder } from '../../graphql/builder.ts'
import { listOfAll } from '../../graphql/connections.ts'
import { implement } from '../../graphql/fields.ts'
import { listType, Worlds } from '../../graphql/nouns.ts'
import type { SnapshotLine } from '../snapshots/files.ts'
import * as files from '../snapshots/files.ts'
import { deleteSnapshot, pageOfSnapshots, restoreSnapshot, takeSnapshot } from '../snapshots/snapshots.ts'

const SnapshotRef = builder.objectRef<Snapshot>('Snapshot')
implement(
  SnapshotRef,
  'A state of a world that was kept under a name: rows, clock, replay records, counters (D86). It belongs to its world, and goes with it.',
  t => ({
    name: t.id('1 to 63 of a-z, 0-9 and "-", as a world\'s name has.'),
    world: t.text('The name of the world that it is a state of.', 'worldName'),
    takenAt: t.instant("When it was taken, by the machine's clock."),
  }),
)

builder.queryFields(t => ({
  snapshots: listOfAll(
    t,
    listType(SnapshotRef),
    'The snapshots of the world of the base URL, by name (D86).',
    pageOfSnapshots,
  ),
  snapshotLine: t.field({
    type: SnapshotLineRef,
    description:
      'Plumbing of `sandbank snapshot save` and `load`. A line of a snapshot: the first, or the one that an answer before has named. CONFLICT when another snapshot has the name by now.',
    args: {
      name: t.arg.string({ required: true, description: "The snapshot's name." }),
      at: t.arg.string({ description: '`next` of the line before; the first one when not given.' }),
    },
    resolve: (_, { name, at }, { bank }) => files.readSnapshotLine(bank, name, at ?? undefined),
  }),
}))

const SnapshotLineRef = builder.objectRef<SnapshotLine>('SnapshotLine')
implement(
  SnapshotLineRef,
  'A part of a snapshot as text. All of them, in their order, make it again on another server (D86).',
  t => ({
    line: t.text('The text, without a line feed. Empty at the end.'),
    next: t.optional.text('What names the line after it; absent at the end.'),
  }),
)

const name = (description: string) => ({ required: true, description }) as const

builder.mutationFields(t => ({
  takeSnapshot: t.field({
    type: SnapshotRef,
    description:
      'Keeps the state of the world of the base URL under a name (D86). FORMAT_ERROR for a name that a world could not have, CONFLICT when there is one of this name.',
    args: {
      name: t.arg.string(name('What it is called.')),
      expiresAfter: t.arg.string({
        description:
          "An ISO 8601 duration of up to a year, such as PT1H, on the machine's clock: afterwards the snapshot is deleted, so that a client that dies leaves nothing behind.",
      }),
    },
    resolve: (_, args, { bank }) => takeSnapshot(bank, args.name, args.expiresAfter ?? undefined),
  }),
  restoreSnapshot: t.field({
    type: Worlds.type,
    description:
      'Puts the world of the base URL back to a snapshot, also its clock, whatever time has passed (D40, D86). Calls that run meanwhile see the state before or the one after, never a mixture. RESOURCE_UNKNOWN when there is no such snapshot.',
    args: { name: t.arg.string(name("The snapshot's name.")) },
    resolve: (_, args, { bank }) => restoreSnapshot(bank, args.name),
  }),
  deleteSnapshot: t.field({
    type: SnapshotRef,
    description: 'Forgets a snapshot. Answers what it was. RESOURCE_UNKNOWN when there is no such snapshot.',
    args: { name: t.arg.string(name("The snapshot's name.")) },
    resolve: (_, args, { bank }) => deleteSnapshot(bank, args.name),
  }),
  beginSnapshot: t.id({
    description:
      'Plumbing of `sandbank snapshot save` and `load`. Begins to load a snapshot by its first line. Answers what addSnapshotLine and finishSnapshot name it by. FORMAT_ERROR for a line of another version. What is not finished within an hour is deleted.',
    args: { line: t.arg.string({ required: true, description: 'The first line.' }) },
    resolve: (_, { line }, { bank }) => files.beginSnapshot(bank, line),
  }),
  addSnapshotLine: t.int({
    description:
      'Plumbing of `sandbank snapshot save` and `load`. Adds a line to a snapshot that is being loaded. Answers how many rows it has. FORMAT_ERROR for what no bank of this version has written, with its place.',
    args: {
      id: t.arg.id({ required: true, description: 'What beginSnapshot answered.' }),
      line: t.arg.string({ required: true, description: 'The line.' }),
    },
    resolve: (_, { id, line }, { bank }) => files.addSnapshotLine(bank, String(id), line),
  }),
  finishSnapshot: t.field({
    type: SnapshotRef,
    description:
      'Plumbing of `sandbank snapshot save` and `load`. Keeps what was loaded as a snapshot of the world of the base URL: ids, clock and time are as they were. CONFLICT when there is one of this name.',
    args: {
      id: t.arg.id({ required: true, description: 'What beginSnapshot answered.' }),
      name: t.arg.string({ description: 'What it is called; what it was called when not given.' }),
    },
    resolve: (_, { id, name }, { bank }) => files.finishSnapshot(bank, String(id), name ?? undefined),
  }),
}))
