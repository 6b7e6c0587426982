import { FIRST_DAY, LAST_DAY } from '../../../domain/calendar.ts'
import {
  FIRST_SEED,
  firstDayBehind,
  type Habit,
  idsBehind,
  inOrder,
  isHidden,
  MOST_SHOWN,
  type Showing,
  type ShownLine,
  shiftedOffset,
  showLine,
  shown,
  shownId,
  together,
  tooManyShown,
  wholeDays,
  whyAltered,
  whyHidden,
} from '../../../domain/habits.ts'
import type { Account, CardTransaction, Transaction } from '../../../generated/client.ts'
import { placesOfDays, type Statement } from '../../../platform/store/statement-slices.ts'
import { yieldTurn } from '../../../platform/store/turns.ts'
import { type Context, tppOf } from '../../context.ts'
import { ACCOUNTS, CARD_ACCOUNTS, type HolderKind } from '../holders.ts'
import { bookedAs, keptIds } from '../payments/kept-ids.ts'
import { type PendingTransaction, pendingTransaction, pendingTransactions } from '../payments/unfinished.ts'

/** A line as a TPP is shown it. Its id may be another one than that of the books, which stands beside it then (D133). */
export type ShownRow<Row> = Row & { readonly booksId?: string }

/** The days of a range, and whether those before them may be read, too (D41). */
type Range = {
  readonly fromDate: string
  readonly toDate: string
  readonly isReadable: (day: string) => boolean
}
type Window = { readonly bookingStatus: string; readonly offset: number; readonly limit: number }

/** How the calling TPP is shown an account or card account: `undefined` where it sees the books, as in every world without habits. */
export async function showingOf(
  ctx: Context,
  holderId: string,
  requested: readonly Habit[] = [],
  tppId = tppOf(ctx).tppId,
): Promise<Showing | undefined> {
  const set = ctx.world.hasHabits ? await ctx.deps.sandbox.habitsOf(ctx, tppId, holderId) : []
  if (set.length === 0 && requested.length === 0) return undefined
  return together([...set, { habits: requested, seed: FIRST_SEED }], ctx.now)
}

/** A page of an account's statement under habits: first what is pending, then what is booked (D42). */
export async function shownAccount(ctx: Context, account: Account, range: Range, query: Window, showing: Showing) {
  const { bookingStatus, limit } = query
  const offset = shiftedOffset(query.offset, showing)
  const days = { dateFrom: range.fromDate, dateTo: range.toDate }
  const pending =
    bookingStatus === 'booked'
      ? { rows: undefined, total: 0 }
      : await pendingTransactions(ctx, account, days, { offset, limit })
  const rows = pending.rows?.map(row => showLine(row, showing))
  const habits = showing.says
  if (bookingStatus === 'pending')
    return { booked: undefined, pending: rows, more: pending.total > offset + limit, habits }
  const rest = { offset: Math.max(0, offset - pending.total), limit: limit - (rows?.length ?? 0) }
  const { rows: booked, more } = await shownPage<Account, Transaction>(ACCOUNTS, ctx, account.id, range, rest, showing)
  return { booked, pending: rows, more, habits }
}

/** A page of a card account's statement under habits. */
export function shownCards(ctx: Context, id: string, range: Range, { offset, limit }: Window, showing: Showing) {
  const window = { offset: shiftedOffset(offset, showing), limit }
  return shownPage<unknown, CardTransaction>(CARD_ACCOUNTS, ctx, id, range, window, showing)
}

type Line = { readonly id: string; readonly bookingDate: string; readonly valueDate: string }

async function shownPage<Holder, Row extends Line>(
  kind: Pick<HolderKind<Holder, Row>, 'lines'>,
  ctx: Context,
  holderId: string,
  range: Range,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  showing: Showing,
): Promise<{ rows: ShownRow<Row>[]; more: boolean }> {
  const all = await shownLines(kind.lines.table, ctx, holderId, range, showing)
  const page = all.slice(offset, offset + limit)
  const found = await kind.lines.find(ctx, [...new Set(page.map(({ of }) => of))])
  const byId = new Map(found.map(row => [row.id, row]))
  const rows = page.flatMap(({ id, of, bookingDate }) => {
    const row = byId.get(of)
    return row === undefined ? [] : [{ ...showRow<Row>(row, id, showing), bookingDate }]
  })
  return { rows, more: all.length > offset + limit }
}

