import type { Clock } from '../../worlds/clock.ts'
import { Form } from '../fields.tsx'
import { progressOf } from './clock.tsx'
import { instant, Table } from './frame.tsx'
import type { WorldView } from './reading.ts'

/** Worlds with their clocks, and a button for each that moves it by a day. */
export function WorldTable(props: {
  readonly rows: readonly WorldView[]
  readonly base: string
  readonly token: string
}) {
  const { rows, base, token } = props
  return (
    <Table
      head={['World', 'Clock', 'Move it']}
      rows={rows.map(({ name, path, clock, expiresAt }) => [
        <>
          <a href={path} {...(path === `${base}/` ? { 'aria-current': 'page' } : {})}>
            {name}
          </a>
          {expiresAt === null ? null : <small class="soft until">until {instant(expiresAt)}</small>}
        </>,
        <>
          <span class="number">{describeClock(clock)}</span>
          {clock.moving === null ? null : (
            <progress max="100" value={progressOf(clock.moving, clock.now)} aria-label={`Clock of ${name}`} />
          )}
        </>,
        <Form action={`${path}console/clock`} token={token} hidden={{ action: 'advance' }}>
          <button type="submit" name="by" value="P1D" class="second small">
            +1 day<span class="hidden"> in {name}</span>
          </button>
        </Form>,
      ])}
    />
  )
}

function describeClock({ now, frozen, moving }: Clock): string {
  if (moving !== null) return `${instant(now)}, moving to ${instant(moving.to)}`
  return `${instant(now)}, ${frozen ? 'frozen' : 'running'}`
}
