import type { z } from '@hono/zod-openapi'
import type { Context } from '../context.ts'
import type { PageArgs } from '../domain/paging.ts'
import type { Listing } from '../resolvers/lists.ts'
import type { builder, GraphqlContext } from './builder.ts'
import { toConnection } from './connections.ts'
import { filterArg } from './inputs.ts'
import type { List, Noun } from './nouns.ts'
import { idArg } from './twins.ts'

/** The fields of the query that only translate: lists of all that the world has, and single rows by their ids. */

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

/** The same, where a filter may leave some of them. */
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
  return t.field({
    type,
    nullable: true,
    description: `${description} RESOURCE_UNKNOWN when the world does not have it.`,
    args: idArg(id),
    resolve: (_, args, { bank }) => find(bank, args.id),
  })
}
