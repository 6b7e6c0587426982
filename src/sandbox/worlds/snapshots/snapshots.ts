import type { Context } from '../../../bank/context.ts'
import { command } from '../../../bank/resolvers/command.ts'
import type { Listing } from '../../../bank/resolvers/lists.ts'
import { actWanted, DomainError } from '../../../domain/errors.ts'
import { given } from '../../../domain/given.ts'
import { encodeCursor, type PageArgs, pageWindow, toPage } from '../../../domain/paging.ts'
import { assertWorldName, endOf, nameOf, WORLD_NAME, worldNow } from '../../../domain/worlds.ts'
import type { Snapshot, World } from '../../../generated/client.ts'
import { withCopy } from '../copies.ts'
import { endSnapshots, storeAsImage } from '../end.ts'
import { replace } from '../open.ts'

/** A snapshot of a world. RESOURCE_UNKNOWN with the names of the existing ones when the world has none of this name. */
export async function findSnapshot(
  { db, world }: Pick<Context, 'db' | 'world'>,
  name: string,
  path = 'snapshot',
): Promise<Snapshot> {
  const worldName = nameOf(world)
  // No snapshot has another name, and no database looks for each text.
  const where = { worldName_name: { worldName, name } }
  const found = WORLD_NAME.test(name) ? await db.snapshot.findUnique({ where }) : null
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

export type SnapshotOptions = {
  /** An ISO 8601 duration of the machine's clock, after which the snapshot is deleted. */
  readonly expiresAfter?: string | undefined
  /** The action of the console that Undo takes back by this snapshot (D98). */
  readonly beforeAction?: string | undefined
}

/** Stores the state of this world under a name (D86): rows, clock, replay records, counters. CONFLICT when it has one of this name. */
export async function takeSnapshot(
  ctx: Context,
  name: string,
  { expiresAfter, beforeAction }: SnapshotOptions = {},
): Promise<Snapshot> {
  assertWorldName(name)
  if (beforeAction !== undefined && !ACTION_NAME.test(beforeAction))
    throw new DomainError('FORMAT_ERROR', 'must be 1 to 63 letters, such as advanceClock.', 'beforeAction')
  const expiresAt = expiryOf(ctx, expiresAfter)
  return withCopy(ctx, ctx.world, async (tx, { id: contentId }) => {
    await assertNoSnapshot(tx, name)
    const worldName = nameOf(tx.world)
    await expireAt(tx, contentId, expiresAt)
    const takenAt = tx.deps.machineNow()
    return tx.db.snapshot.create({
      data: { worldName, name, contentId, takenAt, beforeAction: beforeAction ?? null },
    })
  })
}

/** When a snapshot ends that is wanted for this long. FORMAT_ERROR for a duration that is none. */
export function expiryOf({ deps }: Context, expiresAfter: string | undefined): Date | undefined {
  return expiresAfter === undefined ? undefined : endOf(expiresAfter, deps.machineNow())
}

/** The rows of a snapshot have their own expiry, as those of a world. */
export async function expireAt({ db }: Context, contentId: string, expiresAt: Date | undefined): Promise<void> {
  if (expiresAt !== undefined) await db.world.update({ where: { id: contentId }, data: { expiresAt } })
}

const ACTION_NAME = /^[a-zA-Z]{1,63}$/

/** Turns the old rows of a world into the snapshot of this name, in place of an earlier one. */
export async function storeAsSnapshot(tx: Context, contentId: string, worldName: string, name: string): Promise<void> {
  const former = await tx.db.snapshot.findUnique({ where: { worldName_name: { worldName, name } } })
  if (former !== null) await endSnapshots(tx, [former.contentId])
  const takenAt = tx.deps.machineNow()
  await storeAsImage(tx, contentId)
  // Its clock was last seen now, and a reset has nothing to restore.
  await tx.db.world.update({ where: { id: contentId }, data: { createdAt: takenAt, imageId: null } })
  await tx.db.snapshot.create({ data: { worldName, name, contentId, takenAt } })
}

/** Deletes a snapshot. Returns it. */
export function deleteSnapshot(ctx: Context, name: string): Promise<Snapshot> {
  return command(ctx, async tx => {
    const snapshot = await findSnapshot(tx, name, 'name')
    await endSnapshots(tx, [snapshot.contentId])
    return snapshot
  })
}

/** Restores this world as it was when the snapshot was taken, including its clock: the only way back in time (D40, D86). */
export async function restoreSnapshot(ctx: Context, name: string): Promise<World> {
  const { contentId } = await findSnapshot(ctx, name, 'name')
  const content = await ctx.db.world.findFirstOrThrow({ where: { id: contentId } })
  return withCopy(ctx, content, (tx, copy) => replace(tx, nameOf(tx.world), copy, 'RESTORED'))
}

/** The instants to which these snapshots set the world's clock, by the ids of their contents. */
export async function clocksOfSnapshots({ db }: Context, of: readonly Snapshot[]): Promise<ReadonlyMap<string, Date>> {
  const contents = await db.world.findMany({ where: { id: { in: of.map(({ contentId }) => contentId) } } })
  return new Map(contents.map(content => [content.id, worldNow(content, content.createdAt)]))
}

/** The latest snapshots of this world that were taken for Undo, the latest first (D98). */
export function latestForUndo({ db, world }: Context, take: number): Promise<Snapshot[]> {
  return db.snapshot.findMany({
    where: { worldName: nameOf(world), beforeAction: { not: null } },
    orderBy: [{ takenAt: 'desc' }, { name: 'desc' }],
    take,
  })
}

/** The snapshots of this world, by name. */
export async function pageOfSnapshots(ctx: Context, args: PageArgs): Promise<Listing<Snapshot>> {
  const worldName = nameOf(ctx.world)
  const window = pageWindow(args, 'Snapshot', 1)
  const rows = await ctx.db.snapshot.findMany({
    where: { worldName, name: given({ gt: window.after?.[0], lt: window.before?.[0] }) },
    orderBy: { name: window.backwards ? 'desc' : 'asc' },
    take: window.take + 1,
  })
  const count = () => ctx.db.snapshot.count({ where: { worldName } })
  return { ...toPage(rows, window), cursorOf: row => encodeCursor('Snapshot', [row.name]), count }
}
