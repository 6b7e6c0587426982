import type { Context as HonoContext } from 'hono'
import { useContext } from 'hono/jsx'
import type { Context } from '../../../bank/context.ts'
import { findTpp } from '../../../bank/resolvers/tpp-register.ts'
import type { Caller, CallFilter, CallOrder, CallSummary, LostCalls } from '../../../domain/calls.ts'
import { distinctNames } from '../../../domain/tpps.ts'
import { basePathOf } from '../../../domain/worlds.ts'
import { isRefused } from '../../../sandbox/journal/filters.ts'
import { AROUND } from '../around.ts'
import { ColumnHead, cut, orderOf, type SortHead, type Sorting, searchTextOf } from '../listing.tsx'
import { FilterForm, Select, TextField } from './filter-form.tsx'
import { clockTime, TppLink } from './frame.tsx'

const MOST = 200

/** The orders of the list by their names in addresses, each with the order of the journal. */
export const CALL_SORTS: Readonly<Record<string, { readonly title: string; readonly order: CallOrder }>> = {
  '': { title: 'Latest first', order: 'BEGUN' },
  oldest: { title: 'Oldest first', order: 'BEGUN' },
  slowest: { title: 'Slowest first', order: 'DURATION_DESC' },
  fastest: { title: 'Fastest first', order: 'DURATION_ASC' },
}
const TIME_HEAD = { label: 'Time', down: '', up: 'oldest' } as const satisfies SortHead
const TOOK_HEAD = { label: 'Took', down: 'slowest', up: 'fastest' } as const satisfies SortHead

/** The filters of a list of calls: the same in an address, a form and a live stream. */
export type CallQuery = Readonly<Awaited<ReturnType<typeof callQueryOf>>>

/** RESOURCE_UNKNOWN for a TPP that the bank does not know. */
export async function callQueryOf(c: HonoContext, ctx: Context) {
  const text = (name: string) => searchTextOf(c, name, MOST)
  const everyWorld = text('worlds') === 'all'
  const order = orderOf(CALL_SORTS, text('order')) ?? ''
  const caller = text('caller')
  return {
    caller: CHOSEN_CALLERS[caller] === undefined ? (await findTpp(ctx, caller, 'caller')).id : caller,
    answer: text('answer'),
    path: text('path'),
    operation: text('operation'),
    code: text('code'),
    request: text('request'),
    /** Any part of a row. */
    contains: text('contains'),
    /** One of CALL_SORTS. The list of all worlds has only two orders. */
    order: everyWorld && order !== 'oldest' ? '' : order,
    everyWorld,
  }
}

/** The query of an address, without empty parameters. */
export function searchOf({ everyWorld, ...query }: CallQuery): URLSearchParams {
  const given = Object.entries({ ...query, worlds: everyWorld ? 'all' : '' })
  return new URLSearchParams(given.filter(([, value]) => value !== ''))
}

export function filterOf({ caller, answer, path, operation, code, request, contains }: CallQuery): CallFilter {
  return {
    ...(CHOSEN_CALLERS[caller]?.filter ?? (caller === '' ? {} : { tppId: caller })),
    ...(ANSWERS[answer]?.filter ?? (STATUS.test(answer) ? { status: Number(answer) } : {})),
    ...(path === '' ? {} : { path }),
    ...(operation === '' ? {} : { operation }),
    ...(code === '' ? {} : { code }),
    ...(request === '' ? {} : { requestId: request }),
    ...(contains === '' ? {} : { contains }),
  }
}

type Choices = Readonly<Record<string, { readonly title: string; readonly filter: CallFilter }>>

const CHOSEN_CALLERS: Choices = {
  // Without the reader's own calls (D109).
  '': { title: 'TPPs and PSUs', filter: { by: ['TPP', 'PSU'] } },
  all: { title: 'All except kit and CLI', filter: {} },
  tpps: { title: 'All TPPs (REST)', filter: { door: 'REST' } },
  operator: { title: 'Operator (GraphQL)', filter: { door: 'GRAPHQL' } },
  psus: { title: 'PSUs (pages)', filter: { door: 'PAGE' } },
  kit: { title: 'Kit and CLI, for tests', filter: { by: ['KIT'] } },
}

