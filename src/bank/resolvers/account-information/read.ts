import type { BookingStatus } from '../../../domain/account-information.ts'
import { osloDay } from '../../../domain/calendar.ts'
import {
  CONSENT_DAYS,
  earliestDay,
  historyText,
  SHOW_PSU,
  seesAllHistory,
  UNATTENDED_DETAILS_DAYS,
} from '../../../domain/consents.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Habit } from '../../../domain/habits.ts'
import type { View } from '../../../domain/views.ts'
import type { Account, CardAccount, CardTransaction, Transaction } from '../../../generated/client.ts'
import type { Context } from '../../context.ts'
import { type ConsentedAccess, needSca, requireConsent } from '../consents/grant.ts'
import { ACCOUNTS, CARD_ACCOUNTS, type HolderKind } from '../holders.ts'
import { type PendingTransaction, pendingTransactions } from '../payments/unfinished.ts'
import type { Access } from '../psus.ts'
import { countAccess } from './count.ts'
import { behind, lineById, type ShownRow, showingOf, shownAccount, shownCards, showRow } from './habits.ts'

/** Which part of a statement, as given by the caller (D42). */
export type StatementQuery = {
  readonly bookingStatus: BookingStatus
  readonly dateFrom?: string | undefined
  readonly dateTo?: string | undefined
  readonly offset: number
  readonly limit: number
  /** In which view the booked lines are wanted, where that view is available. */
  readonly view?: View | undefined
  /** The habits that the call requests. */
  readonly habits?: readonly Habit[] | undefined
}

/** A page of a statement. A part that `bookingStatus` leaves out is undefined. */
export type Statement<Holder, Row, Pending> = {
  readonly holder: Holder
  readonly booked: readonly Row[] | undefined
  readonly pending: readonly Pending[] | undefined
  readonly more: boolean
  /** The habits by which it is shown, as the header has them; absent where it shows the books (D133). */
  readonly habits?: readonly string[] | undefined
}

type HolderRow = { readonly id: string }

/** Whether accounts are requested with their balances: the call then also counts as a call for balances (D41). */
export type WithBalance = { readonly withBalance: boolean }

/** The accounts or card accounts of the consent, oldest first. When all are closed, the list is empty ([I] Errors). */
export async function consentedHolders<Row extends HolderRow, Line>(
  { ofConsent }: HolderKind<Row, Line>,
  ctx: Context,
  access: Access,
  { withBalance }: WithBalance,
): Promise<Row[]> {
  const consented = await requireConsent(ctx, access)
  const rows = await ofConsent(ctx, consented.consent.id)
  if (withBalance)
    await countAccess(
      ctx,
      consented,
      rows.map(({ id }) => id),
      'balances',
    )
  return rows
}

/** One of them. RESOURCE_UNKNOWN for any other (D32). */
export async function consentedHolder<Row extends HolderRow, Line>(
  kind: HolderKind<Row, Line>,
  ctx: Context,
  access: Access,
  id: string,
  { withBalance }: WithBalance,
): Promise<Row> {
  const consented = await requireConsent(ctx, access)
  const row = await holderWithin(kind, ctx, consented, id)
  if (withBalance) await countAccess(ctx, consented, [id], 'balances')
  return row
}

/** A page of an account's statement, latest booking first (D42). CONSENT_EXPIRED for days that need a fresh SCA (D41). */
export async function accountTransactions(
  ctx: Context,
  access: Access,
  accountId: string,
  query: StatementQuery,
): Promise<Statement<Account, ShownRow<Transaction>, PendingTransaction>> {
  const consented = await requireConsent(ctx, access)
  const holder = await holderWithin(ACCOUNTS, ctx, consented, accountId)
  const days = assertRange(ctx, consented, query)
  await countAccess(ctx, consented, [accountId], 'transactions')
  const showing = await showingOf(ctx, accountId, query.habits)
  if (showing !== undefined) {
    const range = { ...days, isReadable: (day: string) => isReadable(ctx, consented, day) }
    return { holder, ...(await shownAccount(ctx, holder, range, query, showing)) }
  }
  // One list to page through: first the pending lines, then the booked ones (D42).
  const pending =
    query.bookingStatus === 'booked'
      ? { rows: undefined, total: 0 }
      : await pendingTransactions(ctx, holder, { dateFrom: days.fromDate, dateTo: days.toDate }, query)
  if (query.bookingStatus === 'pending')
    return { holder, booked: undefined, pending: pending.rows, more: pending.total > query.offset + query.limit }
  const limit = query.limit - (pending.rows?.length ?? 0)
  const offset = Math.max(0, query.offset - pending.total)
  const { rows, more } = await ACCOUNTS.statement(ctx, accountId, { ...days, offset, limit, view: query.view })
  return { holder, booked: rows, pending: pending.rows, more }
}

