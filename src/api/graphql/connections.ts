import type { z } from '@hono/zod-openapi'
import { type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql'
import type { Context } from '../../bank/context.ts'
import type { Listing } from '../../bank/resolvers/lists.ts'
import { isKeyed } from '../../domain/keys.ts'
import { DEFAULT_NESTED_PAGE, MAX_PAGE, type PageArgs } from '../../domain/paging.ts'
import type { builder, GraphqlContext } from './builder.ts'
import { filterArg, idArg } from './inputs.ts'
import type { List, Noun } from './nouns.ts'

/** A page in the form of Relay connections. Cursors, edges and `totalCount` are computed only when they are selected. */
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
 * When neither first nor last is given, lists within other rows have smaller pages, because their sizes multiply. So the first query that a user
 * writes, customers with accounts with engagements and so on, stays within the permitted cost.
 */
export function withSmallerNestedPages(schema: GraphQLSchema): GraphQLSchema {
  const roots = [schema.getQueryType(), schema.getMutationType()]
  for (const type of Object.values(schema.getTypeMap())) {
    if ((!isObjectType(type) && !isInterfaceType(type)) || roots.some(root => root === type)) continue
    const { nodes } = type.getFields()
    // The rows are known already: no edges need to be searched.
    if (nodes !== undefined && type.name.endsWith('Connection')) nodes.resolve = page => page.rows
    for (const field of Object.values(type.getFields())) {
      const first = field.args.find(arg => arg.name === 'first')
      if (first === undefined || !field.args.some(arg => arg.name === 'after')) continue
      first.description = NESTED_FIRST
      const { resolve } = field
      // The types of an interface have resolvers, the interface itself has none that is used.
      if (resolve === undefined || isInterfaceType(type)) continue
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

const NESTED_FIRST = `How many rows from the start, or after \`after\`: 0 to ${MAX_PAGE}, ${DEFAULT_NESTED_PAGE} when neither first nor last is given: the extension \`truncated\` names the list then, where it has more.`

/** Fields of the query that only translate: lists of all rows of the world, and single rows by id. */

type Builder = PothosSchemaTypes.QueryFieldBuilder<typeof builder.$inferSchemaTypes, object>

export function listOfAll<Item>(
  t: Builder,
  { type, connection }: List<Item>,
  description: string,
  page: (bank: Context, args: PageArgs) => Promise<Listing<Item>>,
) {
  const resolve = (_: object, args: PageArgs, { bank }: GraphqlContext) => toConnection(page(bank, args))
  return t.connection({ type, description, resolve }, connection)
}

/** The same with a filter. */
export function listByFilter<Item, Filter extends z.ZodObject>(
  t: Builder,
  { type, connection }: List<Item>,
  description: string,
  schema: Filter,
  page: (bank: Context, args: PageArgs, filter: z.output<Filter> | null | undefined) => Promise<Listing<Item>>,
) {
  type Args = PageArgs & { readonly filter?: z.output<Filter> | null | undefined }
  const resolve = (_: object, { filter, ...args }: Args, { bank }: GraphqlContext) =>
    toConnection(page(bank, args, filter))
  return t.connection({ type, description, args: filterArg(schema), resolve }, connection)
}

/** One row by its id. RESOURCE_UNKNOWN when the world does not have it. */
export function rowById(t: Builder, { type, find }: Noun<{ readonly id: string }>, description: string, id: string) {
  const kind = isKeyed(type.name) ? type.name : null
  return t.field({
    type,
    nullable: true,
    description: `${description} RESOURCE_UNKNOWN when the world does not have it.`,
    args: idArg(kind, id),
    resolve: (_, args, { bank }) => find(bank, args.id),
  })
}
