import type { Context } from '../../../bank/context.ts'
import { worldBasePath } from '../../../domain/worlds.ts'
import { Form } from '../fields.tsx'
import { addressOf } from '../listing.tsx'
import type { ActionPlace } from './actions/button.tsx'
import { latestNotice } from './actions/notices.ts'
import type { Step } from './actions/undo.ts'

/** What the latest action has done; Undo and a link to the comparison when it can be undone (D98). */
export function noticeOf(ctx: Context, step: Step | undefined, place: ActionPlace) {
  const notice = latestNotice(ctx)
  if (notice === undefined) return undefined
  const base = worldBasePath(ctx.world)
  return (
    <div class="did" role="status">
      <span>{notice.text}</span>
      {step === undefined || step.snapshot !== notice.snapshot ? null : (
        <>
          <Form action={`${base}/console/back`} token={place.token} hidden={{ back: place.back }}>
            <button type="submit" class="second">
              Undo
            </button>
          </Form>
          <a href={addressOf(`${base}/console/compare`, { left: step.snapshot })}>What changed</a>
        </>
      )}
    </div>
  )
}
