import type { Context } from '../context.ts'
import { parseAmount } from '../domain/money.ts'
import { encodeCursor, type Page, type PageArgs, pageWindow, toPage } from '../domain/paging.ts'
import { nameOf } from '../domain/worlds.ts'
import type {
  Account,
  Agreement,
  CardAccount,
  CardTransaction,
  Customer,
  Engagement,
  Transaction,
  World,
} from '../generated/client.ts'
import type { AccountFilter, CardAccountFilter, CustomerFilter, TransactionFilter } from '../inputs/filters.ts'
import { countOfWorld } from '../store/counts.ts'
import type { Children, Kind } from '../store/loaders.ts'
import { type Condition, ORDERS, type Order } from '../store/page-sql.ts'
import { pageOfWorld } from '../store/pages.ts'
import { findTpp } from './tpp-register.ts'
import { initialize } from './worlds.ts'

/** A page of a list. `cursorOf` names a row's place in it, `count` counts the whole list when somebody asks. */
export type Listing<Row> = Page<Row> & {
  readonly cursorOf: (row: Row) => string
  readonly count: () => Promise<number>
}

/** All customers that a filter leaves, oldest first. */
export function pageOfCustomers(
  ctx: Context,
  args: PageArgs,
  filter?: CustomerFilter | null,
): Promise<Listing<Customer>> {
  const conditions = [
    ...equal('type', filter?.type),
    ...equal('customerNumber', filter?.customerNumber),
    ...when('name', 'contains', filter?.nameContains),
  ]
  return listWorld(ctx, 'Customer', args, conditions, ids => ctx.db.customer.findMany(rowsOf(ctx, ids)))
}

/** Fills the world with the standard set and answers a page of its customers (D30). A page that cannot be is refused before anything is emptied. */
export async function initializeAndList(ctx: Context, args: PageArgs): Promise<Listing<Customer>> {
  windowOf('Customer', 'oldestFirst', args)
  await initialize(ctx)
  return pageOfCustomers(ctx, args)
}

/** All agreements of the world, oldest first, automatic ones included. */
export function pageOfAgreements(ctx: Context, args: PageArgs): Promise<Listing<Agreement>> {
  return listWorld(ctx, 'Agreement', args, [], ids => ctx.db.agreement.findMany(rowsOf(ctx, ids)))
}

/** All accounts that a filter leaves, oldest first. */
export async function pageOfAccounts(
  ctx: Context,
  args: PageArgs,
  filter?: AccountFilter | null,
): Promise<Listing<Account>> {
  const { iban, bban, currency } = filter ?? {}
  const conditions = [
    ...equal('iban', iban),
    ...equal('bban', bban),
    ...equal('currency', currency),
    ...(await ofOwner(ctx, filter)),
  ]
  return listWorld(ctx, 'Account', args, conditions, ids => ctx.db.account.findMany(rowsOf(ctx, ids)))
}

/** All card accounts that a filter leaves, oldest first. */
export async function pageOfCardAccounts(
  ctx: Context,
  args: PageArgs,
  filter?: CardAccountFilter | null,
): Promise<Listing<CardAccount>> {
  const conditions = [...equal('currency', filter?.currency), ...(await ofOwner(ctx, filter))]
  return listWorld(ctx, 'CardAccount', args, conditions, ids => ctx.db.cardAccount.findMany(rowsOf(ctx, ids)))
}

/** All worlds of the server, by name. */
export async function pageOfWorlds(ctx: Context, args: PageArgs): Promise<Listing<World>> {
  const window = pageWindow(args, 'World', 1)
  const rows = await ctx.db.world.findMany({
    where: { name: { not: null, gt: window.after?.[0], lt: window.before?.[0] } },
    orderBy: { name: window.backwards ? 'desc' : 'asc' },
    take: window.take + 1,
  })
  const count = () => ctx.db.world.count({ where: { name: { not: null } } })
  return { ...toPage(rows, window), cursorOf: row => encodeCursor('World', [nameOf(row)]), count }
}

/** The agreements that a customer owns, oldest first. */
export function pageOfOwnAgreements(ctx: Context, owner: Customer, args: PageArgs): Promise<Listing<Agreement>> {
  return listChildren(ctx.load.agreementsOfOwner, owner.id, args)
}

/** The accounts that a customer owns, oldest first. */
export function pageOfOwnAccounts(ctx: Context, owner: Customer, args: PageArgs): Promise<Listing<Account>> {
  return listChildren(ctx.load.accountsOfOwner, owner.id, args)
}

