import { nameOf, worldBasePath, worldNow } from '../domain/worlds.ts'
import type { World } from '../generated/client.ts'
import * as operations from '../operations/customers.ts'
import { pageOfCustomers } from '../resolvers/customers.ts'
import { assertPage } from '../resolvers/lists.ts'
import * as worlds from '../resolvers/worlds.ts'
import { countInWorld, pageOfWorlds } from '../resolvers/worlds.ts'
import { builder } from './builder.ts'
import { AS_OPERATOR } from './callers.ts'
import { toConnection } from './connections.ts'
import { WorldContentEnum } from './enums.ts'
import { CustomerConnection, CustomerRef, WorldConnection, WorldRef } from './nouns.ts'

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
    counts: t.field({
      type: WorldCounts,
      description: 'How much there is in it. Each number is counted only when asked for.',
      resolve: world => world,
    }),
  }),
})

const WorldCounts = builder.objectRef<World>('WorldCounts').implement({
  description: 'How many rows of each kind a world has.',
  fields: t => ({
    customers: t.int({
      description: 'Customers.',
      resolve: (world, _, { bank }) => countInWorld(bank, 'customers', world),
    }),
    agreements: t.int({
      description: 'Agreements, automatic ones too.',
      resolve: (world, _, { bank }) => countInWorld(bank, 'agreements', world),
    }),
    engagements: t.int({
      description: "Engagements, also those of private customers' own accounts.",
      resolve: (world, _, { bank }) => countInWorld(bank, 'engagements', world),
    }),
    accounts: t.int({
      description: 'Accounts.',
      resolve: (world, _, { bank }) => countInWorld(bank, 'accounts', world),
    }),
    transactions: t.int({
      description: 'Booked transactions of accounts.',
      resolve: (world, _, { bank }) => countInWorld(bank, 'transactions', world),
    }),
    cardAccounts: t.int({
      description: 'Card accounts.',
      resolve: (world, _, { bank }) => countInWorld(bank, 'cardAccounts', world),
    }),
    cardTransactions: t.int({
      description: 'Booked transactions of card accounts.',
      resolve: (world, _, { bank }) => countInWorld(bank, 'cardTransactions', world),
    }),
    consents: t.int({
      description: 'Consents, those that no longer serve too.',
      resolve: (world, _, { bank }) => countInWorld(bank, 'consents', world),
    }),
    payments: t.int({
      description: 'Payments of all services and states.',
      resolve: (world, _, { bank }) => countInWorld(bank, 'payments', world),
    }),
    bookings: t.int({
      description: 'Movements of money.',
      resolve: (world, _, { bank }) => countInWorld(bank, 'bookings', world),
    }),
  }),
})

builder.queryFields(t => ({
  world: t.field({
    type: WorldRef,
    description: 'The world of the base URL: the one that all other fields see (D1).',
    resolve: (_, __, { bank }) => bank.world,
  }),
  worlds: t.connection(
    {
      type: WorldRef,
      description: 'All worlds of the server, by name.',
      resolve: (_, args, { bank }) => toConnection(pageOfWorlds(bank, args)),
    },
    WorldConnection,
  ),
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
    CustomerConnection,
  ),
  createWorld: t.field({
    type: WorldRef,
    description:
      'Adds a world. FORMAT_ERROR for a name that cannot stand in a base URL, CONFLICT when the name is taken.',
    args: {
      name: t.arg.string({
        required: true,
        description: '1 to 63 of a-z, 0-9 and "-", starting with a letter or digit (D1).',
      }),
      from: t.arg({ type: WorldContentEnum, required: true, description: 'What it starts with.' }),
    },
    resolve: (_, { name, from }, { bank }) => worlds.createWorld(bank, name, from),
  }),
  resetWorld: t.field({
    type: WorldRef,
    description:
      'Empties a world, resets its clock and fills it again. Kept answers of earlier calls go too (D15, D30).',
    args: {
      name: t.arg.string({ required: true, description: "The world's name." }),
      from: t.arg({ type: WorldContentEnum, required: true, description: 'What it starts with again.' }),
    },
    resolve: (_, { name, from }, { bank }) => worlds.resetWorld(bank, name, from),
  }),
  deleteWorld: t.field({
    type: WorldRef,
    description:
      'Deletes a world with everything in it. BAD_REQUEST for "default", which always exists. Answers what it was.',
    args: { name: t.arg.string({ required: true, description: "The world's name." }) },
    resolve: (_, { name }, { bank }) => worlds.deleteWorld(bank, name),
  }),
}))