/** How many lines are judged in one turn (D74). */
const JUDGED_AT_ONCE = 1_000

/** All that a range shows, latest first. FORMAT_ERROR where these are too many lines. */
async function shownLines(
  table: Statement['table'],
  ctx: Context,
  holderId: string,
  { fromDate, toDate, isReadable }: Range,
  showing: Showing,
): Promise<ShownLine[]> {
  const before = firstDayBehind(fromDate, showing)
  const payments = showing.keepsPendingIds && table === 'Transaction'
  const days = { fromDate: isReadable(before) ? before : fromDate, toDate, payments }
  const places = await placesOfDays(ctx.db, { worldId: ctx.world.id, table, holderId }, days, MOST_SHOWN)
  if (places === undefined) throw tooManyShown()
  const parts: ShownLine[][] = []
  const kept = payments ? await keptIds(ctx, holderId, places) : undefined
  const lines = kept === undefined ? places : places.map(line => ({ ...line, pendingId: kept.get(line.id) }))
  for (const some of wholeDays(lines, JUDGED_AT_ONCE)) {
    await yieldTurn()
    parts.push(shown(some, showing))
  }
  return inOrder(parts.flat().filter(({ bookingDate }) => bookingDate >= fromDate && bookingDate <= toDate))
}

/** A line of the books, and as what a TPP is shown it: under which id and on which day, and by which habits it looks otherwise. */
export type LineShown = {
  /** Null while it is not shown yet. */
  readonly shownId: string | null
  readonly shownDate: string | null
  readonly transactionId: string
  readonly why: readonly string[]
}

type ShownDays = {
  readonly tppId: string
  readonly dateFrom?: string | undefined
  readonly dateTo?: string | undefined
}

/** Which line is which: each booked line of some days as a TPP is shown it, latest first, twice if it comes twice (D133). */
export async function linesShownTo(
  table: Statement['table'],
  ctx: Context,
  holderId: string,
  { tppId, dateFrom = FIRST_DAY, dateTo = LAST_DAY }: ShownDays,
): Promise<LineShown[]> {
  const showing = (await showingOf(ctx, holderId, [], tppId)) ?? together([], ctx.now)
  const range = { fromDate: dateFrom, toDate: dateTo, isReadable: () => true }
  const lines = await shownLines(table, ctx, holderId, range, { ...showing, hiddenFrom: undefined })
  return lines.map(({ id, bookingDate, booked, of: transactionId, why }) =>
    isHidden({ id, bookingDate: booked }, showing)
      ? { shownId: null, shownDate: null, transactionId, why: whyHidden(showing) }
      : { shownId: id, shownDate: bookingDate, transactionId, why: [...why, ...whyAltered(showing)] },
  )
}

/** A row under the id by which it is shown. */
export function showRow<Row extends { readonly id: string; readonly valueDate: string | null }>(
  row: Row,
  id: string,
  showing: Showing,
): ShownRow<Row> {
  return { ...showLine(row, showing), id, booksId: row.id }
}

/** The line that a TPP names by an id that it was shown; `undefined` for an id of an earlier night, and for what is not shown yet. */
export async function behind(
  ctx: Context,
  account: Account,
  id: string,
  showing: Showing,
): Promise<Transaction | PendingTransaction | undefined> {
  for (const own of idsBehind(id, showing)) {
    const booked = showing.keepsPendingIds ? await bookedAs(ctx, account.id, own) : undefined
    const row = booked ?? (await lineById(ctx, account, own))
    if (row === undefined) continue
    if (row.bookingDate === null) return own === id ? row : undefined
    const kept = showing.keepsPendingIds ? await keptIds(ctx, account.id, [row]) : undefined
    const line = { id: row.id, bookingDate: row.bookingDate, pendingId: kept?.get(row.id) }
    if (!isHidden(line, showing) && shownId(line, showing) === id) return row
  }
  return undefined
}

/** A line of an account by its id in the books, booked or pending. */
export async function lineById(
  ctx: Context,
  account: Account,
  id: string,
): Promise<Transaction | PendingTransaction | undefined> {
  const booked = await ctx.db.transaction.findUnique({ where: { worldId_id: { worldId: ctx.world.id, id } } })
  return booked ?? (await pendingTransaction(ctx, account, id))
}
