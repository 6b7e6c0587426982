import { type Context, contextIn } from '../context.ts'
import { DomainError } from '../domain/errors.ts'
import { instantOf } from '../domain/fixtures.ts'
import type { WorldContent } from '../domain/worlds.ts'
import { productFixture } from '../fixtures/product.ts'
import type { World } from '../generated/client.ts'
import type { Fixture } from '../inputs/fixtures.ts'
import { type CopyPlace, copyRows, copySomeRows, isSmallWorld } from '../store/world-copies.ts'
import { command } from './command.ts'
import { fillFromFixture, putClock } from './fixtures/apply.ts'
import { UNLOCKED } from './world-leases.ts'
import { assertLocked, renewed, withLock } from './world-locks.ts'

/** What rows are made with, also before there is a world to be in. */
export type Making = Pick<Context, 'db' | 'deps' | 'newId'>

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
  const { clock } = fixture
  if (clock !== undefined)
    await putClock(ctx, clock.now === undefined ? ctx.now : instantOf(clock.now, ctx.now), clock.frozen === true)
  await fillFromFixture(ctx, fixture)
  return db.world.findFirstOrThrow({ where: { id: worldId } })
}

/**
 * Makes a copy of a world's rows as they are at one moment, and hands it to `finish` in the transaction in which it becomes whole. Nobody can open it
 * before it gets a name. A large world is copied in many transactions (D74); meanwhile nothing is written in it, while all others go on.
 */
export async function withCopy<Result>(
  ctx: Context,
  from: World,
  finish: (tx: Context, copy: World) => Promise<Result>,
): Promise<Result> {
  if (ctx.inTransaction || (await isSmallWorld(ctx.db, from.id)))
    return command(ctx, async tx => {
      const copy = await startCopy(tx, await sourceRow(tx, from))
      await copyRows(tx.db, from.id, copy.id)
      return finish(tx, copy)
    })
  const copy = await copyApart(ctx, from)
  return command(ctx, async tx => {
    await sourceRow(tx, from)
    await adopt(tx, copy)
    return finish(tx, copy)
  })
}

/** Copies a large world in many transactions. Until it is adopted, the copy is one that its maker may have left behind. */
export async function copyApart(ctx: Context, from: World): Promise<World> {
  return from.name === null ? copyBitByBit(ctx, from) : copyLocked(ctx, from)
}

export async function adopt(tx: Context, { id }: World): Promise<void> {
  await tx.db.world.update({ where: { id }, data: { discardedAt: null } })
}

/** A half-made copy is deleted when its maker has not been heard of for so long. */
const UNFINISHED_MS = 3_600_000

// Kept rows say by `createdAt` when they were kept, and a copy of them says the same.
function startCopy(tx: Context, from: World, discardedAt: Date | null = null): Promise<World> {
  const { name, createdAt, clockOffsetMs, frozenAt, nextDueAt, hasScenarios } = from
  const keptAt = name === null ? createdAt : tx.deps.machineNow()
  return tx.db.world.create({
    data: { id: tx.newId(), createdAt: keptAt, clockOffsetMs, frozenAt, nextDueAt, hasScenarios, discardedAt },
  })
}

// What was deleted or replaced since it was looked up may be half gone.
async function sourceRow(tx: Context, { id }: World): Promise<World> {
  const row = await tx.db.world.findUnique({ where: { id } })
  const isThere = row !== null && (row.discardedAt === null || row.discardedAt > tx.deps.machineNow())
  if (isThere) return row
  throw new DomainError('CONFLICT', 'What was to be copied was deleted or replaced by another call meanwhile.')
}

/** Nobody can write in a world without a name: no lock is needed. */
async function copyBitByBit(ctx: Context, from: World, check?: (tx: Context) => Promise<void>): Promise<World> {
  const { store, machineNow } = ctx.deps
  const making = (db: Context['db']) => ({ ...ctx, db, inTransaction: true })
  const end = new Date(machineNow().getTime() + UNFINISHED_MS)
  const copy = await store.transaction(async db => startCopy(making(db), await sourceRow(making(db), from), end))
  let place: CopyPlace | undefined = { table: 0, after: undefined }
  while (place !== undefined) {
    const here: CopyPlace = place
    place = await store.transaction(async db => {
      await check?.(making(db))
      return copySomeRows(db, from.id, copy.id, here)
    })
  }
  return copy
}

function copyLocked(ctx: Context, from: World): Promise<World> {
  const source = { ...ctx, world: from }
  return withLock(source, 'COPY', async token => {
    const copy = await copyBitByBit(source, from, async tx => {
      const world = await sourceRow(tx, from)
      assertLocked({ ...tx, world }, token)
      await tx.db.world.update({ where: { id: from.id }, data: renewed(tx) })
    })
    await command(
      source,
      tx => tx.db.world.updateMany({ where: { id: from.id, lockedBy: token }, data: UNLOCKED }),
      'PASS',
    )
    return copy
  })
}
