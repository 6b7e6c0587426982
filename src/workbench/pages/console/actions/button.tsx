import { Form } from '../../fields.tsx'
import { addressOf } from '../../listing.tsx'
import { ACTIONS, type Action, type ActionName } from './actions.ts'
import type { FieldValues } from './documents.ts'

/** What the forms of a page need: the world's base path, the token, and the page to return to. */
export type ActionPlace = { readonly base: string; readonly token: string; readonly back: string }

/**
 * A button for an action. When all values are known it acts at once. When there is a question, or a value to enter, it is a link to the page of the
 * action.
 */
export function ActionButton(props: {
  readonly action: ActionName
  readonly place: ActionPlace
  readonly given?: FieldValues
  readonly label?: string
  /** What distinguishes it from other buttons with the same title, for screen readers. */
  readonly about?: string
  /** Whether all values are known. */
  readonly isWhole?: boolean
}) {
  const { action, place, given = {}, about, isWhole = false } = props
  const { title, question, destroys }: Action = ACTIONS[action]
  const isEnd = destroys === true || question !== undefined || given['outcome'] === 'REJECTED'
  const look = isEnd ? 'second destroys' : 'second'
  const label = (
    <>
      {props.label ?? title}
      {about === undefined ? null : <span class="hidden"> {about}</span>}
    </>
  )
  const path = `${place.base}/console/do/${action}`
  if (question === undefined && isWhole)
    return (
      <Form action={path} token={place.token} hidden={{ ...given, back: place.back }}>
        <button type="submit" class={look} title={action}>
          {label}
        </button>
      </Form>
    )
  return (
    <a class={`button ${look}`} href={addressOf(path, { ...given, back: place.back })}>
      {label}
    </a>
  )
}
