import { type Caller, type Context, createContext, type Deps } from '../../bank/context.ts'
import type { Listing } from '../../bank/resolvers/lists.ts'
import { noteCaller } from '../../bank/resolvers/tpp-register.ts'
import { hasDueWork } from '../../bank/resolvers/work.ts'
import { DomainError } from '../../domain/errors.ts'
import { given } from '../../domain/given.ts'
import { encodeCursor, type PageArgs, pageWindow, toPage } from '../../domain/paging.ts'
import {
  assertWorldName,
  DEFAULT_WORLD,
  nameOf,
  runningCall,
  unknownWorld,
  WORLD_NAME,
  type WorldContent,
} from '../../domain/worlds.ts'
import type { World } from '../../generated/client.ts'
import type { Store } from '../../platform/store/engine.ts'
import { StoreUnavailableError, unavailable } from '../../platform/store/errors.ts'
import { catchUp } from './catch-up.ts'
import { fillContent } from './contents.ts'
import { openAs } from './open.ts'

/**
 * The world of a base URL, after all due work is done, or after the waiting caller has disconnected. RESOURCE_UNKNOWN when the server does not have
 * it (D1).
 */
export async function getWorld(deps: Deps, name: string, leave?: () => AbortSignal): Promise<World> {
  for (let read = deps.store.inProcess ? worldOfTurn : readWorld; ; read = readWorld) {
    const lost = deps.store.lost()
    if (lost !== undefined) throw lost
    const world = WORLD_NAME.test(name) ? await read(deps.store, name) : null
    if (world === null) throw unknownWorld(name)
    if (!hasDueWork(world, deps.machineNow()) || deps.stopping?.aborted === true) return world
    const hungUp = leave?.()
    if (hungUp?.aborted === true) return world
    await catchUp(deps, world, hungUp)
  }
}

type WorldRow = Promise<World | null>

// Calls that arrive together read a world once: a row costs as much as a tenth of a small write. A call that begins in the same turn of the event loop
// misses nothing by it, since a change is acknowledged in a later turn than that of its commit. From a database each call reads it: a connection that
// hangs holds up no other call (D127).
const worldsOfTurn = new WeakMap<Store, Map<string, WorldRow>>()

function worldOfTurn(store: Store, name: string): WorldRow {
  let worlds = worldsOfTurn.get(store)
  if (worlds === undefined) {
    worlds = new Map()
    worldsOfTurn.set(store, worlds)
    setImmediate(() => worldsOfTurn.delete(store))
  }
  const known = worlds.get(name)
  if (known !== undefined) return known
  const row = readWorld(store, name)
  worlds.set(name, row)
  return row
}

async function readWorld({ reader }: Store, name: string): WorldRow {
  return reader.world.findUnique({ where: { name } })
}

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

/** How many REST calls are running in a world, on this server. */
export function countRunning({ deps }: Context, world: World): number {
  const prefix = runningCall(nameOf(world), '')
  return [...deps.running].filter(key => key.startsWith(prefix)).length
}

/** Admits a call to the world of its base URL. RESOURCE_UNKNOWN when the server does not have it (D1). */
export async function enterWorld(deps: Deps, name: string, caller: Caller, hungUp?: AbortSignal): Promise<Context> {
  const leave = hungUp === undefined ? undefined : () => hungUp
  return enter(deps, await getWorld(deps, name, leave), caller, hungUp)
}

/** The same for a door that finds the world before it has identified the caller (D12). */
export function enter(deps: Deps, world: World, caller: Caller, hungUp?: AbortSignal): Context {
  noteCaller(deps, caller)
  return createContext(deps, world, caller, hungUp)
}

/**
 * A failure as the client sees it: a refusal, or `undefined` for a fault of ours, which must be masked. Errors other than DomainError must be
 * reported.
 */
export function refusalOf(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error
  // The journal is on the same disk, and to read it also writes the index of its lists.
  const fault = error instanceof StoreUnavailableError ? error : unavailable(error)
  return fault && new DomainError('UNAVAILABLE', fault.publicText)
}

/** Ensures that the default world exists; on a new server it is filled with the standard set by default (D30). */
export async function ensureDefaultWorld(deps: Deps, content: WorldContent = 'STANDARD'): Promise<void> {
  await ensureWorld(deps, DEFAULT_WORLD, content)
}

/** Creates a world if there is none with that name; returns whether it did. FORMAT_ERROR for an impossible name. */
export async function ensureWorld(deps: Deps, name: string, content: WorldContent = 'STANDARD'): Promise<boolean> {
  assertWorldName(name)
  if ((await deps.store.reader.world.findUnique({ where: { name } })) !== null) return false
  return deps.store.transaction(async db => {
    if ((await db.world.findUnique({ where: { name } })) !== null) return false
    const making = { db, deps, newId: deps.newId }
    const settings = { source: { kind: content }, imageId: null, expiresAt: null, clock: 'GOES_ON' } as const
    await openAs(making, await fillContent(making, content, name), name, settings)
    return true
  })
}
