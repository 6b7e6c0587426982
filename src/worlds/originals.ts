import type { Context } from '../context.ts'
import { newRowsKey } from '../domain/worlds.ts'
import type { World } from '../generated/client.ts'
import { copyRows } from '../store/world-copies.ts'

/** Whether a world is what it was made from itself, since nothing was written in it so far: it must be kept before something is. */
export function isOriginal({ id, imageId }: World): boolean {
  return imageId === id
}

/** Keeps a copy of a world as it was made, for when it is reset (D81). Answers the world as it is then. */
export async function keepOriginal({ db, newId }: Pick<Context, 'db' | 'newId'>, world: World): Promise<World> {
  const { createdAt, clockOffsetMs, frozenAt, nextDueAt, hasScenarios } = world
  const { id } = await db.world.create({
    data: { id: newRowsKey(newId), createdAt, clockOffsetMs, frozenAt, nextDueAt, hasScenarios },
  })
  await copyRows(db, world.id, id)
  return db.world.update({ where: { id: world.id }, data: { imageId: id } })
}
