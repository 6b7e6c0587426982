import type { View } from '../../domain/views.ts'
import type { CardTransaction, Transaction } from '../../generated/client.ts'
import { dayChanges, type Holder } from '../../platform/store/curves.ts'
import { rowsAt } from '../../platform/store/pages.ts'
import { type LinesQuery, type Statement, statementTail } from '../../platform/store/statement-slices.ts'
import type { Context } from '../context.ts'
import { rowsOf } from './lists.ts'

/** A slice of a statement, latest booking first; `more` says whether older lines follow. */
export type StatementSlice<Row> = { readonly rows: readonly Row[]; readonly more: boolean }

const UNORDERED: readonly string[] = []

/** Which lines, and in which view, where that view is available. */
export type SliceQuery = LinesQuery & { readonly view?: View | undefined }

/** A slice of an account's statement, from an index. */
export function sliceOfAccount(
  ctx: Context,
  accountId: string,
  query: SliceQuery,
): Promise<StatementSlice<Transaction>> {
  const find = (ids: string[]) => ctx.db.transaction.findMany(rowsOf(ctx, ids))
  return sliceOf(ctx, { worldId: ctx.world.id, table: 'Transaction', holderId: accountId }, query, find)
}

/** A slice of a card account's statement. */
export function sliceOfCardAccount(
  ctx: Context,
  cardAccountId: string,
  query: SliceQuery,
): Promise<StatementSlice<CardTransaction>> {
  const find = (ids: string[]) => ctx.db.cardTransaction.findMany(rowsOf(ctx, ids))
  return sliceOf(ctx, { worldId: ctx.world.id, table: 'CardTransaction', holderId: cardAccountId }, query, find)
}

async function sliceOf<Row extends { id: string }>(
  ctx: Context,
  statement: Statement,
  query: SliceQuery,
  find: (ids: string[]) => Promise<Row[]>,
): Promise<StatementSlice<Row>> {
  const tail = await statementTail(ctx.db, statement, query)
  const textRequest = query.view === undefined ? undefined : { view: query.view, order: UNORDERED }
  const rows = tail === undefined ? [] : await rowsAt(ctx.db, { table: statement.table, find }, tail, textRequest)
  return { rows: rows.slice(0, query.limit), more: rows.length > query.limit }
}

/** The balance of an account or card account at the end of a day. */
export type BalanceDay = { readonly day: string; readonly balanceMinor: bigint }

/** The booked balance at the end of each day of the latest lines, oldest first: computed backwards from today's balance. */
export async function balanceDays(
  ctx: Context,
  kind: Holder['kind'],
  { id, bookedMinor }: { readonly id: string; readonly bookedMinor: bigint },
  lines: number,
): Promise<BalanceDay[]> {
  let balanceMinor = bookedMinor
  const days = (await dayChanges(ctx.db, ctx.world.id, { kind, id }, lines)).map(({ day, changeMinor }) => {
    const end = { day, balanceMinor }
    balanceMinor -= changeMinor
    return end
  })
  return days.reverse()
}