/** One transaction, the consent by which it is read, and the habits by which it is shown. */
type TransactionDetails = {
  readonly transaction: ShownRow<Transaction | PendingTransaction>
  readonly consent: ConsentedAccess['consent']
  readonly habits: readonly string[] | undefined
}

/** One transaction of an account, booked or pending (D42). Without the PSU the consent may be at most 90 days old ([I] Limits). */
export async function accountTransactionDetails(
  ctx: Context,
  access: Access,
  accountId: string,
  transactionId: string,
  requested?: readonly Habit[],
): Promise<TransactionDetails> {
  const consented = await requireConsent(ctx, access, access.psuPresent ? CONSENT_DAYS : UNATTENDED_DETAILS_DAYS)
  const account = await holderWithin(ACCOUNTS, ctx, consented, accountId)
  const showing = await showingOf(ctx, accountId, requested)
  const transaction =
    showing === undefined
      ? await lineById(ctx, account, transactionId)
      : await behind(ctx, account, transactionId, showing)
  if (transaction?.accountId !== account.id) throw unknown('transaction', transactionId)
  // The limit goes by the day of the books (D41, D133).
  assertHistory(ctx, consented, transaction.bookingDate ?? osloDay(transaction.createdAt))
  await countAccess(ctx, consented, [accountId], 'transactionDetails')
  const shown = showing === undefined ? transaction : showRow(transaction, transactionId, showing)
  return { transaction: shown, consent: consented.consent, habits: showing?.says }
}

/** A page of a card account's statement, latest booking first (D42). */
export async function cardAccountTransactions(
  ctx: Context,
  access: Access,
  cardAccountId: string,
  query: StatementQuery,
): Promise<Statement<CardAccount, ShownRow<CardTransaction>, never>> {
  const consented = await requireConsent(ctx, access)
  const holder = await holderWithin(CARD_ACCOUNTS, ctx, consented, cardAccountId)
  const days = assertRange(ctx, consented, query)
  await countAccess(ctx, consented, [cardAccountId], 'transactions')
  const showing = await showingOf(ctx, cardAccountId, query.habits)
  if (query.bookingStatus === 'pending')
    return { holder, booked: undefined, pending: [], more: false, habits: showing?.says }
  const { rows, more } = await (showing === undefined
    ? CARD_ACCOUNTS.statement(ctx, cardAccountId, { ...query, ...days })
    : shownCards(ctx, cardAccountId, { ...days, isReadable: day => isReadable(ctx, consented, day) }, query, showing))
  // Payments do not touch cards, so a card account has no pending lines.
  const pending = query.bookingStatus === 'booked' ? undefined : []
  return { holder, booked: rows, pending, more, habits: showing?.says }
}

async function holderWithin<Row extends HolderRow, Line>(
  { noun, oneOfConsent }: HolderKind<Row, Line>,
  ctx: Context,
  { consent }: ConsentedAccess,
  id: string,
): Promise<Row> {
  const row = await oneOfConsent(ctx, consent.id, id)
  if (row === undefined) throw unknown(noun, id)
  return row
}

// A TPP must not learn whether the account does not exist or is outside of its consent (D32).
function unknown(noun: string, id: string): DomainError {
  const text = `The consent opens no ${noun} ${JSON.stringify(id.slice(0, 80))}.`
  return new DomainError('RESOURCE_UNKNOWN', [{ text, want: { kind: 'known', noun, key: id } }])
}

/** The days a statement covers: 90 back to today by default (D42). */
function assertRange(ctx: Context, consented: ConsentedAccess, query: StatementQuery) {
  const { dateFrom = earliestDay(ctx.now), dateTo = osloDay(ctx.now) } = query
  if (dateFrom > dateTo) {
    throw query.dateFrom === undefined
      ? new DomainError('FORMAT_ERROR', `must not be before dateFrom, which is ${dateFrom} when not given.`, 'dateTo')
      : new DomainError('FORMAT_ERROR', `must not be after dateTo, ${dateTo}.`, 'dateFrom')
  }
  assertHistory(ctx, consented, dateFrom)
  return { fromDate: dateFrom, toDate: dateTo }
}

function assertHistory(ctx: Context, consented: ConsentedAccess, day: string): void {
  if (isReadable(ctx, consented, day)) return
  const { consent, access } = consented
  const { psuPresent } = access
  throw needSca(consented, { ...historyText(consent, day, { now: ctx.now, psuPresent }), want: SHOW_PSU })
}

function isReadable(ctx: Context, { consent, access }: ConsentedAccess, day: string): boolean {
  return day >= earliestDay(ctx.now) || seesAllHistory(consent, ctx.now, access.psuPresent)
}