/** The card accounts that a customer owns, oldest first. */
export function pageOfOwnCardAccounts(ctx: Context, owner: Customer, args: PageArgs): Promise<Listing<CardAccount>> {
  return listChildren(ctx.load.cardAccountsOfOwner, owner.id, args)
}

/** A customer's rights to accounts, its own and those of the corporations it acts for; oldest first. */
export function pageOfCustomerEngagements(ctx: Context, psu: Customer, args: PageArgs): Promise<Listing<Engagement>> {
  return listChildren(ctx.load.engagementsOfCustomer, psu.id, args)
}

/** The engagements of an agreement, oldest first. */
export function pageOfAgreementEngagements(
  ctx: Context,
  agreement: Agreement,
  args: PageArgs,
): Promise<Listing<Engagement>> {
  return listChildren(ctx.load.engagementsOfAgreement, agreement.id, args)
}

/** The engagements that open an account to somebody, oldest first. */
export function pageOfAccountEngagements(ctx: Context, account: Account, args: PageArgs): Promise<Listing<Engagement>> {
  return listChildren(ctx.load.engagementsOfAccount, account.id, args)
}

/** An account's transactions that a filter leaves, latest booking first. FORMAT_ERROR at `filter.…` for an amount that is none in the account's currency. */
export async function pageOfTransactions(
  ctx: Context,
  account: Account,
  args: PageArgs,
  filter?: TransactionFilter | null,
): Promise<Listing<Transaction>> {
  const conditions = statementConditions(filter, 'amountMinor', account.currency)
  return listStatement(ctx.load.transactionsOfAccount, account.id, args, conditions)
}

/** The same for a card account; amounts are compared in the card account's currency. */
export async function pageOfCardTransactions(
  ctx: Context,
  card: CardAccount,
  args: PageArgs,
  filter?: TransactionFilter | null,
): Promise<Listing<CardTransaction>> {
  const conditions = statementConditions(filter, 'originalAmountMinor', card.currency)
  return listStatement(ctx.load.transactionsOfCardAccount, card.id, args, conditions)
}

/** How many rows of a kind a world has. Asked for many worlds and kinds at once, it is one statement for each kind. */
export function countInWorld(ctx: Context, kind: Kind, world: World): Promise<number> {
  return ctx.load.rowsInWorld(kind, world.id)
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
  const page = await pageOfWorld(ctx.db, source, { order: 'oldestFirst', window, filter })
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
  const query = { parentId, order: 'oldestFirst', window: windowOf(table, 'oldestFirst', args), filter } as const
  const page = await children.page(query)
  return { ...page, cursorOf: row => encodeCursor(table, [row.id]), count: () => children.count(query) }
}

async function listStatement<Row extends { id: string; bookingDate: string }>(
  children: Children<Row>,
  parentId: string,
  args: PageArgs,
  filter: readonly Condition[],
): Promise<Listing<Row>> {
  const order = 'latestBookingFirst'
  const { table } = children
  const query = { parentId, order, window: windowOf(table, order, args), filter } as const
  const page = await children.page(query)
  return {
    ...page,
    cursorOf: row => encodeCursor(table, [row.bookingDate, row.id]),
    count: () => children.count(query),
  }
}

function windowOf(kind: string, order: Order, args: PageArgs) {
  return pageWindow(args, kind, ORDERS[order].columns.length)
}

function statementConditions(
  filter: TransactionFilter | null | undefined,
  amountColumn: string,
  currency: string,
): Condition[] {
  const minor = (name: 'amountFrom' | 'amountTo') => {
    const text = filter?.[name]
    return text === undefined ? undefined : parseAmount(text, currency, `filter.${name}`)
  }
  return [
    ...when('bookingDate', 'atLeast', filter?.dateFrom),
    ...when('bookingDate', 'atMost', filter?.dateTo),
    ...when(amountColumn, 'atLeast', minor('amountFrom')),
    ...when(amountColumn, 'atMost', minor('amountTo')),
  ]
}

// An owner that the world does not have owns nothing: a filter narrows, it does not refuse.
async function ofOwner(
  ctx: Context,
  filter: AccountFilter | CardAccountFilter | null | undefined,
): Promise<Condition[]> {
  return equal('ownerId', await idOfCustomer(ctx, filter?.customerNumber))
}

/** The id of the customer that a filter names; one that nobody has for a number that the world does not have. */
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
  return when(column, 'equal', value)
}

function when(column: string, is: Condition['is'], value: Condition['value'] | undefined): Condition[] {
  return value === undefined ? [] : [{ column, is, value }]
}

/** The rows of this world with these ids. */
export function rowsOf(ctx: Context, ids: string[]) {
  return { where: { worldId: ctx.world.id, id: { in: ids } } }
}
