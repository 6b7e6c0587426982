import { Hono, type Context as HonoContext } from 'hono'
import type { Context } from '../../context.ts'
import { nameOf, worldBasePath } from '../../domain/worlds.ts'
import type { Copy } from '../../explain/copies/copies.ts'
import type { Explanation } from '../../explain/explanation.ts'
import { explain } from '../../explain/why.ts'
import { reachedAt } from '../../http/headers.ts'
import { formatJson } from '../../http/json-bodies.ts'
import {
  CALLERS,
  type CallSummary,
  type CallWarning,
  type JournaledCall,
  type JudgedFault,
  type Message,
} from '../../journal/calls.ts'
import { isRefused } from '../../journal/filters.ts'
import { getRequest, lostRequests, pageOfAllRequests, pageOfRequests } from '../../journal/read.ts'
import { namesOfTpps } from '../../resolvers/tpps.ts'
import { codeOf } from '../../wire/errors.ts'
import { Code, Facts } from '../blocks.tsx'
import type { PagesOptions } from '../options.ts'
import { respond } from '../respond.ts'
import { Cited, Command } from '../whole-words.tsx'
import { operatorPages } from './access.tsx'
import {
  AnswerFault,
  CALL_SORTS,
  CallForm,
  type CallQuery,
  CallTable,
  callerOf,
  callQueryOf,
  filterOf,
  LostCallsNotice,
  searchOf,
} from './calls.tsx'
import { Copies } from './copies.tsx'
import { ConsoleFrame, Moment, TppLink } from './frame.tsx'
import { LIVE_ROWS } from './live-calls.tsx'
import { earlierOf, More, nextOf } from './more.tsx'
import { withSearch } from './search-text.ts'

/** The journal of a world as pages (D95): the latest calls, and one call with all that was kept of it. */
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
      const call = await getRequest(ctx, c.req.param('id') ?? '')
      const copies = await options.copyCall(ctx, call)
      const why = isRefused(call)
        ? await explain(
            ctx,
            { requestId: call.id },
            { ...options, codeOf, reached: reachedAt(name => c.req.header(name)) },
          )
        : undefined
      const others =
        call.requestId === undefined
          ? 0
          : (await (await pageOfRequests(ctx, { first: 0 }, { requestId: call.requestId, by: CALLERS })).count()) - 1
      const page = (
        <CallPage
          call={call}
          why={why}
          copies={copies}
          base={worldBasePath(ctx.world)}
          others={others}
          tppName={(await namesOfTpps(ctx)).get(call.tppId ?? '')}
        />
      )
      return respond(c, page, { isPrivate: true })
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
    <ConsoleFrame isWide={true} title="Calls" here="calls" base={base} scripts={newest ? ['console.js'] : []}>
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
        {...(newest
          ? {
              'data-live': withSearch(`${base}/console/live`, search),
              'data-after': place,
              'data-most': LIVE_ROWS,
            }
          : {})}
        {...(calls.length === 0 ? { hidden: true } : {})}
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
  const page = query.everyWorld
    ? await pageOfAllRequests(ctx, args, filter)
    : await pageOfRequests(ctx, args, filter, order)
  const byTime = (one: CallSummary, other: CallSummary) => (one.id < other.id === isOldest ? -1 : 1)
  // Those of several worlds are written world by world: a page of them is shown by when they began.
  const calls = query.everyWorld || order === 'BEGUN' ? page.rows.toSorted(byTime) : page.rows
  const lost = newest ? await lostRequests(ctx, query.everyWorld) : []
  const further = isOldest ? earlierOf(page) : nextOf(page)
  return { base, names, calls, lost, place: Math.max(0, ...calls.map(call => call.place)), further, newest }
}

type CallPageProps = {
  readonly call: JournaledCall
  /** Why it was refused, when it was (D97). */
  readonly why: Explanation | undefined
  readonly copies: readonly Copy[]
  readonly base: string
  /** How many other calls have its X-Request-ID. */
  readonly others: number
  readonly tppName: string | undefined
}

