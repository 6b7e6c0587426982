import type { Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { JSX } from 'hono/jsx/jsx-runtime'
import type { Context } from '../../../bank/context.ts'
import { byRule, DomainError } from '../../../domain/errors.ts'
import { DEFAULT_WORLD, worldBasePath } from '../../../domain/worlds.ts'
import { noteOf } from '../../../platform/http/notes.ts'
import {
  assertHost,
  assertLinked,
  hasToken,
  isSame,
  loginCookie,
  loginOf,
  type Operator,
} from '../../../platform/http/operator-access.ts'
import { enterWorld } from '../../../sandbox/worlds/doors.ts'
import { Fault, Form } from '../fields.tsx'
import { formToken, isSecure, readForm } from '../forms.ts'
import { Layout } from '../layout.tsx'
import type { PagesOptions } from '../options.ts'
import { respond } from '../respond.tsx'

const LOCKED = new DomainError('FORBIDDEN', byRule.D70`The page is the operator's: this server asks for its token.`)

/** Returns the element of a page, which no cache may store, or a whole answer. */
export type Show = (c: HonoContext, ctx: Context) => Promise<Response | JSX.Element>

/**
 * Pages for the operator only (D70). When the operator's door requires a token, the page is replaced by a form for it. The browser keeps the login until
 * it is closed.
 */
export function operatorPages(options: PagesOptions) {
  const { operator } = options
  return (show: Show) => async (c: HonoContext) => {
    if (c.req.method !== 'POST') assertLinked(operator, name => c.req.header(name), new URL(c.req.url).search !== '')
    const ctx = await enter(c, options)
    if (isLetIn(c, operator)) {
      const shown = await show(c, ctx)
      return shown instanceof Response ? shown : respond(c, shown, { isPrivate: true })
    }
    return showLocked(c, ctx)
  }
}

/** The page for a reader who has not entered the operator's token. */
export function showLocked(c: HonoContext, ctx: Context): Promise<Response> {
  const path = `${worldBasePath(ctx.world)}/console`
  return respond(c, <Locked path={path} token={consoleToken(c)} wrong={false} />, {
    status: 401,
    refusal: LOCKED,
    isPrivate: true,
  })
}

/** Checks the entered token. */
export function unlock(options: PagesOptions) {
  const { operator } = options
  return async (c: HonoContext) => {
    const ctx = await enter(c, options)
    const given = (await readForm(c)).get('operator') ?? ''
    const base = worldBasePath(ctx.world)
    if (!hasToken(operator, () => `Bearer ${given}`))
      return respond(c, <Locked path={`${base}/console`} token={consoleToken(c)} wrong={true} />, {
        refusal: new DomainError('FORBIDDEN', 'This is not the token of the server.', 'operator'),
        isPrivate: true,
      })
    setCookie(c, cookieName(c), loginOf(operator), {
      path: '/',
      httpOnly: true,
      sameSite: 'Strict',
      secure: isSecure(c),
    })
    return c.redirect(`${base}/`, 303)
  }
}

/** Whether this caller has the operator's rights. */
export function isLetIn(c: HonoContext, operator: Operator): boolean {
  const cookie = getCookie(c, cookieName(c))
  const hasLogin = operator.token !== undefined && cookie !== undefined && isSame(cookie, loginOf(operator))
  return hasLogin || hasToken(operator, name => c.req.header(name))
}

const cookieName = (c: HonoContext) => loginCookie(name => c.req.header(name))

/** Opens the world of an address with the operator's rights. */
export async function enter(
  c: HonoContext,
  { deps, operator }: Pick<PagesOptions, 'deps' | 'operator'>,
  world = c.req.param('world'),
): Promise<Context> {
  noteOf(c.req.raw).by = 'OPERATOR'
  assertHost(operator, name => c.req.header(name))
  return enterWorld(deps, world ?? DEFAULT_WORLD, { kind: 'operator' })
}

/** The token of the console's forms: one for the whole bank, since one page has buttons for several worlds. */
export function consoleToken(c: HonoContext): string {
  return formToken(c, '/')
}

function Locked(props: { readonly path: string; readonly token: string; readonly wrong: boolean }) {
  const { path, token, wrong } = props
  return (
    <Layout language="en" title="Operator's token" kind="form">
      <div class="card">
        <h1>Operator's token</h1>
        <p>
          The console shows everything in the bank. The bank printed the token at its start, unless SANDBANK_TOKEN sets
          one.
        </p>
        <Form action={`${path}/token`} token={token}>
          <label for="operator">Token</label>
          <Fault text={wrong ? "This is not the operator's token." : undefined} />
          <input type="password" id="operator" name="operator" autocomplete="off" />
          <div class="actions">
            <button type="submit">Open the console</button>
          </div>
        </Form>
      </div>
    </Layout>
  )
}
