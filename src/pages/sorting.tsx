import { addressOf } from './listing.tsx'

/** How a list is sorted, and where it is in another order. */
export type Sorting = {
  readonly path: string
  /** What else its address says. */
  readonly given: Readonly<Record<string, string | undefined>>
  /** The order that it is in: one of those of its heads. */
  readonly order: string
}

/** What a list can be sorted by: its orders, the largest first and the smallest first. */
export type SortHead = { readonly label: string; readonly down: string; readonly up: string }

/** A link to the list in this order, or the other way round where it is sorted so already: without scripts, an address like any other. */
function SortLink({ head: { label, down, up }, sorting }: { readonly head: SortHead; readonly sorting: Sorting }) {
  const { path, given, order } = sorting
  const next = order === down ? up : down
  const arrow = order === down ? ' ↓' : order === up ? ' ↑' : ''
  return (
    <a href={addressOf(path, { ...given, order: next })}>
      {label}
      <span aria-hidden="true">{arrow}</span>
    </a>
  )
}

/** The head of a column: a plain text, or one that sorts. */
export function ColumnHead({
  head,
  sorting,
}: {
  readonly head: string | SortHead
  readonly sorting: Sorting | undefined
}) {
  if (typeof head === 'string' || sorting === undefined)
    return <th scope="col">{typeof head === 'string' ? head : head.label}</th>
  const sorted = sorting.order === head.down ? 'descending' : sorting.order === head.up ? 'ascending' : undefined
  return (
    <th scope="col" class="sorts" aria-sort={sorted}>
      <SortLink head={head} sorting={sorting} />
    </th>
  )
}

/** The same for a list that has no columns. */
export function SortBar({ heads, sorting }: { readonly heads: readonly SortHead[]; readonly sorting: Sorting }) {
  return (
    <nav class="sort-bar" aria-label="Sort by">
      <span class="soft">Sort by</span>
      {heads.map(head => (
        <SortLink head={head} sorting={sorting} />
      ))}
    </nav>
  )
}

/** The order in an address; undefined for an unknown one. */
export function orderOf<Order extends string>(orders: Readonly<Record<Order, unknown>>, name: string | undefined) {
  const isOrder = (one: string): one is Order => Object.hasOwn(orders, one)
  return name !== undefined && isOrder(name) ? name : undefined
}
