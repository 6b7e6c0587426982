import { Hono, type Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import { knownTpps } from '../../../bank/resolvers/tpp-register.ts'
import { namesOfTpps } from '../../../bank/resolvers/tpps.ts'
import { CALLERS, type CallSummary, type JournaledCall } from '../../../domain/calls.ts'
import { nameOf, worldBasePath } from '../../../domain/worlds.ts'
import { reachedAt } from '../../../platform/http/headers.ts'
import { isRefused } from '../../../sandbox/journal/filters.ts'
import {
  getRequest,
  lostRequests,
  minutesOfRequests,
  pageOfRequests,
  readyJournal,
} from '../../../sandbox/journal/requests.ts'
import { explain } from '../../explain/why.ts'
import { earlierOf, idOf, More, nextOf, withSearch } from '../listing.tsx'
import type { PagesOptions } from '../options.ts'
import { Empty } from '../parts.tsx'
import { respond } from '../respond.tsx'
import { consoleToken, operatorPages } from './access.tsx'
import { CallPage } from './call.tsx'
import {
  AnswerFault,
  CALL_SORTS,
  CallForm,
  type CallQuery,
  CallTable,
  callQueryOf,
  filterOf,
  LostCallsNotice,
  searchOf,
} from './calls.tsx'
import { ConsoleFrame } from './frame.tsx'
import { LIVE_ROWS } from './live-calls.tsx'
import { CallMinutes } from './minutes.tsx'
import { sendAgain, showUnsigned, signForBrowser } from './send-again.tsx'
import { CopyStory, showStory } from './stories.tsx'

/** The pages of a world's journal (D95): the list of calls, and each call. */
export function createRequests(options: PagesOptions): Hono {
  const app = new Hono()
  const guarded = operatorPages(options)
  app.get(
    '/requests',
    guarded(async (c, ctx) => respond(c, await listPage(c, ctx), { isPrivate: true, fetches: true })),
  )
  app.get('/requests/story', guarded(showStory(options)))
  app.post('/requests/signature', guarded(signForBrowser(options)))
  app.get('/requests/:id/again', guarded(showUnsigned))
  app.post('/requests/:id/again', guarded(sendAgain(options)))
  app.get(
    '/requests/:id',
    guarded(async (c, ctx) => {
      const call = await getRequest(ctx, idOf(c))
      const tpps = await knownTpps(ctx)
      const tpp = tpps.find(({ id }) => id === call.tppId)
      const copies = await options.copyCall(ctx, call)
      const why = isRefused(call)
        ? await explain(
            ctx,
            { kind: 'call', id: call.id },
            { ...options, reached: reachedAt(name => c.req.header(name)) },
          )
        : undefined
      const others =
        call.requestId === undefined
          ? 0
          : (await (await pageOfRequests(ctx, { first: 0 }, { requestId: call.requestId, by: CALLERS })).count()) - 1
      return respond(
        c,
        <CallPage
          call={call}
          why={why}
          copies={copies}
          base={worldBasePath(ctx.world)}
          others={others}
          tppName={tpp?.localName ?? tpp?.name}
          tpps={tpps}
          token={consoleToken(c)}
          earlier={await (await readyJournal(ctx)).find(nameOf(ctx.world), c.req.query('again') ?? '')}
          arrows={call.tppId === undefined ? [] : await options.sequenceOf(ctx, await idsUntil(ctx, call))}
        />,
        { isPrivate: true, fetches: true },
      )
    }),
  )
  return app
}

/** How many earlier calls of the same TPP the drawing of a call shows. */
const DRAWN_BEFORE = 5

/** The ids of a call and of the calls of its TPP before it. */
async function idsUntil(ctx: Context, { id, tppId }: JournaledCall): Promise<string[]> {
  const journal = await readyJournal(ctx)
  const window = { take: DRAWN_BEFORE, order: 'BEGUN', backwards: false, older: id, newer: undefined } as const
  const before = await journal.list(nameOf(ctx.world), { tppId, door: 'REST' }, window)
  return [...before.map(one => one.id), id]
}

const PAGE = 50

async function listPage(c: HonoContext, ctx: Context) {
  const query = await callQueryOf(c, ctx)
  const { base, ...list } = await readList(c, ctx, query)
  const search = searchOf(query)
  const { calls, lost, names, place, further, newest } = list
  const minutes = query.everyWorld ? undefined : await minutesOfRequests(ctx, filterOf(query))
  return (
    <ConsoleFrame title="Calls" here="calls" scripts={newest ? ['console.js'] : []}>
      <div class="heading">
        <h1>Calls</h1>
        <p class="live" role="status" hidden></p>
      </div>
      <CallForm action={`${base}/requests`} query={query} names={names} world={nameOf(ctx.world)} isWhole={true} />
      <AnswerFault answer={query.answer} />
      <LostCallsNotice lost={lost} everyWorld={query.everyWorld} />
      {minutes === undefined ? null : <CallMinutes minutes={minutes} now={ctx.deps.machineNow()} />}
      {calls.length === 0 ? await nothingFound(ctx, query, base) : null}
      {calls.length === 0 || query.everyWorld ? null : <CopyStory action={`${base}/requests/story`} given={search} />}
      <div
        data-live={newest ? withSearch(`${base}/console/live`, search) : undefined}
        data-after={newest ? place : undefined}
        data-most={newest ? LIVE_ROWS : undefined}
        hidden={calls.length === 0}
      >
        <CallTable
          calls={calls}
          everyWorld={query.everyWorld}
          names={names}
          sorting={{ path: `${base}/requests`, given: Object.fromEntries(search), order: query.order }}
        />
      </div>
      <More
        path={`${base}/requests`}
        given={{ ...Object.fromEntries(search), after: further }}
        label={{ '': 'Older calls', oldest: 'Newer calls' }[query.order] ?? 'More calls'}
      />
    </ConsoleFrame>
  )
}

/** Why a list is empty: the filters without which it would have calls. */
async function nothingFound(ctx: Context, query: CallQuery, base: string) {
  const { everyWorld } = query
  const given = [...searchOf(query).keys()].filter(name => FILTER_TITLES[name] !== undefined)
  const found: { readonly name: string; readonly count: number; readonly search: URLSearchParams }[] = []
  for (const name of everyWorld ? [] : given) {
    const without = { ...query, [name]: '' }
    const count = await (await pageOfRequests(ctx, { first: 0 }, filterOf(without))).count()
    if (count > 0) found.push({ name, count, search: searchOf(without) })
  }
  if (given.length === 0) return <Empty>No call yet: the next one appears here by itself.</Empty>
  return (
    <Empty>
      No call fits {given.length === 1 ? 'the filter' : 'all filters'}.
      {found.map(({ name, count, search }) => (
        <>
          {' '}
          <a href={withSearch(`${base}/requests`, search)}>
            Without {FILTER_TITLES[name]}: {count === 1 ? '1 call' : `${count} calls`}
          </a>
          .
        </>
      ))}{' '}
      <a href={`${base}/requests`}>Show all calls</a>.
    </Empty>
  )
}

const FILTER_TITLES: Readonly<Record<string, string>> = {
  caller: 'Caller',
  answer: 'Answer',
  path: 'Path',
  operation: 'Operation',
  code: 'Code',
  request: 'X-Request-ID',
  contains: 'Search',
}

/** A page of the calls of one world, or of all. */
async function readList(c: HonoContext, ctx: Context, query: CallQuery) {
  const [base, filter, after] = [worldBasePath(ctx.world), filterOf(query), c.req.query('after')]
  const names = await namesOfTpps(ctx)
  const { order } = CALL_SORTS[query.order] ?? { order: 'BEGUN' }
  const isOldest = query.order === 'oldest'
  const newest = after === undefined && order === 'BEGUN' && !isOldest
  const args = isOldest ? { last: PAGE, before: after } : { first: PAGE, after }
  const page = await pageOfRequests(ctx, args, filter, query.everyWorld ? 'EVERY_WORLD' : order)
  const byTime = (one: CallSummary, other: CallSummary) => (one.id < other.id === isOldest ? -1 : 1)
  // The journal writes the calls of several worlds world by world; a page of them is sorted by their begin.
  const calls = query.everyWorld || order === 'BEGUN' ? page.rows.toSorted(byTime) : page.rows
  const lost = newest ? await lostRequests(ctx, query.everyWorld) : []
  const further = isOldest ? earlierOf(page) : nextOf(page)
  return { base, names, calls, lost, place: Math.max(0, ...calls.map(call => call.place)), further, newest }
}
