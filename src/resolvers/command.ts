import { type Context, follow, withTransaction } from '../context.ts'
import { nameOf, unknownWorld } from '../domain/worlds.ts'
import type { World } from '../generated/client.ts'
import type { Tx } from '../store/transaction.ts'

/**
 * The only way to write. Runs `run` in one transaction on the writing connection, with a context bound to it; nothing is
 * acknowledged before the commit. A command inside a command joins the outer transaction, so that several changes, and
 * the record that makes a call repeatable (D15), succeed or fail as one.
 */
export async function command<Result>(ctx: Context, run: (tx: Context) => Promise<Result>): Promise<Result> {
  if (ctx.inTransaction) return run(ctx)
  const { result, world } = await ctx.deps.store.transaction(async db => {
    const tx = withTransaction(ctx, await currentWorld(ctx, db), db)
    const result = await run(tx)
    return { result, world: tx.world }
  })
  if (world.id === ctx.world.id) ctx.load.clearAll()
  else follow(ctx, world)
  return result
}

// Read again: while this call waited for its turn the world may have been deleted or replaced, or its clock moved (D40).
async function currentWorld(ctx: Context, db: Tx): Promise<World> {
  const same = await db.world.findUnique({ where: { id: ctx.world.id } })
  if (same !== null && same.name !== null) return same
  const name = nameOf(ctx.world)
  const successor = await db.world.findUnique({ where: { name } })
  if (successor === null) throw unknownWorld(name)
  return successor
}
