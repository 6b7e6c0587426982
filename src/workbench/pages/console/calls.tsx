import type { Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import { findTpp } from '../../../bank/resolvers/tpp-register.ts'
import type { Caller, CallFilter, CallOrder, CallSummary, LostCalls } from '../../../domain/calls.ts'
import { distinctNames } from '../../../domain/tpps.ts'
import { basePathOf } from '../../../domain/worlds.ts'
import { isRefused } from '../../../sandbox/journal/filters.ts'
import { counted } from '../language.ts'
import type { Column, ListProps, SortHead } from '../list.tsx'
import { addressOf, cut, orderOf, searchTextOf } from '../listing.tsx'
import { Name } from '../parts.tsx'
import { Select } from './filter-form.tsx'
import { clockTime, RealTime } from './frame.tsx'

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

/** Without the reader's own looking around (D109): neither its own calls, nor a page of a PSU that it only opened. */
export const OF_OTHERS = { by: ['TPP', 'PSU'], acts: true } as const satisfies CallFilter

const CHOSEN_CALLERS: Choices = {
  '': { title: 'TPPs and PSUs', filter: OF_OTHERS },
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

/** The choices of a list of calls. */
export function CallChoices(props: {
  readonly query: CallQuery
  readonly names: ReadonlyMap<string, string>
  readonly world: string
}) {
  const { query, names, world } = props
  const callers = [...titlesOf(CHOSEN_CALLERS), ...distinctNames(names)]
  const others = callers.some(([value]) => value === query.caller) ? [] : [[query.caller, query.caller] as const]
  return (
    <>
      {KEPT.map(name => (query[name] === '' ? null : <input type="hidden" name={name} value={query[name]} />))}
      <Select
        name="worlds"
        label="World"
        chosen={query.everyWorld ? 'all' : ''}
        choices={[
          ['', world],
          ['all', 'Every world'],
        ]}
      />
      <Select name="caller" label="Caller" chosen={query.caller} choices={[...callers, ...others]} />
    </>
  )
}

/** Filters without a field: links set them, and each has a chip that leaves it out. */
const KEPT = ['path', 'operation', 'code', 'request'] as const

/** Each filter that only a link can set, with the way to the list without it. */
export function KeptFilters({ query, path }: { readonly query: CallQuery; readonly path: string }) {
  const given = Object.fromEntries(searchOf(query))
  const status = ANSWERS[query.answer] === undefined && STATUS.test(query.answer) ? (['answer'] as const) : []
  const chosen = [...KEPT, ...status].filter(name => query[name] !== '')
  if (chosen.length === 0) return null
  return (
    <p class="chips">
      {chosen.map(name => (
        <a class="chip" aria-current="true" href={addressOf(path, { ...given, [name]: undefined })}>
          {FILTER_TITLES[name]} {cut(query[name], 60)} <span aria-hidden="true">×</span>
          <span class="hidden">, leave it out</span>
        </a>
      ))}
    </p>
  )
}

export const FILTER_TITLES: Readonly<Record<string, string>> = {
  caller: 'Caller',
  answer: 'Answer',
  path: 'Path',
  operation: 'Operation',
  code: 'Code',
  request: 'X-Request-ID',
  contains: 'Search',
}

/** The answers that chips count. */
export const COUNTED_ANSWERS = { accepted: false, refused: true } as const

function titlesOf(choices: Readonly<Record<string, { readonly title: string }>>) {
  return Object.entries(choices).map(([value, { title }]) => [value, title] as const)
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
          {counted(calls, 'call')}
          {everyWorld ? ` of ${world}` : ''} between <time datetime={from.toISOString()}>{clockTime(from)}</time> and{' '}
          <time datetime={to.toISOString()}>{clockTime(to)}</time> could not be written: the journal does not have them.
        </li>
      ))}
    </ul>
  )
}

const SHOWN_LOSSES = 5

type Drawing = Omit<ListProps<CallSummary>, 'label' | 'rows'>

/** Calls as rows: a refused one in red, with its code and its cause. The box of a row belongs to the form of a story. */
export function callDrawing(columns: {
  readonly everyWorld: boolean
  readonly names: Names
  readonly hasTicks?: boolean
  /** Whether only time, answer, call and outcome are shown. */
  readonly isShort?: boolean
  /** What the column of times is called. */
  readonly timeHead?: string
}): Drawing {
  const { everyWorld, names, hasTicks = false, isShort = false, timeHead = 'Time' } = columns
  const tick: Column<CallSummary> = {
    head: 'Chosen',
    kind: 'tick',
    cell: call =>
      call.door === 'PAGE' ? null : (
        <input
          type="checkbox"
          name="id"
          value={call.id}
          form="story"
          aria-label={`${call.method} ${cut(shownTarget(call, everyWorld), 60)}, ${call.status}`}
        />
      ),
  }
  return {
    isOfCalls: true,
    columns: [
      ...(hasTicks && !everyWorld ? [tick] : []),
      { head: { ...TIME_HEAD, label: timeHead }, kind: 'when', phone: 'last', cell: ({ at }) => <RealTime at={at} /> },
      {
        head: 'Answer',
        kind: 'status',
        phone: 'end',
        cell: call => <span class={`chip ${isRefused(call) ? 'bad' : 'good'}`}>{call.status}</span>,
      },
      {
        head: 'Call',
        kind: 'half',
        phone: 'first',
        cell: call => (
          <>
            <span class={`verb ${call.method}`}>{call.method}</span>{' '}
            <code>{cut(shownTarget(call, everyWorld), 120)}</code>
          </>
        ),
      },
      { head: 'What came of it', kind: 'wide', phone: 'second', cell: call => <Outcome call={call} /> },
      ...(isShort ? [] : tookBy(names)),
    ],
    hrefOf: ({ world, id }) => `${basePathOf(world)}/requests/${id}`,
    lookOf: call => (isRefused(call) ? 'refused' : 'accepted'),
  }
}

/** How long a call took, and who made it. */
const tookBy = (names: Names): readonly Column<CallSummary>[] => [
  { head: TOOK_HEAD, kind: 'took', cell: ({ durationMs }) => <span class="number">{took(durationMs)}</span> },
  {
    head: 'By',
    kind: 'who',
    cell: call => <Name text={call.tppId === undefined ? callerOf(call) : (names.get(call.tppId) ?? call.tppId)} />,
  },
]

const took = (ms: number) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)}\u00a0ms`

/** The code and cause of a refusal; else the operation that was carried out. */
function Outcome({ call }: { readonly call: CallSummary }) {
  const { operation = '', code, cause } = call
  if (!isRefused(call)) return <span class="soft">{cut(operation, 60)}</span>
  return (
    <span class="cause" title={operation}>
      {code === undefined ? null : <strong>{code}</strong>} {cut(cause ?? '', 240)}
    </span>
  )
}

function shownTarget({ target, world }: CallSummary, everyWorld: boolean): string {
  const base = basePathOf(world)
  return target.startsWith(`${base}/`) && !everyWorld ? target.slice(base.length) : target
}

/** The caller, if it is known. */
export function callerOf({ tppId, by }: Pick<CallSummary, 'tppId' | 'by'>): string {
  return tppId ?? CALLERS_OF[by]
}

const CALLERS_OF = { TPP: 'unknown', OPERATOR: 'operator', PSU: 'PSU', KIT: 'kit' } as const satisfies Record<
  Caller,
  string
>
