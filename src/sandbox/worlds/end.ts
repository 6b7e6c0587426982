import type { Context, Deps } from '../../bank/context.ts'
import type { World } from '../../generated/client.ts'
import { WorldHeldError } from '../../platform/store/errors.ts'
import { deleteSomeRows } from '../../platform/store/world-tables.ts'
import { UNLOCKED } from './leases.ts'

type EndingContext = Pick<Context, 'db' | 'deps'>

/** How long the rows of a deleted or replaced world stay: calls that are inside finish with what they saw. */
const GRACE_MS = 10_000

/** Closes a world to all callers; its rows are deleted afterwards, in slices. */
export async function discard({ db, deps }: EndingContext, worldId: string): Promise<void> {
  const data = { ...UNLOCKED, name: null, wakesAt: null, expiresAt: null, discardedAt: deps.machineNow() }
  await db.world.update({ where: { id: worldId }, data })
}

/** Retains the old rows of a world that gets new ones, for a reset. No caller can open them any more. */
export async function storeAsImage({ db }: EndingContext, worldId: string): Promise<void> {
  await db.world.update({ where: { id: worldId }, data: { ...UNLOCKED, name: null, wakesAt: null, expiresAt: null } })
}

/** Ends a world with its snapshots. */
export async function endWorld(ending: EndingContext, { id, name, imageId }: World): Promise<void> {
  await discard(ending, id)
  const snapshots = await ending.db.snapshot.findMany({ where: { worldName: name ?? '' } })
  const contentIds = snapshots.map(({ contentId }) => contentId)
  await endSnapshots(ending, contentIds, imageId ?? undefined)
}

/** Locks the rows of a snapshot or image, by a write that changes nothing: calls that begin or end to use them wait for each other (D121). */
export async function lockUnnamed({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  await db.world.updateMany({ where: { id, name: null }, data: { name: null } })
}

/**
 * Deletes snapshots, and discards their rows and an image, unless another snapshot was copied from them or a reset of a world needs them. They are
 * locked first, in one order: of two that end at the same time, the second sees that the first no longer uses them.
 */
export async function endSnapshots(
  ending: EndingContext,
  contentIds: readonly string[],
  imageId?: string,
): Promise<void> {
  const { db } = ending
  const ids = [...contentIds, imageId ?? []].flat().toSorted()
  for (const id of ids) await lockUnnamed(ending, id)
  for (const contentId of contentIds) await db.snapshot.deleteMany({ where: { contentId } })
  for (const id of ids) {
    const used =
      (await db.snapshot.findFirst({ where: { contentId: id } })) ??
      (await db.world.findFirst({ where: { imageId: id, name: { not: null } } }))
    if (used === null) await discard(ending, id)
  }
}

/** When background work finds that another process holds a world, it waits for its next turn (D125). */
export const leaveHeld =
  (leave: () => void = () => undefined) =>
  (error: unknown): void => {
    if (!(error instanceof WorldHeldError)) throw error
    leave()
  }

/** Deletes worlds and snapshots whose time has run out by the machine's clock (D80). */
export async function expireWorlds(deps: Deps): Promise<void> {
  const expiresAt = { lte: deps.machineNow() }
  const expire = (id: string) =>
    deps.store.transaction(
      async db => {
        const world = await db.world.findFirst({ where: { id, expiresAt } })
        if (world === null) return
        if (world.name !== null) return endWorld({ db, deps }, world)
        // A world created from it may go on without it.
        await db.world.update({ where: { id }, data: { expiresAt: null } })
        await endSnapshots({ db, deps }, [id])
      },
      { worlds: [id], claims: true },
    )
  const due = await deps.store.reader.world.findMany({ where: { expiresAt }, select: { id: true }, take: 100 })
  for (const { id } of due) if (deps.stopping?.aborted !== true) await expire(id).catch(leaveHeld())
}

/** Deletes the rows of worlds that no caller can open any more, in slices, for the given time. Returns whether some are left. */
export async function sweepWorlds(deps: Deps, forMs = Number.POSITIVE_INFINITY): Promise<boolean> {
  const { store, stopping } = deps
  const until = performance.now() + forMs
  const isOver = () => stopping?.aborted === true || performance.now() > until
  const before = new Date(deps.machineNow().getTime() - GRACE_MS)
  const gone = await store.reader.world.findMany({ where: { discardedAt: { lte: before } }, select: { id: true } })
  const left = gone.map(({ id }) => id)
  const goOn = async () => {
    for (let id = left.shift(); id !== undefined && !isOver(); id = left.shift())
      await sweep(deps, id).catch(leaveHeld())
  }
  await Promise.all(Array.from({ length: store.sweeping.worlds }, goOn))
  while (gone.length > 0 && (await store.giveBackPages())) if (isOver()) break
  return left.length > 0
}

async function sweep({ store, stopping }: Deps, id: string): Promise<void> {
  const scope = { worlds: [id], claims: true }
  const { rows } = store.sweeping
  while ((await store.transaction(tx => deleteSomeRows(tx, id, rows), scope)) === rows)
    if (stopping?.aborted === true) return
  await store.transaction(tx => tx.world.deleteMany({ where: { id } }), scope)
}
