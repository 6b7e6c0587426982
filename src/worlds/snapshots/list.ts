import type { Context } from '../../context.ts'
import { given } from '../../domain/given.ts'
import { encodeCursor, type PageArgs, pageWindow, toPage } from '../../domain/paging.ts'
import { nameOf } from '../../domain/worlds.ts'
import type { Snapshot } from '../../generated/client.ts'
import type { Listing } from '../../resolvers/lists.ts'

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
