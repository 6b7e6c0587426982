import { Hono, type Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import { knownTpps } from '../../../bank/resolvers/tpp-register.ts'
import { namesOfTpps } from '../../../bank/resolvers/tpps.ts'
import { CALLERS, type CallSummary, type JournaledCall } from '../../../domain/calls.ts'
import { nameOf, worldBasePath } from '../../../domain/worlds.ts'
import { isRefused } from '../../../sandbox/journal/filters.ts'
import {
  getRequest,
  lostRequests,
  minutesOfRequests,
  pageOfRequests,
  readyJournal,
} from '../../../sandbox/journal/requests.ts'
import { counted } from '../language.ts'
import { idOf, readDrawnPage, withSearch } from '../listing.tsx'
import type { PagesOptions } from '../options.ts'
import { respond } from '../respond.tsx'
import { consoleToken, operatorPages } from './access.tsx'
import { CallPage } from './call.tsx'
import {
  AnswerFault,
  CALL_SORTS,
  CallChoices,
  type CallQuery,
  COUNTED_ANSWERS,
  callDrawing,
  callQueryOf,
  FILTER_TITLES,
  filterOf,
  KeptFilters,
  LostCallsNotice,
  searchOf,
} from './calls.tsx'
import { correctionOf } from './correction.ts'
import { timeHead } from './frame.tsx'
import { ListPage } from './list-page.tsx'
import { LIVE_ROWS, liveAddress } from './live-calls.tsx'
import { CallMinutes } from './minutes.tsx'
import { explainFor, sendAgain, showUnsigned, signForBrowser } from './send-again.tsx'
import { showStory, TickedStory } from './stories.tsx'

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
  app.get('/requests/:id/again', guarded(showUnsigned(options)))
  app.post('/requests/:id/again', guarded(sendAgain(options)))
  app.get(
    '/requests/:id',
    guarded(async (c, ctx) => {
      const call = await getRequest(ctx, idOf(c))
      const tpps = await knownTpps(ctx)
      const tpp = tpps.find(({ id }) => id === call.tppId)
      const copies = await options.copyCall(ctx, call)
      const why = isRefused(call) ? await explainFor(c, ctx, options, call) : undefined
      const others =
        call.requestId === undefined
          ? 0
          : (await (await pageOfRequests(ctx, { first: 0 }, { requestId: call.requestId, by: CALLERS })).count()) - 1
      return respond(
        c,
        <CallPage
          call={call}
          why={why}
          correction={why && correctionOf(call, why)}
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
  const { everyWorld, answer } = query
  const base = worldBasePath(ctx.world)
  const path = `${base}/requests`
  const search = searchOf(query)
  const [filter, names] = [filterOf(query), await namesOfTpps(ctx)]
  const { page, isNewest } = await readPage(c, ctx, query)
  const minutes = everyWorld ? undefined : await minutesOfRequests(ctx, filter)
  const lost = isNewest ? await lostRequests(ctx, everyWorld) : []
  return (
    <ListPage
      title="Calls"
      here="calls"
      scripts={isNewest ? ['console.js'] : []}
      path={path}
      given={Object.fromEntries(search)}
      page={page}
      {...(everyWorld ? {} : { chips: { name: 'answer', counts: await countAnswers(ctx, query) } })}
      finds="Any part of a call"
      searchName="contains"
      filters={<CallChoices query={query} names={names} world={nameOf(ctx.world)} />}
      beside={
        <>
          {minutes === undefined ? null : <CallMinutes minutes={minutes} now={ctx.deps.machineNow()} />}
          <p class="live" role="status" hidden></p>
        </>
      }
      make={
        everyWorld || page.rows.length === 0 ? null : (
          <a class="button second" href={withSearch(`${path}/story`, search)}>
            As one story
          </a>
        )
      }
      note={
        <>
          <KeptFilters query={query} path={path} />
          <AnswerFault answer={answer} />
          <LostCallsNotice lost={lost} everyWorld={everyWorld} />
        </>
      }
      {...callDrawing({ everyWorld, names, hasTicks: true, timeHead: timeHead(ctx) })}
      sorting={{ path, given: Object.fromEntries(search), order: query.order }}
      live={
        isNewest
          ? {
              address: liveAddress(base, search, everyWorld ? 'plain' : 'ticks'),
              after: placeOf(page.rows),
              most: LIVE_ROWS,
            }
          : undefined
      }
      empty={await nothingFound(ctx, query, base)}
      by={{}}
    >
      {everyWorld ? null : <TickedStory action={`${path}/story`} />}
    </ListPage>
  )
}

const placeOf = (calls: readonly CallSummary[]) => Math.max(0, ...calls.map(({ place }) => place))

/** How many calls have each answer, by the other filters. */
function countAnswers(ctx: Context, query: CallQuery) {
  const others = filterOf({ ...query, answer: '' })
  return Promise.all(
    Object.entries(COUNTED_ANSWERS).map(async ([value, refused]) => {
      const page = await pageOfRequests(ctx, { first: 0 }, { ...others, refused })
      return { value, count: await page.count(), word: value }
    }),
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
  if (given.length === 0) return 'No call yet: the next one appears here by itself.'
  return (
    <>
      No call fits {given.length === 1 ? 'the filter' : 'all filters'}.
      {found.map(({ name, count, search }) => (
        <>
          {' '}
          <a href={withSearch(`${base}/requests`, search)}>
            Without {FILTER_TITLES[name]}: {counted(count, 'call')}
          </a>
          .
        </>
      ))}{' '}
      <a href={`${base}/requests`}>Show all calls</a>.
    </>
  )
}

/** A page of the calls of one world, or of all, and whether it begins with the newest. */
async function readPage(c: HonoContext, ctx: Context, query: CallQuery) {
  const { everyWorld } = query
  const { order } = CALL_SORTS[query.order] ?? { order: 'BEGUN' }
  const isOldest = query.order === 'oldest'
  const page = await readDrawnPage(
    c,
    PAGE,
    args => pageOfRequests(ctx, args, filterOf(query), everyWorld ? 'EVERY_WORLD' : order),
    { fromEnd: isOldest, isCounted: !everyWorld },
  )
  const byTime = (one: CallSummary, other: CallSummary) => (one.id < other.id === isOldest ? -1 : 1)
  // The journal writes the calls of several worlds world by world; a page of them is sorted by their begin.
  const rows = everyWorld || order === 'BEGUN' ? page.rows.toSorted(byTime) : page.rows
  return { page: { ...page, rows }, isNewest: page.previous === undefined && order === 'BEGUN' && !isOldest }
}
