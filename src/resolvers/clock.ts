import { Temporal } from 'temporal-polyfill'
import type { Context } from '../context.ts'
import { DomainError } from '../domain/errors.ts'
import { worldNow } from '../domain/worlds.ts'
import type { World } from '../generated/client.ts'
import { command } from './command.ts'
import { runNext } from './due-work.ts'

/** The world's clock as it stands (D40). */
export type Clock = {
  readonly now: Date
  readonly frozen: boolean
  readonly offsetMs: bigint
  readonly nextDueAt: Date | null
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
  }
}

export async function getClock(ctx: Context): Promise<Clock> {
  const world = await ctx.db.world.findFirstOrThrow({ where: { id: ctx.world.id } })
  return clockOf(world, ctx.deps.machineNow())
}

/** Stops the clock where it is; it can still be advanced. */
export function freezeClock(ctx: Context): Promise<Clock> {
  return command(ctx, async tx => clockAfter(tx, { frozenAt: tx.now }))
}

/** Lets a frozen clock run on from where it stands. */
export function resumeClock(ctx: Context): Promise<Clock> {
  // One that runs is left alone: to set it anew would put it back by the moment that this takes.
  return command(ctx, async tx =>
    clockAfter(tx, tx.world.frozenAt === null ? {} : { frozenAt: null, clockOffsetMs: offsetTo(tx, tx.now) }),
  )
}

/**
 * Moves the clock forward and does everything that falls due on the way, in order, each at its own instant (D40). The
 * clock moves along with the work, so progress is seen, and a crash in the middle leaves it where the work got to.
 * BAD_REQUEST for a move backwards, FORMAT_ERROR for a duration or instant that cannot be.
 */
export async function advanceClock(ctx: Context, advance: Advance): Promise<Clock> {
  const { now } = await getClock(ctx)
  const target = targetOf(now, advance)
  if (target < now) {
    throw new DomainError(
      'BAD_REQUEST',
      `The clock stands at ${now.toISOString()} and never moves backwards (D40). Make a new world, or reset this one, to be earlier.`,
      advance.by === undefined ? 'to' : 'by',
    )
  }
  const moveAlong = async (tx: Context) => {
    if (worldNow(tx.world, tx.deps.machineNow()) < tx.now) await moveTo(tx, tx.now)
  }
  while (await runNext(ctx, () => target, moveAlong)) {
    // Each step has committed.
  }
  return command(ctx, async tx => (tx.now < target ? moveTo(tx, target) : clockAfter(tx, {})))
}

function moveTo(tx: Context, to: Date): Promise<Clock> {
  return clockAfter(tx, tx.world.frozenAt === null ? { clockOffsetMs: offsetTo(tx, to) } : { frozenAt: to })
}

function offsetTo(tx: Context, to: Date): bigint {
  return BigInt(to.getTime() - tx.deps.machineNow().getTime())
}

async function clockAfter(tx: Context, data: { frozenAt?: Date | null; clockOffsetMs?: bigint }): Promise<Clock> {
  return clockOf(await tx.db.world.update({ where: { id: tx.world.id }, data }), tx.deps.machineNow())
}

const LAST = new Date('2999-12-31T00:00:00Z')

function targetOf(now: Date, { by, to }: Advance): Date {
  if ((by === undefined) === (to === undefined))
    throw new DomainError('FORMAT_ERROR', 'Give either by, a duration, or to, an instant.', 'by')
  if (to !== undefined && Number.isNaN(to.getTime())) throw new DomainError('FORMAT_ERROR', 'must be an instant.', 'to')
  const target = by === undefined ? to : addDuration(now, by)
  if (target === undefined || target > LAST)
    throw new DomainError(
      'FORMAT_ERROR',
      `The clock goes to ${LAST.toISOString()} at the latest.`,
      by === undefined ? 'to' : 'by',
    )
  return target
}

// Months and days are those of Oslo's calendar, so that P1D over a change to summer time lands on the same hour.
function addDuration(now: Date, by: string): Date | undefined {
  try {
    const start = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('Europe/Oslo')
    return new Date(start.add(Temporal.Duration.from(by)).epochMilliseconds)
  } catch {
    throw new DomainError(
      'FORMAT_ERROR',
      `${JSON.stringify(by.slice(0, 60))} is no ISO 8601 duration that can be added, such as P1D, PT30M or P6M.`,
      'by',
    )
  }
}
