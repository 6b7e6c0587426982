import { cpuUsage, memoryUsage, uptime } from 'node:process'
import type { AnsweredCall, Journal } from '../../domain/calls.ts'
import type { Store } from '../store/db.ts'
import type { ReadyAnswer } from './answers.ts'
import type { Header } from './headers.ts'
import { assertHost, assertSameOrigin, hasToken, type Operator } from './operator-access.ts'

const LEAVING = {
  ok: false,
  busy: false,
  part: 'server',
  reason: 'This server is being stopped.',
  file: undefined,
  code: undefined,
} as const

/**
 * 200 when the store can be written and read or is only slow, else the status and headers of `refusal`; with the part that fails or is slow (D127). A
 * journal that cannot be written is reported: calls are answered without it.
 */
export async function answerHealth(
  store: Store,
  journal: Journal | undefined,
  refusal: { readonly status: number; readonly headers?: ReadyAnswer['headers'] },
  isLeaving: boolean,
): Promise<ReadyAnswer> {
  const headers = { 'Content-Type': 'application/json' }
  const found = isLeaving ? LEAVING : await store.health()
  const calls = { journal: journal?.fault() }
  if (found.ok) return { status: 200, headers, body: JSON.stringify({ status: 'ok', ...calls }) }
  const { busy, part, reason, file, code } = found
  const body = JSON.stringify({ status: busy ? 'busy' : 'unavailable', part, reason, file, code, ...calls })
  return busy ? { status: 200, headers, body } : { ...refusal, headers: { ...headers, ...refusal.headers }, body }
}

/** Calls of one kind: their number and their durations. */
type Calls = { readonly labels: string; seconds: number; readonly buckets: number[] }

/** Upper limits in seconds; the last bucket counts all. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, Number.POSITIVE_INFINITY] as const

export type CallCounter = {
  readonly add: (call: Pick<AnsweredCall, 'door' | 'operation' | 'status' | 'durationMs'>) => void
  readonly lines: () => string[]
}

/** Counts calls by door, operation and status. The name of a GraphQL operation is left out: clients choose it, and there is no limit to names. */
export function createCallCounter(): CallCounter {
  const calls = new Map<string, Calls>()
  const start = (labels: string): Calls => {
    const kind = { labels, seconds: 0, buckets: BUCKETS.map(() => 0) }
    calls.set(labels, kind)
    return kind
  }
  return {
    add: ({ door, operation, status, durationMs }) => {
      const named = door === 'REST' && operation !== undefined ? operation : ''
      const labels = `door="${door}",operation="${named}",status="${status}"`
      const kind = calls.get(labels) ?? start(labels)
      const seconds = durationMs / 1_000
      kind.seconds += seconds
      const place = BUCKETS.findIndex(most => seconds <= most)
      kind.buckets[place] = (kind.buckets[place] ?? 0) + 1
    },
    lines: () => [...calls.values()].flatMap(histogramOf),
  }
}

function histogramOf({ labels, seconds, buckets }: Calls): string[] {
  let count = 0
  const lines = BUCKETS.map((most, place) => {
    count += buckets[place] ?? 0
    const le = most === Number.POSITIVE_INFINITY ? '+Inf' : most
    return `sandbank_call_seconds_bucket{${labels},le="${le}"} ${count}`
  })
  return [
    ...lines,
    `sandbank_call_seconds_sum{${labels}} ${seconds}`,
    `sandbank_call_seconds_count{${labels}} ${count}`,
  ]
}

type MetricSources = { readonly store: Store; readonly journal: Journal; readonly calls: CallCounter }

/** The figures of this process in Prometheus' text form, for callers with access to the operator's door (D70). */
export async function answerMetrics(sources: MetricSources, operator: Operator, header: Header): Promise<ReadyAnswer> {
  assertHost(operator, header)
  assertSameOrigin(operator, header)
  if (!hasToken(operator, header))
    return {
      status: 401,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'WWW-Authenticate': 'Bearer' },
      body: NO_TOKEN,
    }
  return {
    status: 200,
    headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
    body: `${(await linesOf(sources)).join('\n')}\n`,
  }
}

const NO_TOKEN =
  'This server asks for its token: send the header Authorization: Bearer TOKEN, as Prometheus does with bearer_token (D70).\n'

async function linesOf({ store, journal, calls }: MetricSources): Promise<string[]> {
  const { waiting, commands, commits } = store.figures()
  const { user, system } = cpuUsage()
  const worlds = await store.reader.world.count({ where: { name: { not: null } } })
  return [
    ...family(
      'sandbank_call_seconds',
      'histogram',
      'Time of the calls that were answered, by door, operation and status. Those that the journal leaves out, such as looks at it, are not counted.',
    ),
    ...calls.lines(),
    ...figure('sandbank_commands_waiting', 'gauge', 'Commands that wait for their turn to write.', waiting),
    ...figure('sandbank_commands_total', 'counter', 'Commands that had their turn to write.', commands),
    ...figure('sandbank_commits_total', 'counter', 'Commits; several commands may share one.', commits),
    ...figure(
      'sandbank_journal_backlog',
      'gauge',
      'Calls that wait to be written into the journal.',
      journal.waiting(),
    ),
    ...figure('sandbank_worlds', 'gauge', 'Worlds of the whole bank.', worlds),
    ...figure('process_cpu_seconds_total', 'counter', 'CPU time of this process.', (user + system) / 1e6),
    ...figure('process_resident_memory_bytes', 'gauge', 'Memory of this process.', memoryUsage.rss()),
    ...figure('process_uptime_seconds', 'gauge', 'How long this process has run.', uptime()),
  ]
}

const family = (name: string, type: string, help: string) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
const figure = (name: string, type: string, help: string, value: number) => [
  ...family(name, type, help),
  `${name} ${value}`,
]
