import { PAYMENT_TRANSITIONS, PERIODIC_TRANSITIONS } from '../domain/status.ts'
import type { PaymentService, PaymentStatus } from '../generated/client.ts'
import type { CurvePoint } from './console-reading.ts'

/** Drawn on the server, in the colours of the page: what is drawn is also said in words beside it or in its title. */

const WIDTH = 600

/** A balance over the bookings that are known, oldest first, as steps: it stands until the next booking. */
export function BalanceCurve({ label, curve, small }: { label: string; curve: readonly CurvePoint[]; small: boolean }) {
  const [first, last] = [curve[0], curve.at(-1)]
  if (first === undefined || last === undefined || curve.length < 2) return null
  const height = small ? 60 : 160
  const values = curve.map(point => Number(point.balanceMinor))
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const [from, until] = [dayNumber(first.day), dayNumber(last.day)]
  const x = (day: string) => round(((dayNumber(day) - from) / Math.max(1, until - from)) * WIDTH)
  const y = (value: number) => round(height - 3 - ((value - low) / Math.max(1, high - low)) * (height - 6))
  const path = curve.map(({ day }, index) => {
    const at = `${x(day)} ${y(values[index] ?? 0)}`
    return index === 0 ? `M${at}` : `H${x(day)}V${y(values[index] ?? 0)}`
  })
  return (
    <svg class="curve" viewBox={`0 0 ${WIDTH} ${height}`} role="img">
      <title>{`${label}, ${first.day} to ${last.day}`}</title>
      <line class="zero" x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} />
      <path d={path.join('')} />
    </svg>
  )
}

/** A consent from its SCA to its end, with the hand of the world's clock. */
export function ConsentLine({ grantedAt, expiresAt, now }: { grantedAt: Date; expiresAt: Date; now: Date }) {
  const whole = expiresAt.getTime() - grantedAt.getTime()
  const passed = Math.min(1, Math.max(0, (now.getTime() - grantedAt.getTime()) / whole))
  const hand = round(4 + passed * (WIDTH - 8))
  return (
    <svg class="timeline" viewBox={`0 0 ${WIDTH} 16`} role="img">
      <title>{`${Math.round(passed * 100)} % of its time has passed`}</title>
      <rect class="whole" x="0" y="5" width={WIDTH} height="6" rx="3" />
      <rect class="passed" x="0" y="5" width={hand} height="6" rx="3" />
      <line class="hand" x1={hand} x2={hand} y1="0" y2="16" />
    </svg>
  )
}

/** Where each state stands: column and row. */
const PLACES = {
  RCVD: [0, 1],
  PDNG: [1, 0],
  ACTC: [2, 1],
  ACWC: [2, 2],
  ACSP: [3, 1],
  ACSC: [4, 1],
  PART: [4, 2],
  RJCT: [4, 0],
  CANC: [4, 3],
} as const satisfies Partial<Record<PaymentStatus, readonly [number, number]>>
type Drawn = keyof typeof PLACES
const BOX = { width: 84, height: 34, across: 124, down: 62 } as const

/** The states that a payment can come to, with the one that it is in. */
export function StateDiagram({ service, status }: { service: PaymentService; status: PaymentStatus }) {
  const table = service === 'PERIODIC' ? PERIODIC_TRANSITIONS : PAYMENT_TRANSITIONS
  const arrows = drawnStates(Object.keys(table)).flatMap(from =>
    drawnStates(table[from]).map(to => [from, to] as const),
  )
  const states = drawnStates([...new Set(arrows.flat())])
  return (
    <svg class="states" viewBox="0 0 600 232" role="img">
      <title>{`The states of a payment; this one is ${status}`}</title>
      {arrows.map(([from, to]) => (
        <path class={from === status ? 'open' : 'arrow'} d={arrow(from, to)} />
      ))}
      {states.map(state => {
        const [x, y] = cornerOf(state)
        return (
          <g class={state === status ? 'now' : 'state'}>
            <rect x={x} y={y} width={BOX.width} height={BOX.height} rx="8" />
            <text x={x + BOX.width / 2} y={y + BOX.height / 2 + 5}>
              {state}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

function drawnStates(names: readonly string[]): Drawn[] {
  return names.filter(isDrawn)
}

function isDrawn(name: string): name is Drawn {
  return Object.hasOwn(PLACES, name)
}

function cornerOf(state: Drawn): readonly [number, number] {
  const [column, row] = PLACES[state]
  return [column * BOX.across + 6, row * BOX.down + 6]
}

/** From the right side of one box to the left of the other; within a column from bottom to top. */
function arrow(from: Drawn, to: Drawn): string {
  const [[x1, y1], [x2, y2]] = [cornerOf(from), cornerOf(to)]
  if (x1 === x2) return `M${x1 + BOX.width / 2} ${y1 + BOX.height}V${y2}`
  const [start, end] = [`${x1 + BOX.width} ${y1 + BOX.height / 2}`, `${x2} ${y2 + BOX.height / 2}`]
  const middle = (x1 + BOX.width + x2) / 2
  return `M${start}C${middle} ${y1 + BOX.height / 2} ${middle} ${y2 + BOX.height / 2} ${end}`
}

function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 86_400_000
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
