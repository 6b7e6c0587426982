import { addDays, LAST_DAY, osloDay, osloInstant } from '../../../domain/calendar.ts'
import { missingRight } from '../../../domain/engagements.ts'
import { actWanted, byRule, DomainError } from '../../../domain/errors.ts'
import { postingOf } from '../../../domain/settlement.ts'
import { UNAUTHORISED_STATUSES, UNFINISHED_STATUSES, WAITING_STATUSES } from '../../../domain/status.ts'
import type { Account, Engagement, Payment, Transaction } from '../../../generated/client.ts'
import { countPendingLines, type PendingLine, slicePendingLines } from '../../../platform/store/pending-lines.ts'
import type { Context } from '../../context.ts'

/** D29: an account with payments that are not final cannot be deleted. */
export async function assertNoUnfinishedPayments(tx: Context, accountIds: readonly string[]): Promise<void> {
  const payment = await tx.db.payment.findFirst({
    where: { worldId: tx.world.id, debtorAccountId: { in: [...accountIds] }, status: { in: [...UNFINISHED_STATUSES] } },
    select: { id: true, status: true, debtorAccountId: true },
  })
  if (payment === null) return
  throw new DomainError(
    'CONFLICT',
    actWanted(
      'CANCEL_PAYMENTS',
      byRule.D29`The payment ${payment.id} from the account ${payment.debtorAccountId} is ${payment.status}: cancel it first, as its TPP with DELETE on the payment or as the operator with cancelPaymentInBank, also when no member is left to approve it or to authorise its cancellation; or let it finish.`,
      { of: payment.id },
    ),
  )
}

/**
 * How many waiting payments of one agreement are examined when rights are removed; each needs its amount, so more of them would delay others (D74).
 */
const MOST_LOOKED_AT = 500

/**
 * D77: CONFLICT while a payment, alone or in a basket, waits for an approval that only these engagements allow, and those that come in their place do
 * not.
 */
export async function assertApproversLeft(
  tx: Context,
  going: readonly Engagement[],
  coming: readonly Engagement[] = [],
): Promise<void> {
  const where = { worldId: tx.world.id, agreementId: { in: [...new Set(going.map(one => one.agreementId))] } }
  const waiting = await tx.db.payment.findMany({
    where: { ...where, status: { in: [...UNAUTHORISED_STATUSES] } },
    include: { entries: { select: { debitMinor: true } } },
    take: MOST_LOOKED_AT,
  })
  if (waiting.length === 0) return
  const rights = await tx.db.engagement.findMany({ where })
  const ids = new Set(going.map(one => one.id))
  for (const payment of waiting) {
    const { agreementId, debtorAccountId, debtorCurrency, entries } = payment
    const totalMinor = entries.reduce((sum, { debitMinor }) => sum + debitMinor, 0n)
    const isOwn = (one: Engagement) => one.agreementId === agreementId && one.accountId === debtorAccountId
    const own = rights.filter(isOwn)
    const left = [...own.filter(one => !ids.has(one.id)), ...coming.filter(isOwn)]
    const mayApprove = (some: readonly Engagement[]) =>
      missingRight(some, 'APPROVE', debtorCurrency, totalMinor) === undefined
    if (mayApprove(own.filter(one => ids.has(one.id))) && !mayApprove(left))
      throw stillWaiting(payment, 'that no other member could give')
  }
}

/** D77: CONFLICT while a payment under an agreement, alone or in a basket, waits for its approval. */
export async function assertNothingWaits(tx: Context, agreementId: string): Promise<void> {
  const where = { worldId: tx.world.id, agreementId, status: { in: [...UNAUTHORISED_STATUSES] } }
  const payment = await tx.db.payment.findFirst({ where })
  if (payment !== null) throw stillWaiting(payment, 'under this agreement')
}

