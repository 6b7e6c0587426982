import type { Arrow, Lane } from '../../explain/stories/sequence.ts'
import { counted } from '../language.ts'
import { cut } from '../listing.tsx'

const [EDGE, TOP, STEP] = [60, 44, 56]
const LANES = { TPP: EDGE, BANK: 350, PSU: 640, OPERATOR: 640 } as const satisfies Record<Lane, number>

/** A story as a sequence TPP → bank → PSU (D106), with one call marked. */
export function Sequence({ arrows, marked }: { readonly arrows: readonly Arrow[]; readonly marked?: string }) {
  if (arrows.length === 0) return null
  const height = TOP + arrows.length * STEP + 8
  const refused = arrows.filter(({ isRefused }) => isRefused).length
  const words = arrows.map(({ who, operation, answer }) => `${who} ${operation}: ${answer}`)
  const name = `${counted(arrows.length, 'step')}, ${refused} refused. ${words.join('; ')}`
  const right = [
    ...new Set(arrows.flatMap(({ from }) => (from === 'TPP' ? [] : [from === 'PSU' ? 'PSU' : 'operator']))),
  ]
  const heads: readonly (readonly [number, string])[] = [
    [LANES.TPP, 'TPP'],
    [LANES.BANK, 'bank'],
    ...(right.length === 0 ? [] : [[LANES.PSU, right.join(', ')] as const]),
  ]
  const width = (right.length === 0 ? LANES.BANK : LANES.PSU) + EDGE
  return (
    <svg class="sequence" font-size="16" width={width} viewBox={`0 0 ${width} ${height}`} role="img">
      <title>{name}</title>
      {heads.map(([x, head]) => (
        <>
          <text class="lane" x={x} y="20">
            {head}
          </text>
          <line class="life" x1={x} x2={x} y1="30" y2={height} />
        </>
      ))}
      {arrows.map((arrow, place) => (
        <Step arrow={arrow} y={TOP + place * STEP} isMarked={arrow.id === marked} />
      ))}
    </svg>
  )
}

function Step({ arrow, y, isMarked }: { readonly arrow: Arrow; readonly y: number; readonly isMarked: boolean }) {
  const { from, operation, answer, isRefused } = arrow
  const [start, end] = [LANES[from], LANES.BANK]
  const [inner, outer] = start < end ? [end - 6, start + 6] : [end + 6, start - 6]
  const middle = (start + end) / 2
  return (
    <g class={isRefused ? 'bad' : 'good'}>
      {isMarked ? (
        <rect class="here" x={Math.min(start, end)} y={y - 4} width={Math.abs(end - start)} height={STEP - 6} />
      ) : null}
      <text x={middle} y={y + 12}>
        {cut(operation, MOST)}
      </text>
      <path d={`M${start} ${y + 18}H${inner}m${start < end ? '-7 -5l7 5l-7 5' : '7 -5l-7 5l7 5'}`} />
      <text class="answer" x={middle} y={y + 35}>
        {cut(answer, MOST)}
      </text>
      <path class="back" d={`M${end} ${y + 41}H${outer}m${start < end ? '7 -5l-7 5l7 5' : '-7 -5l7 5l-7 5'}`} />
    </g>
  )
}

/** How many characters fit between two lanes. */
const MOST = 27
