import type { Context } from '../context.ts'
import { parseAmount } from '../domain/money.ts'
import { encodeCursor, type Page, type PageArgs, pageWindow } from '../domain/paging.ts'
import { VIEW } from '../domain/views.ts'
import type { AccountFilter, CardAccountFilter, TransactionFilter } from '../inputs/filters.ts'
import { countOfWorld } from '../store/counts.ts'
import type { Children } from '../store/loaders/loading.ts'
import { type Condition, ORDERS, type Order } from '../store/page-sql.ts'
import { pageOfWorld } from '../store/pages.ts'
import { findTpp } from './tpp-register.ts'

/** A page of a list. `cursorOf` names a row's place in it, `count` counts the whole list on demand. */
export type Listing<Row> = Page<Row> & {
  readonly cursorOf: (row: Row) => string
  readonly count: () => Promise<number>
}

/** A page of a whole table of the world, oldest first. */
export async function listWorld<Row extends { id: string }>(
  ctx: Context,
  table: string,
  args: PageArgs,
  filter: readonly Condition[],
  find: (ids: string[]) => Promise<Row[]>,
): Promise<Listing<Row>> {
  const source = { worldId: ctx.world.id, table, find }
  const window = windowOf(table, 'oldestFirst', args)
  const page = await pageOfWorld(ctx.db, source, { order: 'oldestFirst', window, filter, view: args[VIEW] })
  return { ...page, cursorOf: row => encodeCursor(table, [row.id]), count: () => countOfWorld(ctx.db, source, filter) }
}

/** A page of the rows that belong to one parent, oldest first. */
export async function listChildren<Row extends { id: string }>(
  children: Children<Row>,
  parentId: string,
  args: PageArgs,
  filter: readonly Condition[] = [],
): Promise<Listing<Row>> {
  const { table } = children
  const window = windowOf(table, 'oldestFirst', args)
  const query = { parentId, order: 'oldestFirst', window, filter, view: args[VIEW] } as const
  const page = await children.page(query)
  return { ...page, cursorOf: row => encodeCursor(table, [row.id]), count: () => children.count(query) }
}

export async function listStatement<Row extends { id: string; bookingDate: string }>(
  children: Children<Row>,
  parentId: string,
  args: PageArgs,
  filter: readonly Condition[],
): Promise<Listing<Row>> {
  const order = 'latestBookingFirst'
  const { table } = children
  const query = { parentId, order, window: windowOf(table, order, args), filter, view: args[VIEW] } as const
  const page = await children.page(query)
  return {
    ...page,
    cursorOf: row => encodeCursor(table, [row.bookingDate, row.id]),
    count: () => children.count(query),
  }
}

/** FORMAT_ERROR for a page that cannot be. */
export function assertPage(table: string, args: PageArgs): void {
  windowOf(table, 'oldestFirst', args)
}

function windowOf(kind: string, order: Order, args: PageArgs) {
  return pageWindow(args, kind, ORDERS[order].columns.length)
}

export function statementConditions(
  filter: TransactionFilter | null | undefined,
  amountColumn: string,
  currency: string,
): Condition[] {
  const minor = (name: 'amountFrom' | 'amountTo') => {
    const text = filter?.[name]
    return text === undefined ? undefined : parseAmount(text, currency, `filter.${name}`)
  }
  return [
    ...condition('bookingDate', 'atLeast', filter?.dateFrom),
    ...condition('bookingDate', 'atMost', filter?.dateTo),
    ...condition(amountColumn, 'atLeast', minor('amountFrom')),
    ...condition(amountColumn, 'atMost', minor('amountTo')),
  ]
}

// An owner that the world does not have owns nothing: a filter narrows, it does not refuse.
export async function ofOwner(
  ctx: Context,
  filter: AccountFilter | CardAccountFilter | null | undefined,
): Promise<Condition[]> {
  return equal('ownerId', await idOfCustomer(ctx, filter?.customerNumber))
}

/** The id of the customer that a filter names; one that no customer has, for a number that the world does not have. */
export async function idOfCustomer(ctx: Context, customerNumber: string | undefined): Promise<string | undefined> {
  if (customerNumber === undefined) return undefined
  const where = { worldId_customerNumber: { worldId: ctx.world.id, customerNumber } }
  return (await ctx.db.customer.findUnique({ where, select: { id: true } }))?.id ?? ''
}

/** The id of the TPP that a filter names, by its id or its local name. RESOURCE_UNKNOWN for one that the bank does not know: its lists would be empty for a misspelt name. */
export async function idOfTpp(ctx: Context, tpp: string | undefined): Promise<string | undefined> {
  return tpp === undefined ? undefined : (await findTpp(ctx, tpp, 'filter.tpp')).id
}

/** A condition, when it is given. */
export function equal(column: string, value: Condition['value'] | undefined): Condition[] {
  return condition(column, 'equal', value)
}

export function condition(column: string, is: Condition['is'], value: Condition['value'] | undefined): Condition[] {
  return value === undefined ? [] : [{ column, is, value }]
}

/** The rows of this world with these ids. */
export function rowsOf(ctx: Context, ids: string[]) {
  return { where: { worldId: ctx.world.id, id: { in: ids } } }
}
