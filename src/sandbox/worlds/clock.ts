import { type Context, isOver } from '../../bank/context.ts'
import { command } from '../../bank/resolvers/command.ts'
import { addDuration } from '../../domain/calendar.ts'
import { actWanted, byRule, DomainError } from '../../domain/errors.ts'
import { BEYOND_CLOCKS, FARTHEST_YEARS, isClock, wakesAt, worldNow } from '../../domain/worlds.ts'
import type { World } from '../../generated/client.ts'
import { type Course, runStep, startPace } from './catch-up.ts'
import { seemsLocked, UNLOCKED } from './leases.ts'
import { assertLocked, interrupted, renewed, withLock } from './locks.ts'

/** The present state of the world's clock (D40). */
export type Clock = {
  readonly now: Date
  readonly frozen: boolean
  readonly offsetMs: bigint
  readonly nextDueAt: Date | null
  /** Where a call that is moving it now started, and its destination; `now` shows how far it has come. */
  readonly moving: { readonly from: Date; readonly to: Date } | null
}

/** How far to move: by an ISO 8601 duration in Oslo's calendar, or to an instant. */
export type Advance = { readonly by?: string | undefined; readonly to?: Date | undefined }

export function clockOf(world: World, machineNow: Date): Clock {
  const now = worldNow(world, machineNow)
  return {
    now,
    frozen: world.frozenAt !== null,
    offsetMs: BigInt(now.getTime() - machineNow.getTime()),
    nextDueAt: world.nextDueAt,
    moving: movingOf(world, machineNow),
  }
}

export async function getClock(ctx: Context): Promise<Clock> {
  const world = await ctx.db.world.findFirstOrThrow({ where: { id: ctx.world.id } })
  return clockOf(world, ctx.deps.machineNow())
}

/** Stops the clock now or at a later instant; it can still be advanced. When it cannot go to that instant, nothing is changed. */
export async function freezeClock(ctx: Context, at?: Date): Promise<Clock> {
  if (at !== undefined) targetOf((await getClock(ctx)).now, { to: at }, 'at')
  const stopped = await command(ctx, async tx => clockAfter(tx, { frozenAt: tx.now }))
  return at === undefined || at <= stopped.now ? stopped : advanceClock(ctx, { to: at })
}

/** Lets a frozen clock run on from its instant. */
export function resumeClock(ctx: Context): Promise<Clock> {
  // A running clock is left alone: to set it again would turn it back by the moment that this takes.
  return command(ctx, async tx =>
    clockAfter(tx, tx.world.frozenAt === null ? {} : { frozenAt: null, clockOffsetMs: offsetTo(tx, tx.now) }),
  )
}

/**
 * Moves the clock forward and does everything that falls due on the way, in order, each at its own instant (D40). The clock moves along with the
 * work, in many short transactions: other callers see how far it has come, and it stays there when the caller disconnects, the server stops, or the
 * process dies. Calls that move the same clock take turns. BAD_REQUEST for a move backwards, FORMAT_ERROR for an impossible duration or instant.
 */
export async function advanceClock(ctx: Context, advance: Advance): Promise<Clock> {
  await assertDistance(ctx, advance)
  return withLock(ctx, 'CLOCK', async token => {
    const to = await setOut(ctx, token, advance)
    const pace = startPace()
    const course: Course = {
      // When the move is stopped, its end becomes the instant that it has reached.
      until: world => world.advanceTo ?? to,
      pace,
      check: tx => assertLocked(tx, token),
      mark: async (tx, at, done) =>
        done
          ? { ...clockAt(tx, tx.world.advanceTo ?? to), ...UNLOCKED }
          : { ...clockAt(tx, at), ...(await renewed(tx)) },
    }
    let step = await runStep(ctx, course)
    while (step.more) {
      if (isOver(ctx)) throw interrupted(`The clock stands at ${(await getClock(ctx)).now.toISOString()}.`)
      step = await runStep(ctx, course)
    }
    // As this move left it: another may have begun since.
    return clockOf(step.world, ctx.deps.machineNow())
  })
}

