import type { Clock } from '../../worlds/clock.ts'
import { Fault, Form } from '../fields.tsx'
import { AsGraphql } from './actions/button.tsx'
import type { Step } from './actions/undo.ts'
import { clockTime, instant, moment } from './frame.tsx'

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'Europe/Oslo' })

/** The face of a clock. The live stream sends it again after each move, freeze and resume. */
export function ClockFace({ clock: { now, frozen, moving } }: { readonly clock: Clock }) {
  const runs = !frozen && moving === null
  return (
    <div id="clock-face" class="clock-face" data-moving={moving === null ? undefined : 'true'}>
      <p class="clock-time number">
        <time id="world-time" datetime={now.toISOString()} data-now={runs ? now.getTime() : undefined}>
          {clockTime(now)}
        </time>{' '}
        <span class={`tag ${runs ? 'good' : ''}`}>{moving === null ? (frozen ? 'frozen' : 'running') : 'moving'}</span>
      </p>
      <p class="soft" id="world-day">
        {DAY.format(now)}, Oslo
      </p>
      {moving === null ? null : <Move from={moving.from} to={moving.to} now={now} />}
    </div>
  )
}

/** How much of its way a clock that is moved has behind it, in percent. */
export function progressOf({ from, to }: { readonly from: Date; readonly to: Date }, now: Date): number {
  const whole = Math.max(1, to.getTime() - from.getTime())
  return Math.min(100, Math.max(0, Math.floor(((now.getTime() - from.getTime()) / whole) * 100)))
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

/** The clock of a world with its actions. Each button is a form of its own and needs no script. */
export function ClockCard(props: {
  readonly clock: Clock
  readonly nextBatchAt: Date
  /** What happens next by itself; undefined when nothing will. */
  readonly next: { readonly at: Date; readonly what: string } | undefined
  readonly action: string
  readonly token: string
  readonly fault?: { readonly by: string; readonly text: string } | undefined
  readonly steps: readonly Step[]
  readonly base: string
}) {
  const { clock, nextBatchAt, next, action, token, fault, steps, base } = props
  const moving = clock.moving !== null
  return (
    <section class="card clock" aria-labelledby="clock" id="clock-card" data-fresh>
      <h2 class="first" id="clock">
        Clock
      </h2>
      <ClockFace clock={clock} />
      <p class="soft due">
        {next === undefined ? 'Nothing is due.' : `Next due: ${instant(next.at)}, when ${next.what}`}
      </p>
      {moving ? (
        <Form action={action} token={token} hidden={{ action: 'stop' }}>
          <button type="submit" class="second small">
            Stop here
          </button>
        </Form>
      ) : (
        <>
          <Form action={action} token={token} hidden={{ action: 'advance' }}>
            <div class="buttons">
              {DISTANCES.map(([by, title]) => (
                <button type="submit" name="by" value={by} class="small">
                  {title}
                </button>
              ))}
              <button type="submit" name="to" value={nextBatchAt.toISOString()} class="small">
                To the next batch
              </button>
            </div>
          </Form>
          <div class="buttons">
            <Form action={action} token={token} hidden={{ action: 'advance' }}>
              <label for="by" class="soft">
                Or by an ISO 8601 duration
              </label>
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
                  Move
                </button>
              </span>
            </Form>
            <Form action={action} token={token} hidden={{ action: clock.frozen ? 'resume' : 'freeze' }}>
              <button type="submit" class="second small">
                {clock.frozen ? 'Let it run' : 'Freeze'}
              </button>
            </Form>
          </div>
          <BackButton steps={steps} base={base} token={token} />
          <AsGraphql
            place={{ base, token, back: `${base}/` }}
            actions={[
              { action: 'advanceClock', given: { by: 'P1D' } },
              { action: clock.frozen ? 'resumeClock' : 'freezeClock' },
            ]}
          />
        </>
      )}
    </section>
  )
}

/** Undoes the latest of what was done to the world by a button of the console (D98). */
export function BackButton(props: { readonly steps: readonly Step[]; readonly base: string; readonly token: string }) {
  const { steps, base, token } = props
  const [latest] = steps
  if (latest === undefined) return null
  return (
    <div class="buttons">
      <Form action={`${base}/console/back`} token={token}>
        <button type="submit" class="second small">
          Back
        </button>{' '}
        <span class="soft">
          to before <q>{latest.before}</q> at {moment(latest.takenAt)}
        </span>
      </Form>
    </div>
  )
}
