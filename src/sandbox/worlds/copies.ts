import { type Context, contextIn, isOver, type Replacement } from '../../bank/context.ts'
import { command } from '../../bank/resolvers/command.ts'
import type { MakingContext, Steps } from '../../bank/resolvers/work.ts'
import { DomainError } from '../../domain/errors.ts'
import { nameOf, newRowsKey } from '../../domain/worlds.ts'
import type { World } from '../../generated/client.ts'
import { countLines } from '../../platform/store/counts.ts'
import { pause, yieldTurn } from '../../platform/store/turns.ts'
import {
  type CopyPlace,
  copyRows,
  copySomeRows,
  type Holders,
  isSmallWorld,
} from '../../platform/store/world-copies.ts'
import { copyLine, type LinePlace, type ReadLine, readLine } from '../../platform/store/world-lines.ts'
import { discard } from './end.ts'
import { UNLOCKED } from './leases.ts'
import { assertLocked, interrupted, renewed, withLock } from './locks.ts'
import { replace } from './open.ts'

/** Rows of a nameless world that are not adopted are deleted when their maker has given no sign of life for this long. */
const UNFINISHED_MS = 3_600_000

/** The expiry of a world under construction: until it is adopted, its maker may have died. */
export function unfinishedAt({ deps }: Pick<Context, 'deps'>): Date {
  return new Date(deps.machineNow().getTime() + UNFINISHED_MS)
}

/** Adopts a nameless world: it stays. */
export async function adopt(tx: Pick<Context, 'db'>, { id }: World): Promise<void> {
  await tx.db.world.update({ where: { id }, data: { discardedAt: null } })
}

/**
 * Creates the rows of a world that no caller can open, in many transactions, so that none delays others (D74). When it fails, or its caller
 * disconnects, nothing stays of it; when the process dies, it is deleted later. `check` decides in each transaction whether to go on.
 */
export async function buildUnseen(
  ctx: Context,
  start: (db: Context['db']) => Promise<World>,
  build: (step: Steps) => Promise<void>,
  check?: (db: Context['db']) => Promise<void>,
): Promise<World> {
  const { deps } = ctx
  const { store } = deps
  const { id } = await store.transaction(start)
  const step: Steps = run => {
    if (isOver(ctx)) throw interrupted('Nothing was changed.')
    return store.transaction(
      async db => {
        await check?.(db)
        return run(contextIn(deps, await db.world.findFirstOrThrow({ where: { id } }), db))
      },
      { worlds: [id] },
    )
  }
  try {
    await build(step)
    return await step(async tx => tx.world)
  } catch (error) {
    // If even this write fails, the rows are deleted like those of a dead process.
    await store.transaction(db => discard({ db, deps }, id), { worlds: [id] }).catch(() => undefined)
    throw error
  }
}

/**
 * Makes a copy of a world's rows as they are at one moment, and passes it to `finish` in the transaction that completes it. No caller can open it
 * before it gets a name. A large world is copied in many transactions (D74), from a fixed state of the store; meanwhile all calls continue, including
 * those that write to it.
 */
export async function withCopy<Result>(
  ctx: Context,
  from: World,
  finish: (tx: Context, copy: World) => Promise<Result>,
): Promise<Result> {
  if (await isCopiedAtOnce(ctx, from)) return withCopyAtOnce(ctx, from, finish)
  const copy = await copyApart(ctx, from)
  return command(ctx, async tx => {
    // The fixed state was complete, whatever has changed since.
    if (from.name === null) await sourceRow(tx, from)
    await adopt(tx, copy)
    return finish(tx, copy)
  })
}

/** Whether a copy of a world is made in one transaction. */
export async function isCopiedAtOnce(ctx: Context, from: World): Promise<boolean> {
  return ctx.inTransaction || (await isSmallWorld(ctx.db, from.id))
}

/** The same in one transaction. */
export function withCopyAtOnce<Result>(
  ctx: Context,
  from: World,
  finish: (tx: Context, copy: World) => Promise<Result>,
): Promise<Result> {
  return command(ctx, async tx => {
    const copy = await startCopy(tx, await sourceRow(tx, from))
    await copyRows(tx.db, from.id, copy.id)
    return finish(tx, copy)
  })
}

/** Copies a large nameless world in many transactions. No caller can write to it: no fixed state is needed. */
export function copyApart(ctx: Context, from: World): Promise<World> {
  if (from.name === null) return copyBitByBit(ctx, from)
  return ctx.deps.store.atOneMoment(async view => {
    const { deps, newId } = ctx
    const source = await sourceRow({ db: view, deps, newId }, from)
    const start = (db: Context['db']) => startCopy({ db, deps, newId }, source, unfinishedAt(ctx))
    return buildUnseen(ctx, start, step => copyLines(view, source, step))
  })
}

