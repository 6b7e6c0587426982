import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { parseJson } from '../../domain/texts.ts'
import { SandbankError } from './failure.ts'
import type { CallFilter, WorldCall, WorldCalls, WorldMessage } from './kit.ts'
import type { Operator } from './operator.ts'
import { assertOptions, callText } from './options.ts'
import { idOf } from './scenarios.ts'

const LIST = `query Calls($filter: CallFilterInput, $before: String) {
  calls(filter: $filter, last: 50, before: $before) {
    nodes {
      id at by door operation tppId: tpp { id } method target requestId: xRequestId traceId status code durationMs
      request { headers { name value } body } answer { headers { name value } body }
    }
    pageInfo { hasPreviousPage startCursor }
  }
}`

const optional = z
  .string()
  .nullable()
  .transform(value => value ?? undefined)
const message = z
  .object({ headers: z.array(z.object({ name: z.string(), value: z.string() })), body: optional })
  .transform(
    ({ headers, body }): WorldMessage => ({
      headers: joined(headers),
      body: body === undefined ? undefined : (parseJson(body) ?? body),
    }),
  )
const call = z.object({
  id: z.string(),
  at: z.iso.datetime().transform(at => new Date(at)),
  by: z.string(),
  door: z.string(),
  operation: optional,
  tppId: z
    .object({ id: z.string() })
    .nullable()
    .transform(tpp => tpp?.id),
  method: z.string(),
  target: z.string(),
  requestId: optional,
  traceId: optional,
  status: z.number(),
  code: optional,
  durationMs: z.number(),
  request: message,
  answer: message,
})
const listed = z.object({
  calls: z.object({
    nodes: z.array(call),
    pageInfo: z.object({ hasPreviousPage: z.boolean(), startCursor: z.string().nullable() }),
  }),
})
const counted = z.object({ world: z.object({ runningCalls: z.number() }) })

/** The calls of a world, from its journal (D90). */
export function createCalls(operator: Operator, name: string): WorldCalls {
  const list = async (filter: CallFilter = {}): Promise<WorldCall[]> => {
    assertOptions('world.calls', filter, FILTERS)
    const { tpp, by = ['TPP', 'PSU'], requestId, ...others } = filter
    const variables = {
      filter: { ...others, by, tpp: await idOf('world.calls', 'a filter', tpp), xRequestId: requestId },
    }
    const whole = callText('world.calls', filter)
    const pages: WorldCall[][] = []
    for (let before: string | null | undefined; before !== null; ) {
      const { calls } = await operator.ask(whole, listed, LIST, { ...variables, before }, name)
      // The journal lists the latest first.
      pages.push(calls.nodes.toReversed())
      before = calls.pageInfo.hasPreviousPage ? calls.pageInfo.startCursor : null
    }
    return pages.flat()
  }
  const settled: WorldCalls['settled'] = async (options = {}) => {
    assertOptions('world.calls.settled', options, ['timeout'])
    const { timeout = 10_000 } = options
    const whole = callText('world.calls.settled', options)
    for (const end = performance.now() + timeout; ; ) {
      const { world } = await operator.ask(whole, counted, '{ world { runningCalls } }', {}, name)
      if (world.runningCalls === 0) return
      if (performance.now() > end)
        throw new SandbankError(`${whole}: ${world.runningCalls} calls are still running after ${timeout} ms.`)
      await sleep(5)
    }
  }
  return Object.assign(list, { settled })
}

const FILTERS = [
  'by',
  'door',
  'operation',
  'tpp',
  'requestId',
  'traceId',
  'status',
  'code',
  'refused',
  'path',
  'contains',
] as const

function joined(headers: readonly { readonly name: string; readonly value: string }[]): Record<string, string> {
  const all = new Map<string, string>()
  for (const { name, value } of headers) {
    const known = all.get(name.toLowerCase())
    all.set(name.toLowerCase(), known === undefined ? value : `${known}, ${value}`)
  }
  return Object.fromEntries(all)
}