const ANSWERS: Choices = {
  '': { title: 'Any', filter: {} },
  accepted: { title: 'Accepted', filter: { refused: false } },
  refused: { title: 'Refused', filter: { refused: true } },
}
const STATUSES = ['200', '201', '202', '204', '400', '401', '403', '404', '405', '409', '415', '429', '500', '503']

/** The fault of a query with an unknown answer; the page then shows all calls. */
export function AnswerFault({ answer }: Pick<CallQuery, 'answer'>) {
  if (ANSWERS[answer] !== undefined || STATUS.test(answer)) return null
  return (
    <p class="bad" role="alert">
      No answer is called <q>{answer}</q>, so all calls are shown: give accepted, refused, or a status of three digits.
    </p>
  )
}

const STATUS = /^[1-5]\d\d$/

/** The form with the filters of the calls. */
export function CallForm(props: {
  readonly action: string
  readonly query: CallQuery
  readonly names: ReadonlyMap<string, string>
  readonly world: string
  /** Whether it shows all filters, or only the usual ones. */
  readonly isWhole?: boolean
}) {
  const { action, query, names, world, isWhole = false } = props
  const callers = [...titlesOf(CHOSEN_CALLERS), ...distinctNames(names)]
  const answers = [...titlesOf(ANSWERS), ...STATUSES.map(status => [status, status] as const)]
  const others = callers.some(([value]) => value === query.caller) ? [] : [[query.caller, query.caller] as const]
  const field = (name: keyof CallQuery & string, label: string) => ({ name, id: `filter-${name}`, label })
  return (
    <FilterForm action={action} label="Which calls">
      <Select
        name="worlds"
        id="filter-worlds"
        label="World"
        chosen={query.everyWorld ? 'all' : ''}
        choices={[
          ['', world],
          ['all', 'Every world'],
        ]}
      />
      <Select {...field('caller', 'Caller')} chosen={query.caller} choices={[...callers, ...others]} />
      <Select
        {...field('answer', 'Answer')}
        chosen={query.answer}
        choices={
          answers.some(([value]) => value === query.answer) ? answers : [...answers, [query.answer, query.answer]]
        }
      />
      <TextField {...field('path', 'Path contains')} value={query.path} />
      {isWhole ? (
        <details class="field" open={MORE.some(name => query[name] !== '')}>
          <summary>More filters</summary>
          <div class="filters">
            <TextField {...field('contains', 'Search')} value={query.contains} />
            <TextField {...field('operation', 'Operation')} value={query.operation} />
            <TextField {...field('code', 'Code')} value={query.code} />
            <TextField {...field('request', 'X-Request-ID')} value={query.request} />
            <Select {...field('order', 'Order')} chosen={query.order} choices={titlesOf(CALL_SORTS)} />
          </div>
        </details>
      ) : null}
    </FilterForm>
  )
}

const MORE = ['contains', 'operation', 'code', 'request', 'order'] as const

function titlesOf(choices: Readonly<Record<string, { readonly title: string }>>) {
  return Object.entries(choices).map(([value, { title }]) => [value, title] as const)
}

type CallColumns = {
  readonly everyWorld: boolean
  readonly sorting?: Sorting | undefined
  readonly names: Names
}
/** The names of TPPs, by their ids. */
export type Names = Pick<ReadonlyMap<string, string>, 'get'>

/** The calls that could not be written to the journal. */
export function LostCallsNotice(props: { readonly lost: readonly LostCalls[]; readonly everyWorld: boolean }) {
  const { lost, everyWorld } = props
  if (lost.length === 0) return null
  return (
    <ul class="bad" aria-label="Calls that the journal lacks">
      {lost.slice(-SHOWN_LOSSES).map(({ world, from, to, calls }) => (
        <li>
          {calls} {calls === 1 ? 'call' : 'calls'}
          {everyWorld ? ` of ${world}` : ''} between <time datetime={from.toISOString()}>{clockTime(from)}</time> and{' '}
          <time datetime={to.toISOString()}>{clockTime(to)}</time> could not be written: the journal does not have them.
        </li>
      ))}
    </ul>
  )
}

