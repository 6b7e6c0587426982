import { Form } from '../../fields.tsx'
import { addressOf } from '../../listing.tsx'
import { ACTIONS, type Action, type ActionName } from './actions.ts'
import type { FieldValues } from './documents.ts'

/** Where a page has its actions: the world's base path, the token of its forms, and where it leads when one is done. */
export type ActionPlace = { readonly base: string; readonly token: string; readonly back: string }

/**
 * A button for an action. With all its values it is sent at once. With a question, or with values to enter, it is a link to the page of the action,
 * which has its mutation and its command, too.
 */
export function ActionButton(props: {
  readonly action: ActionName
  readonly place: ActionPlace
  readonly given?: FieldValues
  readonly label?: string
  /** Its difference from the other buttons of the page, for screen readers. */
  readonly about?: string
  /** Whether all is given that is wanted. */
  readonly isWhole?: boolean
}) {
  const { action, place, given = {}, about, isWhole = false } = props
  const { title, question, destroys }: Action = ACTIONS[action]
  const isEnd = destroys === true || question !== undefined || given['outcome'] === 'REJECTED'
  const look = isEnd ? 'second small destroys' : 'second small'
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

/** The pages of actions whose buttons act at once: there each has its mutation and its command to be copied. */
export function AsGraphql(props: {
  readonly place: ActionPlace
  readonly actions: readonly { readonly action: ActionName; readonly given?: FieldValues }[]
}) {
  const { place, actions } = props
  return (
    <p class="soft as">
      As GraphQL and command:{' '}
      {actions.map(({ action, given = {} }, at) => (
        <>
          {at === 0 ? '' : ', '}
          <a href={addressOf(`${place.base}/console/do/${action}`, { ...given, back: place.back })}>
            {ACTIONS[action].title}
          </a>
        </>
      ))}
    </p>
  )
}
