import type { Context, Deps } from '../context.ts'
import { osloDay } from '../domain/calendar.ts'
import { DomainError } from '../domain/errors.ts'
import { assertWorldName, DEFAULT_WORLD, unknownWorld, WORLD_NAME, type WorldContent } from '../domain/worlds.ts'
import { standardSet } from '../fixtures/standard-set.ts'
import type { World } from '../generated/client.ts'
import { insertMany } from '../store/bulk-writes.ts'
import type { Tx } from '../store/db.ts'
import { command } from './command.ts'
import { type CustomerListing, listCustomers } from './customers.ts'
import { catchUp, hasDueWork } from './due-work.ts'

/** The world of a base URL. RESOURCE_UNKNOWN when the server does not have it (D1). */
export async function getWorld(deps: Deps, name: string): Promise<World> {
  const lost = deps.store.lost()
  if (lost !== undefined) throw lost
  const world = WORLD_NAME.test(name) ? await deps.store.reader.world.findUnique({ where: { id: name } }) : null
  if (world === null) throw unknownWorld(name)
  if (!hasDueWork(world, deps.machineNow())) return world
  await catchUp(deps, world)
  return getWorld(deps, name)
}

/** Lets every world whose clock runs do what has fallen due, without waiting for somebody to look (D40). */
export async function catchUpAll(deps: Deps): Promise<void> {
  const worlds = await deps.store.reader.world.findMany({ where: { nextDueAt: { not: null }, frozenAt: null } })
  for (const world of worlds) if (hasDueWork(world, deps.machineNow())) await catchUp(deps, world)
}

/** All worlds of the server, by name. */
export function listWorlds(ctx: Context): Promise<World[]> {
  return ctx.db.world.findMany({ orderBy: { id: 'asc' } })
}

/** Adds a world. CONFLICT when the name is taken. */
export function createWorld(ctx: Context, name: string, from: WorldContent): Promise<World> {
  assertWorldName(name)
  return command(ctx, async tx => {
    if ((await tx.db.world.findUnique({ where: { id: name } })) !== null) {
      throw new DomainError('CONFLICT', `There is already a world ${name}. Use resetWorld to empty it.`, 'name')
    }
    return fill(tx.db, name, from, tx.deps.machineNow())
  })
}

/** Empties a world, resets its clock and fills it again. Answers of earlier calls are forgotten with the rest (D15, D30). */
export function resetWorld(ctx: Context, name: string, from: WorldContent): Promise<World> {
  return command(ctx, async tx => {
    if ((await tx.db.world.findUnique({ where: { id: name } })) === null) throw unknownWorld(name)
    await tx.db.world.delete({ where: { id: name } })
    return fill(tx.db, name, from, tx.deps.machineNow())
  })
}

/** Deletes a world with everything in it. The default world always exists: BAD_REQUEST (decisions, Words). */
export function deleteWorld(ctx: Context, name: string): Promise<World> {
  if (name === DEFAULT_WORLD)
    throw new DomainError('BAD_REQUEST', 'The world "default" always exists. Use resetWorld to empty it.', 'name')
  return command(ctx, async tx => {
    if ((await tx.db.world.findUnique({ where: { id: name } })) === null) throw unknownWorld(name)
    return tx.db.world.delete({ where: { id: name } })
  })
}

/** Fills this world with the standard set and answers its customers (D30). */
export function initialize(ctx: Context): Promise<CustomerListing[]> {
  return command(ctx, async tx => {
    await resetWorld(tx, tx.world.id, 'STANDARD')
    return listCustomers(tx, { withAccounts: true, withAgreements: true })
  })
}

/** Makes sure that the default world exists; a new server's is filled with the standard set (D30). */
export async function ensureDefaultWorld(deps: Deps): Promise<void> {
  if ((await deps.store.reader.world.findUnique({ where: { id: DEFAULT_WORLD } })) !== null) return
  await deps.store.transaction(async tx => {
    const made = await tx.world.findUnique({ where: { id: DEFAULT_WORLD } })
    if (made === null) await fill(tx, DEFAULT_WORLD, 'STANDARD', deps.machineNow())
  })
}

async function fill(tx: Tx, worldId: string, from: WorldContent, machineNow: Date): Promise<World> {
  const world = await tx.world.create({ data: { id: worldId, createdAt: machineNow } })
  if (from === 'EMPTY') return world
  const set = standardSet(osloDay(machineNow))
  const created = { worldId, createdAt: machineNow }
  await tx.customer.createMany({ data: set.customers.map(row => ({ ...row, ...created })) })
  await tx.agreement.createMany({ data: set.agreements.map(row => ({ ...row, ...created })) })
  await tx.account.createMany({ data: set.accounts.map(row => ({ ...row, ...created })) })
  await tx.cardAccount.createMany({ data: set.cardAccounts.map(row => ({ ...row, ...created })) })
  await tx.engagement.createMany({ data: set.engagements.map(row => ({ ...row, ...created })) })
  await insertMany(
    tx,
    'Transaction',
    set.transactions.map(row => ({ ...row, ...created })),
  )
  await insertMany(
    tx,
    'CardTransaction',
    set.cardTransactions.map(row => ({ ...row, ...created })),
  )
  await insertMany(
    tx,
    'Booking',
    set.bookings.map(row => ({ ...row, worldId, bookedAt: machineNow })),
  )
  return world
}
