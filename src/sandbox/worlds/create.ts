import type { Context } from '../../bank/context.ts'
import { command } from '../../bank/resolvers/command.ts'
import { instantOf } from '../../domain/calendar.ts'
import { actWanted, byRule, DomainError } from '../../domain/errors.ts'
import {
  assertClock,
  assertWorldName,
  DEFAULT_WORLD,
  endOf,
  type FirstClock,
  nameOf,
  type WorldContent,
  type WorldSource,
} from '../../domain/worlds.ts'
import type { Snapshot, World } from '../../generated/client.ts'
import { productFixture } from '../fixtures/documents/list.ts'
import type { ReadFixture } from '../fixtures/inputs/documents.ts'
import type { Fixture } from '../fixtures/inputs/fixtures.ts'
import { isLargeFixture } from '../fixtures/plan/weight.ts'
import { soundFixture } from '../fixtures/run/apply.ts'
import { fillApart, fillContent, fillFixture } from './contents.ts'
import { adopt, copyApart, isCopiedAtOnce, sourceRow, withCopy, withCopyAtOnce } from './copies.ts'
import { lockUnnamed } from './end.ts'
import { openAs, worldNamed } from './open.ts'
import { findSnapshot } from './snapshots/snapshots.ts'

/** What a world is created from: nothing, the standard set, another world, a snapshot of a world, or a fixture (D80). At most one of them. */
export type NewWorld = {
  readonly name?: string | undefined
  readonly from?: WorldContent | undefined
  readonly copyOf?: string | undefined
  readonly snapshot?: string | undefined
  /** A snapshot of another world. */
  readonly snapshotOf?: { readonly world: string; readonly name: string } | undefined
  /** A document (D82). */
  readonly fixture?: ReadFixture | undefined
  /** The name of one of the product's own fixtures. */
  readonly fixtureName?: string | undefined
  readonly expiresAfter?: string | undefined
  /** Where its clock begins. */
  readonly clock?: NonNullable<Fixture['clock']> | undefined
}

/**
 * Creates a world (D80). FORMAT_ERROR for more than one source, CONFLICT when the name is taken, RESOURCE_UNKNOWN for a source that does not exist,
 * ACCESS_EXCEEDED when the limit of worlds is reached (D75).
 */
export async function createWorld(ctx: Context, { name, expiresAfter, clock, ...sources }: NewWorld): Promise<World> {
  if (name !== undefined) assertWorldName(name)
  const expiresAt = expiresAfter === undefined ? null : endOf(expiresAfter, ctx.deps.machineNow())
  const { copyOf, snapshot, snapshotOf, fixtureName, fixture: read, from = 'STANDARD' } = oneSource(sources)
  const fixture = read === undefined ? undefined : await soundFixture(read, ctx)
  const free = name ?? `w-${ctx.newId().slice(-12)}`
  await assertRoom(ctx)
  const add = async (tx: Context, content: World, settings: Omit<Parameters<typeof openAs>[3], 'expiresAt'>) => {
    if ((await tx.db.world.findUnique({ where: { name: free } })) !== null)
      throw new DomainError(
        'CONFLICT',
        actWanted('RESET_WORLD', `There is already a world ${free}: choose another name, or reset that world.`, {
          path: 'name',
          of: free,
        }),
      )
    await assertRoom(tx)
    return openAs(tx, content, free, { ...settings, expiresAt })
  }
  if (clock !== undefined && (copyOf ?? snapshot ?? snapshotOf) !== undefined)
    throw new DomainError(
      'FORMAT_ERROR',
      byRule(
        'D40',
        'leave the clock out, and move it with advanceClock afterwards.',
      )`What is copied keeps its clock, which only moves forward:`,
      'clock',
    )
  if (copyOf !== undefined) {
    const source = await worldNamed(ctx, copyOf, 'copyOf')
    return copyWorld(ctx, source, (tx, copy, image) =>
      add(tx, copy, { source: { kind: 'COPY', world: copyOf }, imageId: image.id, clock: 'RESTORED' }),
    )
  }
  if (snapshot !== undefined || snapshotOf !== undefined) {
    const { worldName, name: found, contentId } = await snapshotNamed(ctx, snapshot ?? '', snapshotOf)
    const content = await ctx.db.world.findFirstOrThrow({ where: { id: contentId } })
    const source: WorldSource = { kind: 'SNAPSHOT', world: worldName, snapshot: found }
    return withCopy(ctx, content, async (tx, copy) => {
      await lockUnnamed(tx, contentId)
      await sourceRow(tx, content)
      return add(tx, copy, { source, imageId: contentId, clock: 'RESTORED' })
    })
  }
  if (fixture !== undefined || fixtureName !== undefined) {
    const { clock: own, ...entries } = fixture ?? productFixture(fixtureName ?? '')
    const document = { ...entries, clock: clock === undefined ? own : { ...own, ...clock } }
    const source: WorldSource =
      fixtureName === undefined ? { kind: 'FIXTURE' } : { kind: 'FIXTURE', fixture: fixtureName }
    if (ctx.inTransaction || !isLargeFixture(document))
      return command(ctx, async tx => {
        const content = await fillFixture(tx, document)
        return add(tx, content, { source, imageId: content.id, clock: 'RESTORED' })
      })
    const image = await fillApart(ctx, document)
    return withCopy(ctx, image, async (tx, copy) => {
      await adopt(tx, image)
      return add(tx, copy, { source, imageId: image.id, clock: 'RESTORED' })
    })
  }
  const begins = clock === undefined ? undefined : firstClock(clock, ctx.deps.machineNow())
  return command(ctx, async tx =>
    add(tx, await fillContent(tx, from, name, begins), {
      source: begins === undefined ? { kind: from } : { kind: from, clock: begins },
      imageId: null,
      clock: 'GOES_ON',
    }),
  )
}

