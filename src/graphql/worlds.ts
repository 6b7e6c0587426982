import { withoutNulls } from '../domain/given.ts'
import { nameOf, sourceOf, type WorldSource, worldBasePath, worldNow } from '../domain/worlds.ts'
import type { World } from '../generated/client.ts'
import { fixture } from '../inputs/fixtures.ts'
import * as operations from '../operations/customers.ts'
import { pageOfCustomers } from '../resolvers/customers.ts'
import { assertPage } from '../resolvers/lists.ts'
import { createWorld } from '../resolvers/worlds/create.ts'
import { countInWorld, pageOfWorlds } from '../resolvers/worlds/read.ts'
import { deleteWorld, resetWorld } from '../resolvers/worlds/reset.ts'
import { builder, type GraphqlContext } from './builder.ts'
import { AS_OPERATOR } from './callers.ts'
import { toConnection } from './connections.ts'
import { enumOf } from './enum-of.ts'
import { WorldContentEnum } from './enums.ts'
import { given, inputTypeOf } from './inputs.ts'
import { listOfAll } from './list-fields.ts'
import { CustomerList, CustomerRef, WorldList, WorldRef } from './nouns.ts'

WorldRef.implement({
  description: 'One isolated bank with its own customers, accounts and clock (D1).',
  fields: t => ({
    name: t.id({
      description: '1 to 63 of a-z, 0-9 and "-". The world "default" always exists.',
      resolve: world => nameOf(world),
    }),
    basePath: t.string({
      description: 'What the paths of both doors start with: empty for "default", else /worlds/NAME (D1).',
      resolve: world => worldBasePath(world),
    }),
    now: t.field({
      type: 'DateTime',
      description: "The world's time, which need not be the machine's (D40).",
      resolve: (world, _, { bank }) => worldNow(world, bank.deps.machineNow()),
    }),
    frozen: t.boolean({
      description: 'Whether its clock stands still (D40).',
      resolve: world => world.frozenAt !== null,
    }),
    nextDueAt: t.expose('nextDueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When something falls due in it next, if anything does (D40).',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: "When it was created or last reset, by the machine's clock.",
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: "When it is deleted by itself, by the machine's clock, if it is (D80).",
    }),
    madeFrom: t.field({
      type: WorldSourceRef,
      description: 'What it was made from, and what a reset makes it again (D81).',
      resolve: world => sourceOf(world),
    }),
    counts: t.field({
      type: WorldCounts,
      description: 'How much there is in it. Each number is counted only when asked for.',
      resolve: world => world,
    }),
  }),
})

const WorldSourceKindEnum = enumOf<WorldSource['kind']>('WorldSourceKind', 'What a world can be made from (D80).', {
  EMPTY: 'Nothing.',
  STANDARD: 'The standard set (D30).',
  COPY: 'Another world, as it was at that moment.',
  SNAPSHOT: 'A snapshot of a world.',
  FIXTURE: 'A fixture, of the product or of the call.',
})

const WorldSourceRef = builder.objectRef<WorldSource>('WorldSource').implement({
  description: 'What a world was made from (D81).',
  fields: t => ({
    kind: t.expose('kind', { type: WorldSourceKindEnum, description: 'The kind of source.' }),
    world: t.string({
      nullable: true,
      description: 'The name of the world that was copied, or whose snapshot it was.',
      resolve: source => ('world' in source ? source.world : null),
    }),
    fixture: t.string({
      nullable: true,
      description: "The name of the product's fixture. Absent for a document that came with the call.",
      resolve: source => ('fixture' in source ? (source.fixture ?? null) : null),
    }),
    snapshot: t.string({
      nullable: true,
      description: 'The name of the snapshot.',
      resolve: source => ('snapshot' in source ? source.snapshot : null),
    }),
  }),
})

