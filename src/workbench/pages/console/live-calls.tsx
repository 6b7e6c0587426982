import { setTimeout as sleep } from 'node:timers/promises'
import type { Context as HonoContext } from 'hono'
import type { Context } from '../../../bank/context.ts'
import { nameOfCaller } from '../../../bank/resolvers/tpp-register.ts'
import { namesOfTpps } from '../../../bank/resolvers/tpps.ts'
import type { CallFilter, CallSummary } from '../../../domain/calls.ts'
import type { Live } from '../../../sandbox/live/live.ts'
import type { Queue } from '../../../sandbox/live/queue.ts'
import { ListRow } from '../list.tsx'
import { withSearch } from '../listing.tsx'
import { callDrawing, type Names } from './calls.tsx'
import { ClockFace } from './clock.tsx'

/** How many missed calls are sent after a reconnect, the latest: no list shows more. */
export const LIVE_ROWS = 200
/** How long events are collected, and how often something is sent so that no proxy ends the stream. */
const GATHER_MS = 200
const BEAT_MS = 15_000

/** The address of the stream for a list with these filters. */
export function liveAddress(base: string, search: URLSearchParams, form: RowForm): string {
  return withSearch(`${base}/console/live`, new URLSearchParams([...search, ['rows', form]]))
}

/** Who listens, and to what. `after` is the place of the last call that was received. */
export type LiveQuery = {
  /** The address of the listener. */
  readonly caller: string
  readonly everyWorld: boolean
  readonly filter: CallFilter
  /** The form of its rows. */
  readonly form: RowForm
  readonly after: number | undefined
}

/** Server-sent events for the console: rows of calls, the clock, and a note that something was changed. */
export async function listen(
  live: Live,
  ctx: Context,
  { caller, everyWorld, filter, form, after = 0 }: LiveQuery,
  beatMs = BEAT_MS,
): Promise<ReadableStream<Uint8Array>> {
  const queue = live.open<string>(ctx.world.id, caller)
  let shown = ''
  try {
    const known = await namesOfTpps(ctx)
    const names = { get: (id: string) => known.get(id) ?? nameOfCaller(ctx, id) }
    const rows = { ...queue, push: pushRows(queue, { everyWorld, names, form }) }
    await live.calls.join(rows, ctx, { everyWorld, filter, after, take: after === 0 ? 0 : LIVE_ROWS })
    const clocks: Parameters<typeof live.clocks.join>[0] = {
      ...queue,
      push: ({ value }) => {
        queue.push(event('clock', String(<ClockFace clock={value} />)))
        if (shown !== '' && value.moving === null) queue.push(CHANGED)
        shown = 'clock'
      },
    }
    await live.clocks.join(clocks, ctx, 'clock')
    await live.worlds.join({ ...queue, push: () => queue.push(CHANGED) }, ctx, 'world')
  } catch (error) {
    queue.end()
    throw error
  }
  return streamOf(queue, beatMs)
}

type RowsEvent = { readonly value: readonly CallSummary[] }

/** With boxes, without them, or with few columns. */
const ROW_FORMS = { ticks: { hasTicks: true }, plain: {}, short: { isShort: true } } as const
export type RowForm = keyof typeof ROW_FORMS

export function rowFormOf(c: HonoContext): RowForm {
  return c.req.query('rows') === 'ticks' ? 'ticks' : c.req.query('rows') === 'short' ? 'short' : 'plain'
}

// Listeners with the same rows in the same form receive the same text.
const texts = new WeakMap<readonly CallSummary[], Map<RowForm, string>>()

type Columns = { readonly everyWorld: boolean; readonly names: Names; readonly form: RowForm }

function pushRows(queue: Queue<string>, columns: Columns) {
  return ({ value }: RowsEvent, weight?: number) => {
    if (value.length === 0) return
    const known = texts.get(value) ?? new Map<RowForm, string>()
    const text = known.get(columns.form) ?? rowsEvent(value, columns)
    texts.set(value, known.set(columns.form, text))
    queue.push(text, weight)
  }
}

function rowsEvent(calls: readonly CallSummary[], columns: Columns): string {
  const drawing = callDrawing({ ...columns, ...ROW_FORMS[columns.form] })
  const rows = calls.toReversed().map(call => String(<ListRow row={call} {...drawing} />))
  return event('calls', rows.join(''), calls.at(-1)?.place)
}

/** A reader that is too slow is cut off. A browser reconnects by itself, after its last event. */
function streamOf(queue: Queue<string>, beatMs: number): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    start: controller => {
      controller.enqueue(encoder.encode('retry: 2000\n\n'))
      const beat = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': still here\n\n'))
      }, beatMs).unref()
      queue.atEnd(() => clearInterval(beat))
    },
    pull: async controller => {
      const first = await queue.next().catch(() => ({ done: true as const, value: undefined }))
      if (first.done === true) return controller.close()
      await sleep(GATHER_MS, undefined, { ref: false })
      const gathered = [first.value]
      while (queue.size() > 0) gathered.push((await queue.next()).value ?? '')
      controller.enqueue(encoder.encode([...new Set(gathered)].join('')))
    },
    cancel: async () => void (await queue.return?.()),
  })
}

/** The place of the last event before a reconnect. */
export function lastReceived(c: HonoContext): number | undefined {
  const text = c.req.header('Last-Event-ID') ?? c.req.query('after') ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

function event(name: string, data: string, id?: number): string {
  const lines = data.split(/\r\n|\r|\n/).map(line => `data: ${line}`)
  return [...(id === undefined ? [] : [`id: ${id}`]), `event: ${name}`, ...lines, '', ''].join('\n')
}

const CHANGED = event('changed', '')
