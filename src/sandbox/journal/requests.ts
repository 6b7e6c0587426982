import type { Context, Deps } from '../../bank/context.ts'
import type { Listing } from '../../bank/resolvers/lists.ts'
import {
  CALLERS,
  type CallFilter,
  type CallMinute,
  type CallOrder,
  type CallSummary,
  type CallWindow,
  durationPlace,
  type Journal,
  type JournaledCall,
  type LostCalls,
  type TppUsage,
} from '../../domain/calls.ts'
import { byRule, DomainError } from '../../domain/errors.ts'
import { encodeCursor, type PageArgs, pageWindow, toPage } from '../../domain/paging.ts'
import { nameOf } from '../../domain/worlds.ts'
import { endTurn } from '../../platform/http/turns.ts'
import { yieldTurn } from '../../platform/store/turns.ts'

/** The calls of the world that pass a filter (D95), in an order; or those of all worlds, latest first in the order of writing. */
export async function pageOfRequests(
  ctx: Context,
  args: PageArgs,
  filter: CallFilter,
  of: CallOrder | 'EVERY_WORLD' = 'BEGUN',
): Promise<Listing<CallSummary>> {
  const journal = await readyJournal(ctx)
  const [world, order] = of === 'EVERY_WORLD' ? [undefined, 'WRITTEN' as const] : [nameOf(ctx.world), of]
  const { kind, markOf } = CURSORS[order]
  const window = pageWindow(args, kind, 1)
  const { take, backwards, after, before } = window
  const wanted = { take: take + 1, order, backwards, older: after?.[0], newer: before?.[0] }
  const calls = await (world === undefined ? listAll(journal, filter, wanted) : journal.list(world, filter, wanted))
  return {
    ...toPage(calls, window),
    cursorOf: call => encodeCursor(kind, [markOf(call)]),
    count: async () => (world === undefined ? countAll(journal, filter) : journal.count(world, filter)),
  }
}

/** How many calls of all worlds, which may have 10,000 each, one turn examines (D74): no index serves the filter. */
const CALLS_AT_ONCE = 2_000

/** The bounds of the steps in which the calls between two places are examined, each in its own turn. */
async function* stepsOf(journal: Journal, { older, newer, backwards }: Omit<CallWindow, 'take' | 'order'>) {
  for (let from = backwards ? newer : older; ; await endTurn()) {
    const end = await journal.placeAfter(from, CALLS_AT_ONCE, backwards)
    const last = Number(backwards ? older : newer)
    const isLast = end === undefined || (backwards ? end >= last : end <= last)
    // The step includes the call at its end.
    const to = isLast ? undefined : String(end + (backwards ? 1 : -1))
    yield backwards ? { newer: from, older: to ?? older } : { older: from, newer: to ?? newer }
    if (isLast) return
    from = String(end)
  }
}

async function listAll(journal: Journal, filter: CallFilter, window: CallWindow): Promise<CallSummary[]> {
  const found: CallSummary[] = []
  for await (const bounds of stepsOf(journal, window)) {
    found.push(...(await journal.list(undefined, filter, { ...window, ...bounds, take: window.take - found.length })))
    if (found.length >= window.take) break
  }
  return found
}

async function countAll(journal: Journal, filter: CallFilter): Promise<number> {
  let count = 0
  for await (const bounds of stepsOf(journal, { older: undefined, newer: undefined, backwards: false }))
    count += await journal.count(undefined, filter, bounds)
  return count
}

type Cursor = { readonly kind: string; readonly markOf: (call: CallSummary) => string }
const CURSORS = {
  BEGUN: { kind: 'Request', markOf: ({ id }) => id },
  WRITTEN: { kind: 'WrittenRequest', markOf: ({ place }) => String(place) },
  DURATION_DESC: { kind: 'RequestByDuration', markOf: durationPlace },
  DURATION_ASC: { kind: 'RequestByDuration', markOf: durationPlace },
} as const satisfies Record<CallOrder, Cursor>

/** How many calls of this world that pass a filter came in each minute of the last hour. */
export async function minutesOfRequests(ctx: Context, filter: CallFilter): Promise<CallMinute[]> {
  const since = new Date(ctx.deps.machineNow().getTime() - HOUR_MS)
  return (await readyJournal(ctx)).minutes(nameOf(ctx.world), filter, since)
}
const HOUR_MS = 3_600_000

