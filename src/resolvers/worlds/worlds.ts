import type { Context, Deps } from '../../context.ts'
import { DomainError } from '../../domain/errors.ts'
import { given } from '../../domain/given.ts'
import { encodeCursor, type PageArgs, pageWindow, toPage } from '../../domain/paging.ts'
import {
  assertWorldName,
  DEFAULT_WORLD,
  endOf,
  nameOf,
  sourceOf,
  unknownWorld,
  WORLD_NAME,
  type WorldContent,
  type WorldSource,
} from '../../domain/worlds.ts'
import { productFixture } from '../../fixtures/product.ts'
import { isLargeFixture } from '../../fixtures/weight.ts'
import type { World } from '../../generated/client.ts'
import type { Fixture } from '../../inputs/fixtures.ts'
import type { Kind } from '../../store/loaders/worlds.ts'
import { isSmallWorld } from '../../store/world-copies.ts'
import { catchUp } from '../catch-up.ts'
import { command } from '../command.ts'
import { type CustomerListing, listCustomers } from '../customers.ts'
import { hasDueWork } from '../due-work.ts'
import type { Listing } from '../lists.ts'
import { findSnapshot } from '../snapshots/rows.ts'
import { adopt, copyApart, withCopy } from './build.ts'
import { fillApart, fillContent, fillFixture } from './contents.ts'
import { endWorld } from './end.ts'
import { openAs, replace, worldNamed } from './open.ts'

/**
 * The world of a base URL, as it is when all is done that has fallen due, or when whoever waits for that hangs up. RESOURCE_UNKNOWN when the server does not have
 * it (D1).
 */
export async function getWorld(deps: Deps, name: string, leave?: () => AbortSignal): Promise<World> {
  const lost = deps.store.lost()
  if (lost !== undefined) throw lost
  const world = WORLD_NAME.test(name) ? await deps.store.reader.world.findUnique({ where: { name } }) : null
  if (world === null) throw unknownWorld(name)
  if (!hasDueWork(world, deps.machineNow()) || deps.stopping?.aborted === true) return world
  const hungUp = leave?.()
  if (hungUp?.aborted === true) return world
  await catchUp(deps, world, hungUp)
  return getWorld(deps, name, leave)
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
    where: { wakesAt: { lte: deps.machineNow() }, name: { not: null } },
    orderBy: { wakesAt: 'asc' },
    take: WORLDS_AT_ONCE,
  })
  for (const one of due) await catchUp(deps, one)
  const next = await world.findFirst({
    where: { wakesAt: { not: null }, name: { not: null } },
    orderBy: { wakesAt: 'asc' },
  })
  return next?.wakesAt ?? undefined
}

/** What a world is made from: nothing, the standard set, another world, a snapshot of the world of the call, or a fixture (D80). At most one of them. */
export type NewWorld = {
  readonly name?: string | undefined
  readonly from?: WorldContent | undefined
  readonly copyOf?: string | undefined
  readonly snapshot?: string | undefined
  /** A document (D82). */
  readonly fixture?: Fixture | undefined
  /** The name of one of the product's own. */
  readonly fixtureName?: string | undefined
  readonly expiresAfter?: string | undefined
}

/**
 * Adds a world (D80). FORMAT_ERROR for more than one source, CONFLICT when the name is taken, RESOURCE_UNKNOWN for a source that is not there.
 */
export async function createWorld(ctx: Context, { name, expiresAfter, ...sources }: NewWorld): Promise<World> {
  if (name !== undefined) assertWorldName(name)
  const expiresAt = expiresAfter === undefined ? null : endOf(expiresAfter, ctx.deps.machineNow())
  const { copyOf, snapshot, fixture, fixtureName, from = 'STANDARD' } = oneSource(sources)
  const free = name ?? `w-${ctx.newId().slice(-12)}`
  const add = async (tx: Context, content: World, settings: Omit<Parameters<typeof openAs>[3], 'expiresAt'>) => {
    if ((await tx.db.world.findUnique({ where: { name: free } })) !== null)
      throw new DomainError('CONFLICT', `There is already a world ${free}. Use resetWorld to empty it.`, 'name')
    return openAs(tx, content, free, { ...settings, expiresAt })
  }
  if (copyOf !== undefined) {
    const source = await worldNamed(ctx, copyOf, 'copyOf')
    return copyWorld(ctx, source, (tx, copy, image) =>
      add(tx, copy, { source: { kind: 'COPY', world: copyOf }, imageId: image.id, clock: 'KEPT' }),
    )
  }
  if (snapshot !== undefined) {
    const { contentId } = await findSnapshot(ctx, snapshot)
    const content = await ctx.db.world.findFirstOrThrow({ where: { id: contentId } })
    const source: WorldSource = { kind: 'SNAPSHOT', world: nameOf(ctx.world), snapshot }
    return withCopy(ctx, content, (tx, copy) => add(tx, copy, { source, imageId: contentId, clock: 'KEPT' }))
  }
  if (fixture !== undefined || fixtureName !== undefined) {
    const document = fixture ?? productFixture(fixtureName ?? '')
    const source: WorldSource = { kind: 'FIXTURE', fixture: fixtureName }
    if (ctx.inTransaction || !isLargeFixture(document))
      return command(ctx, async tx => {
        const content = await fillFixture(tx, document, tx.newId())
        return add(tx, content, { source, imageId: content.id, clock: 'KEPT' })
      })
    const image = await fillApart(ctx, document)
    return withCopy(ctx, image, async (tx, copy) => {
      await adopt(tx, image)
      return add(tx, copy, { source, imageId: image.id, clock: 'KEPT' })
    })
  }
  return command(ctx, async tx =>
    add(tx, await fillContent(tx, from, free), { source: { kind: from }, imageId: null, clock: 'GOES_ON' }),
  )
}

