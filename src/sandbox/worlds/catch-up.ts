import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, createContext, type Deps, isOver } from '../../bank/context.ts'
import { expireAuthorisations } from '../../bank/resolvers/authorisations/start.ts'
import { command } from '../../bank/resolvers/command.ts'
import { revokeConsentsInTime } from '../../bank/resolvers/consents/grant.ts'
import { runPayments } from '../../bank/resolvers/payments/run.ts'
import type { DueWork, Progress } from '../../bank/resolvers/work.ts'
import { wakesAt, worldNow } from '../../domain/worlds.ts'
import type { World } from '../../generated/client.ts'
import { expireWorlds, leaveHeld, sweepWorlds } from './end.ts'

/** All kinds of work. At the same instant, earlier ones in the list go first. */
const ALL_WORK: readonly DueWork[] = [expireAuthorisations, revokeConsentsInTime, runPayments]

/** How long a transaction of due work should take: other calls wait for it, and their own work comes on top (D74). */
const STEP_MS = 25

/** Does the work that fell due while the world's clock ran by itself: in order, each at its own instant. */
export async function catchUp(deps: Deps, world: World, hungUp?: AbortSignal, claims = false): Promise<void> {
  const ctx = createContext(deps, world, { kind: 'operator' }, hungUp)
  const pace = startPace()
  const course = { until: (current: World) => worldNow(current, deps.machineNow()), pace, claims }
  while (!isOver(ctx) && (await runStep(ctx, course)).more) {
    // Each step has committed; a move that is stopped here continues with the next one.
  }
}

/** How far due work is done, and what else a step writes to the world. */
export type Course = {
  readonly until: (world: World) => Date
  readonly pace: Pace
  /** Checks, before anything is done, whether the step may still be taken. */
  readonly check?: (tx: Context) => void
  /**
   * The columns that the world gets with the step: `at` is the instant that it has reached, `done` whether nothing is due any more before the end.
   */
  readonly mark?: (tx: Context, at: Date, done: boolean) => Promise<ClockMark>
  /** The work to do: all kinds by default. */
  readonly works?: readonly DueWork[]
  /** Leaves the world to a process that holds it. */
  readonly claims?: boolean
}

type ClockMark = Partial<
  Pick<World, 'frozenAt' | 'clockOffsetMs' | 'lockedBy' | 'lockedUntil' | 'lockedFor' | 'advanceFrom' | 'advanceTo'>
>

/** How many rows fit into one transaction, learnt from earlier ones. */
export type Pace = { rows: number }

/** A transaction has fixed costs, which dominate with fewer rows than this. */
const FEWEST_ROWS = 250
const MOST_ROWS = 2_000

export function startPace(): Pace {
  return { rows: FEWEST_ROWS }
}

/**
 * Does the next due work in one transaction: as many instants, in order, as fit into a short one. Returns the world after it, and whether there is
 * more before the end.
 */
export function runStep(
  ctx: Context,
  { until, pace, check, mark, works = ALL_WORK, claims = false }: Course,
): Promise<{ readonly world: World; readonly more: boolean }> {
  return command(
    ctx,
    async tx => {
      check?.(tx)
      const startedAt = performance.now()
      const end = until(tx.world)
      let at = tx.now
      let next = await nextWork(tx, works)
      // At least one piece of work, however slow the machine is.
      for (let first = true; next !== undefined && next.at <= end; first = false) {
        if (!first && performance.now() - startedAt > STEP_MS) break
        const begunAt = performance.now()
        const progress = await next.work.run({ ...tx, now: next.at }, earlier(end, next.until), pace.rows)
        learn(pace, progress, performance.now() - begunAt)
        at = progress.at
        next = await nextWork(tx, works)
      }
      const done = next === undefined || next.at > end
      const data = { nextDueAt: next?.at ?? null, ...(await mark?.(tx, at, done)) }
      const world = await tx.db.world.update({
        where: { id: tx.world.id },
        data: { ...data, wakesAt: wakesAt({ ...tx.world, ...data }) },
      })
      return { world, more: !done }
    },
    claims ? 'CLAIM' : 'WAIT',
  )
}