/** How many lines one step copies: some milliseconds. */
const LINES_AT_ONCE = 4

async function copyLines(view: Context['db'], { id }: World, step: Steps): Promise<void> {
  let place: LinePlace | undefined = { table: 0 }
  while (place !== undefined) {
    const from: LinePlace = place
    place = await atHalfSpeed(async () => {
      const lines: ReadLine[] = []
      let next: LinePlace | undefined = from
      while (next !== undefined && lines.length < LINES_AT_ONCE) {
        await yieldTurn()
        const read: ReadLine | undefined = await readLine(view, id, next)
        if (read !== undefined) lines.push(read)
        next = read?.next
      }
      await step(async ({ db, world }) => {
        for (const line of lines) await copyLine(db, world.id, line)
      })
      return next
    })
  }
}

/** Pauses after a step for as long as the step took: half of the time is left for others (D74). */
export async function atHalfSpeed<Result>(step: () => Promise<Result>): Promise<Result> {
  const start = performance.now()
  const result = await step()
  await pause(performance.now() - start)
  return result
}

/**
 * Does long work in a copy that no caller sees, while nothing is written in the world itself, and lets `finish` replace the world with it. An unused
 * copy is deleted.
 */
export function withReplacement<Result>(
  ctx: Context,
  made: { readonly without?: Holders; readonly build?: (step: Steps) => Promise<void> },
  finish: (replacement: Replacement) => Promise<Result>,
): Promise<Result> {
  return withLock(ctx, 'COPY', async token => {
    const lines = made.without === undefined ? 0 : await countLines(ctx.db, ctx.world.id, made.without)
    const world = await copyBitByBit(ctx, ctx.world, { ...made, token })
    try {
      return await finish({ world, token, lines })
    } finally {
      await ctx.deps.store.transaction(async db => {
        const left = await db.world.findFirst({ where: { id: world.id, discardedAt: { not: null } } })
        if (left !== null) await discard({ db, deps: ctx.deps }, world.id)
        await db.world.updateMany({ where: { lockedBy: token }, data: UNLOCKED })
      })
    }
  })
}

/** Replaces the world's rows with the prepared ones. */
export async function takePlace(tx: Context, { world, token }: Replacement): Promise<void> {
  assertLocked(tx, token)
  await adopt(tx, world)
  await replace(tx, nameOf(tx.world), world, 'GOES_ON')
}

type Parts = {
  /** The lock that is held on the source. */
  readonly token?: string
  readonly without?: Holders
  /** What is done with the complete copy. */
  readonly build?: (step: Steps) => Promise<void>
}

function copyBitByBit(ctx: Context, from: World, { token, without, build }: Parts = {}): Promise<World> {
  const making = (db: Context['db']): MakingContext => ({ db, deps: ctx.deps, newId: ctx.newId })
  const isHeld = async (db: Context['db']) => {
    if (token === undefined) return
    assertLocked({ world: await sourceRow(making(db), from) }, token)
    await db.world.update({ where: { id: from.id }, data: await renewed(making(db)) })
  }
  const copyAll = async (step: Steps) => {
    let place: CopyPlace | undefined = { table: 0, after: undefined }
    while (place !== undefined) {
      const here: CopyPlace = place
      place = await atHalfSpeed(() => step(({ db, world }) => copySomeRows(db, from.id, world.id, here, without)))
    }
    await build?.(step)
  }
  const start = async (db: Context['db']) => startCopy(making(db), await sourceRow(making(db), from), unfinishedAt(ctx))
  return buildUnseen(ctx, start, copyAll, isHeld)
}

// `createdAt` of a snapshot or image is when it was stored, also in a copy of it.
function startCopy({ db, deps, newId }: MakingContext, from: World, discardedAt: Date | null = null): Promise<World> {
  const { name, createdAt, clockOffsetMs, frozenAt, nextDueAt, hasScenarios, hasHabits } = from
  const storedAt = name === null ? createdAt : deps.machineNow()
  return db.world.create({
    data: {
      id: newRowsKey(newId),
      createdAt: storedAt,
      clockOffsetMs,
      frozenAt,
      nextDueAt,
      hasScenarios,
      hasHabits,
      discardedAt,
    },
  })
}

// Rows that were deleted or replaced since the lookup may be partly gone.
export async function sourceRow({ db, deps }: MakingContext, { id }: World): Promise<World> {
  const row = await db.world.findUnique({ where: { id } })
  const isThere = row !== null && (row.discardedAt === null || row.discardedAt > deps.machineNow())
  if (isThere) return row
  throw new DomainError('CONFLICT', 'What was to be copied was deleted or replaced by another call meanwhile.')
}
