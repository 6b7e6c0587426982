import type { Context, Deps } from '../context.ts'
import { DomainError } from '../domain/errors.ts'
import { encodeCursor, type PageArgs, pageWindow, toPage } from '../domain/paging.ts'
import { nameOf } from '../domain/worlds.ts'
import type { Listing } from '../resolvers/lists.ts'
import { letOthersIn } from '../store/turns.ts'
import type { CallFilter, CallOrder, CallSummary, Journal, JournaledCall, LostCalls } from './calls.ts'

/** The calls of the world that a filter leaves, latest first (D95): by when they began, or by when they were written. */
export async function pageOfRequests(
  ctx: Context,
  args: PageArgs,
  filter?: CallFilter | null,
  order: CallOrder = 'BEGUN',
): Promise<Listing<CallSummary>> {
  return listCalls(ctx, nameOf(ctx.world), args, filter, order)
}

/** The calls of all worlds that a filter leaves, latest first by when they were written. */
export async function pageOfAllRequests(
  ctx: Context,
  args: PageArgs,
  filter: CallFilter,
): Promise<Listing<CallSummary>> {
  return listCalls(ctx, undefined, args, filter, 'WRITTEN')
}

async function listCalls(
  ctx: Context,
  world: string | undefined,
  args: PageArgs,
  filter: CallFilter | null | undefined,
  order: CallOrder,
): Promise<Listing<CallSummary>> {
  const journal = await readyJournal(ctx)
  const { kind, markOf } = CURSORS[order]
  const window = pageWindow(args, kind, 1)
  const { take, backwards, after, before } = window
  const wanted = { take: take + 1, order, backwards, older: after?.[0], newer: before?.[0] }
  return {
    ...toPage(journal.list(world, filter ?? {}, wanted), window),
    cursorOf: call => encodeCursor(kind, [markOf(call)]),
    count: async () => journal.count(world, filter ?? {}),
  }
}

type Cursor = { readonly kind: string; readonly markOf: (call: CallSummary) => string }
const CURSORS = {
  BEGUN: { kind: 'Request', markOf: ({ id }) => id },
  WRITTEN: { kind: 'WrittenRequest', markOf: ({ place }) => String(place) },
} as const satisfies Record<CallOrder, Cursor>

/**
 * The latest calls that were written after a place, of this world or of all, latest first; for one who follows them as they come. Of those that were written
 * until `readyJournal`: who follows from the same turn on misses none.
 */
export function latestRequests(
  ctx: Context,
  everyWorld: boolean,
  filter: CallFilter,
  { after, take }: { readonly after: number; readonly take: number },
): CallSummary[] {
  const window = { take, order: 'WRITTEN', backwards: false, older: undefined, newer: String(after) } as const
  return journalOf(ctx).list(everyWorld ? undefined : nameOf(ctx.world), filter, window)
}

/** Passes on the calls of the bank from now on, of all processes that serve its store, a moment after they were written. Answers how to stop that. */
export function followRequests(deps: Deps, onCalls: (calls: readonly CallSummary[]) => void): () => void {
  return journalOf({ deps }).watch(onCalls)
}

/** What is not in the journal of this world, or of all: how many calls, and of when. */
export async function lostRequests(ctx: Context, everyWorld = false): Promise<LostCalls[]> {
  return (await readyJournal(ctx)).lost(everyWorld ? undefined : nameOf(ctx.world))
}

/** One call with all that was kept of it. RESOURCE_UNKNOWN when the world's journal does not have it, or has it no longer. */
export async function getRequest(ctx: Context, id: string): Promise<JournaledCall> {
  // A caller that opens a thousand calls whole holds up no other call (D74). All are asked for at once, so that
  // each looks when it is its turn to read.
  await Promise.resolve()
  for (let turn = letOthersIn(); turn !== undefined; turn = letOthersIn()) await turn
  const call = (await readyJournal(ctx)).find(nameOf(ctx.world), id)
  if (call !== undefined) return call
  throw new DomainError(
    'RESOURCE_UNKNOWN',
    `The journal of this world has no call ${JSON.stringify(id.slice(0, 80))}. It keeps the last 10,000 or 24 hours; calls that reached no world are in the default world's (D95).`,
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
