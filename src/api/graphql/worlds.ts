import { initialize } from '../../bank/operations/initialize.ts'
import { pageOfCustomers } from '../../bank/resolvers/customers.ts'
import { assertPage } from '../../bank/resolvers/lists.ts'
import { withoutNulls } from '../../domain/given.ts'
import { nameOf, sourceOf, type WorldSource, worldBasePath, worldNow } from '../../domain/worlds.ts'
import type { World } from '../../generated/client.ts'
import type { Kind } from '../../platform/store/loaders/loaders.ts'
import { optionalFixture } from '../../sandbox/fixtures/inputs/documents.ts'
import { clock, fixture } from '../../sandbox/fixtures/inputs/fixtures.ts'
import * as clocks from '../../sandbox/worlds/clock.ts'
import { createWorld } from '../../sandbox/worlds/create.ts'
import { countRunning, pageOfWorlds } from '../../sandbox/worlds/doors.ts'
import { deleteWorld, resetWorld } from '../../sandbox/worlds/reset.ts'
import { builder, type GraphqlContext } from './builder.ts'
import { AS_OPERATOR } from './callers.ts'
import { listOfAll, toConnection } from './connections.ts'
import { enumOf, WorldContentEnum } from './enums.ts'
import { implement } from './fields.ts'
import { given, inputTypeOf } from './inputs.ts'
import { Customers, Worlds } from './nouns.ts'

implement(Worlds.type, 'One isolated bank with its own customers, accounts and clock (D1).', t => ({
  name: t.id('1 to 63 of a-z, 0-9 and "-". The world "default" always exists.', nameOf),
  basePath: t.text(
    'What the paths of both doors start with: empty for "default", else /worlds/NAME (D1).',
    worldBasePath,
  ),
  now: t.instant("The world's time, which need not be the machine's (D40).", (world, { bank }) =>
    worldNow(world, bank.deps.machineNow()),
  ),
  frozen: t.flag('Whether its clock stands still (D40).', world => world.frozenAt !== null),
  nextDueAt: t.optional.instant('When something falls due in it next, if anything does (D40).'),
  createdAt: t.instant("When it was created or last reset, by the machine's clock."),
  expiresAt: t.optional.instant("When it is deleted by itself, by the machine's clock, if it is (D80)."),
  madeFrom: t.of(WorldSourceRef, 'What it was made from, and what a reset makes it again (D81).', sourceOf),
  runningCalls: t.int('How many REST calls are running in it now, at this server (D90).', (world, { bank }) =>
    countRunning(bank, world),
  ),
  counts: t.of(WorldCounts, 'How much there is in it. Each number is counted only when asked for.', world => world),
}))

const WorldSourceKindEnum = enumOf<WorldSource['kind']>('WorldSourceKind', 'What a world can be made from (D80).', {
  EMPTY: 'Nothing.',
  STANDARD: 'The standard set (D30).',
  COPY: 'Another world, as it was at that moment.',
  SNAPSHOT: 'A snapshot of a world.',
  FIXTURE: 'A fixture, of the product or of the call.',
})

const WorldSourceRef = builder.objectRef<WorldSource>('WorldSource')
implement(WorldSourceRef, 'What a world was made from (D81).', t => ({
  kind: t.of(WorldSourceKindEnum, 'The kind of source.'),
  world: t.optional.text('The name of the world that was copied, or whose snapshot it was.', source =>
    'world' in source ? source.world : null,
  ),
  now: t.optional.instant('Where its clock began, if the call that made it said so (D80).', source =>
    'clock' in source && source.clock !== undefined ? new Date(source.clock.now) : null,
  ),
  fixture: t.optional.text(
    "The name of the product's fixture. Absent for a document that came with the call.",
    source => ('fixture' in source ? (source.fixture ?? null) : null),
  ),
  snapshot: t.optional.text('The name of the snapshot.', source => ('snapshot' in source ? source.snapshot : null)),
}))

