import { type Context, tppOf } from '../../bank/context.ts'
import { command } from '../../bank/resolvers/command.ts'
import { listCustomers } from '../../bank/resolvers/customers.ts'
import type { FreshWorld } from '../../domain/customers.ts'
import { actWanted, DomainError } from '../../domain/errors.ts'
import { DEFAULT_WORLD, type FirstClock, nameOf, sourceOf, type WorldSource } from '../../domain/worlds.ts'
import type { World } from '../../generated/client.ts'
import { fillContent } from './contents.ts'
import { withCopy } from './copies.ts'
import { type MadeFrom, makeWorld } from './create.ts'
import { endWorld } from './end.ts'
import { replace, worldNamed } from './open.ts'
import { storeAsSnapshot } from './snapshots/snapshots.ts'

/**
 * Restores a world as it was created, clock included (D81), or gives it the contents of another source. Stored answers of earlier calls are deleted,
 * too (D15, D30). The new rows replace the old ones in one moment; the old ones are deleted afterwards, so that no call waits for it.
 */
export async function resetWorld(ctx: Context, name: string, anew?: MadeFrom): Promise<World> {
  const before = await worldNamed(ctx, name, 'name')
  const source = sourceOf(before)
  if (anew !== undefined)
    return makeWorld(ctx, { ...anew, name }, (tx, content, { clock }) => replace(tx, name, content, clock))
  if (before.imageId !== null) {
    const image = await ctx.db.world.findFirstOrThrow({ where: { id: before.imageId } })
    return withCopy(ctx, image, (tx, copy) => replace(tx, name, copy, 'RESTORED'))
  }
  const content = source.kind === 'EMPTY' ? 'EMPTY' : 'STANDARD'
  return command(ctx, async tx =>
    replace(tx, name, await fillContent(tx, content, name, firstClockOf(source)), 'GOES_ON'),
  )
}

function firstClockOf(source: WorldSource): FirstClock | undefined {
  return 'clock' in source ? source.clock : undefined
}

/** Deletes a world with everything in it, including its snapshots. The default world always exists: BAD_REQUEST (decisions, Words). */
export function deleteWorld(ctx: Context, name: string): Promise<World> {
  if (name === DEFAULT_WORLD)
    throw new DomainError(
      'BAD_REQUEST',
      actWanted('RESET_WORLD', 'The world "default" always exists: reset it instead.', {
        path: 'name',
        of: name,
      }),
    )
  return command(ctx, async tx => {
    const world = await worldNamed(tx, name, 'name')
    await endWorld(tx, world)
    return world
  })
}

/** There is one for each world: the next replaces it. */
const BEFORE = 'before-initialize'

/**
 * Fills this world with the standard set and returns its customers (D30). Any TPP may call this, so the state of other TPPs is kept as a snapshot.
 */
export function initialize(ctx: Context): Promise<FreshWorld> {
  return command(ctx, async tx => {
    const name = nameOf(tx.world)
    const clock = firstClockOf(sourceOf(tx.world))
    const before = (await hasWorkOfOthers(tx)) ? BEFORE : undefined
    const leave = before && ((at: Context, worldId: string) => storeAsSnapshot(at, worldId, name, before))
    await replace(tx, name, await fillContent(tx, 'STANDARD', name, clock), 'GOES_ON', leave)
    return { customers: await listCustomers(tx, { withAccounts: true, withAgreements: true }), before }
  })
}

async function hasWorkOfOthers(tx: Context): Promise<boolean> {
  const where = { worldId: tx.world.id, tppId: { not: tppOf(tx).tppId } }
  const select = { id: true } as const
  const found = (await tx.db.payment.findFirst({ where, select })) ?? (await tx.db.consent.findFirst({ where, select }))
  return found !== null
}
