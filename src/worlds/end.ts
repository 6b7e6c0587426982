import type { Context, Deps } from '../context.ts'
import type { World } from '../generated/client.ts'
import { deleteSomeRows } from '../store/world-tables.ts'
import { UNLOCKED } from './leases.ts'

type EndingContext = Pick<Context, 'db' | 'deps'>

/** How long the rows of a world stay after it was deleted or replaced: calls that were in it finish with what they saw. */
const GRACE_MS = 10_000

/** How many rows one transaction deletes (D74). */
const ROWS_AT_ONCE = 1_000

/** Closes a world to all callers; its rows are deleted afterwards, bit by bit. */
export async function discard({ db, deps }: EndingContext, worldId: string): Promise<void> {
  const data = { ...UNLOCKED, name: null, wakesAt: null, expiresAt: null, discardedAt: deps.machineNow() }
  await db.world.update({ where: { id: worldId }, data })
}

/** Keeps the rows of a world that gets others, for when it is reset. No caller can open it any more. */
export async function storeAsImage({ db }: EndingContext, worldId: string): Promise<void> {
  await db.world.update({ where: { id: worldId }, data: { ...UNLOCKED, name: null, wakesAt: null, expiresAt: null } })
}

/** Ends a world with its snapshots. */
export async function endWorld(ending: EndingContext, { id, name, imageId }: World): Promise<void> {
  await discard(ending, id)
  if (imageId !== null) await release(ending, imageId)
  const kept = await ending.db.snapshot.findMany({ where: { worldName: name ?? '' } })
  await ending.db.snapshot.deleteMany({ where: { worldName: name ?? '' } })
  for (const { contentId } of kept) await release(ending, contentId)
}

// A world that was made from it may go on without it.
async function endSnapshot(ending: EndingContext, contentId: string): Promise<void> {
  await ending.db.snapshot.deleteMany({ where: { contentId } })
  await ending.db.world.update({ where: { id: contentId }, data: { expiresAt: null } })
  await release(ending, contentId)
}

/** Discards kept rows, unless a snapshot is made of them or a world goes back to them when it is reset. */
export async function release(ending: EndingContext, contentId: string): Promise<void> {
  const { db } = ending
  const used =
    (await db.snapshot.findFirst({ where: { contentId } })) ??
    (await db.world.findFirst({ where: { imageId: contentId, name: { not: null } } }))
  if (used === null) await discard(ending, contentId)
}

/** Deletes worlds and snapshots whose time is up by the machine's clock (D80). */
export async function expireWorlds(deps: Deps): Promise<void> {
  const due = { expiresAt: { lte: deps.machineNow() } }
  if ((await deps.store.reader.world.findFirst({ where: due, select: { id: true } })) === null) return
  await deps.store.transaction(async db => {
    for (const world of await db.world.findMany({ where: due, take: 100 }))
      await (world.name === null ? endSnapshot({ db, deps }, world.id) : endWorld({ db, deps }, world))
  })
}

/** Deletes the rows of worlds that no caller can open any more, bit by bit. */
export async function sweepWorlds(deps: Deps): Promise<void> {
  const before = new Date(deps.machineNow().getTime() - GRACE_MS)
  const gone = await deps.store.reader.world.findMany({ where: { discardedAt: { lte: before } }, select: { id: true } })
  for (const { id } of gone) {
    while ((await deps.store.transaction(tx => deleteSomeRows(tx, id, ROWS_AT_ONCE), { worlds: [id] })) > 0) {
      if (deps.stopping?.aborted === true) return
    }
    await deps.store.transaction(tx => tx.world.deleteMany({ where: { id } }), { worlds: [id] })
  }
  while (gone.length > 0 && (await deps.store.giveBackPages())) if (deps.stopping?.aborted === true) return
}
