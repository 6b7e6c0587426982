import type { Context } from '../../context.ts'
import { nameOf } from '../../domain/worlds.ts'
import type { World } from '../../generated/client.ts'
import { withCopy } from '../build.ts'
import { replace } from '../open.ts'
import { findSnapshot } from './rows.ts'

/** Puts this world back to what it was when the snapshot was taken, also its clock: the one way back in time (D40, D86). */
export async function restoreSnapshot(ctx: Context, name: string): Promise<World> {
  const { contentId } = await findSnapshot(ctx, name, 'name')
  const content = await ctx.db.world.findFirstOrThrow({ where: { id: contentId } })
  return withCopy(ctx, content, (tx, copy) => replace(tx, nameOf(tx.world), copy, 'KEPT'))
}
