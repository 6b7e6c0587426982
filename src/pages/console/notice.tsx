import type { Context } from '../../context.ts'
import { worldBasePath } from '../../domain/worlds.ts'
import { changesSince } from '../../worlds/differences.ts'
import { Form } from '../fields.tsx'
import { addressOf } from '../listing.tsx'
import type { ActionPlace } from './actions/button.tsx'
import type { Step } from './actions/undo.ts'
import { sentenceOf } from './changes.tsx'
import { instant } from './frame.tsx'

/** How long the pages of a world show what its latest step has done. */
const SAID_MS = 60_000
/** With more payments in the world, or more changed rows, the notice is only a link to the comparison (D74). */
const MOST_PAYMENTS = 1_000
const MOST_ROWS = 200
const NAMED_KINDS = new Set(['Customer', 'Account', 'Payment', 'Authorisation', 'Consent'])

/** What the latest step has done: a sentence, Undo, and a link to the comparison (D98). */
export async function readNotice(ctx: Context, step: Step | undefined, place: ActionPlace) {
  if (step === undefined || ctx.deps.machineNow().getTime() - step.takenAt.getTime() > SAID_MS) return undefined
  const isSmall = (await ctx.load.rowsInWorld('payments', ctx.world.id)) <= MOST_PAYMENTS
  const rows = isSmall ? await changesSince(ctx, step.snapshot, NAMED_KINDS, MOST_ROWS + 1) : []
  const sentence = rows.length > MOST_ROWS ? `More than ${MOST_ROWS} rows differ` : sentenceOf(rows)
  const base = worldBasePath(ctx.world)
  return (
    <div class="did" role="status">
      <span>
        {step.did}: it is {instant(ctx.now)}.{sentence === '' ? '' : ` ${sentence}.`}
      </span>
      <Form action={`${base}/console/back`} token={place.token} hidden={{ back: place.back }}>
        <button type="submit" class="second small">
          Undo
        </button>
      </Form>
      <a href={addressOf(`${base}/console/compare`, { left: step.snapshot })}>What changed</a>
    </div>
  )
}
