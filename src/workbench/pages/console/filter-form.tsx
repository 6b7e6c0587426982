import type { Child } from 'hono/jsx'
import { plainName } from '../parts.tsx'

/** The filters of a list, as a form that also works without scripts. */
export function FilterForm(props: {
  readonly action: string
  readonly label: string
  readonly submit?: string
  readonly children: Child
}) {
  const { action, label, submit = 'Show', children } = props
  return (
    <form
      method="get"
      action={action}
      class="filters"
      aria-label={label}
      data-applies={submit === 'Show' ? '' : undefined}
    >
      {children}
      <button type="submit" class="second">
        {submit}
      </button>
    </form>
  )
}

/** The search of a list. */
export function SearchField(props: {
  readonly label: string
  readonly finds: string
  readonly value: string | undefined
  readonly name?: string
}) {
  const { label, finds, value, name = 'q' } = props
  return (
    <input
      type="text"
      name={name}
      value={value}
      aria-label={label}
      placeholder={finds}
      title={finds}
      autocomplete="off"
      spellcheck={false}
    />
  )
}

/** How many choices a page offers besides the chosen one: a bank may have thousands of TPPs. */
const OFFERED = 200

export type Choice = readonly [value: string, title: string]

/** The choices after one for all of them. */
export function orAny(title: string, choices: readonly Choice[]): readonly Choice[] {
  return [['', title], ...choices]
}

/** A choice without a label of its own: its first title says what is chosen. */
export function Select(props: {
  readonly name: string
  readonly label: string
  readonly chosen: string | undefined
  readonly choices: readonly Choice[]
}) {
  const { name, label, chosen, choices } = props
  const offered = choices.filter(([value], place) => place < OFFERED || value === chosen)
  return (
    <select name={name} aria-label={label}>
      {offered.map(([value, title]) => (
        <option value={value} selected={value === chosen}>
          {plainName(title)}
        </option>
      ))}
    </select>
  )
}
