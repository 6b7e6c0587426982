import type { Child } from 'hono/jsx'
import { ColumnHead, type SortHead, type Sorting } from './listing.tsx'
import { Command } from './whole-words.tsx'

/** A thing of a page on a ground of its own, with its name. A live one is exchanged as the world changes. */
export function Card(props: {
  readonly id: string
  readonly title: Child
  readonly isLive?: boolean
  readonly isHidden?: boolean
  /** What can be done with it as a whole, or where all of it is. */
  readonly aside?: Child
  readonly children?: Child
}) {
  const { id, title, isLive = false, isHidden = false, aside, children } = props
  return (
    <section class="card" id={`${id}-card`} aria-labelledby={id} data-fresh={isLive ? '' : undefined} hidden={isHidden}>
      <div class="heading">
        <h2 class="first" id={id}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** A word for a state: in the colour of what it means. */
export function Chip(props: { readonly kind?: 'good' | 'bad' | 'wait' | undefined; readonly children?: Child }) {
  return <span class={`chip ${props.kind ?? ''}`}>{props.children}</span>
}

/** A list without rows: why, and what to do. */
export function Empty({ children }: { readonly children?: Child }) {
  return <p class="soft empty">{children}</p>
}

/** A text to be copied as it stands; a script adds the button. */
export function Code({ children }: { readonly children?: Child }) {
  return (
    <pre tabindex={0} data-copy="">
      <code>{children}</code>
    </pre>
  )
}

/** A command or a file that runs as it stands. */
export function Example({ text }: { readonly text: string }) {
  return (
    <Code>
      <Command text={text} />
    </Code>
  )
}

/** Names with their values; a value that is undefined has no line. */
export function Facts(props: {
  readonly rows: readonly (readonly [name: Child, value: Child | undefined])[]
  /** Whether it stands on the page without a ground of its own. */
  readonly isPlain?: boolean
}) {
  const rows = props.rows.filter(([, value]) => value !== undefined)
  if (rows.length === 0) return null
  return (
    <dl class={props.isPlain === true ? 'facts' : 'facts request'}>
      {rows.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  )
}

/** A table; with `sorting`, some heads sort it. */
export function Table(props: {
  readonly head: readonly (string | SortHead)[]
  readonly rows: readonly (readonly Child[])[]
  readonly sorting?: Sorting
  /** The column that names its row; none when not given. */
  readonly named?: number
  /** The addresses of the rows. */
  readonly ids?: readonly string[]
  /** `amounts` has one in its last column, an `even` one columns as wide as those of other such tables of the page. */
  readonly kind?: 'amounts' | 'even' | 'codes' | 'reference'
}) {
  const { head, rows, sorting, named, ids, kind } = props
  if (rows.length === 0) return null
  return (
    <table class={kind}>
      <thead>
        <tr>
          {head.map(name => (
            <ColumnHead head={name} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr id={ids?.[row]}>
            {cells.map((cell, column) => (column === named ? <th scope="row">{cell}</th> : <td>{cell}</td>))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
