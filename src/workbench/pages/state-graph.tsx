/** Column and row of each state. */
type Places = Readonly<Record<string, readonly [column: number, row: number]>>
type Arrow = readonly [from: string, to: string]
/** How an arrow is drawn: taken, still possible, or neither. The later ones of the list are drawn over the others. */
const LOOKS = ['arrow', 'open', 'gone'] as const
type Look = (typeof LOOKS)[number]

export const PLACES_OF_PAYMENTS = {
  RCVD: [0, 1],
  ACCP: [0, 0],
  ACWP: [0, 2],
  PDNG: [1, 0],
  ACTC: [2, 1],
  ACWC: [2, 2],
  ACSP: [3, 1],
  ACSC: [4, 1],
  PART: [4, 2],
  RJCT: [4, 0],
  CANC: [4, 3],
} as const satisfies Places
export const PLACES_OF_BASKETS = { RCVD: [0, 0], PATC: [1, 1], ACTC: [2, 0], RJCT: [3, 1] } as const satisfies Places
export const PLACES_OF_AUTHORISATIONS = {
  RECEIVED: [0, 1],
  FINALISED: [2, 0],
  FAILED: [2, 1],
  EXPIRED: [2, 2],
} as const satisfies Places

const BOX = { height: 40, down: 68, letter: 14, pad: 22, between: 22 } as const

/** All steps of a table of states. */
export function arrowsOf(table: Readonly<Record<string, readonly string[]>>): readonly Arrow[] {
  return Object.entries(table).flatMap(([from, next]) => next.map((to): Arrow => [from, to]))
}

/** States as boxes, and their steps as arrows. Words beside the drawing say the same. */
export function StateGraph(props: {
  readonly title: string
  readonly places: Places
  readonly arrows: readonly Arrow[]
  readonly lookOfArrow?: (arrow: Arrow) => Look
  readonly lookOfState?: (state: string) => string
}) {
  const { title, places, arrows, lookOfArrow = () => 'open', lookOfState = () => 'state' } = props
  const states = Object.keys(places).filter(state => arrows.some(arrow => arrow.includes(state)))
  const width = BOX.pad + BOX.letter * Math.max(...states.map(state => state.length))
  const cornerOf = (state: string) => {
    const [column, row] = places[state] ?? [0, 0]
    return [column * (width + BOX.between) + 6, row * BOX.down + 6] as const
  }
  /** From the right side of one box to the left of the other; within a column from bottom to top. */
  const drawn = ([from, to]: Arrow): string => {
    const [[x1, y1], [x2, y2]] = [cornerOf(from), cornerOf(to)]
    if (x1 === x2) return `M${x1 + width / 2} ${y1 + BOX.height}V${y2}`
    const middle = (x1 + width + x2) / 2
    const [high, low] = [y1 + BOX.height / 2, y2 + BOX.height / 2]
    return `M${x1 + width} ${high}C${middle} ${high} ${middle} ${low} ${x2} ${low}`
  }
  const corners = states.map(cornerOf)
  const [right, bottom] = [0, 1].map(side => Math.max(...corners.map(corner => corner[side] ?? 0)))
  return (
    <svg
      class="states"
      font-size="20"
      viewBox={`0 0 ${(right ?? 0) + width + 6} ${(bottom ?? 0) + BOX.height + 6}`}
      role="img"
    >
      <title>{title}</title>
      {LOOKS.flatMap(look => arrows.filter(arrow => lookOfArrow(arrow) === look)).map(arrow => (
        <path class={lookOfArrow(arrow)} d={drawn(arrow)} />
      ))}
      {states.map(state => {
        const [x, y] = cornerOf(state)
        return (
          <g class={lookOfState(state)}>
            <rect x={x} y={y} width={width} height={BOX.height} rx="10" />
            <text x={x + width / 2} y={y + BOX.height / 2 + 6}>
              {state}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