// One copy for the world itself, and one that stays as it is, for when it is reset. A small world is that itself until something is written in it.
async function copyWorld(
  ctx: Context,
  source: World,
  finish: (tx: Context, copy: World, image: World) => Promise<World>,
): Promise<World> {
  if (ctx.inTransaction || (await isSmallWorld(ctx.db, source.id)))
    return withCopy(ctx, source, (tx, copy) => finish(tx, copy, copy))
  const image = await copyApart(ctx, source)
  return withCopy(ctx, image, async (tx, copy) => {
    await adopt(tx, image)
    return finish(tx, copy, image)
  })
}

/**
 * Puts a world back to what it was when it was created, clock included (D81), or to what `from` says. Answers of earlier calls are forgotten with the rest
 * (D15, D30). The new rows take the place of the old ones in one moment; those are deleted afterwards, so that nobody waits for it.
 */
export async function resetWorld(ctx: Context, name: string, from?: WorldContent): Promise<World> {
  const before = await worldNamed(ctx, name, 'world')
  const { kind } = sourceOf(before)
  if (from === undefined && before.imageId !== null) {
    const image = await ctx.db.world.findFirstOrThrow({ where: { id: before.imageId } })
    return withCopy(ctx, image, (tx, copy) => replace(tx, name, copy, 'KEPT'))
  }
  const content = from ?? (kind === 'EMPTY' ? 'EMPTY' : 'STANDARD')
  return command(ctx, async tx => replace(tx, name, await fillContent(tx, content, name), 'GOES_ON'))
}

/** Deletes a world with everything in it, its snapshots too. The default world always exists: BAD_REQUEST (decisions, Words). */
export function deleteWorld(ctx: Context, name: string): Promise<World> {
  if (name === DEFAULT_WORLD)
    throw new DomainError('BAD_REQUEST', 'The world "default" always exists. Use resetWorld to empty it.', 'name')
  return command(ctx, async tx => {
    const world = await worldNamed(tx, name, 'world')
    await endWorld(tx, world)
    return world
  })
}

/** Fills this world with the standard set and answers its customers (D30). */
export function initialize(ctx: Context): Promise<CustomerListing[]> {
  return command(ctx, async tx => {
    const name = nameOf(tx.world)
    await replace(tx, name, await fillContent(tx, 'STANDARD', name), 'GOES_ON')
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
    if ((await db.world.findUnique({ where: { name } })) !== null) return
    const making = { db, deps, newId: deps.newId }
    const settings = { source: { kind: content }, imageId: null, expiresAt: null, clock: 'GOES_ON' } as const
    await openAs(making, await fillContent(making, content, name), name, settings)
  })
}

function oneSource(sources: Omit<NewWorld, 'name' | 'expiresAfter'>): typeof sources {
  const named = SOURCES.filter(source => sources[source] !== undefined)
  const [, second] = named
  if (second === undefined) return sources
  throw new DomainError(
    'FORMAT_ERROR',
    `A world is made from one thing; this call names ${named.join(' and ')}.`,
    second,
  )
}

const SOURCES = ['from', 'copyOf', 'snapshot', 'fixture', 'fixtureName'] as const satisfies readonly (keyof NewWorld)[]

/** All worlds of the server, by name. */
export async function pageOfWorlds(ctx: Context, args: PageArgs): Promise<Listing<World>> {
  const window = pageWindow(args, 'World', 1)
  const rows = await ctx.db.world.findMany({
    where: { name: { not: null, ...given({ gt: window.after?.[0], lt: window.before?.[0] }) } },
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
