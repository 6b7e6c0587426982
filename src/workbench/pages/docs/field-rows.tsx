import type { Child } from 'hono/jsx'
import type { FieldReference } from '../../../api/openapi/reference.ts'
import { Cited } from '../whole-words.tsx'

/** Further optional fields are folded. */
const SHOWN = 8

/** The fields of a body or an answer, each with a row and an address that begins with `at`. The address of a folded field opens the fold. */
export function FieldRows({ fields, at }: { readonly fields: readonly FieldReference[]; readonly at: string }) {
  const rows = (shown: readonly FieldReference[]) => shown.map(field => <Row field={field} at={at} />)
  const needed = neededOf(fields)
  const optional = fields.filter(field => !needed.has(field))
  if (fields.length <= SHOWN || optional.length === fields.length) return <>{rows(fields)}</>
  return (
    <>
      {rows([...needed])}
      <details class="fold">
        <summary>{optional.length} more fields</summary>
        {rows(optional)}
      </details>
    </>
  )
}

/** Name, type and meaning of a field, with an input if it can be filled in. */
export function Row(props: {
  readonly field: FieldReference
  readonly at: string
  /** The id of the input. */
  readonly input?: string
  readonly children?: Child
}) {
  const { field, at, input, children } = props
  const { name, required, type, rules, description } = field
  const address = `${at}-${name}`
  return (
    <div class="row" id={address}>
      <p>
        <a class="address" href={`#${address}`}>
          <code>{name}</code>
        </a>{' '}
        <span class="soft">{type}</span> {required ? <span class="chip needed">required</span> : null}
      </p>
      <p class="hint" id={input === undefined ? undefined : `${input}-hint`}>
        <Cited text={meaningOf(description, rules)} />
      </p>
      {children}
    </div>
  )
}

/** The pattern is left out when the description already says the form. */
function meaningOf(description: string, rules: string): string {
  if (rules === '' || /\bForm: /.test(description)) return description
  return `${description} (${rules})`.trim()
}

/** The required fields whose parents are also required. */
function neededOf(fields: readonly FieldReference[]): ReadonlySet<FieldReference> {
  const optional = fields.filter(({ required }) => !required).map(({ name }) => name)
  const isBelow = (name: string, parent: string) => name.startsWith(`${parent}.`) || name.startsWith(`${parent}[`)
  return new Set(fields.filter(({ name, required }) => required && !optional.some(parent => isBelow(name, parent))))
}
