import type { Child } from 'hono/jsx'
import type { FieldReference } from '../../openapi/reference.ts'
import { Cited } from '../whole-words.tsx'

/** More are folded where they may be left out. */
const SHOWN = 8

/** The fields of a body or an answer, a row and an address for each; `at` begins the addresses. An address of a folded one opens its fold. */
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

/** What one is called, what it takes and what it means; below it, where it can be filled in, its input. */
export function Row(props: {
  readonly field: FieldReference
  readonly at: string
  /** The id of its input. */
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

/** A description with the form has no need of the pattern. */
function meaningOf(description: string, rules: string): string {
  if (rules === '' || /\bForm: /.test(description)) return description
  return `${description} (${rules})`.trim()
}

/** The required fields whose parents are required, too. */
function neededOf(fields: readonly FieldReference[]): ReadonlySet<FieldReference> {
  const optional = fields.filter(({ required }) => !required).map(({ name }) => name)
  const isBelow = (name: string, parent: string) => name.startsWith(`${parent}.`) || name.startsWith(`${parent}[`)
  return new Set(fields.filter(({ name, required }) => required && !optional.some(parent => isBelow(name, parent))))
}
