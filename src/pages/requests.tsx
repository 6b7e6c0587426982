import { Hono, type Context as HonoContext } from 'hono'
import type { Child } from 'hono/jsx'
import type { Context } from '../context.ts'
import type { CallSummary, JournaledCall, Message } from '../domain/journal.ts'
import { nameOf, worldBasePath } from '../domain/worlds.ts'
import { getRequest, pageOfRequests } from '../resolvers/journal.ts'
import { operatorPages } from './console-access.tsx'
import { formatInstant } from './language.ts'
import { Layout } from './layout.tsx'
import type { PagesOptions } from './options.ts'
import { respond } from './respond.ts'

/** The journal of a world as pages (D95): the latest calls, and one call with all that was kept of it. */
export function createRequests(options: PagesOptions): Hono {
  const app = new Hono()
  const guarded = operatorPages(options)
  app.get(
    '/requests',
    guarded(async (c, ctx) => respond(c, await listPage(c, ctx), { isPrivate: true })),
  )
  app.get(
    '/requests/:id',
    guarded(async (c, ctx) => {
      const call = await getRequest(ctx, c.req.param('id') ?? '')
      return respond(c, <CallPage call={call} path={pathOf(ctx)} />, { isPrivate: true })
    }),
  )
  return app
}

const PAGE = 50

async function listPage(c: HonoContext, ctx: Context) {
  const refused = c.req.query('refused') === 'true'
  const page = await pageOfRequests(ctx, { first: PAGE, after: c.req.query('after') }, refused ? { refused } : {})
  const last = page.rows.at(-1)
  const path = pathOf(ctx)
  const older = page.hasNextPage && last !== undefined ? page.cursorOf(last) : undefined
  return (
    <Page title="Calls">
      <h1>Calls of {nameOf(ctx.world)}</h1>
      <p>
        {refused ? <a href={path}>Show all calls</a> : <a href={`${path}?refused=true`}>Show the refused ones alone</a>}
      </p>
      {page.rows.length === 0 ? <p>None yet.</p> : <Calls calls={page.rows} path={path} />}
      {older === undefined ? null : (
        <p>
          <a href={`${path}?${new URLSearchParams({ ...(refused ? { refused: 'true' } : {}), after: older })}`}>
            Older calls
          </a>
        </p>
      )}
    </Page>
  )
}

/** Calls as rows, latest first: a refused one in red, with its code. */
export function Calls({ calls, path }: { readonly calls: readonly CallSummary[]; readonly path: string }) {
  return (
    <table class="calls">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Call</th>
          <th scope="col">By</th>
          <th scope="col">Answer</th>
        </tr>
      </thead>
      <tbody>
        {calls.map(call => (
          <tr>
            <td>
              <a href={`${path}/${call.id}`}>{formatInstant(call.at, 'en')}</a>
            </td>
            <td>
              <span class={`verb ${call.method}`}>{call.method}</span> <code>{cut(call.target)}</code>
            </td>
            <td>{call.tppId ?? call.door.toLowerCase()}</td>
            <td class={call.status >= 400 ? 'bad' : 'good'}>
              {call.status} {call.code ?? ''}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function CallPage({ call, path }: { readonly call: JournaledCall; readonly path: string }) {
  return (
    <Page title={`Call ${call.status}`}>
      <p class="crumbs">
        <a href={path}>Calls</a>
      </p>
      <h1>
        {call.method} <span class={call.status >= 400 ? 'bad' : 'good'}>{call.status}</span>
      </h1>
      <p>
        <code>{call.target}</code>
      </p>
      <dl class="facts request">
        <dt>When</dt>
        <dd>{call.at.toISOString()}</dd>
        <dt>Took</dt>
        <dd>{Math.round(call.durationMs * 10) / 10} ms</dd>
        <dt>Operation</dt>
        <dd>{call.operation ?? 'none'}</dd>
        <dt>By</dt>
        <dd>{call.tppId ?? call.door.toLowerCase()}</dd>
        <dt>Code</dt>
        <dd>{call.code ?? 'none: it was not refused'}</dd>
      </dl>
      <h2>Steps</h2>
      {call.verdicts.length === 0 ? <p>None was written.</p> : null}
      <ol>
        {call.verdicts.map(({ step, passed, faults }) => (
          <li class={passed ? 'good' : 'bad'}>
            {step}: {passed ? 'passed' : 'failed'}
            {faults.map(({ path: at, text }) => (
              <p>
                {at === undefined ? null : <code>{at}</code>} {text}
              </p>
            ))}
          </li>
        ))}
      </ol>
      <h2>Request</h2>
      <Part message={call.request} />
      <h2>Answer</h2>
      <Part message={call.answer} />
    </Page>
  )
}

function Part({ message: { headers, body, bytes } }: { readonly message: Message }) {
  return (
    <>
      <pre>{headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</pre>
      {body === undefined ? <p class="soft">Without a body that was kept ({bytes} bytes).</p> : <pre>{body}</pre>}
    </>
  )
}

function pathOf({ world }: Context): string {
  return `${worldBasePath(world)}/requests`
}

function cut(target: string): string {
  return target.length > 120 ? `${target.slice(0, 120)}…` : target
}

function Page({ title, children }: { readonly title: string; readonly children?: Child }) {
  return (
    <Layout language="en" title={title} kind="reading">
      {children}
    </Layout>
  )
}
