import type { Clock } from '../../../sandbox/worlds/clock.ts'
import { Fault, Form } from '../fields.tsx'
import { CLOCK_FORMAT } from '../frame-script.ts'
import { Chip } from '../parts.tsx'
import { type ActionPlace, AsGraphql } from './actions/button.tsx'
import type { Step } from './actions/undo.ts'
import type { Work } from './actions/works.ts'
import { instant } from './frame.tsx'

const NOW = new Intl.DateTimeFormat('en-GB', CLOCK_FORMAT)
const BATCH = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Oslo',
})

/** The face of a clock. The live stream sends it again after each move, freeze and resume. */
export function ClockFace({ clock: { now, frozen, moving } }: { readonly clock: Clock }) {
  const runs = !frozen && moving === null
  return (
    <div id="clock-face" class="clock-face" data-moving={moving === null ? undefined : 'true'}>
      <time id="world-time" class="number" datetime={now.toISOString()} data-now={runs ? now.getTime() : undefined}>
        {NOW.format(now)}
      </time>{' '}
      <Chip kind={runs ? 'good' : undefined}>{moving === null ? (frozen ? 'frozen' : 'running') : 'moving'}</Chip>
      {moving === null ? null : <Move from={moving.from} to={moving.to} now={now} />}
    </div>
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
        On the way to {instant(to)}: <span class="number">{percent} %</span>
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

/** The time of a world in one line, with its buttons. Each button is its own form and needs no script. */
export function TimeLine(props: TimeProps) {
  const { clock, batch, left, work, step, place, fault } = props
  const { base, token, back } = place
  const action = `${base}/console/clock`
  if (clock.moving !== null)
    return (
      <section class="time" id="time" aria-label="Time of this world" data-fresh data-working="">
        <ClockFace clock={clock} />
        {left === 0 ? null : <span class="soft number">{left} payments to do</span>}
        <Form action={action} token={token} hidden={{ action: 'stop', back }}>
          <button type="submit" class="second small">
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
      <ClockFace clock={clock} />
      <span class="soft batch">
        Next batch {BATCH.format(batch.at)},{' '}
        {batch.payments === 1 ? '1 payment' : `${batch.payments === 0 ? 'no' : batch.payments} payments`}
      </span>
      <Form action={action} token={token} hidden={{ action: 'advance', back }}>
        <button type="submit" name="to" value={batch.at.toISOString()} class="second small" title="To the next batch">
          <span aria-hidden="true">
            <span class="word">Next batch </span>→
          </span>
          <span class="hidden">To the next batch</span>
        </button>
      </Form>
      <MoveSheet clock={clock} place={place} fault={fault} />
      <Form action={action} token={token} hidden={{ action: clock.frozen ? 'resume' : 'freeze', back }}>
        <button type="submit" class="second small">
          {clock.frozen ? 'Let it run' : 'Freeze'}
        </button>
      </Form>
      {step === undefined ? null : (
        <Form action={`${base}/console/back`} token={token} hidden={{ back }}>
          <button type="submit" class="second small" title={`To before: ${step.before}`}>
            Undo
          </button>
        </Form>
      )}
    </section>
  )
}

type SheetProps = Pick<TimeProps, 'clock' | 'place' | 'fault'>

function MoveSheet({ clock, place, fault }: SheetProps) {
  const { base, token, back } = place
  const action = `${base}/console/clock`
  return (
    <details class="drop" open={fault !== undefined}>
      <summary class="button second small">Move</summary>
      <div class="sheet">
        <Form action={action} token={token} hidden={{ action: 'advance', back }}>
          <div class="row-actions">
            {DISTANCES.map(([by, title]) => (
              <button type="submit" name="by" value={by} class="small">
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
            <button type="submit" class="second small">
              Go
            </button>
          </span>
        </Form>
        <AsGraphql
          place={place}
          actions={[
            { action: 'advanceClock', given: { by: 'P1D' } },
            { action: clock.frozen ? 'resumeClock' : 'freezeClock' },
          ]}
        />
      </div>
    </details>
  )
}
