import { Hono, type Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import { DomainError } from '../../../domain/errors.ts'
import { worldBasePath } from '../../../domain/worlds.ts'
import { reachedAt } from '../../../platform/http/headers.ts'
import { messageOf, noteDocument } from '../../../platform/http/notes.ts'
import { assertSameOrigin } from '../../../platform/http/operator-access.ts'
import { advanceClock, assertDistance, freezeClock, resumeClock, stopClock } from '../../../sandbox/worlds/clock.ts'
import { setAround } from '../around.ts'
import { ownPath, readForm } from '../forms.ts'
import { idOf } from '../listing.tsx'
import type { PagesOptions } from '../options.ts'
import { respond } from '../respond.tsx'
import { consoleToken, operatorPages, unlock } from './access.tsx'
import { ACTIONS, type ActionName } from './actions/actions.ts'
import { documentOf } from './actions/documents.ts'
import { faultIn } from './actions/run.ts'
import { beginStep } from './actions/undo.ts'
import { inTime } from './actions/works.ts'
import { readWorldAround } from './around.tsx'
import { callQueryOf, filterOf } from './calls.tsx'
import { lastReceived, listen, rowFormOf } from './live-calls.tsx'
import { PaymentPage } from './payment.tsx'
import { readConsole, readPaymentPage } from './reading.ts'
import { ConsolePage } from './views.tsx'

/** The console is the first page of the bank and of each world. Only the operator may see it (D70). */
export function createFirstPage(options: PagesOptions): Hono {
  return new Hono().get('/', operatorPages(options)(showConsole))
}

/** The routes below the console: pages of payments, the stream of events, and the actions of its buttons. */
export function createConsole(options: PagesOptions): Hono {
  const app = new Hono()
  const guarded = operatorPages(options)
  app.get('/console', c => c.redirect(`${c.req.path.slice(0, -'console'.length)}${new URL(c.req.url).search}`, 308))
  // The address of a form after its answer, opened anew.
  for (const path of ['/console/clock', '/console/back', '/console/token'])
    app.get(
      path,
      guarded(async (c, ctx) => c.redirect(`${worldBasePath(ctx.world)}/`, 303)),
    )
  app.get(
    '/console/payments/:id',
    guarded(async (c, ctx) => {
      const entries = Number(/^\d{1,6}$/.exec(c.req.query('entries') ?? '')?.[0] ?? 0)
      const pages = {
        reached: reachedOf(c),
        rehearse: options.rehearse,
        entries,
        approvals: c.req.query('approvals'),
        runs: c.req.query('runs'),
      }
      const page = await readPaymentPage(ctx, idOf(c), pages)
      const shown = <PaymentPage {...page} base={worldBasePath(ctx.world)} token={consoleToken(c)} />
      return respond(c, shown, { ...PRIVATE, fetches: true })
    }),
  )
  app.get(
    '/console/live',
    guarded(async (c, ctx) => {
      // A stream keeps a connection open, and a page of another site must not be able to open one.
      assertSameOrigin(options.operator, name => c.req.header(name))
      if (c.req.method === 'HEAD') return c.body(null, 200, EVENTS)
      const query = await callQueryOf(c, ctx)
      const { everyWorld } = query
      const caller = options.addressOf(messageOf(c))
      const wanted = { caller, everyWorld, filter: filterOf(query), form: rowFormOf(c), after: lastReceived(c) }
      return c.body(await listen(options.live, ctx, wanted), 200, EVENTS)
    }),
  )
  app.post('/console/clock', guarded(moveClock(options)))
  app.post('/console/token', unlock(options))
  return app
}

const PRIVATE = { isPrivate: true } as const
const EVENTS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // A proxy must not buffer events: the reader should see them at once.
  'X-Accel-Buffering': 'no',
} as const

async function showConsole(c: HonoContext, ctx: Context): Promise<Response> {
  const content = await readConsole(ctx)
  return respond(c, <ConsolePage {...content} {...aroundOf(c, ctx)} />, { ...PRIVATE, fetches: true })
}

function reachedOf(c: HonoContext): string | undefined {
  return reachedAt(name => c.req.header(name))
}

/** Where the reader has reached the page. */
function aroundOf(c: HonoContext, { world }: Context) {
  return { baseUrl: `${reachedOf(c) ?? new URL(c.req.url).origin}${worldBasePath(world)}`, token: consoleToken(c) }
}

function moveClock(options: PagesOptions) {
  return async (c: HonoContext, ctx: Context): Promise<Response> => {
    const form = await readForm(c)
    const move = CLOCK.get(form.get('action') ?? '')
    const back = () => c.redirect(ownPath(form.get('back'), worldBasePath(ctx.world)), 303)
    if (move === undefined) return back()
    const entered = { by: form.get('by') ?? '', to: form.get('to') ?? '' }
    if (move.action !== undefined) noteDocument(c.req.raw, move.action, documentOf(move.action, entered))
    const act = async () => {
      const end = move.action === undefined ? undefined : await beginStep(options, ctx, move.action)
      try {
        await move.run(ctx, form)
        await end?.(true)
      } catch (error) {
        await end?.(false)
        throw error
      }
    }
    try {
      // Checked before the snapshot, which may take longer than a request waits.
      if (form.get('action') === 'advance') await assertDistance(ctx, distanceOf(ctx, form))
      // No request waits for the end of a long move: the console shows it.
      await inTime(ctx, move.title, act(), result => faultIn(options, result))
    } catch (error) {
      if (!(error instanceof DomainError) || !FAULTS.has(error.code)) throw error
      // In the words of the form: the graph calls its field "by".
      const text = error.faults.map(({ text }) => text.replace(/^(?=[a-z])/, 'The duration ')).join(' ')
      const fault = { by: form.get('by') ?? '', text }
      setAround(c, () => readWorldAround(c, options, fault))
      const page = <ConsolePage {...(await readConsole(ctx))} {...aroundOf(c, ctx)} />
      return respond(c, page, { ...PRIVATE, fetches: true, refusal: error })
    }
    return back()
  }
}

function distanceOf({ now }: Context, form: URLSearchParams) {
  const to = form.get('to')
  // The clock may have passed the next batch meanwhile; then nothing is left to move.
  return to === null ? { by: form.get('by')?.trim() ?? '' } : { to: new Date(Math.max(Date.parse(to), now.getTime())) }
}

/** Refusals for a faulty distance. */
const FAULTS = new Set(['FORMAT_ERROR', 'BAD_REQUEST'])

/** A command of the clock. A snapshot precedes each `action` (D98); the stop of a move has none. */
type ClockMove = {
  readonly title: string
  readonly action?: ActionName
  readonly run: (ctx: Context, form: URLSearchParams) => Promise<unknown>
}

const CLOCK = new Map<string, ClockMove>([
  [
    'advance',
    {
      title: ACTIONS.advanceClock.title,
      action: 'advanceClock',
      run: (ctx, form) => advanceClock(ctx, distanceOf(ctx, form)),
    },
  ],
  ['freeze', { title: ACTIONS.freezeClock.title, action: 'freezeClock', run: ctx => freezeClock(ctx) }],
  ['resume', { title: ACTIONS.resumeClock.title, action: 'resumeClock', run: resumeClock }],
  ['stop', { title: 'Stop the clock', run: stopClock }],
])