function CallPage({ call, why, copies, base, others, tppName }: CallPageProps) {
  const failed = call.verdicts.filter(({ passed: hasPassed }) => !hasPassed)
  const passed = call.verdicts.filter(one => one.passed).map(({ step }) => step)
  return (
    <ConsoleFrame isWide={true} title={`Call ${call.status}`} base={base} scripts={['copy.js']}>
      <p class="crumbs">
        <a href={`${base}/requests`}>Calls</a>
      </p>
      <h1>
        {call.method} <span class={isRefused(call) ? 'bad' : 'good'}>{call.status}</span>
      </h1>
      <p>
        <code>{call.target}</code>
      </p>
      {why === undefined ? null : <Why why={why} />}
      <Facts
        rows={[
          ['When', <Moment at={call.at} />],
          ['Took', `${Math.round(call.durationMs * 10) / 10} ms`],
          [
            'X-Request-ID',
            call.requestId === undefined ? undefined : (
              <>
                <code>{call.requestId}</code>{' '}
                <a href={`${base}/requests?${new URLSearchParams({ request: call.requestId })}`}>
                  {others === 0 ? 'no other call has it' : others === 1 ? '1 other call' : `${others} other calls`}
                </a>
              </>
            ),
          ],
          ['Operation', call.operation ?? 'none'],
          ['By', call.tppId === undefined ? callerOf(call) : <TppLink id={call.tppId} name={tppName} base={base} />],
          ['Code', call.code ?? 'none: it was not refused'],
        ]}
      />
      <h2>Steps</h2>
      {call.verdicts.length === 0 ? <p>None was written.</p> : null}
      {passed.length === 0 ? null : <p class="good">Passed: {passed.join(', ')}</p>}
      {failed.map(({ step, faults }) => (
        <section class="bad">
          <h3>{step} failed</h3>
          {faults.map(fault => (
            <FaultText fault={fault} />
          ))}
        </section>
      ))}
      <Warnings warnings={call.warnings} />
      <h2>Request</h2>
      <Part message={call.request} isKept={call.door !== 'PAGE'} />
      <h2>Answer</h2>
      <Part message={call.answer} isKept={call.door !== 'PAGE'} />
      <Copies copies={copies} />
    </ConsoleFrame>
  )
}

/** The rule that refused it, what the bank looked at, and what would have passed (D97). */
function Why({ why: { rule, rows, advice, change } }: { readonly why: Explanation }) {
  return (
    <section aria-labelledby="why">
      <h2 class="first" id="why">
        How to correct it
      </h2>
      <p>
        The rule: <Cited text={rule} />
      </p>
      <Facts
        rows={rows.map(({ noun, id, values }) => [
          noun,
          <>
            <code>{id}</code> {values.map(({ name, value }) => `${name} ${value}`).join(', ')}
          </>,
        ])}
      />
      {advice === undefined ? null : <Advice text={advice} />}
      {change === undefined ? null : (
        <Code>
          <Command text={change} />
        </Code>
      )}
    </section>
  )
}

/** What is to be done, with the addresses in it as links. */
function Advice({ text }: { readonly text: string }) {
  const parts = text.split(/(http:\/\/[^\s,;]*[^\s,;.:])/)
  return <p>{parts.map((part, place) => (place % 2 === 0 ? part : <a href={part}>{part}</a>))}</p>
}

function FaultText({ fault }: { readonly fault: JudgedFault }) {
  const { path, text, found, expected } = fault
  return (
    <>
      <p>
        {path === undefined ? null : <code>{path}</code>} {text}
      </p>
      <Facts
        isPlain={true}
        rows={[
          ['Expected', expected === text ? undefined : expected],
          ['Found', found === undefined || found === 'nothing' ? undefined : <code>{found}</code>],
        ]}
      />
    </>
  )
}

function Warnings({ warnings }: { readonly warnings: readonly CallWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <>
      <h2>Warnings</h2>
      <Facts isPlain={true} rows={warnings.map(({ code, text }) => [<code>{code}</code>, text])} />
    </>
  )
}

function Part(props: { readonly message: Message; readonly isKept: boolean }) {
  const { headers, body, bytes } = props.message
  const isSent = bytes > 0 || (!props.isKept && headers.some(([name]) => /^content-type$/i.test(name)))
  return (
    <>
      <Code>{linesOf(headers.filter(([name]) => !CERTIFICATE.test(name)))}</Code>
      {headers.some(([name]) => CERTIFICATE.test(name)) ? (
        <details>
          <summary>Its certificate</summary>
          <Code>{linesOf(headers.filter(([name]) => CERTIFICATE.test(name)))}</Code>
        </details>
      ) : null}
      {body === undefined ? (
        <p class="soft">{isSent ? `Its body${bytes === 0 ? '' : ` of ${bytes} bytes`} is not kept.` : 'No body.'}</p>
      ) : (
        <Code>{formatJson(body)}</Code>
      )}
    </>
  )
}

// Some 2,000 characters that hardly anybody reads.
const CERTIFICATE = /^tpp-signature-certificate$/i

function linesOf(headers: Message['headers']): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join('\n')
}