const countOf = (kind: Parameters<typeof countInWorld>[1], description: string) => ({
  description,
  resolve: (world: World, _: object, { bank }: GraphqlContext) => countInWorld(bank, kind, world),
})
const WorldCounts = builder.objectRef<World>('WorldCounts').implement({
  description: 'How many rows of each kind a world has.',
  fields: t => ({
    customers: t.int(countOf('customers', 'Customers.')),
    agreements: t.int(countOf('agreements', 'Agreements, automatic ones too.')),
    engagements: t.int(countOf('engagements', "Engagements, also those of private customers' own accounts.")),
    accounts: t.int(countOf('accounts', 'Accounts.')),
    transactions: t.int(countOf('transactions', 'Booked transactions of accounts.')),
    cardAccounts: t.int(countOf('cardAccounts', 'Card accounts.')),
    cardTransactions: t.int(countOf('cardTransactions', 'Booked transactions of card accounts.')),
    consents: t.int(countOf('consents', 'Consents, those that no longer serve too.')),
    payments: t.int(countOf('payments', 'Payments of all services and states.')),
    bookings: t.int(countOf('bookings', 'Movements of money.')),
  }),
})

builder.queryFields(t => ({
  world: t.field({
    type: WorldRef,
    description: 'The world of the base URL: the one that all other fields see (D1).',
    resolve: (_, __, { bank }) => bank.world,
  }),
  worlds: t.connection(...listOfAll(WorldList, 'All worlds of the server, by name.', pageOfWorlds)),
}))

builder.mutationFields(t => ({
  initialize: t.connection(
    {
      type: CustomerRef,
      description: `${operations.initialize.description} Answers the customers.`,
      extensions: { operation: operations.initialize },
      resolve: async (_, args, { bank }) => {
        // A page that cannot be is refused before anything is emptied.
        assertPage('Customer', args)
        await operations.initialize.run(bank, AS_OPERATOR)
        return toConnection(pageOfCustomers(bank, args))
      },
    },
    CustomerList.connection,
  ),
  createWorld: t.field({
    type: WorldRef,
    description:
      'Adds a world (D80), made from at most one of from, copyOf, snapshot, fixture, fixtureName and sentFixture. FORMAT_ERROR for more than one of them or a name that cannot stand in a base URL, CONFLICT when the name is taken, RESOURCE_UNKNOWN for a world or snapshot that there is not.',
    args: {
      name: t.arg.string({
        description:
          '1 to 63 of a-z, 0-9 and "-", starting with a letter or digit (D1). A free one when it is not given.',
      }),
      from: t.arg({ type: WorldContentEnum, description: 'What it starts with: STANDARD unless told otherwise.' }),
      copyOf: t.arg.string({
        description: 'The world of this name, as it is now, clock included. Ids are the same in a copy (D81).',
      }),
      snapshot: t.arg.string({ description: 'The snapshot of this name of the world of the base URL.' }),
      fixture: t
        .arg({ type: inputTypeOf(fixture), description: 'A document that says what is in it, clock included (D82).' })
        .validate(given(fixture.nullish())),
      fixtureName: t.arg.string({ description: 'A fixture of the product, which `fixtures` lists (D82).' }),
      sentFixture: t.arg.id({
        description:
          'A fixture that was sent in parts, since it is larger than one request: what beginFixture answered.',
      }),
      expiresAfter: t.arg.string({
        description:
          "An ISO 8601 duration of up to a year, such as PT1H, on the machine's clock: afterwards the world is deleted, so that a crashed test leaves nothing behind.",
      }),
    },
    resolve: (_, args, { bank }) => createWorld(bank, withoutNulls(args)),
  }),
  resetWorld: t.field({
    type: WorldRef,
    description:
      'Makes a world what it was when it was created, clock included (D81), or what `from` says. Kept answers of earlier calls go too (D15, D30); snapshots stay.',
    args: {
      name: t.arg.string({ required: true, description: "The world's name." }),
      from: t.arg({ type: WorldContentEnum, description: 'What it holds afterwards, if not what it was made from.' }),
    },
    resolve: (_, { name, from }, { bank }) => resetWorld(bank, name, from ?? undefined),
  }),
  deleteWorld: t.field({
    type: WorldRef,
    description:
      'Deletes a world with everything in it. BAD_REQUEST for "default", which always exists. Answers what it was.',
    args: { name: t.arg.string({ required: true, description: "The world's name." }) },
    resolve: (_, { name }, { bank }) => deleteWorld(bank, name),
  }),
}))
