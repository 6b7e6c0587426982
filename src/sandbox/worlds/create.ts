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

/** What a world is made from: nothing, the standard set, another world, a snapshot, or a document (D80). At most one of them. */
export type MadeFrom = {
  readonly from?: WorldContent | undefined
  readonly copyOf?: string | undefined
  /** A snapshot of the world that it names, or else of the world of the call. */
  readonly snapshot?: { readonly world?: string | null | undefined; readonly name: string } | undefined
  /** A document (D82). */
  readonly fixture?: ReadFixture | undefined
  /** The name of one of the product's own fixtures. */
  readonly fixtureName?: string | undefined
}
type FirstOrNoClock = NonNullable<Fixture['clock']> | undefined

export type NewWorld = MadeFrom & {
  readonly name?: string | undefined
  readonly expiresAfter?: string | undefined
  /** Where its clock begins. */
  readonly clock?: FirstOrNoClock
}

type Settings = Omit<Parameters<typeof openAs>[3], 'expiresAt'>
/** Puts contents in their place, within the command that makes or copies them. */
type Placing = (tx: Context, content: World, settings: Settings) => Promise<World>

/**
 * Creates a world (D80). CONFLICT when the name is taken, RESOURCE_UNKNOWN for a source that does not exist, ACCESS_EXCEEDED when the limit of worlds
 * is reached (D75).
 */
export async function createWorld(ctx: Context, { name, expiresAfter, clock, ...source }: NewWorld): Promise<World> {
  if (name !== undefined) assertWorldName(name)
  const expiresAt = expiresAfter === undefined ? null : endOf(expiresAfter, ctx.deps.machineNow())
  const free = name ?? `w-${ctx.newId().slice(-12)}`
  await assertRoom(ctx)
  return makeWorld(ctx, { ...source, name, clock }, async (tx, content, settings) => {
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
  })
}

/** Makes the contents of a world from their source, and lets `place` put them in their place. */
export async function makeWorld(
  ctx: Context,
  { name, clock, ...source }: MadeFrom & Pick<NewWorld, 'name' | 'clock'>,
  place: Placing,
): Promise<World> {
  const { copyOf, snapshot, fixtureName, fixture: read, from = 'STANDARD' } = source
  if (clock !== undefined && (copyOf ?? snapshot) !== undefined)
    throw new DomainError(
      'FORMAT_ERROR',
      byRule(
        'D40',
        'leave the clock out, and move it with advanceClock afterwards.',
      )`What is copied keeps its clock, which only moves forward:`,
      'clock',
    )
  if (copyOf !== undefined) {
    const found = await worldNamed(ctx, copyOf, 'source.copyOf')
    return copyWorld(ctx, found, (tx, copy, image) =>
      place(tx, copy, { source: { kind: 'COPY', world: copyOf }, imageId: image.id, clock: 'RESTORED' }),
    )
  }
  if (snapshot !== undefined) return fromSnapshot(ctx, await snapshotNamed(ctx, snapshot), place)
  if (read !== undefined || fixtureName !== undefined) {
    const fixture =
      read === undefined ? productFixture(fixtureName ?? '', 'source.fixtureName') : await soundFixture(read, ctx)
    const { clock: own, ...entries } = fixture
    const document = { ...entries, clock: clock === undefined ? own : { ...own, ...clock } }
    return fromDocument(ctx, document, fixtureName, place)
  }
  const begins = clock === undefined ? undefined : firstClock(clock, ctx.deps.machineNow())
  return command(ctx, async tx =>
    place(tx, await fillContent(tx, from, name, begins), {
      source: begins === undefined ? { kind: from } : { kind: from, clock: begins },
      imageId: null,
      clock: 'GOES_ON',
    }),
  )
}

async function fromSnapshot(ctx: Context, { worldName, name, contentId }: Snapshot, place: Placing): Promise<World> {
  const content = await ctx.db.world.findFirstOrThrow({ where: { id: contentId } })
  const source: WorldSource = { kind: 'SNAPSHOT', world: worldName, snapshot: name }
  return withCopy(ctx, content, async (tx, copy) => {
    await lockUnnamed(tx, contentId)
    await sourceRow(tx, content)
    return place(tx, copy, { source, imageId: contentId, clock: 'RESTORED' })
  })
}

async function fromDocument(
  ctx: Context,
  document: Fixture,
  named: string | undefined,
  place: Placing,
): Promise<World> {
  const source: WorldSource = named === undefined ? { kind: 'FIXTURE' } : { kind: 'FIXTURE', fixture: named }
  if (ctx.inTransaction || !isLargeFixture(document))
    return command(ctx, async tx => {
      const content = await fillFixture(tx, document)
      return place(tx, content, { source, imageId: content.id, clock: 'RESTORED' })
    })
  const image = await fillApart(ctx, document)
  return withCopy(ctx, image, async (tx, copy) => {
    await adopt(tx, image)
    return place(tx, copy, { source, imageId: image.id, clock: 'RESTORED' })
  })
}

function firstClock({ now, frozen = false }: NonNullable<NewWorld['clock']>, machineNow: Date): FirstClock {
  const begins = now === undefined ? machineNow : instantOf(now, machineNow)
  assertClock(begins, 'clock.now')
  return { now: begins.toISOString(), frozen }
}

async function snapshotNamed(ctx: Context, { world: of, name }: NonNullable<MadeFrom['snapshot']>): Promise<Snapshot> {
  const world = of == null ? ctx.world : await worldNamed(ctx, of, 'source.snapshot.world')
  return findSnapshot({ db: ctx.db, world }, name, 'source.snapshot.name')
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