const SHOWN_LOSSES = 5

/** Calls as rows: a refused one in red, with its code and its cause. */
export function CallTable({ calls, sorting, ...columns }: CallColumns & { readonly calls: readonly CallSummary[] }) {
  return (
    <>
      {useContext(AROUND).isShifted === true ? (
        <p class="soft">Calls have the machine's time, and not that of this world's clock.</p>
      ) : null}
      <table class="calls">
        <caption class="hidden">Calls</caption>
        <thead>
          <tr>
            {columns.everyWorld ? null : (
              <th class="tick">
                <span class="hidden">Chosen</span>
              </th>
            )}
            {[TIME_HEAD, 'Answer', 'Call', TOOK_HEAD, 'By'].map(head => (
              <ColumnHead head={head} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {calls.map(call => (
            <CallRow call={call} {...columns} />
          ))}
        </tbody>
      </table>
    </>
  )
}

export function CallRow({ call, everyWorld, names }: CallColumns & { readonly call: CallSummary }) {
  const { id, world, at, method, target, operation, status, code, cause, door, durationMs } = call
  const base = basePathOf(world)
  const refused = isRefused(call)
  const shown = target.startsWith(`${base}/`) && !everyWorld ? target.slice(base.length) : target
  return (
    <tr class={refused ? 'refused' : 'accepted'}>
      {everyWorld ? null : (
        <td class="tick">
          {door === 'PAGE' ? null : (
            <input
              type="checkbox"
              name="id"
              value={id}
              form="story"
              aria-label={`${method} ${cut(shown, 60)}, ${status}`}
            />
          )}
        </td>
      )}
      <td class="when">
        <a class="whole-row" href={`${base}/requests/${id}`}>
          <time datetime={at.toISOString()} title={at.toISOString()}>
            {clockTime(at)} <span class="soft">{DAY.format(at)}</span>
          </time>
        </a>
      </td>
      <td class="status">
        <span class={`chip ${refused ? 'bad' : 'good'}`}>{status}</span>
      </td>
      <td class="what">
        <span class={`verb ${method}`}>{method}</span> <Target text={cut(shown, 120)} base={base} />{' '}
        {operation === undefined ? null : door === 'REST' ? (
          <a class="soft" href={`${base}/docs/operations/${operation}`}>
            {operation}
          </a>
        ) : (
          <strong>{cut(operation, 60)}</strong>
        )}
        {!refused ? null : (
          <p class="cause">
            {code === undefined ? null : <strong>{code}</strong>} {cut(cause ?? '', 240)}
          </p>
        )}
      </td>
      <td class="took number">{`${durationMs < 10 ? durationMs.toFixed(1) : Math.round(durationMs)}\u00a0ms`}</td>
      <td class="who">
        {call.tppId === undefined ? (
          callerOf(call)
        ) : (
          <TppLink id={call.tppId} name={names.get(call.tppId)} base={base} />
        )}
      </td>
    </tr>
  )
}

/** A path; the id of a payment in it is a link. */
function Target({ text, base }: { readonly text: string; readonly base: string }) {
  const [, before = '', id, after = ''] = PAYMENT.exec(text) ?? []
  if (id === undefined) return <code>{text}</code>
  return (
    <code>
      {before}
      <a href={`${base}/console/payments/${id}`}>{id}</a>
      {after}
    </code>
  )
}
const PAYMENT = /^(\/v1\/(?:bulk-|periodic-)?payments\/[a-z-]+\/)([\da-f-]{36})(.*)$/

/** The caller, if it is known. */
export function callerOf({ tppId, by }: Pick<CallSummary, 'tppId' | 'by'>): string {
  return tppId ?? CALLERS_OF[by]
}

const CALLERS_OF = { TPP: 'unknown', OPERATOR: 'operator', PSU: 'PSU', KIT: 'kit' } as const satisfies Record<
  Caller,
  string
>

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'Europe/Oslo' })
