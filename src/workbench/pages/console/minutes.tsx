import type { CallMinute } from '../../../domain/calls.ts'
import { clockTime } from './frame.tsx'

const MINUTES = 60
const MINUTE_MS = 60_000
const [BAR, HEIGHT] = [10, 60]

/** Calls per minute of the last hour: refused ones on top of accepted ones (D106). Nothing when there was none. */
export function CallMinutes({ minutes, now }: { readonly minutes: readonly CallMinute[]; readonly now: Date }) {
  const last = Math.floor(now.getTime() / MINUTE_MS)
  const known = new Map(minutes.map(one => [one.minute, one]))
  const bars = Array.from({ length: MINUTES }, (_, place) => {
    const minute = last - MINUTES + 1 + place
    return known.get(minute) ?? { minute, accepted: 0, refused: 0 }
  })
  const most = bars.reduce((one, other) => (sumOf(other) > sumOf(one) ? other : one))
  if (sumOf(most) === 0) return null
  const total = (of: 'accepted' | 'refused') => bars.reduce((sum, bar) => sum + bar[of], 0)
  const height = (calls: number) => Math.round((calls / sumOf(most)) * (HEIGHT - 2) * 10) / 10
  const name = `Calls per minute of the last hour: ${total('accepted')} accepted, ${total('refused')} refused; the most, ${sumOf(most)}, at ${clockTime(new Date(most.minute * MINUTE_MS)).slice(0, 5)}`
  return (
    <figure class="minutes">
      <svg viewBox={`0 0 ${MINUTES * BAR} ${HEIGHT}`} preserveAspectRatio="none" role="img">
        <title>{name}</title>
        {bars.map((bar, place) => (
          <>
            <Bar kind="good" place={place} from={0} calls={height(bar.accepted)} />
            <Bar kind="bad" place={place} from={height(bar.accepted)} calls={height(bar.refused)} />
          </>
        ))}
      </svg>
    </figure>
  )
}

function Bar(props: {
  readonly kind: 'good' | 'bad'
  readonly place: number
  readonly from: number
  readonly calls: number
}) {
  const { kind, place, from, calls } = props
  return calls === 0 ? null : (
    <rect class={kind} x={place * BAR + 1} y={HEIGHT - from - calls} width={BAR - 2} height={calls} />
  )
}

const sumOf = ({ accepted, refused }: CallMinute) => accepted + refused