// The time of a few rows says nothing about the time of one.
function learn(pace: Pace, { rows }: Progress, ms: number): void {
  if (rows < pace.rows / 2) return
  const fitting = rows * (STEP_MS / Math.max(ms, 1))
  pace.rows = Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, Math.floor((pace.rows + fitting) / 2)))
}

type NextWork = { readonly work: DueWork; readonly at: Date; readonly until: Date | undefined }

/** The earliest work, and the last instant before other kinds have work. */
async function nextWork(tx: Context, works: readonly DueWork[]): Promise<NextWork | undefined> {
  const found: { work: DueWork; at: Date }[] = []
  for (const work of works) {
    const at = await work.nextAt(tx)
    if (at !== undefined) found.push({ work, at })
  }
  const [first, second] = found.sort((one, other) => one.at.getTime() - other.at.getTime())
  if (first === undefined) return undefined
  const until = second && new Date(Math.max(first.at.getTime(), second.at.getTime() - 1))
  return { ...first, until }
}

/** What falls due next in a world, and when. */
export async function nextDue(ctx: Context): Promise<{ readonly at: Date; readonly what: string } | undefined> {
  const next = await nextWork(ctx, ALL_WORK)
  return next && { at: next.at, what: next.work.what }
}

function earlier(one: Date, other: Date | undefined): Date {
  return other !== undefined && other < one ? other : one
}

/** With how many worlds one search for due work deals. */
const WORLDS_AT_ONCE = 100

/**
 * Does due work in every world whose clock runs, without waiting for a call (D40); a world that another process holds is left for the next search
 * (D125). Returns when the next work of the others is due, by the machine's clock.
 */
export async function catchUpAll(deps: Deps): Promise<Date | undefined> {
  const { world } = deps.store.reader
  const due = await world.findMany({
    where: { wakesAt: { lte: deps.machineNow() }, name: { not: null } },
    orderBy: { wakesAt: 'asc' },
    take: WORLDS_AT_ONCE,
  })
  const left = new Set<string>()
  for (const one of due) await catchUp(deps, one, undefined, true).catch(leaveHeld(() => left.add(one.id)))
  const next = await world.findMany({
    where: { wakesAt: { not: null }, name: { not: null } },
    orderBy: { wakesAt: 'asc' },
    take: left.size + 1,
  })
  return next.find(({ id }) => !left.has(id))?.wakesAt ?? undefined
}

/** The longest pause: another process may have written something due into the store. */
const LONGEST_PAUSE_MS = 1_000
const SHORTEST_PAUSE_MS = 10

/**
 * Does the work that happens by itself, until the signal: work that falls due in a world without calls (D40), at its instant, and the deletion of
 * discarded rows. While there is nothing to do, a search reads one row of an index, whatever the number of worlds.
 */
export async function keepTicking(deps: Deps, stopping: AbortSignal, report: (error: unknown) => void): Promise<void> {
  while (!stopping.aborted) {
    const next = await tick(deps).catch(report)
    const ms = next instanceof Date ? next.getTime() - deps.machineNow().getTime() : LONGEST_PAUSE_MS
    const pause = Math.max(SHORTEST_PAUSE_MS, Math.min(ms, LONGEST_PAUSE_MS))
    await sleep(pause, undefined, { signal: stopping, ref: false }).catch(() => undefined)
  }
}

/** How long due work may wait for the deletion. */
const SWEEPING_MS = 500

async function tick(deps: Deps): Promise<Date | undefined> {
  await expireWorlds(deps)
  const isMore = await sweepWorlds(deps, SWEEPING_MS)
  const next = await catchUpAll(deps)
  return isMore ? deps.machineNow() : next
}
