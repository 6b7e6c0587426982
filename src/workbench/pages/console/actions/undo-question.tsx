import type { Context } from '../../../../bank/context.ts'
import type { CallSummary } from '../../../../domain/calls.ts'
import { worldBasePath } from '../../../../domain/worlds.ts'
import { Form } from '../../fields.tsx'
import { counted } from '../../language.ts'
import { addressOf } from '../../listing.tsx'
import { ConsoleFrame, Moment } from '../frame.tsx'
import type { ActionPlace } from './button.tsx'
import type { Step } from './undo.ts'

type Props = {
  readonly ctx: Context
  readonly step: Step
  /** The calls that may have written since the step, the latest first. */
  readonly later: readonly CallSummary[]
  readonly place: Pick<ActionPlace, 'token' | 'back'>
}

/** Asks before an Undo that takes back the work of others, too. */
export function UndoQuestion({ ctx, step, later, place: { token, back } }: Props) {
  const base = worldBasePath(ctx.world)
  const [last] = later
  return (
    <ConsoleFrame title="Undo">
      <h1>Undo: {step.before}</h1>
      <div class="card">
        <p class="error">
          {counted(later.length, 'call')} of TPPs and PSUs came after this action. Undo also takes back what was written
          then.
        </p>
        {last === undefined ? null : (
          <p>
            The last one:{' '}
            <a href={`${base}/requests/${last.id}`}>
              {last.operation ?? `${last.method} ${last.target}`}, <Moment at={last.at} />
            </a>
          </p>
        )}
        <p>
          <a href={addressOf(`${base}/console/compare`, { left: step.snapshot })}>What changed since then</a>
        </p>
        <Form action={`${base}/console/back`} token={token} hidden={{ back, step: step.snapshot }}>
          <div class="actions">
            <button type="submit" class="destroys">
              Yes: undo all of that
            </button>
            <a class="button second" href={back}>
              No
            </a>
          </div>
        </Form>
      </div>
    </ConsoleFrame>
  )
}
