import { Hono, type Context as HonoContext } from 'hono'
import type { Context } from '../../context.ts'
import { nameOf, worldBasePath } from '../../domain/worlds.ts'
import { explain } from '../../explain/why.ts'
import { reachedAt } from '../../http/headers.ts'
import { CALLERS, type CallSummary } from '../../journal/calls.ts'
import { isRefused } from '../../journal/filters.ts'
import { getRequest, lostRequests, pageOfRequests } from '../../journal/requests.ts'
import { namesOfTpps } from '../../resolvers/tpps.ts'
import { earlierOf, idOf, More, nextOf, withSearch } from '../listing.tsx'
import type { PagesOptions } from '../options.ts'
import { respond } from '../respond.tsx'
import { operatorPages } from './access.tsx'
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

/** The journal of a world as pages (D95): the list of calls, and each call. */
export function createRequests(options: PagesOptions): Hono {
  const app = new Hono()
  const guarded = operatorPages(options)
  app.get(
    '/requests',
    guarded(async (c, ctx) => respond(c, await listPage(c, ctx), { isPrivate: true, fetches: true })),
  )
  app.get(
    '/requests/:id',
    guarded(async (c, ctx) => {
      const call = await getRequest(ctx, idOf(c))
      const copies = await options.copyCall(ctx, call)
      const why = isRefused(call)
        ? await explain(ctx, { requestId: call.id }, { ...options, reached: reachedAt(name => c.req.header(name)) })
        : undefined
      const others =
        call.requestId === undefined
          ? 0
          : (await (await pageOfRequests(ctx, { first: 0 }, { requestId: call.requestId, by: CALLERS })).count()) - 1
      return (
        <CallPage
          call={call}
          why={why}
          copies={copies}
          base={worldBasePath(ctx.world)}
          others={others}
          tppName={(await namesOfTpps(ctx)).get(call.tppId ?? '')}
        />
      )
    }),
  )
  return app
}

const PAGE = 50

async function listPage(c: HonoContext, ctx: Context) {
  const query = callQueryOf(c)
  const { base, ...list } = await readList(c, ctx, query)
  const search = searchOf(query)
  const { calls, lost, names, place, further, newest } = list
  return (
    <ConsoleFrame title="Calls" here="calls" scripts={newest ? ['console.js'] : []}>
      <div class="heading">
        <h1>Calls</h1>
        <p class="live" role="status" hidden></p>
      </div>
      <CallForm action={`${base}/requests`} query={query} names={names} world={nameOf(ctx.world)} isWhole={true} />
      <AnswerFault answer={query.answer} />
      <LostCallsNotice lost={lost} everyWorld={query.everyWorld} />
      {calls.length === 0 ? (
        <p class="soft empty">{search.size === 0 ? 'None yet.' : 'No such call in the journal.'}</p>
      ) : null}
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
  // Those of several worlds are written world by world: a page of them is shown by when they began.
  const calls = query.everyWorld || order === 'BEGUN' ? page.rows.toSorted(byTime) : page.rows
  const lost = newest ? await lostRequests(ctx, query.everyWorld) : []
  const further = isOldest ? earlierOf(page) : nextOf(page)
  return { base, names, calls, lost, place: Math.max(0, ...calls.map(call => call.place)), further, newest }
}
