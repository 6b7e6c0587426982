import { DomainError } from '../../domain/errors.ts'
import { parseAmount } from '../../domain/money.ts'
import { encodeCursor, type Page, type PageArgs, pageWindow } from '../../domain/paging.ts'
import { VIEW } from '../../domain/views.ts'
import { countOfWorld } from '../../platform/store/counts.ts'
import type { Children } from '../../platform/store/loaders/loading.ts'
import { type Condition, isAmount, ORDERS, type Order } from '../../platform/store/page-sql.ts'
import { pageOfWorld } from '../../platform/store/pages.ts'
import type { Context } from '../context.ts'
import type { OfCustomer, TransactionFilter } from '../inputs/filters.ts'
import { findTpp } from './tpp-register.ts'

/** A page of a list. `cursorOf` gives a row's place in it, `count` counts the whole list on demand. */
export type Listing<Row> = Page<Row> & {
  readonly cursorOf: (row: Row) => string
  readonly count: () => Promise<number>
}

/** A page of a whole table of the world, oldest first unless another order is given. */
export async function listWorld<Row extends { id: string }>(
  ctx: Context,
  table: string,
  args: PageArgs,
  filter: readonly Condition[],
  find: (ids: string[]) => Promise<Row[]>,
  order: Order = 'oldestFirst',
): Promise<Listing<Row>> {
  const source = { worldId: ctx.world.id, table, find }
  const window = windowOf(table, order, args)
  const page = await pageOfWorld(ctx.db, source, { order, window, filter, view: args[VIEW] })
  return { ...page, cursorOf: cursorIn(table, order), count: () => countRows(ctx, table, filter) }
}

/** How many rows of a table of the world pass a filter. */
export function countRows(ctx: Context, table: string, filter: readonly Condition[]): Promise<number> {
  return countOfWorld(ctx.db, { worldId: ctx.world.id, table }, filter)
}

/** Which rows of a parent, as loaders read them. */
export type ListOf<Row> = (load: Context['load']) => Children<Row>

/** A page of the rows of one parent, oldest first unless another order is given. */
export async function listChildren<Row extends { id: string }>(
  children: Children<Row>,
  parentId: string,
  args: PageArgs,
  filter: readonly Condition[] = [],
  order: Order = 'oldestFirst',
): Promise<Listing<Row>> {
  const { table } = children
  const query = { parentId, order, window: windowOf(table, order, args), filter, view: args[VIEW] }
  const page = await children.page(query)
  return { ...page, cursorOf: cursorIn(table, order), count: () => children.count(query) }
}

/** The orders that a reader may choose from, by their names in GraphQL. */
export const PAYMENT_ORDERS = {
  CREATED_ASC: 'oldestFirst',
  CREATED_DESC: 'latestFirst',
  AMOUNT_ASC: 'smallestTotalFirst',
  AMOUNT_DESC: 'largestTotalFirst',
  STATUS_ASC: 'byStatus',
  STATUS_DESC: 'byStatusBackwards',
} as const satisfies Record<string, Order>
export type PaymentOrder = keyof typeof PAYMENT_ORDERS

export const TRANSACTION_ORDERS = {
  DATE_DESC: 'latestBookingFirst',
  DATE_ASC: 'earliestBookingFirst',
  AMOUNT_DESC: 'largestFirst',
  AMOUNT_ASC: 'smallestFirst',
} as const satisfies Record<string, Order>
export type TransactionOrder = keyof typeof TRANSACTION_ORDERS

/** The orders for lines of a card account, by the amount in its currency. */
export const CARD_TRANSACTION_ORDERS = {
  ...TRANSACTION_ORDERS,
  AMOUNT_DESC: 'largestOriginalFirst',
  AMOUNT_ASC: 'smallestOriginalFirst',
} as const satisfies Record<TransactionOrder, Order>

function windowOf(table: string, order: Order, args: PageArgs) {
  const { columns } = ORDERS[order]
  const window = pageWindow(args, kindOf(table, order), columns.length)
  const faults = (['after', 'before'] as const)
    .filter(path => isAmount(columns[0]) && !/^-?\d{1,18}$/.test(window[path]?.[0] ?? '0'))
    .map(path => ({ text: 'This is no cursor of this list: it names no amount.', path }))
  if (faults.length > 0) throw new DomainError('FORMAT_ERROR', faults)
  return window
}

function cursorIn(table: string, order: Order): (row: object) => string {
  const { columns } = ORDERS[order]
  return row =>
    encodeCursor(
      kindOf(table, order),
      columns.map(column => String(Reflect.get(row, column))),
    )
}

// A cursor of one order is invalid in another, unless that is the reverse order.
function kindOf(table: string, order: Order): string {
  const [first] = ORDERS[order].columns
  return first === 'id' || first === 'bookingDate' ? table : `${table} ${first}`
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

/**
 * The id of the customer that a filter names. For a number that the world does not have, an id that matches no row: a filter narrows, it does not
 * refuse.
 */
export async function idOfCustomer(ctx: Context, filter: OfCustomer | null | undefined): Promise<string | undefined> {
  const customerNumber = filter?.customer
  if (customerNumber == null) return undefined
  const where = { worldId_customerNumber: { worldId: ctx.world.id, customerNumber } }
  return (await ctx.db.customer.findUnique({ where, select: { id: true } }))?.id ?? ''
}

/**
 * The id of the TPP that a filter names, by id or name. RESOURCE_UNKNOWN for one that the bank does not know: otherwise a misspelt name would
 * give an empty list.
 */
export async function idOfTpp(ctx: Context, tpp: string | undefined): Promise<string | undefined> {
  return tpp === undefined ? undefined : (await findTpp(ctx, tpp, 'filter.tpp')).id
}

/** A condition, if its value is given. */
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
