import { Hono, type Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Context } from '../context.ts'
import { DEFAULT_WORLD, worldBasePath } from '../domain/worlds.ts'
import { assertHost, hasToken } from '../http/operator-access.ts'
import { getAccount } from '../resolvers/accounts.ts'
import { advanceClock, freezeClock, resumeClock } from '../resolvers/clock.ts'
import { enterWorld } from '../resolvers/doors.ts'
import { Locked } from './console-lock.tsx'
import { readAccountPage, readConsole, readPaymentPage } from './console-reading.ts'
import { AccountPage, ConsolePage, PaymentPage } from './console-views.tsx'
import { formToken, readForm } from './forms.ts'
import type { PagesOptions } from './options.ts'
import { respond } from './respond.ts'

/**
 * The console: what is in the bank now, for a person. It is the operator's (D70): where the operator's door demands a token, the page asks for it once and
 * the browser keeps it until it is closed.
 */
export function createConsole({ deps, operator }: PagesOptions): Hono {
  const app = new Hono()
  const isOpen = (c: HonoContext) => hasToken(operator, () => `Bearer ${getCookie(c, COOKIE) ?? ''}`)
  const enter = (c: HonoContext) => enterWorld(deps, c.req.param('world') ?? DEFAULT_WORLD, { kind: 'operator' })
  const guarded = (show: (c: HonoContext, ctx: Context) => Promise<Response>) => async (c: HonoContext) => {
    assertHost(operator, name => c.req.header(name))
    const ctx = await enter(c)
    const path = consolePath(ctx)
    if (isOpen(c)) return show(c, ctx)
    return respond(c, <Locked path={path} token={formToken(c, path)} wrong={false} />, { status: 401, isPrivate: true })
  }
  app.get(
    '/console',
    guarded(async (c, ctx) => {
      const path = consolePath(ctx)
      return respond(c, <ConsolePage {...(await readConsole(ctx))} path={path} token={formToken(c, path)} />, PRIVATE)
    }),
  )
  app.get(
    '/console/accounts/:id',
    guarded(async (c, ctx) => {
      const { account, owner } = await getAccount(ctx, c.req.param('id') ?? '')
      return respond(
        c,
        <AccountPage {...(await readAccountPage(ctx, account))} owner={owner} path={consolePath(ctx)} />,
        PRIVATE,
      )
    }),
  )
  app.get(
    '/console/payments/:id',
    guarded(async (c, ctx) =>
      respond(
        c,
        <PaymentPage {...(await readPaymentPage(ctx, c.req.param('id') ?? ''))} path={consolePath(ctx)} />,
        PRIVATE,
      ),
    ),
  )
  app.post(
    '/console/clock',
    guarded(async (c, ctx) => {
      const form = await readForm(c)
      await CLOCK[form.get('action') ?? '']?.(ctx, form.get('by')?.trim() ?? '')
      return c.redirect(consolePath(ctx), 303)
    }),
  )
  app.post('/console/token', async c => {
    assertHost(operator, name => c.req.header(name))
    const ctx = await enter(c)
    const given = (await readForm(c)).get('operator') ?? ''
    const path = consolePath(ctx)
    if (!hasToken(operator, () => `Bearer ${given}`))
      return respond(c, <Locked path={path} token={formToken(c, path)} wrong={true} />, {
        status: 403,
        isPrivate: true,
      })
    setCookie(c, COOKIE, given, { path: '/', httpOnly: true, sameSite: 'Strict' })
    return c.redirect(path, 303)
  })
  return app
}

const COOKIE = 'sandbank-operator'
const PRIVATE = { isPrivate: true } as const

const CLOCK: Readonly<Record<string, (ctx: Context, by: string) => Promise<unknown>>> = {
  advance: (ctx, by) => advanceClock(ctx, { by }),
  freeze: freezeClock,
  resume: resumeClock,
}

function consolePath({ world }: Context): string {
  return `${worldBasePath(world)}/console`
}
