import type { Child } from 'hono/jsx'
import { plainName } from '../parts.tsx'

/** The filters of a list, as a form that also works without scripts. */
export function FilterForm(props: {
  readonly action: string
  readonly label?: string
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
      <button type="submit" class="second small">
        {submit}
      </button>
    </form>
  )
}

type FieldProps = { readonly name: string; readonly id?: string; readonly label: string }

export function TextField({ name, id = name, label, value }: FieldProps & { readonly value: string | undefined }) {
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <input type="text" id={id} name={name} value={value} autocomplete="off" spellcheck={false} />
    </p>
  )
}

/** How many choices a page offers besides the chosen one: a bank may have thousands of TPPs. */
const OFFERED = 200

export type Choice = readonly [value: string, title: string]

export function orAny(choices: readonly Choice[]): readonly Choice[] {
  return [['', 'Any'], ...choices]
}

export function Select(
  props: FieldProps & { readonly chosen: string | undefined; readonly choices: readonly Choice[] },
) {
  const { name, id = name, label, chosen, choices } = props
  const offered = choices.filter(([value], place) => place < OFFERED || value === chosen)
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name}>
        {offered.map(([value, title]) => (
          <option value={value} selected={value === chosen}>
            {plainName(title)}
          </option>
        ))}
      </select>
    </p>
  )
}
