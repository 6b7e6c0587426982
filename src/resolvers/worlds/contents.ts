import { type Context, contextIn } from '../../context.ts'
import { instantOf } from '../../domain/fixtures.ts'
import type { WorldContent } from '../../domain/worlds.ts'
import { productFixture } from '../../fixtures/product.ts'
import type { World } from '../../generated/client.ts'
import type { Fixture } from '../../inputs/fixtures.ts'
import type { Making, Steps } from '../apart.ts'
import { fillFromFixture, putClock } from '../fixtures/apply.ts'
import { buildUnseen, unfinishedAt } from './build.ts'

/** Makes the rows of a world that holds nothing, or the standard set (D30). */
export function fillContent(making: Making, from: WorldContent, name: string): Promise<World> {
  return fillFixture(making, from === 'EMPTY' ? {} : productFixture('standard'), name)
}

/**
 * Makes the rows of a world that holds what a fixture says, clock included (D80). Nobody can open it before it gets a name; the key of its rows is the
 * name that it will have, unless another world's rows still have that.
 */
export async function fillFixture({ db, deps, newId }: Making, fixture: Fixture, name: string): Promise<World> {
  const worldId = (await db.world.findUnique({ where: { id: name } })) === null ? name : newId()
  const world = await db.world.create({ data: { id: worldId, createdAt: deps.machineNow() } })
  const ctx = contextIn(deps, world, db)
  await fill(run => run(ctx), fixture)
  return db.world.findFirstOrThrow({ where: { id: worldId } })
}

/** The same for a large fixture, in many transactions (D74). It is to be adopted. */
export function fillApart(ctx: Context, fixture: Fixture): Promise<World> {
  const { machineNow, newId } = ctx.deps
  return buildUnseen(
    ctx,
    db => db.world.create({ data: { id: newId(), createdAt: machineNow(), discardedAt: unfinishedAt(ctx) } }),
    step => fill(step, fixture),
  )
}

async function fill(step: Steps, fixture: Fixture): Promise<void> {
  const { clock } = fixture
  if (clock !== undefined)
    await step(tx =>
      putClock(tx, clock.now === undefined ? tx.now : instantOf(clock.now, tx.now), clock.frozen === true),
    )
  await fillFromFixture(step, fixture)
}
