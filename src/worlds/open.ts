import { type Context, follow } from '../context.ts'
import { openingOf, sourceOf, unknownWorld, WORLD_NAME, type WorldSource, wakesAt } from '../domain/worlds.ts'
import type { World } from '../generated/client.ts'
import type { MakingContext } from '../resolvers/work.ts'
import { discard, storeAsImage } from './end.ts'
import { isOriginal } from './leases.ts'

/** Gives a world of this name other rows, in one moment. Who was in it finishes with what it saw; who comes next finds the new ones. `leave` is what becomes of its former rows. */
export async function replace(
  tx: Context,
  name: string,
  content: World,
  clock: ClockOf,
  leave: (tx: Context, worldId: string) => Promise<unknown> = discard,
): Promise<World> {
  const before = await worldNamed(tx, name, 'world')
  // What it was made from stays; a world that was never written in is that itself.
  if (isOriginal(before)) await storeAsImage(tx, before.id)
  else await leave(tx, before.id)
  const { imageId, expiresAt } = before
  const world = await openAs(tx, content, name, { source: sourceOf(before), imageId, expiresAt, clock })
  if (before.id === tx.world.id) follow(tx, world)
  return world
}

/** Whether the clock of a world goes on as its rows have it, or opens at the instant at which they were stored. */
type ClockOf = 'GOES_ON' | 'RESTORED'

type Settings = { readonly source: WorldSource; readonly imageId: string | null }

/** Lets a world be opened under a name. */
export async function openAs(
  { db, deps }: MakingContext,
  content: World,
  name: string,
  { clock, ...settings }: Settings & { readonly clock: ClockOf; readonly expiresAt: Date | null },
): Promise<World> {
  const createdAt = deps.machineNow()
  const opening = clock === 'RESTORED' ? openingOf(content, createdAt) : { wakesAt: wakesAt(content) }
  return db.world.update({ where: { id: content.id }, data: { ...settings, ...opening, name, createdAt } })
}

/** The world of a name. RESOURCE_UNKNOWN at `path` when there is none. */
export async function worldNamed(
  { db }: Pick<Context, 'db'>,
  name: string,
  path: 'world' | 'copyOf' | 'snapshotOf.world',
): Promise<World> {
  const world = WORLD_NAME.test(name) ? await db.world.findUnique({ where: { name } }) : null
  if (world === null) throw unknownWorld(name, path)
  return world
}
