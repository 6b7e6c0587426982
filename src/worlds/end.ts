import type { Context, Deps } from '../context.ts'
import type { World } from '../generated/client.ts'
import { StoreBusyError } from '../store/errors.ts'
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
  const snapshots = await ending.db.snapshot.findMany({ where: { worldName: name ?? '' } })
  await ending.db.snapshot.deleteMany({ where: { worldName: name ?? '' } })
  for (const { contentId } of snapshots) await release(ending, contentId)
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

/** What is done when background work finds that another process holds a world: it waits for its next turn (D125). */
export const leaveHeld =
  (leave: () => void = () => undefined) =>
  (error: unknown): void => {
    if (!(error instanceof StoreBusyError)) throw error
    leave()
  }

/** Deletes worlds and snapshots whose time is up by the machine's clock (D80). */
export async function expireWorlds(deps: Deps): Promise<void> {
  const expiresAt = { lte: deps.machineNow() }
  const expire = (id: string) =>
    deps.store.transaction(
      async db => {
        const world = await db.world.findFirst({ where: { id, expiresAt } })
        if (world === null) return
        await (world.name === null ? endSnapshot({ db, deps }, id) : endWorld({ db, deps }, world))
      },
      { worlds: [id], claims: true },
    )
  const due = await deps.store.reader.world.findMany({ where: { expiresAt }, select: { id: true }, take: 100 })
  await Promise.all(due.map(({ id }) => expire(id).catch(leaveHeld())))
}

/** Deletes the rows of worlds that no caller can open any more, bit by bit. */
export async function sweepWorlds(deps: Deps): Promise<void> {
  const before = new Date(deps.machineNow().getTime() - GRACE_MS)
  const gone = await deps.store.reader.world.findMany({ where: { discardedAt: { lte: before } }, select: { id: true } })
  for (const { id } of gone) if (deps.stopping?.aborted !== true) await sweep(deps, id).catch(leaveHeld())
  while (gone.length > 0 && (await deps.store.giveBackPages())) if (deps.stopping?.aborted === true) return
}

async function sweep({ store, stopping }: Deps, id: string): Promise<void> {
  const scope = { worlds: [id], claims: true }
  while ((await store.transaction(tx => deleteSomeRows(tx, id, ROWS_AT_ONCE), scope)) > 0)
    if (stopping?.aborted === true) return
  await store.transaction(tx => tx.world.deleteMany({ where: { id } }), scope)
}
