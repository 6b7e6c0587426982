import type { Child } from 'hono/jsx'
import { type CodeLanguage, Highlighted } from './highlight.tsx'

/** A titled section of a page, on its own background. A live section is replaced when the world changes. */
export function Card(props: {
  readonly id: string
  readonly title: Child
  readonly isLive?: boolean
  readonly isHidden?: boolean
  /** Actions on the whole section, or a link to its full list. */
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

/** A word for a state, in the colour of its meaning. */
export function Chip(props: { readonly kind?: 'good' | 'bad' | 'wait' | undefined; readonly children?: Child }) {
  return <span class={`chip ${props.kind ?? ''}`}>{props.children}</span>
}

/** Shown in place of a list without rows: why it is empty, and what the reader can do. */
export function Empty({ children }: { readonly children?: Child }) {
  return <p class="soft empty">{children}</p>
}

/** A name that a caller chose. It cannot change the direction of the text around it, and an invisible character is shown as its number. */
export function Name({ text }: { readonly text: string }) {
  return (
    <bdi>
      {text.split(UNSEEN).map((part, place) => (place % 2 === 1 ? <code class="sign">U+{hexOf(part)}</code> : part))}
    </bdi>
  )
}

/** The same as plain text, for example for an option: an invisible character is written as its number in brackets. */
export function plainName(text: string): string {
  return text
    .split(UNSEEN)
    .map((part, place) => (place % 2 === 1 ? `[U+${hexOf(part)}]` : part))
    .join('')
}

// Characters of direction or without width; not the joiners, which letters and emoji need.
const UNSEEN = /([\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\p{Cc}])/u
const hexOf = (sign: string) => (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')

/** A text to copy; a script adds the button. */
export function Code({ children }: { readonly children?: Child }) {
  return (
    <pre tabindex={0} data-copy="">
      <code>{children}</code>
    </pre>
  )
}

/** The same, in the colours of its language. */
export function Program({ language, text }: { readonly language: CodeLanguage; readonly text: string }) {
  return (
    <pre tabindex={0} data-copy="">
      <code class={`language-${language}`}>
        <Highlighted language={language} text={text} />
      </code>
    </pre>
  )
}

/** A complete command or file; the first line of a file is its name. */
export function Example({ text }: { readonly text: string }) {
  const [, ending = ''] = /^(?:#|\/\/) \S+\.(\w+)\n/.exec(text) ?? []
  return <Program language={ENDINGS.get(ending) ?? 'bash'} text={text} />
}

const ENDINGS = new Map<string, CodeLanguage>([
  ['yaml', 'yaml'],
  ['yml', 'yaml'],
  ['graphql', 'graphql'],
  ['js', 'javascript'],
  ['mjs', 'javascript'],
  ['ts', 'javascript'],
  ['py', 'python'],
  ['java', 'java'],
  ['go', 'go'],
])

export type FactRows = readonly (readonly [name: Child, value: Child | undefined])[]

/** Names with values; undefined values are left out. */
export function Facts(props: {
  readonly rows: FactRows
  /** `request`: of a PSU's page. `two`: in two columns where there is room. */
  readonly kind?: 'request' | 'two'
}) {
  const rows = props.rows.filter(([, value]) => value !== undefined)
  if (rows.length === 0) return null
  return (
    <dl class={`facts ${props.kind ?? ''}`}>
      {rows.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  )
}

/** A table of words. */
export function Table(props: {
  readonly head: readonly string[]
  readonly rows: readonly (readonly Child[])[]
  /** The column that names its row, if any. */
  readonly named?: number
  /** The addresses of the rows. */
  readonly ids?: readonly string[]
  /** `codes`: the first two columns are short. */
  readonly kind?: 'codes'
}) {
  const { head, rows, named, ids, kind } = props
  if (rows.length === 0) return null
  return (
    <table class={kind}>
      <thead>
        <tr>
          {head.map(name => (
            <th scope="col">{name}</th>
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