/**
 * Ends a move of the clock at the instant that it has reached: its caller is answered as if that had been the destination. Does nothing when no move
 * runs.
 */
export function stopClock(ctx: Context): Promise<Clock> {
  return command(ctx, async tx => {
    const machineNow = tx.deps.machineNow()
    if (movingOf(tx.world, machineNow) === null) return clockOf(tx.world, machineNow)
    const world = await tx.db.world.update({ where: { id: tx.world.id }, data: { advanceTo: tx.now } })
    return clockOf(world, machineNow)
  })
}

/** Reads the clock when no other call moves it, and records its destination. When it has passed that instant meanwhile, there is nothing to do. */
function setOut(ctx: Context, token: string, { by, to }: Advance): Promise<Date> {
  return command(ctx, async tx => {
    assertLocked(tx, token)
    const target = to !== undefined && to < tx.now ? tx.now : targetOf(tx.now, { by, to })
    const data = { advanceFrom: tx.now, advanceTo: target, ...(await renewed(tx)) }
    await tx.db.world.update({ where: { id: tx.world.id }, data })
    return target
  })
}

/** The clock at an instant, unless it has passed it. */
function clockAt(tx: Context, at: Date): { frozenAt?: Date; clockOffsetMs?: bigint } {
  if (at <= worldNow(tx.world, tx.deps.machineNow())) return {}
  return tx.world.frozenAt === null ? { clockOffsetMs: offsetTo(tx, at) } : { frozenAt: at }
}

function offsetTo(tx: Context, to: Date): bigint {
  return BigInt(to.getTime() - tx.deps.machineNow().getTime())
}

function movingOf(world: World, machineNow: Date): Clock['moving'] {
  const { advanceFrom, advanceTo } = world
  return advanceFrom === null || advanceTo === null || !seemsLocked(world, machineNow)
    ? null
    : { from: advanceFrom, to: advanceTo }
}

async function clockAfter(tx: Context, data: { frozenAt?: Date | null; clockOffsetMs?: bigint }): Promise<Clock> {
  const { id } = tx.world
  const world = await tx.db.world.update({
    where: { id },
    data: { ...data, wakesAt: wakesAt({ ...tx.world, ...data }) },
  })
  return clockOf(world, tx.deps.machineNow())
}

/** Refuses a distance by which the clock cannot move. FORMAT_ERROR, BAD_REQUEST. */
export async function assertDistance(ctx: Context, advance: Advance): Promise<void> {
  targetOf((await getClock(ctx)).now, advance)
}

function targetOf(now: Date, { by, to }: Advance, path = by === undefined ? 'to' : 'by'): Date {
  if ((by === undefined) === (to === undefined))
    throw new DomainError('FORMAT_ERROR', 'Give either by, a duration, or to, an instant.', 'by')
  if (to !== undefined && Number.isNaN(to.getTime())) throw new DomainError('FORMAT_ERROR', 'must be an instant.', 'to')
  const target = by === undefined ? to : wellFormed(addDuration(now, by), by)
  if (target === undefined || !isClock(target)) throw new DomainError('FORMAT_ERROR', BEYOND_CLOCKS, path)
  if (target < now) {
    throw new DomainError(
      'BAD_REQUEST',
      actWanted(
        'ADVANCE_CLOCK',
        byRule(
          'D40',
          'Make a new world, or reset this one, to be earlier.',
        )`The clock stands at ${now.toISOString()} and never moves backwards.`,
        { path },
      ),
    )
  }
  const farthest = addDuration(now, { years: FARTHEST_YEARS })
  if (farthest !== undefined && target > farthest)
    throw new DomainError(
      'FORMAT_ERROR',
      byRule('D74', 'Call again to go on.')`One call moves the clock by at most ${FARTHEST_YEARS} years.`,
      path,
    )
  return target
}

function wellFormed(target: Date | undefined, by: string): Date {
  if (target !== undefined) return target
  throw new DomainError(
    'FORMAT_ERROR',
    `${JSON.stringify(by).slice(0, 60)} is no ISO 8601 duration that can be added, such as P1D, PT30M or P6M.`,
    'by',
  )
}
