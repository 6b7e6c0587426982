import type { z } from '@hono/zod-openapi'
import type { Context } from '../context.ts'
import type { PageArgs } from '../domain/paging.ts'
import type { Listing } from '../resolvers/lists.ts'
import type { GraphqlContext } from './builder.ts'
import { toConnection } from './connections.ts'
import { filterArg } from './inputs.ts'
import { idArg } from './twins.ts'

// What t.connection and t.field take, for the lists and rows that only translate: what they are of, and what reads them.

type List<Type, Connection> = { readonly type: Type; readonly connection: Connection }

/** A list that belongs to a row. */
export function listBelow<Row, Item, Type, Connection>(
  { type, connection }: List<Type, Connection>,
  description: string,
  page: (bank: Context, row: Row, args: PageArgs) => Promise<Listing<Item>>,
) {
  const resolve = (row: Row, args: PageArgs, { bank }: GraphqlContext) => toConnection(page(bank, row, args))
  return [{ type, description, resolve }, connection] as const
}

/** A list of all that the world has. */
export function listOfAll<Item, Type, Connection>(
  { type, connection }: List<Type, Connection>,
  description: string,
  page: (bank: Context, args: PageArgs) => Promise<Listing<Item>>,
) {
  const resolve = (_: unknown, args: PageArgs, { bank }: GraphqlContext) => toConnection(page(bank, args))
  return [{ type, description, resolve }, connection] as const
}

/** The same, where a filter may leave some of them. */
export function listByFilter<Item, Type, Connection, Filter extends z.ZodObject>(
  { type, connection }: List<Type, Connection>,
  description: string,
  filter: { readonly schema: Filter; readonly description: string },
  page: (bank: Context, args: PageArgs, filter: z.output<Filter> | null | undefined) => Promise<Listing<Item>>,
) {
  type Args = PageArgs & { readonly filter?: z.output<Filter> | null | undefined }
  const resolve = (_: unknown, { filter: wanted, ...args }: Args, { bank }: GraphqlContext) =>
    toConnection(page(bank, args, wanted))
  return [{ type, description, args: filterArg(filter.schema, filter.description), resolve }, connection] as const
}

/** One row by its id. RESOURCE_UNKNOWN when the world does not have it. */
export function rowById<Type, Item>(
  type: Type,
  description: string,
  id: string,
  read: (bank: Context, id: string) => Promise<Item>,
) {
  const resolve = (_: unknown, args: { readonly id: string }, { bank }: GraphqlContext) => read(bank, args.id)
  return { type, nullable: true, description, args: idArg(id), resolve } as const
}
