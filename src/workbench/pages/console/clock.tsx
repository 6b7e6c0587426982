import type { Clock } from '../../../sandbox/worlds/clock.ts'
import { Fault, Form } from '../fields.tsx'
import { CLOCK_FORMAT } from '../frame-script.ts'
import { formatCount } from '../language.ts'
import { Chip } from '../parts.tsx'
import { ActionButton, type ActionPlace } from './actions/button.tsx'
import type { Step } from './actions/undo.ts'
import type { Work } from './actions/works.ts'
import { instant } from './frame.tsx'

const NOW = new Intl.DateTimeFormat('en-GB', CLOCK_FORMAT)
const OSLO = { timeZone: 'Europe/Oslo' } as const
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', ...OSLO })
const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', ...OSLO })
const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', ...OSLO })

/** The face of a clock. The live stream sends it again after each move, freeze and resume. */
export function ClockFace({ clock: { now, frozen, moving } }: { readonly clock: Clock }) {
  const runs = !frozen && moving === null
  return (
    <span id="clock-face" class="clock-face" data-moving={moving === null ? undefined : 'true'}>
      <time
        id="world-time"
        datetime={now.toISOString()}
        title={`${instant(now)} in Oslo`}
        data-now={runs ? now.getTime() : undefined}
      >
        {NOW.format(now).replace(',', '')}
      </time>
      {moving === null && !frozen ? null : <Chip>{moving === null ? 'frozen' : 'moving'}</Chip>}
      {moving === null ? null : <Move from={moving.from} to={moving.to} now={now} />}
    </span>
  )
}

/** The progress of a move of the clock, in percent. */
export function progressOf({ from, to }: { readonly from: Date; readonly to: Date }, now: Date): number {
  const whole = Math.max(1, to.getTime() - from.getTime())
  // When the clock has reached its end, much work may still be due there.
  return Math.min(99, Math.max(0, Math.floor(((now.getTime() - from.getTime()) / whole) * 100)))
}

function Move({ from, to, now }: { readonly from: Date; readonly to: Date; readonly now: Date }) {
  const percent = progressOf({ from, to }, now)
  return (
    <>
      <label for="clock-move">
        <span class="hidden">On the way to {instant(to)}: </span>
        <span class="number">{percent} %</span>
      </label>
      <progress id="clock-move" max="100" value={percent}>
        {percent} %
      </progress>
    </>
  )
}

const DISTANCES = [
  ['PT1H', '+1 hour'],
  ['P1D', '+1 day'],
  ['P7D', '+1 week'],
  ['P1M', '+1 month'],
] as const

/** An entered distance and its fault. */
export type ClockFault = { readonly by: string; readonly text: string }

type TimeProps = {
  readonly clock: Clock
  readonly batch: { readonly at: Date; readonly payments: number }
  /** How many payments are still due before the end of the move. */
  readonly left: number
  /** The action of the console that runs in this world, or that has failed. */
  readonly work: Work | undefined
  /** The latest step, which Undo would undo (D98). */
  readonly step: Step | undefined
  readonly place: ActionPlace
  readonly fault: ClockFault | undefined
}

/** The time of a world in the bar: all of it behind the clock, and the move to the next batch. Each button is its own form and needs no script. */
export function TimeLine(props: TimeProps) {
  const { clock, batch, left, work, place } = props
  const action = `${place.base}/console/clock`
  if (clock.moving !== null)
    return (
      <section class="time" id="time" aria-label="Time of this world" data-fresh data-working="">
        <ClockFace clock={clock} />
        {left === 0 ? null : <span class="soft number">{formatCount(left)} payments to do</span>}
        <Form action={action} token={place.token} hidden={{ action: 'stop', back: place.back }}>
          <button type="submit" class="second">
            Stop here
          </button>
        </Form>
      </section>
    )
  if (work !== undefined && work.fault === undefined)
    return (
      <section class="time" id="time" aria-label="Time of this world" data-fresh data-working="">
        <ClockFace clock={clock} />
        <span class="waiting" role="status">
          {work.title} …
        </span>
      </section>
    )
  return (
    <section class="time" id="time" aria-label="Time of this world" data-fresh>
      {work === undefined ? null : (
        <p class="error" role="alert">
          {work.title}: {work.fault}
        </p>
      )}
      <ClockMenu {...props} />
      <Form action={action} token={place.token} hidden={{ action: 'advance', back: place.back }}>
        <button type="submit" name="to" value={batch.at.toISOString()} class="second" title={instant(batch.at)}>
          Next batch <span class="day">{isOfDay(batch.at, clock.now) ? '' : `${DAY.format(batch.at)} `}</span>
          <span class="number">{TIME.format(batch.at)}</span> ·{' '}
          <span class="number">{formatCount(batch.payments)}</span>
          <span class="hidden"> {batch.payments === 1 ? 'payment' : 'payments'}</span>
        </button>
      </Form>
    </section>
  )
}

const isOfDay = (one: Date, other: Date) => DATE.format(one) === DATE.format(other)

/** What can be done with the time of a world. */
function ClockMenu({ clock, step, place, fault }: TimeProps) {
  const { base, token, back } = place
  const action = `${base}/console/clock`
  return (
    <details class="drop clock" open={fault !== undefined}>
      <summary>
        <ClockFace clock={clock} />
      </summary>
      <div class="sheet">
        <Form action={action} token={token} hidden={{ action: 'advance', back }}>
          <div class="row-actions">
            {DISTANCES.map(([by, title]) => (
              <button type="submit" name="by" value={by} class="second">
                {title}
              </button>
            ))}
          </div>
        </Form>
        <Form action={action} token={token} hidden={{ action: 'advance', back }}>
          <label for="by">Or by an ISO 8601 duration</label>
          <Fault text={fault?.text} />
          <span class="joined">
            <input
              type="text"
              id="by"
              name="by"
              value={fault?.by ?? 'P10D'}
              size={8}
              autocomplete="off"
              spellcheck={false}
              {...(fault === undefined ? {} : { 'aria-invalid': 'true', 'aria-describedby': 'fault' })}
            />
            <button type="submit" class="second">
              Go
            </button>
          </span>
        </Form>
        <Form action={action} token={token} hidden={{ action: clock.frozen ? 'resume' : 'freeze', back }}>
          <button type="submit" class="second">
            {clock.frozen ? 'Let it run' : 'Freeze'}
          </button>
        </Form>
        {step === undefined ? null : (
          <Form action={`${base}/console/back`} token={token} hidden={{ back }}>
            <button type="submit" class="second">
              Undo: {step.before.toLowerCase()}
            </button>
          </Form>
        )}
        <p class="plain">
          <ActionButton action="advanceClock" label="Move the clock …" place={place} given={{ by: 'P1D' }} />
        </p>
      </div>
    </details>
  )
}
