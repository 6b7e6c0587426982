import type { Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Context } from '../../context.ts'
import { DomainError } from '../../domain/errors.ts'
import { DEFAULT_WORLD, worldBasePath } from '../../domain/worlds.ts'
import { noteOf } from '../../http/notes.ts'
import { assertHost, hasToken } from '../../http/operator-access.ts'
import { enterWorld } from '../../worlds/doors.ts'
import { formToken, isSecure, readForm } from '../forms.ts'
import type { PagesOptions } from '../options.ts'
import { respond } from '../respond.ts'
import { Locked } from './lock.tsx'

const LOCKED = new DomainError('FORBIDDEN', "The page is the operator's: this server asks for its token (D70).")

type Show = (c: HonoContext, ctx: Context) => Promise<Response>
const COOKIE = 'sandbank-operator'

/**
 * Pages that are the operator's (D70). Where the operator's door demands a token, the first of them asks for it, and the browser keeps it until it is
 * closed.
 */
export function operatorPages({ deps, operator }: PagesOptions) {
  return (show: Show) => async (c: HonoContext) => {
    noteOf(c.req.raw).by = 'OPERATOR'
    assertHost(operator, name => c.req.header(name))
    const ctx = await enterWorld(deps, c.req.param('world') ?? DEFAULT_WORLD, { kind: 'operator' })
    if (hasToken(operator, () => c.req.header('Authorization') ?? `Bearer ${getCookie(c, COOKIE) ?? ''}`))
      return show(c, ctx)
    const path = `${worldBasePath(ctx.world)}/console`
    return respond(c, <Locked path={path} token={consoleToken(c)} wrong={false} />, {
      status: 401,
      refusal: LOCKED,
      isPrivate: true,
    })
  }
}

/** Takes the token that was entered. */
export function unlock({ deps, operator }: PagesOptions) {
  return async (c: HonoContext) => {
    noteOf(c.req.raw).by = 'OPERATOR'
    assertHost(operator, name => c.req.header(name))
    const ctx = await enterWorld(deps, c.req.param('world') ?? DEFAULT_WORLD, { kind: 'operator' })
    const given = (await readForm(c)).get('operator') ?? ''
    const base = worldBasePath(ctx.world)
    if (!hasToken(operator, () => `Bearer ${given}`))
      return respond(c, <Locked path={`${base}/console`} token={consoleToken(c)} wrong={true} />, {
        refusal: new DomainError('FORBIDDEN', 'This is not the token of the server.', 'operator'),
        isPrivate: true,
      })
    setCookie(c, COOKIE, given, { path: '/', httpOnly: true, sameSite: 'Strict', secure: isSecure(c) })
    return c.redirect(`${base}/`, 303)
  }
}

/** The token of the console's forms: one for the whole bank, since one page has buttons for several worlds. */
export function consoleToken(c: HonoContext): string {
  return formToken(c, '/')
}
