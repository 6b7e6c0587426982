import type { Snapshot } from '../generated/client.ts'
import * as snapshots from '../resolvers/snapshots.ts'
import { builder } from './builder.ts'
import { toConnection } from './connections.ts'
import { WorldRef } from './nouns.ts'

const SnapshotRef = builder.objectRef<Snapshot>('Snapshot').implement({
  description:
    'A state of a world that was kept under a name: rows, clock, replay records, counters (D86). It belongs to its world, and goes with it.',
  fields: t => ({
    name: t.exposeID('name', { description: '1 to 63 of a-z, 0-9 and "-", as a world\'s name has.' }),
    world: t.exposeString('worldName', { description: 'The name of the world that it is a state of.' }),
    takenAt: t.expose('takenAt', { type: 'DateTime', description: "When it was taken, by the machine's clock." }),
  }),
})

const SnapshotConnection = builder.connectionObject(
  {
    type: SnapshotRef,
    name: 'SnapshotConnection',
    description: 'A page of a list of snapshots (Relay cursor connections).',
  },
  { name: 'SnapshotEdge', description: 'A snapshot and its place in a list.' },
)

builder.queryFields(t => ({
  snapshots: t.connection(
    {
      type: SnapshotRef,
      description: 'The snapshots of the world of the base URL, by name (D86).',
      resolve: (_, args, { bank }) => toConnection(snapshots.pageOfSnapshots(bank, args)),
    },
    SnapshotConnection,
  ),
}))

const name = (description: string) => ({ required: true, description }) as const

builder.mutationFields(t => ({
  takeSnapshot: t.field({
    type: SnapshotRef,
    description:
      'Keeps the state of the world of the base URL under a name (D86). FORMAT_ERROR for a name that a world could not have, CONFLICT when there is one of this name.',
    args: { name: t.arg.string(name('What it is called.')) },
    resolve: (_, args, { bank }) => snapshots.takeSnapshot(bank, args.name),
  }),
  restoreSnapshot: t.field({
    type: WorldRef,
    description:
      'Puts the world of the base URL back to a snapshot, also its clock, whatever time has passed (D40, D86). Calls that run meanwhile see the state before or the one after, never a mixture. RESOURCE_UNKNOWN when there is no such snapshot.',
    args: { name: t.arg.string(name("The snapshot's name.")) },
    resolve: (_, args, { bank }) => snapshots.restoreSnapshot(bank, args.name),
  }),
  deleteSnapshot: t.field({
    type: SnapshotRef,
    description: 'Forgets a snapshot. Answers what it was. RESOURCE_UNKNOWN when there is no such snapshot.',
    args: { name: t.arg.string(name("The snapshot's name.")) },
    resolve: (_, args, { bank }) => snapshots.deleteSnapshot(bank, args.name),
  }),
}))