function firstClock({ now, frozen = false }: NonNullable<NewWorld['clock']>, machineNow: Date): FirstClock {
  const begins = now === undefined ? machineNow : instantOf(now, machineNow)
  assertClock(begins, 'clock.now')
  return { now: begins.toISOString(), frozen }
}

async function snapshotNamed(ctx: Context, snapshot: string, of: NewWorld['snapshotOf']): Promise<Snapshot> {
  if (of === undefined) return findSnapshot(ctx, snapshot)
  const world = await worldNamed(ctx, of.world, 'snapshotOf.world')
  return findSnapshot({ db: ctx.db, world }, of.name, 'snapshotOf.name')
}

/** How many worlds the refusal suggests for deletion, the oldest first. */
const NAMED = 3

async function assertRoom({ db, deps: { mostWorlds } }: Context): Promise<void> {
  const open = { name: { not: null } }
  const count = mostWorlds === undefined ? undefined : await db.world.count({ where: open })
  if (mostWorlds === undefined || count === undefined || count < mostWorlds) return
  const oldest = await db.world.findMany({ where: open, orderBy: { createdAt: 'asc' }, take: NAMED + 1 })
  const names = oldest.map(nameOf).filter(name => name !== DEFAULT_WORLD)
  throw new DomainError(
    'ACCESS_EXCEEDED',
    `There are ${count} worlds, and SANDBANK_WORLDS allows ${mostWorlds}. Delete what is used no longer, such as the oldest: ${names.slice(0, NAMED).join(', ')} (deleteWorld). Worlds made with expiresAfter go by themselves.`,
    'worlds',
  )
}

// One copy for the world itself, and one that stays unchanged, for a reset. A small world is its own image until something is written in it.
async function copyWorld(
  ctx: Context,
  source: World,
  finish: (tx: Context, copy: World, image: World) => Promise<World>,
): Promise<World> {
  if (await isCopiedAtOnce(ctx, source)) return withCopyAtOnce(ctx, source, (tx, copy) => finish(tx, copy, copy))
  const image = await copyApart(ctx, source)
  return withCopy(ctx, image, async (tx, copy) => {
    await adopt(tx, image)
    return finish(tx, copy, image)
  })
}

function oneSource(sources: Omit<NewWorld, 'name' | 'expiresAfter' | 'clock'>): typeof sources {
  const named = Object.entries(sources).flatMap(([source, value]) => (value === undefined ? [] : source))
  const [, second] = named
  if (second === undefined) return sources
  throw new DomainError(
    'FORMAT_ERROR',
    `A world is made from one thing; this call names ${named.join(' and ')}.`,
    second,
  )
}
