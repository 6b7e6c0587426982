import type { Context, Deps } from '../context.ts'
import { byRule, DomainError } from '../domain/errors.ts'
import { encodeCursor, type PageArgs, pageWindow, toPage } from '../domain/paging.ts'
import { nameOf } from '../domain/worlds.ts'
import { endTurn } from '../http/turns.ts'
import type { Listing } from '../resolvers/lists.ts'
import { yieldTurn } from '../store/turns.ts'
import {
  type CallFilter,
  type CallOrder,
  type CallSummary,
  type CallWindow,
  durationPlace,
  type Journal,
  type JournaledCall,
  type LostCalls,
} from './calls.ts'

/** The calls of the world that a filter leaves (D95), in an order; or those of all worlds, latest first by when they were written. */
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

/** How many calls of all worlds, which may have 10,000 each, one turn goes through (D74): no index knows which of them a filter leaves. */
const CALLS_AT_ONCE = 2_000

/** The bounds of the steps in which the calls between two places are gone through, each in its turn. */
async function* stepsOf(journal: Journal, { older, newer, backwards }: Omit<CallWindow, 'take' | 'order'>) {
  for (let from = backwards ? newer : older; ; await endTurn()) {
    const end = await journal.placeAfter(from, CALLS_AT_ONCE, backwards)
    const last = Number(backwards ? older : newer)
    const isLast = end === undefined || (backwards ? end >= last : end <= last)
    // The call at the end is in the step.
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

/**
 * The latest calls that were written after a place, and until another, of this world or of all, latest first; for one who follows them as they come.
 */
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

/** Passes on the calls of the bank from now on, of all processes that serve its store, a moment after they were written. Answers how to stop that. */
export function followRequests(deps: Deps, onCalls: (calls: readonly CallSummary[]) => void): () => void {
  return journalOf({ deps }).watch(onCalls)
}

/** The place until which all who follow have received the calls, and all that were answered until now with them. */
export async function followedUntil(ctx: Context): Promise<() => number> {
  const journal = await readyJournal(ctx)
  await journal.look()
  return journal.place
}

/** What is not in the journal of this world, or of all: how many calls, and of when. */
export async function lostRequests(ctx: Context, everyWorld = false): Promise<LostCalls[]> {
  return (await readyJournal(ctx)).lost(everyWorld ? undefined : nameOf(ctx.world))
}

/** One call with all that was stored of it. RESOURCE_UNKNOWN when the world's journal does not have it, or has it no longer. */
export async function getRequest(ctx: Context, id: string): Promise<JournaledCall> {
  // A caller that opens a thousand calls whole holds up no other call (D74). All requests come at once, so that
  // each looks when it is its turn to read.
  await Promise.resolve()
  for (let turn = yieldTurn(); turn !== undefined; turn = yieldTurn()) await turn
  const call = await (await readyJournal(ctx)).find(nameOf(ctx.world), id)
  if (call !== undefined) return call
  throw new DomainError(
    'RESOURCE_UNKNOWN',
    byRule.D95`The journal of this world has no call ${JSON.stringify(id.slice(0, 80))}. It keeps the last 10,000 or 24 hours; calls that reached no world are in the default world's.`,
    'id',
  )
}

/** The bank's journal, with every call that was answered until now. */
export async function readyJournal(ctx: Pick<Context, 'deps'>): Promise<Journal> {
  const journal = journalOf(ctx)
  await journal.ready()
  return journal
}

function journalOf({ deps: { journal } }: Pick<Context, 'deps'>): Journal {
  if (journal === undefined) throw new TypeError('This bank was made without a journal.')
  return journal
}