const count =
  (kind: Kind) =>
  ({ id }: World, { bank }: GraphqlContext) =>
    bank.load.rowsInWorld(kind, id)
const WorldCounts = builder.objectRef<World>('WorldCounts')
implement(WorldCounts, 'How many rows of each kind a world has.', t => ({
  customers: t.int('Customers.', count('customers')),
  agreements: t.int('Agreements, automatic ones too.', count('agreements')),
  engagements: t.int("Engagements, also those of private customers' own accounts.", count('engagements')),
  accounts: t.int('Accounts.', count('accounts')),
  transactions: t.int('Booked transactions of accounts.', count('transactions')),
  cardAccounts: t.int('Card accounts.', count('cardAccounts')),
  cardTransactions: t.int('Booked transactions of card accounts.', count('cardTransactions')),
  consents: t.int('Consents, those that no longer serve too.', count('consents')),
  payments: t.int('Payments of all services and states.', count('payments')),
  bookings: t.int('Bookings.', count('bookings')),
}))

const SnapshotOfInput = builder.inputType('SnapshotOfInput', {
  description: 'A snapshot of a world (D86).',
  fields: t => ({
    world: t.string({ required: true, description: "The world's name." }),
    name: t.string({ required: true, description: "The snapshot's name." }),
  }),
})

builder.queryFields(t => ({
  world: t.field({
    type: Worlds.type,
    description: 'The world of the base URL: the one that all other fields see (D1).',
    resolve: (_, __, { bank }) => bank.world,
  }),
  worlds: listOfAll(t, Worlds, 'All worlds of the server, by name.', pageOfWorlds),
}))

builder.mutationFields(t => ({
  initialize: t.connection(
    {
      type: Customers.type,
      description: `${initialize.description} Answers the customers.`,
      extensions: { operation: initialize },
      resolve: async (_, args, { bank }) => {
        // An impossible page is refused before anything is emptied.
        assertPage('Customer', args)
        await initialize.run(bank, AS_OPERATOR)
        return toConnection(pageOfCustomers(bank, args))
      },
    },
    Customers.connection,
  ),
  createWorld: t.field({
    type: Worlds.type,
    description:
      'Adds a world (D80), made from at most one of from, copyOf, snapshot, snapshotOf, fixture and fixtureName. FORMAT_ERROR for more than one of them or a name that cannot stand in a base URL, CONFLICT when the name is taken, RESOURCE_UNKNOWN for a world or snapshot that there is not.',
    args: {
      name: t.arg.string({
        description:
          '1 to 63 of a-z, 0-9 and "-", starting with a letter or digit (D1). A free one when it is not given.',
      }),
      from: t.arg({ type: WorldContentEnum, description: 'What it starts with: STANDARD by default.' }),
      copyOf: t.arg.string({
        description: 'The world of this name, as it is now, clock included. Ids are the same in a copy (D81).',
      }),
      snapshot: t.arg.string({ description: 'The snapshot of this name of the world of the base URL.' }),
      snapshotOf: t.arg({ type: SnapshotOfInput, description: 'A snapshot of another world.' }),
      fixture: t
        .arg({ type: inputTypeOf(fixture), description: 'A document that says what is in it, clock included (D82).' })
        .validate(optionalFixture),
      fixtureName: t.arg.string({ description: 'A fixture of the product, which `fixtures` lists (D82).' }),
      clock: t
        .arg({
          type: inputTypeOf(clock),
          description:
            "Where its clock begins, also before today: the machine's instant by default, in place of a fixture's own. With STANDARD the year of transactions ends there. FORMAT_ERROR for a copy, which keeps its clock.",
        })
        .validate(given(clock.nullish())),
      expiresAfter: t.arg.string({
        description:
          "An ISO 8601 duration of up to a year, such as PT1H, on the machine's clock: afterwards the world is deleted, so that a crashed test leaves nothing behind.",
      }),
    },
    resolve: (_, args, { bank }) => createWorld(bank, withoutNulls(args)),
  }),
  resetWorld: t.field({
    type: Worlds.type,
    description:
      'Makes a world what it was when it was created, clock included (D81), or what `from` says. Kept answers of earlier calls go too (D15, D30); snapshots stay.',
    args: {
      name: t.arg.string({ required: true, description: "The world's name." }),
      from: t.arg({ type: WorldContentEnum, description: 'What it holds afterwards, if not what it was made from.' }),
    },
    resolve: (_, { name, from }, { bank }) => resetWorld(bank, name, from ?? undefined),
  }),
  deleteWorld: t.field({
    type: Worlds.type,
    description:
      'Deletes a world with everything in it. BAD_REQUEST for "default", which always exists. Answers what it was.',
    args: { name: t.arg.string({ required: true, description: "The world's name." }) },
    resolve: (_, { name }, { bank }) => deleteWorld(bank, name),
  }),
}))

