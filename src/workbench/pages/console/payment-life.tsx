import type { Context } from '../../../bank/context.ts'
import type { CallSummary, JournaledCall } from '../../../domain/calls.ts'
import { encodeCursor } from '../../../domain/paging.ts'
import { historyOf } from '../../../domain/payment-history.ts'
import { PAYMENT_WORDS, UNFINISHED_STATUSES } from '../../../domain/status.ts'
import { worldNow } from '../../../domain/worlds.ts'
import type { Payment, PaymentStatus } from '../../../generated/client.ts'
import { isRefused } from '../../../sandbox/journal/filters.ts'
import { getRequest, pageOfRequests } from '../../../sandbox/journal/requests.ts'
import { instant } from './frame.tsx'

/** An event in the life of a payment: a call of its TPP or PSU, a step of the bank, or what is due. */
export type LifeEvent =
  | { readonly kind: 'call'; readonly call: CallSummary }
  | { readonly kind: 'step'; readonly status: PaymentStatus; readonly at: Date }
  | { readonly kind: 'ahead'; readonly at: Date }

const MOST_CALLS = 10
const CREATORS = {
  SINGLE: 'createPayment',
  BULK: 'createBulkPayment',
  PERIODIC: 'createPeriodicPayment',
} as const satisfies Record<Payment['service'], string>

/** The events of a payment. A call follows the steps that precede its begin by the world's clock, and the step that its answer names. */
export async function readLife(ctx: Context, payment: Payment): Promise<LifeEvent[]> {
  const steps = historyOf(payment)
  const calls = await readCalls(ctx, payment)
  const events: LifeEvent[] = []
  let next = 0
  const stepTo = (place: number) => {
    for (; next <= place; next += 1) {
      const step = steps[next]
      if (step !== undefined) events.push({ kind: 'step', status: step.to, at: step.at })
    }
  }
  for (const { call, status } of calls) {
    const begun = call.clock && worldNow(call.clock, call.at)
    const before = begun === undefined ? -1 : steps.findLastIndex(({ at }) => at < begun)
    const known = steps.findLastIndex(({ to }) => to === status)
    // The call that created the payment is shown before its first step.
    if (call.operation !== CREATORS[payment.service]) stepTo(Math.max(0, before, known))
    events.push({ kind: 'call', call })
  }
  stepTo(steps.length - 1)
  return payment.dueAt === null ? events : [...events, { kind: 'ahead', at: payment.dueAt }]
}

/** The calls about a payment, oldest first, each with the status in its answer. */
async function readCalls(ctx: Context, { id, service, tppId }: Payment) {
  const about = await pageOfRequests(ctx, { first: MOST_CALLS }, { path: id, by: ['TPP', 'PSU'] })
  // The call that created the payment does not name it. It began just before, and its answer contains the id.
  const before = await pageOfRequests(
    ctx,
    { first: 3, after: encodeCursor('Request', [id]) },
    { operation: CREATORS[service], tppId, refused: false },
  )
  const calls = await Promise.all([...about.rows, ...before.rows].map(call => getRequest(ctx, call.id)))
  return calls
    .filter(call => call.target.includes(id) || call.answer.body?.includes(id) === true)
    .toReversed()
    .map(call => ({ call, status: statusIn(call) }))
    .sort((one, other) => (one.call.id < other.call.id ? -1 : 1))
}

function statusIn({ answer }: JournaledCall): string | undefined {
  return /"transactionStatus":"(\w+)"/.exec(answer.body ?? '')?.[1]
}

const WIDTH = 1000
const LINE = 46

/** A payment on a time line (D106): calls above, steps of the bank below, and at the end what it waits for. */
export function LineOfLife({ events }: { readonly events: readonly LifeEvent[] }) {
  const gap = WIDTH / events.length
  const x = (place: number) => Math.round((place + 0.5) * gap)
  const firstStep = events.findIndex(({ kind }) => kind === 'step')
  const lastStep = events.findLastIndex(({ kind }) => kind === 'step')
  const last = events[lastStep]
  const isOver = last?.kind === 'step' && !UNFINISHED_STATUSES.some(status => status === last.status)
  // Without calls there is nothing above the line.
  const top = events.some(({ kind }) => kind === 'call') ? 0 : LINE - 12
  return (
    <svg class="life" font-size="13" viewBox={`0 ${top} ${WIDTH} ${LINE + 50 - top}`} role="img">
      <title>{`The life of the payment: ${events.map(nameOf).join(', ')}`}</title>
      <line class="past" x1={x(Math.min(0, firstStep))} x2={x(lastStep)} y1={LINE} y2={LINE} />
      {isOver ? null : <line class="ahead" x1={x(lastStep)} x2={WIDTH} y1={LINE} y2={LINE} />}
      {events.map((event, place) => (
        <Event event={event} x={x(place)} isHigh={place % 2 === 0} />
      ))}
    </svg>
  )
}

function Event({ event, x, isHigh }: { readonly event: LifeEvent; readonly x: number; readonly isHigh: boolean }) {
  if (event.kind === 'call') {
    const { method, status } = event.call
    const top = isHigh ? 12 : 28
    return (
      <g class={isRefused(event.call) ? 'call bad' : 'call'}>
        <line x1={x} x2={x} y1={top + 4} y2={LINE} />
        <text x={x} y={top}>
          {method} {status}
        </text>
      </g>
    )
  }
  const [code, word] = event.kind === 'ahead' ? ['due', ''] : [event.status, PAYMENT_WORDS[event.status]]
  return (
    <g class={event.kind === 'ahead' ? 'step next' : `step ${event.status}`}>
      <circle cx={x} cy={LINE} r="7" />
      <text class="code" x={x} y={LINE + 24}>
        {code} {word}
      </text>
      <text x={x} y={LINE + 42}>
        {CLOCK.format(event.at)}
      </text>
    </g>
  )
}

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Oslo',
})

function nameOf(event: LifeEvent): string {
  if (event.kind === 'call') return `${event.call.by} ${event.call.method} answered ${event.call.status}`
  if (event.kind === 'ahead') return `due ${instant(event.at)}`
  return `${event.status} ${PAYMENT_WORDS[event.status]} ${instant(event.at)}`
}
