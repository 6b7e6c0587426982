import type { Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Context } from '../../../bank/context.ts'
import { countDue } from '../../../bank/resolvers/payments/list.ts'
import { nextBatchAt } from '../../../domain/calendar.ts'
import { DEFAULT_WORLD, nameOf, WORLD_NAME, worldBasePath } from '../../../domain/worlds.ts'
import { getClock } from '../../../sandbox/worlds/clock.ts'
import { refusalOf } from '../../../sandbox/worlds/doors.ts'
import { pageOfScenarios } from '../../../sandbox/worlds/scenarios/rules.ts'
import { pageOfSnapshots } from '../../../sandbox/worlds/snapshots/snapshots.ts'
import type { Around } from '../around.ts'
import { isSecure, ownPath } from '../forms.ts'
import type { PagesOptions } from '../options.ts'
import { consoleToken, enter, isLetIn } from './access.tsx'
import { stepsOf } from './actions/undo.ts'
import { workOf } from './actions/works.ts'
import { type ClockFault, TimeLine } from './clock.tsx'
import { isShifted } from './frame.tsx'
import { noticeOf } from './notice.tsx'

/** The worlds that this browser has opened, the latest first: more than are shown, since some may be deleted. */
const COOKIE = 'sandbank-worlds'
const KEPT = 10
const SHOWN = 5

/**
 * The head of a page: its world, the switcher of worlds, and its time. Only the name of the world, when the reader may not use the console or the world
 * does not exist.
 */
export async function readWorldAround(
  c: HonoContext,
  options: Pick<PagesOptions, 'deps' | 'operator'>,
  fault?: ClockFault,
): Promise<Around> {
  try {
    // Also when no route matches, for example for an unknown page.
    const [, name] = /^\/worlds\/([^/]+)/.exec(c.req.path) ?? []
    const ctx = await enter(c, options, name)
    const [base, world] = [worldBasePath(ctx.world), nameOf(ctx.world)]
    if (!isLetIn(c, options.operator)) return { base, world }
    const batchAt = nextBatchAt(ctx.now)
    const [clock, due, [step]] = await Promise.all([getClock(ctx), countDue(ctx, batchAt), stepsOf(ctx)])
    const work = workOf(ctx)
    const left = clock.moving === null ? 0 : sumOf(await countDue(ctx, clock.moving.to))
    const place = { base, token: consoleToken(c), back: backOf(c, base) }
    const notice = work === undefined && clock.moving === null ? noticeOf(ctx, step, place) : undefined
    const head = (
      <>
        <WorldSwitcher base={base} world={world} seen={await noteWorld(c, ctx)} />
        <TimeLine
          clock={clock}
          batch={{ at: batchAt, payments: sumOf(due) }}
          left={left}
          work={work}
          step={step}
          place={place}
          fault={fault}
        />
      </>
    )
    return {
      base,
      world,
      head,
      notice,
      counts: await readCounts(ctx),
      isMoving: clock.moving !== null || (work !== undefined && work.fault === undefined),
      isShifted: isShifted(ctx),
      now: clock.now,
      machineNow: ctx.deps.machineNow(),
    }
  } catch (error) {
    if (refusalOf(error) !== undefined) return { base: '', world: DEFAULT_WORLD }
    throw error
  }
}

/** The counts in the list of pages. */
async function readCounts(ctx: Context): Promise<Readonly<Record<string, number>>> {
  const rows = (kind: Parameters<typeof ctx.load.rowsInWorld>[0]) => ctx.load.rowsInWorld(kind, ctx.world.id)
  const [payments, consents, customers, scenarios, snapshots] = await Promise.all([
    rows('payments'),
    rows('consents'),
    rows('customers'),
    pageOfScenarios(ctx, { first: 0 }).then(page => page.count()),
    pageOfSnapshots(ctx, { first: 0 }).then(page => page.count()),
  ])
  return { payments, consents, customers, scenarios, snapshots }
}

const sumOf = (due: readonly { readonly payments: number }[]) => due.reduce((sum, one) => sum + one.payments, 0)

/** Where a button of the head returns to: the present page, if that was a GET. */
function backOf(c: HonoContext, base: string): string {
  const { pathname, search } = new URL(c.req.url)
  return c.req.method === 'GET' ? ownPath(pathname + search, base) : `${base}/`
}

async function noteWorld(c: HonoContext, ctx: Context): Promise<readonly string[]> {
  const world = nameOf(ctx.world)
  const before = (getCookie(c, COOKIE) ?? '').split('.').filter(name => WORLD_NAME.test(name) && name !== world)
  const some = before.slice(0, KEPT)
  const rows = some.length === 0 ? [] : await ctx.db.world.findMany({ where: { name: { in: some } } })
  const living = new Set(rows.map(nameOf))
  const seen = [world, ...some.filter(name => living.has(name))].slice(0, KEPT)
  if (seen.join('.') !== getCookie(c, COOKIE))
    setCookie(c, COOKIE, seen.join('.'), { path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure(c) })
  return seen
}

function WorldSwitcher(props: { readonly base: string; readonly world: string; readonly seen: readonly string[] }) {
  const { base, world, seen } = props
  return (
    <details class="drop worlds">
      <summary>
        <span class="hidden">World </span>
        <strong>{world}</strong>
      </summary>
      <div class="sheet">
        <form method="get" action={`${base}/console/worlds`}>
          <input type="text" name="q" aria-label="Find a world" placeholder="Find a world" autocomplete="off" />
        </form>
        <ul class="plain">
          {[...new Set([...seen, DEFAULT_WORLD])].slice(0, SHOWN).map(name => (
            <li>
              <a
                href={name === DEFAULT_WORLD ? '/' : `/worlds/${name}/`}
                aria-current={name === world ? 'true' : undefined}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
        <p class="row-actions">
          <a class="button second" href={`${base}/console/do/createWorld`}>
            New world
          </a>
          <a href={`${base}/console/worlds`}>All worlds</a>
        </p>
      </div>
    </details>
  )
}