const ClockMoveRef = builder.objectRef<NonNullable<clocks.Clock['moving']>>('ClockMove')
implement(ClockMoveRef, 'A call of advanceClock that is running now (D40, D74).', t => ({
  from: t.instant('Where the clock stood when it began.'),
  to: t.instant('Where it is going.'),
}))

export const ClockRef = builder.objectRef<clocks.Clock>('Clock')
implement(ClockRef, "The world's clock (D40). It never moves backwards.", t => ({
  now: t.instant("The world's time, which need not be the machine's."),
  frozen: t.flag('Whether it stands still until it is advanced or resumed.'),
  nextDueAt: t.optional.instant(
    'When something falls due next: a batch with payments in it, an execution of a periodic payment, the end of an authorisation. Absent when nothing does.',
  ),
  moving: t.optional.of(
    ClockMoveRef,
    'The call that is moving the clock now, if one is; `now` shows how far it got. Other calls of the world are answered meanwhile.',
  ),
}))

builder.queryFields(t => ({
  clock: t.field({
    type: ClockRef,
    description: "The world's clock as it stands (D40).",
    resolve: (_, __, { bank }) => clocks.getClock(bank),
  }),
}))

builder.mutationFields(t => ({
  freezeClock: t.field({
    type: ClockRef,
    description:
      'Stops the clock where it is; advanceClock still moves it, resumeClock lets it run. With `at` it goes there first, as advanceClock does; BAD_REQUEST, and the clock as it was, for an instant that is past.',
    args: { at: t.arg({ type: 'DateTime', description: 'The instant to stop at, if not this one.' }) },
    resolve: (_, { at }, { bank }) => clocks.freezeClock(bank, at ?? undefined),
  }),
  resumeClock: t.field({
    type: ClockRef,
    description: 'Lets a frozen clock run on from where it stands.',
    resolve: (_, __, { bank }) => clocks.resumeClock(bank),
  }),
  stopClock: t.field({
    type: ClockRef,
    description:
      'Ends a running advanceClock where it got to, for any caller: that call is answered with the clock as it stands then. Nothing happens when none runs.',
    resolve: (_, __, { bank }) => clocks.stopClock(bank),
  }),
  advanceClock: t.field({
    type: ClockRef,
    description:
      'Moves the clock forward, and does everything that falls due on the way, in order, each at its own instant: batches, periodic payments, expiries (D40). The clock moves along with the work, and stays where it got to when the caller hangs up or the server stops; calls that move the same clock take turns. FORMAT_ERROR unless exactly one of by and to is given, and for more than 10 years at once; BAD_REQUEST for a move backwards.',
    args: {
      by: t.arg.string({
        description: "An ISO 8601 duration by Oslo's calendar, for example P1D, PT30M or P6M.",
      }),
      to: t.arg({ type: 'DateTime', description: 'The instant to move to.' }),
    },
    resolve: (_, args, { bank }) => clocks.advanceClock(bank, withoutNulls(args)),
  }),
}))
