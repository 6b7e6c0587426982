import { type Context, type Deps, follow } from '../context.ts'
import { osloDay } from '../domain/calendar.ts'
import { DomainError } from '../domain/errors.ts'
import { encodeCursor, type PageArgs, pageWindow, toPage } from '../domain/paging.ts'
import {
  assertWorldName,
  DEFAULT_WORLD,
  nameOf,
  unknownWorld,
  WORLD_NAME,
  type WorldContent,
} from '../domain/worlds.ts'
import { standardSet } from '../fixtures/standard-set.ts'
import type { World } from '../generated/client.ts'
import { insertMany } from '../store/bulk-writes.ts'
import type { Kind } from '../store/loaders/worlds.ts'
import { deleteSomeRows } from '../store/world-tables.ts'
import { catchUp } from './catch-up.ts'
import { command } from './command.ts'
import { type CustomerListing, listCustomers } from './customers.ts'
import { hasDueWork } from './due-work.ts'
import type { Listing } from './lists.ts'
import { UNLOCKED } from './world-locks.ts'

/** The world of a base URL. RESOURCE_UNKNOWN when the server does not have it (D1). */
export async function getWorld(deps: Deps, name: string): Promise<World> {
  const lost = deps.store.lost()
  if (lost !== undefined) throw lost
  const world = WORLD_NAME.test(name) ? await deps.store.reader.world.findUnique({ where: { name } }) : null
  if (world === null) throw unknownWorld(name)
  if (!hasDueWork(world, deps.machineNow()) || deps.stopping?.aborted === true) return world
  await catchUp(deps, world)
  return getWorld(deps, name)
}

/** How many worlds one look at what is due takes on. */
const WORLDS_AT_ONCE = 100

/**
 * Lets every world whose clock runs do what has fallen due, without waiting for somebody to look (D40). Answers when the next one will have something to
 * do, by the machine's clock.
 */
export async function catchUpAll(deps: Deps): Promise<Date | undefined> {
  const { world } = deps.store.reader
  const due = await world.findMany({
    where: { wakesAt: { lte: deps.machineNow() } },
    orderBy: { wakesAt: 'asc' },
    take: WORLDS_AT_ONCE,
  })
  for (const one of due) await catchUp(deps, one)
  const next = await world.findFirst({ where: { wakesAt: { not: null } }, orderBy: { wakesAt: 'asc' } })
  return next?.wakesAt ?? undefined
}

/** Adds a world. CONFLICT when the name is taken. */
export function createWorld(ctx: Context, name: string, from: WorldContent): Promise<World> {
  assertWorldName(name)
  return command(ctx, async tx => {
    if ((await tx.db.world.findUnique({ where: { name } })) !== null) {
      throw new DomainError('CONFLICT', `There is already a world ${name}. Use resetWorld to empty it.`, 'name')
    }
    return fill(tx, name, from)
  })
}

/**
 * Empties a world, resets its clock and fills it again. Answers of earlier calls are forgotten with the rest (D15, D30). The new rows take the
 * place of the old ones in one moment; those are deleted afterwards, so that it takes no longer in a large world.
 */
export function resetWorld(ctx: Context, name: string, from: WorldContent): Promise<World> {
  return command(ctx, async tx => {
    const before = await openWorldOf(tx, name)
    await discard(tx, before)
    const world = await fill(tx, name, from)
    if (before.id === tx.world.id) follow(tx, world)
    return world
  })
}

/** Deletes a world with everything in it. The default world always exists: BAD_REQUEST (decisions, Words). */
export function deleteWorld(ctx: Context, name: string): Promise<World> {
  if (name === DEFAULT_WORLD)
    throw new DomainError('BAD_REQUEST', 'The world "default" always exists. Use resetWorld to empty it.', 'name')
  return command(ctx, async tx => {
    const world = await openWorldOf(tx, name)
    await discard(tx, world)
    return world
  })
}

