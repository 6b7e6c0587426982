import type { Context, Deps } from '../context.ts'
import { given } from '../domain/given.ts'
import { encodeCursor, type PageArgs, pageWindow, toPage } from '../domain/paging.ts'
import { nameOf, runningCall, unknownWorld, WORLD_NAME } from '../domain/worlds.ts'
import type { World } from '../generated/client.ts'
import { hasDueWork } from '../resolvers/due-work.ts'
import type { Listing } from '../resolvers/lists.ts'
import type { Kind } from '../store/loaders/loaders.ts'
import { catchUp } from './catch-up.ts'

/**
 * The world of a base URL, as it is when all is done that has fallen due, or when the caller that waits for that hangs up. RESOURCE_UNKNOWN when the server does not have
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

/** How many REST calls are running in a world, at this server. */
export function countRunning({ deps }: Context, world: World): number {
  const prefix = runningCall(nameOf(world), '')
  return [...deps.running].filter(key => key.startsWith(prefix)).length
}
