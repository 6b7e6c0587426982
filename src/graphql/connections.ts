import { type GraphQLSchema, isObjectType } from 'graphql'
import { DEFAULT_NESTED_PAGE, MAX_PAGE } from '../domain/paging.ts'
import type { Listing } from '../resolvers/lists.ts'

/** A page as Relay connections have it. Cursors, edges and `totalCount` are made only when they are selected. */
export async function toConnection<Row>(listing: Promise<Listing<Row>>) {
  const { rows, cursorOf, hasNextPage, hasPreviousPage, count } = await listing
  return {
    rows,
    get edges() {
      return rows.map(node => edge(node, cursorOf))
    },
    pageInfo: {
      hasNextPage,
      hasPreviousPage,
      get startCursor() {
        return cursorAt(rows[0], cursorOf)
      },
      get endCursor() {
        return cursorAt(rows.at(-1), cursorOf)
      },
    },
    totalCount: count,
  }
}

function edge<Row>(node: Row, cursorOf: (row: Row) => string) {
  return {
    node,
    get cursor() {
      return cursorOf(node)
    },
  }
}

function cursorAt<Row>(row: Row | undefined, cursorOf: (row: Row) => string): string | null {
  return row === undefined ? null : cursorOf(row)
}

/**
 * Lists inside of other rows have smaller pages, where neither first nor last is given: their sizes multiply. So what a
 * person asks first, customers with accounts with engagements and so on, is within what an operation may cost.
 */
export function withSmallerNestedPages(schema: GraphQLSchema): GraphQLSchema {
  const roots = [schema.getQueryType(), schema.getMutationType()]
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || roots.includes(type)) continue
    const { nodes } = type.getFields()
    // The rows are at hand: they need no edges to be found in.
    if (nodes !== undefined && type.name.endsWith('Connection')) nodes.resolve = page => page.rows
    for (const field of Object.values(type.getFields())) {
      const first = field.args.find(arg => arg.name === 'first')
      const { resolve } = field
      if (first === undefined || resolve === undefined || !field.args.some(arg => arg.name === 'after')) continue
      first.description = NESTED_FIRST
      field.resolve = (row, args, context, info) =>
        resolve(
          row,
          args.first == null && args.last == null ? { ...args, first: DEFAULT_NESTED_PAGE } : args,
          context,
          info,
        )
    }
  }
  return schema
}

const NESTED_FIRST = firstText(DEFAULT_NESTED_PAGE)

function firstText(preset: number): string {
  return `How many rows from the start, or after \`after\`: 0 to ${MAX_PAGE}, ${preset} when neither first nor last is given: the extension \`truncated\` names the list then, where it has more.`
}