/** Fills this world with the standard set and answers its customers (D30). */
export function initialize(ctx: Context): Promise<CustomerListing[]> {
  return command(ctx, async tx => {
    await resetWorld(tx, nameOf(tx.world), 'STANDARD')
    return listCustomers(tx, { withAccounts: true, withAgreements: true })
  })
}

/** Makes sure that the default world exists; a new server's is filled with the standard set unless told (D30). */
export async function ensureDefaultWorld(deps: Deps, content: WorldContent = 'STANDARD'): Promise<void> {
  await ensureWorld(deps, DEFAULT_WORLD, content)
}

/** Makes a world if there is none of that name. FORMAT_ERROR for a name that no world can have. */
export async function ensureWorld(deps: Deps, name: string, content: WorldContent = 'STANDARD'): Promise<void> {
  assertWorldName(name)
  if ((await deps.store.reader.world.findUnique({ where: { name } })) !== null) return
  await deps.store.transaction(async db => {
    const made = await db.world.findUnique({ where: { name } })
    if (made === null) await fill({ db, deps, newId: deps.newId }, name, content)
  })
}

/** How long the rows of a world stay after it was deleted or replaced: calls that were in it finish with what they saw. */
const GRACE_MS = 10_000

/** How many rows one transaction deletes (D74). */
const ROWS_AT_ONCE = 1_000

/** Deletes the rows of worlds that nobody can open any more, bit by bit. */
export async function sweepWorlds(deps: Deps): Promise<void> {
  const before = new Date(deps.machineNow().getTime() - GRACE_MS)
  const gone = await deps.store.reader.world.findMany({ where: { discardedAt: { lte: before } }, select: { id: true } })
  for (const { id } of gone) {
    while ((await deps.store.transaction(tx => deleteSomeRows(tx, id, ROWS_AT_ONCE))) > 0) {
      if (deps.stopping?.aborted === true) return
    }
    await deps.store.transaction(tx => tx.world.deleteMany({ where: { id } }))
  }
}

async function openWorldOf(tx: Context, name: string): Promise<World> {
  const world = await tx.db.world.findUnique({ where: { name } })
  if (world === null) throw unknownWorld(name)
  return world
}

async function discard(tx: Context, { id }: World): Promise<void> {
  const data = { ...UNLOCKED, name: null, wakesAt: null, discardedAt: tx.deps.machineNow() }
  await tx.db.world.update({ where: { id }, data })
}

type Filling = Pick<Context, 'db' | 'deps' | 'newId'>

/** The key of a world's rows is its name, unless rows that had the name before are still there. */
async function freeId({ db, newId }: Filling, name: string): Promise<string> {
  return (await db.world.findUnique({ where: { id: name } })) === null ? name : `${name}~${newId()}`
}

async function fill(filling: Filling, name: string, from: WorldContent): Promise<World> {
  const machineNow = filling.deps.machineNow()
  const tx = filling.db
  const worldId = await freeId(filling, name)
  const world = await tx.world.create({ data: { id: worldId, name, createdAt: machineNow } })
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

/** All worlds of the server, by name. */
export async function pageOfWorlds(ctx: Context, args: PageArgs): Promise<Listing<World>> {
  const window = pageWindow(args, 'World', 1)
  const rows = await ctx.db.world.findMany({
    where: { name: { not: null, gt: window.after?.[0], lt: window.before?.[0] } },
    orderBy: { name: window.backwards ? 'desc' : 'asc' },
    take: window.take + 1,
  })
  const count = () => ctx.db.world.count({ where: { name: { not: null } } })
  return { ...toPage(rows, window), cursorOf: row => encodeCursor('World', [nameOf(row)]), count }
}

/** How many rows of a kind a world has. Asked for many worlds and kinds at once, it is one statement for each kind. */
export function countInWorld(ctx: Context, kind: Kind, world: World): Promise<number> {
  return ctx.load.rowsInWorld(kind, world.id)
}
