import type { BalanceDay } from '../../../bank/resolvers/statements.ts'
import type { StatusChange } from '../../../domain/payment-history.ts'
import { PRODUCT_RULES, requireProduct } from '../../../domain/products.ts'
import { PAYMENT_TRANSITIONS, PERIODIC_TRANSITIONS } from '../../../domain/status.ts'
import type { Payment } from '../../../generated/client.ts'
import { arrowsOf, PLACES_OF_PAYMENTS, StateGraph } from '../state-graph.tsx'
import { shortDay } from './frame.tsx'

/** The server draws these in the colours of the page. Words beside each drawing, or its title, say the same. */

const WIDTH = 600

/** A balance over the known days, oldest first, as steps: a balance lasts until the next booking. */
export function BalanceCurve(props: {
  readonly label: string
  readonly curve: readonly BalanceDay[]
  readonly small: boolean
  /** The reserved part of the latest balance, drawn as a band behind the last day. */
  readonly reserved?: { readonly minor: bigint; readonly text: string }
}) {
  const { label, curve, small, reserved } = props
  const [first, last] = [curve[0], curve.at(-1)]
  if (first === undefined || last === undefined || curve.length < 2) return null
  const held = Number(reserved?.minor ?? 0n)
  const days = held === 0 ? WIDTH : WIDTH * 0.9
  const height = small ? 60 : 200
  const values = curve.map(point => Number(point.balanceMinor))
  const latest = values.at(-1) ?? 0
  const [low, high] = [Math.min(0, latest - held, ...values), Math.max(0, ...values)]
  const [from, until] = [dayNumber(first.day), dayNumber(last.day)]
  const x = (day: string) => round(((dayNumber(day) - from) / Math.max(1, until - from)) * days)
  const y = (value: number) => round(height - 3 - ((value - low) / Math.max(1, high - low)) * (height - 6))
  const path = curve.map(({ day }, index) => {
    const at = y(values[index] ?? 0)
    return index === 0 ? `M${x(day)} ${at}` : `H${x(day)}V${at}`
  })
  return (
    <svg
      class={`curve ${small ? 'small' : ''}`}
      viewBox={`0 0 ${WIDTH} ${height}`}
      preserveAspectRatio="none"
      role="img"
    >
      <title>
        {`${label}, ${shortDay(first.day)} to ${shortDay(last.day)}${held === 0 ? '' : `; ${reserved?.text} of it reserved`}`}
      </title>
      <path class="area" d={`${path.join('')}H${WIDTH}V${y(0)}H0Z`} />
      {held === 0 ? null : (
        <rect
          class="held"
          x={days}
          y={y(latest)}
          width={WIDTH - days}
          height={Math.max(4, y(latest - held) - y(latest))}
        />
      )}
      <line class="zero" x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} />
      <path class="line" d={`${path.join('')}H${WIDTH}`} />
    </svg>
  )
}

/** The time axis of a drawing of consents: from the first grant to the last end. */
export type Span = { readonly from: number; readonly until: number }

/** A consent from its SCA to its end, on the time axis of all consents, with the hand of the world's clock. */
export function ConsentLine(props: {
  readonly span: Span
  readonly grantedAt: Date
  /** When it ended or will end: by expiry, or because it was revoked. */
  readonly endsAt: Date
  readonly now: Date
  readonly state: string
}) {
  const { span, grantedAt, endsAt, now, state } = props
  const x = (at: Date) => round(2 + ((at.getTime() - span.from) / Math.max(1, span.until - span.from)) * (WIDTH - 4))
  const [start, end] = [x(grantedAt), Math.max(x(grantedAt) + 4, x(endsAt))]
  const hand = Math.min(WIDTH - 2, Math.max(2, x(now)))
  const whole = Math.max(1, endsAt.getTime() - grantedAt.getTime())
  const passed = Math.min(1, Math.max(0, (now.getTime() - grantedAt.getTime()) / whole))
  return (
    <svg class={`timeline ${state}`} viewBox={`0 0 ${WIDTH} 20`} preserveAspectRatio="none" role="img">
      <title>{`${Math.round(passed * 100)} % of its time has passed`}</title>
      <rect class="ground" x="0" y="8" width={WIDTH} height="4" />
      <rect class="whole" x={start} y="4" width={end - start} height="12" rx="3" />
      <rect class="passed" x={start} y="4" width={Math.max(0, Math.min(hand, end) - start)} height="12" rx="3" />
      <line class="hand" x1={hand} x2={hand} y1="0" y2="20" />
    </svg>
  )
}

/** The possible states of a payment of this kind: its present one, those that it has passed, and those that it can still reach. */
export function StateDiagram(props: {
  readonly payment: Pick<Payment, 'service' | 'product' | 'status'>
  readonly way: readonly StatusChange[]
}) {
  const { payment, way } = props
  const { service, status } = payment
  const table = service === 'PERIODIC' ? PERIODIC_TRANSITIONS : PAYMENT_TRANSITIONS
  const arrows = arrowsOf(table).filter(
    ([from, to]) => isForKind(payment, from, to) || way.some(step => step.from === from && step.to === to),
  )
  const gone = new Set(way.map(({ from, to }) => `${from} ${to}`))
  const been = new Set<string>(way.map(({ to }) => to))
  return (
    <StateGraph
      title={`The states of a payment; this one came from ${way.map(({ to }) => to).join(' to ')}`}
      places={PLACES_OF_PAYMENTS}
      arrows={arrows}
      lookOfArrow={([from, to]) => (gone.has(`${from} ${to}`) ? 'gone' : from === status ? 'open' : 'arrow')}
      lookOfState={state => (state === status ? `now ${state}` : been.has(state) ? 'been' : 'state')}
    />
  )
}

/** Whether a payment of this kind can take a step: only a bulk can end in part, and a payment of one batch is never under way (D35). */
function isForKind({ service, product }: Pick<Payment, 'service' | 'product'>, from: string, to: string): boolean {
  const { batches, instant } = PRODUCT_RULES[requireProduct(service, product)]
  // Only a scenario can show the first two (D88).
  const ofAll = { ACCP: false, ACWP: false, PART: service === 'BULK', ACSP: batches === 2, ACWC: !instant }
  const has: Readonly<Record<string, boolean>> = ofAll
  const isDirect = to === 'ACSC' && from !== 'ACSP'
  return has[from] !== false && has[to] !== false && !(isDirect && batches === 2)
}

function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 86_400_000
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
