import { type Context, contextIn } from '../../bank/context.ts'
import type { MakingContext, Steps } from '../../bank/resolvers/work.ts'
import { instantOf, osloDay } from '../../domain/calendar.ts'
import { beginningOf, type FirstClock, newRowsKey, type WorldContent, worldNow } from '../../domain/worlds.ts'
import type { World } from '../../generated/client.ts'
import { insertStandard } from '../../platform/store/standard-rows.ts'
import type { Fixture } from '../fixtures/inputs/fixtures.ts'
import { buildUnseen, unfinishedAt } from './copies.ts'
import { writeClock } from './write-clock.ts'

/** Creates the rows of such a world. */
export async function fillContent(
  making: MakingContext,
  from: WorldContent,
  name?: string,
  clock?: FirstClock,
): Promise<World> {
  const world = await startWorld(making, name, clock)
  if (from === 'STANDARD') await fillStandard(making, world)
  return world
}

// The build has stored the set; from the source it is computed here.
async function fillStandard({ db, deps }: MakingContext, world: World): Promise<void> {
  const now = worldNow(world, deps.machineNow())
  if (await insertStandard(db, world.id, { now, today: osloDay(now) })) return
  const { productFixture } = await import('../fixtures/documents/list.ts')
  await fill(run => run(contextIn(deps, world, db)), productFixture('standard'))
}

/** Creates the rows of a world with the contents of a fixture, clock included (D80). No caller can open it before it gets a name. */
export async function fillFixture(making: MakingContext, fixture: Fixture): Promise<World> {
  const { db, deps } = making
  const world = await startWorld(making)
  const ctx = contextIn(deps, world, db)
  await fill(run => run(ctx), fixture)
  return db.world.findFirstOrThrow({ where: { id: world.id } })
}

// The key of its rows is the name chosen for it, unless another world's rows still have that key.
async function startWorld({ db, deps, newId }: MakingContext, name?: string, clock?: FirstClock): Promise<World> {
  const isFree = name !== undefined && (await db.world.findUnique({ where: { id: name } })) === null
  const id = isFree ? name : newRowsKey(newId)
  const createdAt = deps.machineNow()
  return db.world.create({ data: { id, createdAt, ...beginningOf(clock, createdAt) } })
}

/** The same for a large fixture, in many transactions (D74). The caller must adopt it. */
export function fillApart(ctx: Context, fixture: Fixture): Promise<World> {
  const { machineNow, newId } = ctx.deps
  return buildUnseen(
    ctx,
    db => db.world.create({ data: { id: newRowsKey(newId), createdAt: machineNow(), discardedAt: unfinishedAt(ctx) } }),
    step => fill(step, fixture),
  )
}

// Few banks ever read a document, and its reader is a large module: it is loaded on the first use.
async function fill(step: Steps, fixture: Fixture): Promise<void> {
  const { fillFromFixture } = await import('../fixtures/run/apply.ts')
  const { clock } = fixture
  if (clock !== undefined)
    await step(tx =>
      writeClock(tx, clock.now === undefined ? tx.now : instantOf(clock.now, tx.now), clock.frozen === true),
    )
  await fillFromFixture(step, fixture)
}
