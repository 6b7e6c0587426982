import type { Listing } from '../../resolvers/lists.ts'
import { withSearch } from './calls.tsx'

/** The link to the next page, where there is one: the last of what is given says where that begins. */
export function More({
  path,
  given,
  label = 'More',
}: {
  readonly path: string
  readonly given: Readonly<Record<string, string | undefined>>
  readonly label?: string
}) {
  const entries = Object.entries(given)
  if (entries.at(-1)?.[1] === undefined) return null
  const asked = entries.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]]))
  return (
    <p class="more">
      <a href={withSearch(path, new URLSearchParams(asked))}>{label}</a>
    </p>
  )
}

/** A page of a list: where its next one begins, when there is one. Lists that begin with their latest row are read from the end. */
export function nextOf<Row>({ rows, hasNextPage, cursorOf }: Listing<Row>): string | undefined {
  return cursorAt(hasNextPage, rows.at(-1), cursorOf)
}
export function earlierOf<Row>({ rows, hasPreviousPage, cursorOf }: Listing<Row>): string | undefined {
  return cursorAt(hasPreviousPage, rows[0], cursorOf)
}

function cursorAt<Row>(isThere: boolean, row: Row | undefined, cursorOf: (row: Row) => string): string | undefined {
  return isThere && row !== undefined ? cursorOf(row) : undefined
}