function stillWaiting({ id, status, basketId }: Payment, why: string): DomainError {
  const place = basketId === null ? '' : ` of the basket ${basketId}`
  return new DomainError(
    'CONFLICT',
    actWanted(
      'CANCEL_PAYMENTS',
      byRule.D77`The payment ${id}${place} is ${status} and waits for an approval ${why}: let it be approved or cancel it first, as its TPP with DELETE on the payment or as the operator with cancelPaymentInBank.`,
      { of: id },
    ),
  )
}

/** A line of a statement that is not booked yet: it has no booking date. */
export type PendingTransaction = Omit<Transaction, 'bookingDate' | 'valueDate'> & {
  readonly bookingDate: null
  readonly valueDate: null
}

/** Days of a statement, both included. */
type Days = { readonly dateFrom: string; readonly dateTo: string }

/** How many rows of a list to leave out, and how many of the rest to return. */
type Slice = { readonly offset: number; readonly limit: number }

/**
 * What single and bulk payments between SCA and booking will take from an account (D42): their future lines, newest first, and the total number. A
 * line without a bookingDate counts by the day it was entered [BG].
 */
export async function pendingTransactions(
  ctx: Context,
  account: Account,
  { dateFrom, dateTo }: Days,
  { offset, limit }: Slice,
): Promise<{ rows: PendingTransaction[]; total: number }> {
  const query = {
    worldId: ctx.world.id,
    accountId: account.id,
    from: osloInstant(dateFrom, '00:00'),
    // No clock reaches the calendar's last day (D40).
    until: osloInstant(dateTo < LAST_DAY ? addDays(dateTo, 1) : dateTo, '00:00'),
  }
  const total = await countPendingLines(ctx.db, query)
  if (offset >= total || limit === 0) return { rows: [], total }
  return { rows: await readLines(ctx, account, await slicePendingLines(ctx.db, query, offset, limit)), total }
}

/** One of these lines by its id in the list; `undefined` when the account does not have it. */
export async function pendingTransaction(
  ctx: Context,
  account: Account,
  id: string,
): Promise<PendingTransaction | undefined> {
  const isFee = id.endsWith(FEE)
  const [line] = await readLines(ctx, account, [{ entryId: isFee ? id.slice(0, -FEE.length) : id, isFee }])
  return line
}

// The line of a fee has no row of its own before it is booked.
export const FEE = '-fee'

async function readLines(
  ctx: Context,
  account: Account,
  wanted: readonly PendingLine[],
): Promise<PendingTransaction[]> {
  const rows = await ctx.db.paymentEntry.findMany({
    where: {
      worldId: ctx.world.id,
      id: { in: [...new Set(wanted.map(({ entryId }) => entryId))] },
      payment: {
        debtorAccountId: account.id,
        status: { in: [...WAITING_STATUSES] },
        service: { not: 'PERIODIC' },
      },
    },
    include: { payment: true },
  })
  if (rows.length === 0) return []
  const entries = new Map(rows.map(row => [row.id, row]))
  const { name } = await ctx.load.customer(account.ownerId)
  const today = osloDay(ctx.now)
  return wanted.flatMap(({ entryId, isFee }) => {
    const row = entries.get(entryId)
    if (row === undefined) return []
    const { payment, ...entry } = row
    const { lines } = postingOf({ paymentId: payment.id, account, name }, entry, undefined, today)
    // An entry has one line, and a second one for its fee.
    return lines.slice(isFee ? 1 : 0, isFee ? 2 : 1).map(({ details, ...line }) => ({
      ...line,
      ...details,
      worldId: ctx.world.id,
      id: isFee ? `${entryId}${FEE}` : entryId,
      bookingDate: null,
      valueDate: null,
      creditorId: null,
      ultimateCreditor: null,
      debtorAgent: null,
      ultimateDebtor: entry.ultimateDebtor ?? payment.ultimateDebtor,
      remittanceInformationUnstructuredArray: null,
      proprietaryBankTransactionCode: null,
      createdAt: payment.createdAt,
    }))
  })
}
