import type { Child } from 'hono/jsx'
import { formatCount } from './language.ts'
import { addressOf, type DrawnPage } from './listing.tsx'
import { Empty, Name } from './parts.tsx'

/** A column of a list of records. */
export type Column<Row> = {
  readonly head: string | SortHead
  readonly cell: (row: Row) => Child
  /** `amount` stands at the right, `meta` is grey, `wide` and `half` take the room that is left, and are cut off. */
  readonly kind?: 'amount' | 'meta' | 'wide' | 'half' | 'bar-of-time' | 'when' | 'status' | 'took' | 'who' | 'tick'
  /** Its place where the window is narrow and a row has two lines: at the left and the right of the first and the second. Elsewhere it is not shown. */
  readonly phone?: 'first' | 'end' | 'second' | 'last'
}

export type ListProps<Row> = {
  readonly label: string
  readonly rows: readonly Row[]
  /** The first column names the row, and is its link. */
  readonly columns: readonly Column<Row>[]
  readonly hrefOf: (row: Row) => string | undefined
  /** The row's name for those who hear its actions. */
  readonly nameOf?: (row: Row) => string
  readonly actionsOf?: (row: Row) => Child | null
  readonly idOf?: (row: Row) => string
  readonly lookOf?: (row: Row) => 'refused' | 'accepted' | 'waits' | undefined
  readonly isHere?: (row: Row) => boolean
  readonly sorting?: Sorting | undefined
  readonly isOfCalls?: boolean
}

/** Records as rows: each is one link, and has its actions at its end. */
export function List<Row>(props: ListProps<Row>) {
  const { label, rows, columns, sorting, actionsOf, isOfCalls = false } = props
  if (rows.length === 0 && !isOfCalls) return null
  return (
    <table class={isOfCalls ? 'list calls' : 'list'}>
      <caption class="hidden">{label}</caption>
      <thead>
        <tr>
          {columns.map(({ head, kind }) => (
            <ColumnHead head={head} kind={kind} sorting={sorting} />
          ))}
          {actionsOf === undefined ? null : (
            <th class="do">
              <span class="hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <ListRow row={row} {...props} />
        ))}
      </tbody>
    </table>
  )
}

/** One row, also for a stream that adds rows to an open page. */
export function ListRow<Row>(props: Omit<ListProps<Row>, 'label' | 'rows'> & { readonly row: Row }) {
  const { row, columns, hrefOf, idOf, lookOf, isHere, actionsOf, nameOf } = props
  const href = hrefOf(row)
  const link = columns.find(({ kind }) => kind !== 'tick')
  return (
    <tr id={idOf?.(row)} class={lookOf?.(row)}>
      {columns.map(column => (
        <td class={[column.kind, column.phone].filter(Boolean).join(' ') || undefined}>
          {column === link && href !== undefined ? (
            <a class="row-link" href={href} aria-current={isHere?.(row) === true ? 'true' : undefined}>
              {column.cell(row)}
            </a>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {actionsOf === undefined ? null : (
        <td class="do">
          <RowActions name={nameOf?.(row) ?? ''}>{actionsOf(row)}</RowActions>
        </td>
      )}
    </tr>
  )
}

/** Actions behind three dots. */
export function RowActions({ name, children }: { readonly name: string; readonly children: Child | null }) {
  if (children === null) return null
  return (
    <details class="drop dots">
      <summary>
        <span aria-hidden="true">⋯</span>
        <span class="hidden">Actions of {name}</span>
      </summary>
      <div class="sheet">{children}</div>
    </details>
  )
}

/** Which rows of how many stand on a page, and the pages beside it. */
export function Pager<Row>(props: {
  readonly page: DrawnPage<Row>
  readonly path: string
  readonly given: Readonly<Record<string, string | undefined>>
}) {
  const { page, path, given } = props
  const { rows, from, total, previous, next } = page
  if (rows.length === 0) return null
  const last = from + rows.length - 1
  return (
    <nav class="pager" aria-label="Pages">
      <span class="number">
        {formatCount(from)}–{formatCount(last)}
        {total === undefined ? '' : ` of ${formatCount(Math.max(total, last))}`}
      </span>
      {previous === undefined ? null : (
        <a rel="prev" href={addressOf(path, { ...given, ...previous })}>
          Previous
        </a>
      )}
      {next === undefined ? null : (
        <a rel="next" href={addressOf(path, { ...given, ...next })}>
          Next
        </a>
      )}
    </nav>
  )
}

/** The link to the rest of a list within a page, if there is one. */
export function More(props: {
  readonly path: string
  readonly given: Readonly<Record<string, string | undefined>>
  readonly label?: string
}) {
  const { path, given, label = 'More' } = props
  if (Object.values(given).at(-1) === undefined) return null
  return (
    <p class="pager">
      <a href={addressOf(path, given)}>{label}</a>
    </p>
  )
}

/** The order of a list, and what its address needs to change it. */
type Sorting = {
  readonly path: string
  /** The other parameters of the address. */
  readonly given: Readonly<Record<string, string | undefined>>
  /** The present order, one of those of the column heads. */
  readonly order: string
}

/** A column by which a list can be sorted: `down` is the order with the largest first. */
export type SortHead = { readonly label: string; readonly down: string; readonly up: string }

/** The head of a column: a text, or a link to the list in this order, or in the reverse order when the list already has it. */
function ColumnHead(props: {
  readonly head: string | SortHead
  readonly kind: string | undefined
  readonly sorting: Sorting | undefined
}) {
  const { head, kind = '', sorting } = props
  if (typeof head === 'string' || sorting === undefined) {
    const text = typeof head === 'string' ? head : head.label
    return (
      <th scope="col" class={kind}>
        {kind === 'tick' ? <span class="hidden">{text}</span> : text}
      </th>
    )
  }
  const { path, given, order } = sorting
  const { label, down, up } = head
  return (
    <th
      scope="col"
      class={`sorts ${kind}`}
      aria-sort={order === down ? 'descending' : order === up ? 'ascending' : undefined}
    >
      <a href={addressOf(path, { ...given, order: order === down ? up : down })}>
        {label}
        <span aria-hidden="true">{order === down ? ' ↓' : order === up ? ' ↑' : ''}</span>
      </a>
    </th>
  )
}

/** The active filters of a list by their parameters: the title, the chosen value, and the word for it. */
export type Narrowing = Readonly<
  Record<string, readonly [label: string, value: string | undefined, shown?: string | undefined]>
>

/** Shown for a list without rows: its filters, each with a link to the list without that filter; without filters, the given text. */
export function NoneFound(props: { readonly path: string; readonly by: Narrowing; readonly children?: Child }) {
  const { path, by, children } = props
  const chosen = Object.entries(by).filter(([, [, value]]) => value !== undefined && value !== '')
  if (chosen.length === 0) return <Empty>{children}</Empty>
  const values = Object.fromEntries(chosen.map(([name, [, value]]) => [name, value]))
  return (
    <Empty>
      Nothing found with{' '}
      {chosen.map(([name, [label, value = '', shown = value]], place) => (
        <>
          {place === 0 ? '' : ' and '}
          {label} <Name text={shown} /> (
          <a href={addressOf(path, { ...values, [name]: undefined })}>
            leave it out<span class="hidden">: {label}</span>
          </a>
          )
        </>
      ))}
      .
    </Empty>
  )
}
