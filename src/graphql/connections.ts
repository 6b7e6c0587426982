import type { Listing } from '../resolvers/lists.ts'

/** A page as Relay connections have it. Its `totalCount` is a promise that nobody makes before the field is selected. */
export async function toConnection<Row>(listing: Promise<Listing<Row>>) {
  const { rows, cursorOf, hasNextPage, hasPreviousPage, count } = await listing
  const edges = rows.map(node => ({ cursor: cursorOf(node), node }))
  return {
    edges,
    pageInfo: {
      hasNextPage,
      hasPreviousPage,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    totalCount: count,
  }
}
