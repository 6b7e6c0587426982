import type { Deps } from '../context.ts'
import { assertWorldName, DEFAULT_WORLD, type WorldContent } from '../domain/worlds.ts'
import { fillOnce } from './contents.ts'
import { openAs } from './open.ts'

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
    // One world of a server that may never have another: no template is kept of it.
    await openAs(making, await fillOnce(making, content, name), name, settings)
  })
}
