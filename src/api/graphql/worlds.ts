import { z } from '@hono/zod-openapi'
import { storable } from '../../bank/inputs/values.ts'
import { initialize } from '../../bank/operations/initialize.ts'
import { pageOfCustomers } from '../../bank/resolvers/customers.ts'
import { nextBatchAt } from '../../domain/calendar.ts'
import type { FreshWorld } from '../../domain/customers.ts'
import { isObject, withoutNulls } from '../../domain/given.ts'
import { nameOf, sourceOf, type WorldSource, worldBasePath, worldNow } from '../../domain/worlds.ts'
import type { World } from '../../generated/client.ts'
import type { Kind } from '../../platform/store/loaders/loaders.ts'
import { optionalFixture, type ReadFixture } from '../../sandbox/fixtures/inputs/documents.ts'
import { clock, fixture } from '../../sandbox/fixtures/inputs/fixtures.ts'
import * as clocks from '../../sandbox/worlds/clock.ts'
import { createWorld, type MadeFrom } from '../../sandbox/worlds/create.ts'
import { countRunning, pageOfWorlds } from '../../sandbox/worlds/doors.ts'
import { deleteWorld, resetWorld } from '../../sandbox/worlds/reset.ts'
import { sharedWorld } from '../rest/customers.ts'
import { builder, type GraphqlContext } from './builder.ts'
import { AS_OPERATOR } from './callers.ts'
import { listOfAll, toConnection } from './connections.ts'
import { enumOf } from './enums.ts'
import { type Fields, implement, payload } from './fields.ts'
import { flatInput, inputTypeOf, partOf, shownAs } from './inputs.ts'
import { Customers, Worlds } from './nouns.ts'
import { withoutSources } from './sources.ts'
import { WarningRef } from './warnings.ts'

implement(Worlds.type, 'One isolated bank with its own customers, accounts and clock.', t => ({
  name: t.id('1 to 63 letters a–z, digits, hyphens. The world "default" always exists.', nameOf),
  basePath: t.text('What the paths of both doors start with: empty for "default", else /worlds/NAME.', worldBasePath),
  now: t.instant("The world's time, which need not be the machine's.", (world, { bank }) =>
    worldNow(world, bank.deps.machineNow()),
  ),
  frozen: t.flag('Whether its clock stands still.', world => world.frozenAt !== null),
  nextDueAt: t.optional.instant('When something falls due in it next, if anything does.'),
  createdAt: t.instant("When it was created or last reset, by the machine's clock."),
  expiresAt: t.optional.instant("When it is deleted by itself, by the machine's clock, if it is."),
  madeFrom: t.of(WorldSourceRef, 'What it was made from, and what a reset makes it again.', sourceOf),
  runningCalls: t.int('How many REST calls are running in it now, at this server.', (world, { bank }) =>
    countRunning(bank, world),
  ),
  counts: t.of(WorldCounts, 'How much there is in it. Each number is counted only when asked for.', world => world),
}))

const WorldSourceKindEnum = enumOf<WorldSource['kind']>('WorldSourceKind', 'What a world can be made from.', {
  EMPTY: 'Nothing.',
  STANDARD: 'The standard set.',
  COPY: 'Another world, as it was at that moment.',
  SNAPSHOT: 'A snapshot of a world.',
  FIXTURE: 'A fixture, of the product or of the call.',
})

