import { counted, formatCount } from '../language.ts'
import { List } from '../list.tsx'
import type { ActionPlace } from './actions/button.tsx'
import { sentenceOfRule } from './actions/scenario-sentence.ts'
import { callDrawing, LostCallsNotice } from './calls.tsx'
import { FirstStepsCard } from './first-steps.tsx'
import { ConsoleFrame, instant, When } from './frame.tsx'
import { liveAddress } from './live-calls.tsx'
import { type ConsoleContent, type DueView, SHOWN_CALLS } from './reading.ts'
import { WaitingPart } from './waiting.tsx'

type Props = ConsoleContent & {
  /** The address of the world for clients. */
  readonly baseUrl: string
  readonly token: string
}

/** After this number of calls the first steps are no longer shown. */
const FEW_CALLS = 12

/** The first page of a world, on one screen: the latest calls, and beside them what waits, what falls due and which scenarios act. */
export function ConsolePage(props: Props) {
  const { world, base, baseUrl, waiting, calls, steps } = props
  const place: ActionPlace = { base, token: props.token, back: `${base}/` }
  return (
    <ConsoleFrame title="Overview" here="overview" scripts={['console.js', 'copy.js']}>
      <div class="heading">
        <h1>
          <span class="soft">World</span> {world}
        </h1>
        <p class="live" role="status" hidden></p>
        {calls.length === 0 ? null : (
          <p class="soft">
            Base URL <code>{baseUrl}</code>
          </p>
        )}
      </div>
      {calls.length < FEW_CALLS ? (
        <FirstStepsCard steps={steps} baseUrl={baseUrl} place={place} waiting={waiting.open} />
      ) : null}
      <div class="overview">
        <Calls {...props} />
        <div class="aside">
          <WaitingPart waiting={waiting} place={place} />
          <Due {...props} />
          <Scenarios {...props} />
        </div>
      </div>
    </ConsoleFrame>
  )
}

function Calls({ base, calls, lost, names, callsHead }: Props) {
  return (
    <section aria-labelledby="calls" id="calls-now" hidden={calls.length === 0}>
      <div class="heading">
        <h2 id="calls">Calls</h2>
        <a href={`${base}/requests`}>All calls</a>
      </div>
      <LostCallsNotice lost={lost} everyWorld={false} />
      <div
        data-live={liveAddress(base, new URLSearchParams(), 'short')}
        data-after={calls[0]?.place ?? 0}
        data-most={SHOWN_CALLS}
      >
        <List
          label="Calls"
          rows={calls}
          {...callDrawing({ everyWorld: false, names, timeHead: callsHead, isShort: true })}
        />
      </div>
    </section>
  )
}

/** What falls due within a day; nothing when that is nothing. */
function Due({ due, next }: Props) {
  const busy = due.filter(({ payments }) => payments > 0)
  return (
    <section aria-labelledby="day" id="day-ahead" data-fresh hidden={busy.length === 0 && next === undefined}>
      <h2 id="day">Falls due</h2>
      <ul class="plain">
        {busy.slice(0, MOST_DUE).map(one => (
          <DueItem {...one} />
        ))}
      </ul>
      {busy.length > MOST_DUE ? (
        <p class="soft">{formatCount(busy.length - MOST_DUE)} more times within a day.</p>
      ) : null}
      {next === undefined ? null : (
        <p class="soft">
          Next due: {instant(next.at)}, when {next.what}
        </p>
      )}
    </section>
  )
}

const MOST_DUE = 3

function DueItem({ at, isBatch, payments }: DueView) {
  return (
    <li class="change">
      <span>
        {isBatch ? 'Batch' : 'Executions of plans'} <When at={at} />
      </span>
      <span class="number">{counted(payments, 'payment')}</span>
    </li>
  )
}

function Scenarios({ base, scenarios, names }: Props) {
  return (
    <section aria-labelledby="scenarios" id="scenarios-now" data-fresh hidden={scenarios.length === 0}>
      <div class="heading">
        <h2 id="scenarios">Scenarios that act</h2>
        <a href={`${base}/console/scenarios`}>All scenarios</a>
      </div>
      <ul class="plain">
        {scenarios.map(rule => (
          <li>{sentenceOfRule(rule, names)}</li>
        ))}
      </ul>
    </section>
  )
}
