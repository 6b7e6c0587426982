import { type Context, follow } from '../../bank/context.ts'
import type { MakingContext } from '../../bank/resolvers/work.ts'
import { openingOf, sourceOf, unknownWorld, WORLD_NAME, type WorldSource, wakesAt } from '../../domain/worlds.ts'
import type { World } from '../../generated/client.ts'
import { discard, storeAsImage } from './end.ts'
import { isOriginal } from './leases.ts'

/**
 * Gives the world of this name other rows, in one moment. Calls that are inside finish with the old rows; the next ones find the new rows. `leave`
 * handles the old rows.
 */
export async function replace(
  tx: Context,
  name: string,
  content: World,
  clock: ClockOf,
  leave: (tx: Context, worldId: string) => Promise<unknown> = discard,
): Promise<World> {
  const before = await worldNamed(tx, name, 'name')
  // Its image stays; a world that was never written in is its own image.
  if (isOriginal(before)) await storeAsImage(tx, before.id)
  else await leave(tx, before.id)
  const { imageId, expiresAt } = before
  const world = await openAs(tx, content, name, { source: sourceOf(before), imageId, expiresAt, clock })
  if (before.id === tx.world.id) follow(tx, world)
  return world
}

/** Whether the clock of a world continues as stored in its rows, or opens at the instant at which they were stored. */
type ClockOf = 'GOES_ON' | 'RESTORED'

type Settings = { readonly source: WorldSource; readonly imageId: string | null }

/** Lets callers open a world under a name. */
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

/** The world with a name. RESOURCE_UNKNOWN at `path` when there is none. */
export async function worldNamed(
  { db }: Pick<Context, 'db'>,
  name: string,
  path: 'name' | 'source.copyOf' | 'source.snapshot.world',
): Promise<World> {
  const world = WORLD_NAME.test(name) ? await db.world.findUnique({ where: { name } }) : null
  if (world === null) throw unknownWorld(name, path)
  return world
}