/** The latest calls written after one place and until another, of this world or of all, latest first; for readers that follow them. */
export function latestRequests(
  ctx: Context,
  everyWorld: boolean,
  filter: CallFilter,
  { after, until, take }: { readonly after: number; readonly until?: number | undefined; readonly take: number },
): Promise<CallSummary[]> {
  const older = until === undefined ? undefined : String(until + 1)
  const window = { take, order: 'WRITTEN', backwards: false, older, newer: String(after) } as const
  const journal = journalOf(ctx)
  return everyWorld ? listAll(journal, filter, window) : journal.list(nameOf(ctx.world), filter, window)
}

/**
 * From now on passes on the calls of the bank, from all processes of its store, a moment after they were written. Returns a function that stops this.
 */
export function followRequests(deps: Deps, onCalls: (calls: readonly CallSummary[]) => void): () => void {
  return journalOf({ deps }).watch(onCalls)
}

/** The place until which all followers have received the calls, including all that were answered until now. */
export async function followedUntil(ctx: Context): Promise<() => number> {
  const journal = await readyJournal(ctx)
  await journal.look()
  return journal.place
}

/** The losses in the journal of this world, or of all: how many calls, and from when. */
export async function lostRequests(ctx: Context, everyWorld = false): Promise<LostCalls[]> {
  return (await readyJournal(ctx)).lost(everyWorld ? undefined : nameOf(ctx.world))
}

/** The newest call of the world with an X-Request-ID. RESOURCE_UNKNOWN when its journal has none. */
export async function newestOfRequestId(ctx: Context, requestId: string): Promise<CallSummary> {
  const { rows } = await pageOfRequests(ctx, { first: 1 }, { requestId, by: CALLERS })
  const [newest] = rows
  if (newest !== undefined) return newest
  throw new DomainError(
    'RESOURCE_UNKNOWN',
    byRule.D95`The journal of this world has no call with the X-Request-ID ${JSON.stringify(requestId.slice(0, 80))}. It keeps the last 10,000 or 24 hours.`,
    'by.xRequestId',
  )
}

/** How many calls of a world have an X-Request-ID; none have an absent one. */
export async function countOfRequestId(
  ctx: Context,
  requestId: string | null | undefined,
  world: string,
): Promise<number> {
  return requestId == null ? 0 : (await readyJournal(ctx)).count(world, { requestId, by: CALLERS })
}

/** One call with everything that was stored of it. RESOURCE_UNKNOWN at `path` when the world's journal does not have it, or no longer has it. */
export async function getRequest(
  ctx: Context,
  id: string,
  world = nameOf(ctx.world),
  path = 'id',
): Promise<JournaledCall> {
  // A caller that opens a thousand whole calls must not delay others (D74). All these reads begin at once, so each checks the time at its own turn.
  await Promise.resolve()
  for (let turn = yieldTurn(); turn !== undefined; turn = yieldTurn()) await turn
  const call = await (await readyJournal(ctx)).find(world, id)
  if (call !== undefined) return call
  throw new DomainError(
    'RESOURCE_UNKNOWN',
    byRule.D95`The journal of this world has no call ${JSON.stringify(id.slice(0, 80))}. It keeps the last 10,000 or 24 hours; calls that reached no world are in the default world's.`,
    path,
  )
}

/** What each TPP has used of this world. */
export async function usageOfTpps(ctx: Context): Promise<ReadonlyMap<string, TppUsage>> {
  const usage = await (await readyJournal(ctx)).usage(nameOf(ctx.world))
  return new Map(usage.map(one => [one.tppId, one]))
}

/** The bank's journal, including every call answered until now. */
export async function readyJournal(ctx: Pick<Context, 'deps'>): Promise<Journal> {
  const journal = journalOf(ctx)
  await journal.ready()
  return journal
}

function journalOf({ deps: { journal } }: Pick<Context, 'deps'>): Journal {
  if (journal === undefined) throw new TypeError('This bank was made without a journal.')
  return journal
}
