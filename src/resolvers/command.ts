import { type Context, withTransaction } from '../context.ts'
import { unknownWorld } from '../domain/worlds.ts'

/**
 * The only way to write. Runs `run` in one transaction on the writing connection, with a context bound to it; nothing is
 * acknowledged before the commit. A command inside a command joins the outer transaction, so that several changes, and
 * the record that makes a call repeatable (D15), succeed or fail as one.
 */
export async function command<Result>(ctx: Context, run: (tx: Context) => Promise<Result>): Promise<Result> {
  if (ctx.inTransaction) return run(ctx)
  const result = await ctx.deps.store.transaction(async tx => {
    // Read anew: while this call waited for its turn the world may have been deleted, or its clock moved (D40).
    const world = await tx.world.findUnique({ where: { id: ctx.world.id } })
    if (world === null) throw unknownWorld(ctx.world.id)
    return run(withTransaction(ctx, world, tx))
  })
  ctx.load.clearAll()
  return result
}