const WorldSourceRef = builder.objectRef<WorldSource>('WorldSource')
implement(WorldSourceRef, 'What a world was made from.', t => ({
  kind: t.of(WorldSourceKindEnum, 'The kind of source.'),
  world: t.optional.text(
    'The name of the world that was copied, or whose snapshot it was. Absent when it was made from something else.',
    source => ('world' in source ? source.world : null),
  ),
  now: t.optional.instant('Where its clock began, if the call that made it said so.', source =>
    'clock' in source && source.clock !== undefined ? new Date(source.clock.now) : null,
  ),
  fixture: t.optional.text(
    "The name of the product's fixture. Absent for a document that came with the call.",
    source => ('fixture' in source ? (source.fixture ?? null) : null),
  ),
  snapshot: t.optional.text('The name of the snapshot. Absent when it was made from something else.', source =>
    'snapshot' in source ? source.snapshot : null,
  ),
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

const SnapshotOf = builder.inputType('SnapshotOfInput', {
  description: 'A snapshot of a world.',
  fields: t => ({
    world: t.string({ description: "The world's name; the world of the base URL when it is not given." }),
    name: t.string({ required: true, description: "The snapshot's name." }),
  }),
})

const Source = builder.inputType('WorldSourceInput', {
  description: 'What a world is made from: exactly one of its fields.',
  isOneOf: true,
  fields: t => ({
    standard: t.boolean({
      description: 'The standard set of customers, accounts and a year of transactions; the value is true.',
    }),
    empty: t.boolean({ description: 'Nothing is in it; the value is true.' }),
    copyOf: t.string({
      description: 'The world of this name, as it is now, clock included. Ids are the same in a copy.',
    }),
    snapshot: t.field({ type: SnapshotOf, description: 'A snapshot of a world.' }),
    fixture: t
      .field({ type: inputTypeOf(fixture), description: 'A document that says what is in it, clock included.' })
      .validate(optionalFixture),
    fixtureName: t.string({ description: 'A fixture of the product, which `fixtures` lists.' }),
  }),
})
const word = z.string().superRefine(storable)
const words = word.optional()
const duration = z.string().superRefine(storable)
shownAs(duration, 'Duration')
const onlyTrue = z
  .boolean()
  .refine(isSo => isSo, 'is true, or is left out.')
  .optional()

/** The same for a source that GraphQL has not read, since a large document may be in it (D74). */
const source = z
  .strictObject({
    standard: onlyTrue,
    empty: onlyTrue,
    copyOf: words,
    snapshot: z.preprocess(bare, z.strictObject({ world: words, name: word })).optional(),
    fixture: z.custom<ReadFixture>().optional(),
    fixtureName: words,
  })
  .superRefine((given, { addIssue }) => {
    if (Object.keys(given).length !== 1)
      addIssue({ code: 'custom', message: `Give exactly one of ${Object.keys(source.shape).join(', ')}.` })
  })
const sourceGiven = z.preprocess(bare, source)
shownAs(sourceGiven, Source)

/** What a value holds, where null means that nothing was given. It is not searched for more: a document may be large. */
function bare(value: unknown): unknown {
  return isObject(value) ? withoutNulls(value) : value
}

/** What a world is made from, as the sandbox has it. */
function madeFrom({ standard: _, empty, ...others }: z.output<typeof source>): MadeFrom {
  return empty === true ? { from: 'EMPTY' } : others
}

const creating = flatInput('CreateWorldInput', 'A world to be made.', {
  world: partOf(
    z.strictObject({
      name: words.openapi({
        description:
          '1 to 63 letters a–z, digits and hyphens, with a letter or digit first. Left out, a free name is chosen.',
      }),
      source: sourceGiven.optional().openapi({
        description: 'What it is made from: the standard set when it is not given.',
      }),
      clock: clock.optional(),
      expiresAfter: duration.optional().openapi({
        description:
          "An ISO 8601 duration of up to a year, such as PT1H, on the machine's clock: afterwards the world is deleted, so that a crashed test leaves nothing behind.",
      }),
    }),
  ),
})

const resetting = flatInput('ResetWorldInput', 'A world to be made anew.', {
  world: partOf(
    z.strictObject({
      name: word.openapi({ description: "The world's name." }),
      source: sourceGiven.optional().openapi({
        description: 'What it holds afterwards, if not what it was made from.',
      }),
    }),
  ),
})

const advancing = builder.inputType('AdvanceClockInput', {
  description: 'How far a clock is moved: exactly one of its fields.',
  isOneOf: true,
  fields: t => ({
    by: t.field({
      type: 'Duration',
      description: "By Oslo's calendar, for example P1D, PT30M or P6M.",
    }),
    to: t.field({ type: 'DateTime', description: 'The instant to move to.' }),
  }),
})

const worldOf = (mutation: string) =>
  payload<World, Fields<World>>(mutation, p => ({ world: p.of(Worlds.type, 'The world.', row => row) }))

builder.queryFields(t => ({
  world: t.field({
    type: Worlds.type,
    description: 'The world of the base URL: the one that all other fields see.',
    resolve: (_, __, { bank }) => bank.world,
  }),
  worlds: listOfAll(t, Worlds, 'All worlds of the server, by name.', pageOfWorlds),
}))

builder.mutationFields(t => ({
  initialize: t.field({
    type: payload<FreshWorld, Fields<FreshWorld>>('initialize', p => ({
      warnings: p.of([WarningRef], 'That other TPPs had something in this world, if they had.', ({ before }) =>
        before === undefined ? [] : [{ code: 'WORLD_SHARED', text: sharedWorld(before) }],
      ),
      customers: p.raw.connection(
        {
          type: Customers.type,
          description: 'The customers, oldest first.',
          resolve: (_, args, { bank }) => toConnection(pageOfCustomers(bank, args)),
        },
        Customers.connection,
      ),
    })),
    description: withoutSources(`${initialize.description} Answers the customers.`),
    extensions: { operation: initialize },
    resolve: async (_, __, { bank }) => initialize.run(bank, AS_OPERATOR),
  }),
  createWorld: t.field({
    type: worldOf('createWorld'),
    description:
      'Adds a world. FORMAT_ERROR for a name that cannot stand in a base URL, CONFLICT when the name is taken, RESOURCE_UNKNOWN for a world or snapshot that there is not.',
    args: {
      input: t
        .arg({ type: creating.type, description: 'The world: a standard one when nothing is given.' })
        .validate(z.preprocess(bare, creating.schema).optional()),
    },
    resolve: (_, { input }, { bank }) => {
      const { source, ...settings } = input?.world ?? {}
      return createWorld(bank, { ...settings, ...(source && madeFrom(source)) })
    },
  }),
  resetWorld: t.field({
    type: worldOf('resetWorld'),
    description:
      'Makes a world what it was when it was created, clock included, or what `source` says. Kept answers of earlier calls go too; snapshots stay.',
    args: {
      input: t
        .arg({ type: resetting.type, required: true, description: 'Which world, and what it is made from.' })
        .validate(z.preprocess(bare, resetting.schema)),
    },
    resolve: (_, { input: { world } }, { bank }) =>
      resetWorld(bank, world.name, world.source && madeFrom(world.source)),
  }),
  deleteWorld: t.field({
    type: worldOf('deleteWorld'),
    description:
      'Deletes a world with everything in it. BAD_REQUEST for "default", which always exists. Answers what it was.',
    args: { name: t.arg.string({ required: true, description: "The world's name." }) },
    resolve: (_, { name }, { bank }) => deleteWorld(bank, name),
  }),
}))

const ClockMoveRef = builder.objectRef<NonNullable<clocks.Clock['moving']>>('ClockMove')
implement(ClockMoveRef, 'A call of advanceClock that is running now.', t => ({
  from: t.instant('Where the clock stood when it began.'),
  to: t.instant('Where it is going.'),
}))

export const ClockRef = builder.objectRef<clocks.Clock>('Clock')
implement(ClockRef, "The world's clock. It never moves backwards.", t => ({
  now: t.instant("The world's time, which need not be the machine's."),
  frozen: t.flag('Whether it stands still until it is advanced or resumed.'),
  nextDueAt: t.optional.instant(
    'When something falls due next: a batch with payments in it, an execution of a periodic payment, the end of an authorisation. Absent when nothing does.',
  ),
  nextBatchAt: t.instant('When the next batch carries payments out, whether any waits for it or not.', row =>
    nextBatchAt(row.now),
  ),
  moving: t.optional.of(
    ClockMoveRef,
    'The call that is moving the clock now, if one is; `now` shows how far it got. Other calls of the world are answered meanwhile.',
  ),
}))

builder.queryFields(t => ({
  clock: t.field({
    type: ClockRef,
    description: "The world's clock as it stands.",
    resolve: (_, __, { bank }) => clocks.getClock(bank),
  }),
}))

const clockOf = (mutation: string) =>
  payload<clocks.Clock, Fields<clocks.Clock>>(mutation, p => ({
    clock: p.of(ClockRef, 'The clock afterwards.', row => row),
  }))

builder.mutationFields(t => ({
  freezeClock: t.field({
    type: clockOf('freezeClock'),
    description:
      'Stops the clock where it is; advanceClock still moves it, resumeClock lets it run. With `at` it goes there first, as advanceClock does; BAD_REQUEST, and the clock as it was, for an instant that is past.',
    args: { at: t.arg({ type: 'DateTime', description: 'The instant to stop at, if not this one.' }) },
    resolve: (_, { at }, { bank }) => clocks.freezeClock(bank, at ?? undefined),
  }),
  resumeClock: t.field({
    type: clockOf('resumeClock'),
    description: 'Lets a frozen clock run on from where it stands.',
    resolve: (_, __, { bank }) => clocks.resumeClock(bank),
  }),
  stopAdvance: t.field({
    type: clockOf('stopAdvance'),
    description:
      'Ends a running advanceClock where it got to, for any caller: that call is answered with the clock as it stands then. Nothing happens when none runs.',
    resolve: (_, __, { bank }) => clocks.stopClock(bank),
  }),
  advanceClock: t.field({
    type: clockOf('advanceClock'),
    description:
      'Moves the clock forward, and does everything that falls due on the way, in order, each at its own instant: batches, periodic payments, expiries. The clock moves along with the work, and stays where it got to when the caller hangs up or the server stops; calls that move the same clock take turns. FORMAT_ERROR for more than 10 years at once; BAD_REQUEST for a move backwards.',
    args: { input: t.arg({ type: advancing, required: true, description: 'How far.' }) },
    resolve: (_, { input }, { bank }) => clocks.advanceClock(bank, withoutNulls(input)),
  }),
}))
