import type { Context } from '../../context.ts'
import { actWanted, DomainError } from '../../domain/errors.ts'
import { nameOf } from '../../domain/worlds.ts'
import type { Snapshot } from '../../generated/client.ts'

/** A snapshot of a world. RESOURCE_UNKNOWN, naming those that there are, when the world has none of this name. */
export async function findSnapshot(
  { db, world }: Pick<Context, 'db' | 'world'>,
  name: string,
  path = 'snapshot',
): Promise<Snapshot> {
  const worldName = nameOf(world)
  const found = await db.snapshot.findUnique({ where: { worldName_name: { worldName, name } } })
  if (found !== null) return found
  const some = await db.snapshot.findMany({ where: { worldName }, orderBy: { name: 'asc' }, take: 10 })
  const known = some.length === 0 ? 'It has none' : `It has ${some.map(one => one.name).join(', ')}`
  throw new DomainError(
    'RESOURCE_UNKNOWN',
    `The world ${worldName} has no snapshot ${JSON.stringify(name.slice(0, 80))}. ${known}.`,
    path,
  )
}

/** CONFLICT when this world has a snapshot of this name. */
export async function assertNoSnapshot({ db, world }: Pick<Context, 'db' | 'world'>, name: string): Promise<void> {
  const worldName = nameOf(world)
  if ((await db.snapshot.findUnique({ where: { worldName_name: { worldName, name } } })) === null) return
  throw new DomainError(
    'CONFLICT',
    actWanted('DELETE_SNAPSHOT', `The world ${worldName} has a snapshot ${name} already. Delete it first.`, {
      path: 'name',
      of: name,
    }),
  )
}
