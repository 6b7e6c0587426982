import { Hono } from 'hono'
import type { Context } from '../context.ts'
import { getAccount } from '../resolvers/accounts.ts'
import { advanceClock, freezeClock, resumeClock } from '../resolvers/clock.ts'
import { consolePath, operatorPages, unlock } from './console-access.tsx'
import { readAccountPage, readConsole, readPaymentPage } from './console-reading.ts'
import { AccountPage, ConsolePage, PaymentPage } from './console-views.tsx'
import { formToken, readForm } from './forms.ts'
import type { PagesOptions } from './options.ts'
import { respond } from './respond.ts'

/** The console: what is in the bank now, for a person. It is the operator's (D70). */
export function createConsole(options: PagesOptions): Hono {
  const app = new Hono()
  const guarded = operatorPages(options)
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
  app.post('/console/token', unlock(options))
  return app
}

const PRIVATE = { isPrivate: true } as const

const CLOCK: Readonly<Record<string, (ctx: Context, by: string) => Promise<unknown>>> = {
  advance: (ctx, by) => advanceClock(ctx, { by }),
  freeze: freezeClock,
  resume: resumeClock,
}
