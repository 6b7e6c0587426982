import type { PaymentEntry, Transaction } from '../../../generated/client.ts'
import { yieldTurn } from '../../../platform/store/turns.ts'
import type { Context } from '../../context.ts'
import { FEE } from './unfinished.ts'

/** Ids that booked lines had while they were pending (D42, D133): those of the transfers of single and bulk payments, and of their fees. */

type Line = { readonly paymentId?: string | null }
type BookedEntry = Pick<PaymentEntry, 'id' | 'paymentId' | 'feeMinor'>

/** How many payments one statement reads (D74). */
const PAYMENTS_AT_ONCE = 500

/** The former ids of lines of an account, by their ids. */
export async function keptIds(
  ctx: Context,
  accountId: string,
  lines: readonly Line[],
): Promise<ReadonlyMap<string, string>> {
  const payments = [...new Set(lines.flatMap(({ paymentId }) => paymentId ?? []))]
  const kept = new Map<string, string>()
  for (let from = 0; from < payments.length; from += PAYMENTS_AT_ONCE) {
    await yieldTurn()
    const some = payments.slice(from, from + PAYMENTS_AT_ONCE)
    const booked = byPayment(await linesOf(ctx, accountId, some))
    for (const [paymentId, entries] of byPayment(await entriesOf(ctx, accountId, some))) {
      const own = booked.get(paymentId) ?? []
      const former = entries.flatMap(({ id, feeMinor }) => (feeMinor > 0n ? [id, `${id}${FEE}`] : [id]))
      // A payment books in the order of its entries, the fee of each behind it (domain/settlement.ts).
      if (own.length === former.length) for (const [place, { id }] of own.entries()) kept.set(id, former[place] ?? id)
    }
  }
  return kept
}

/** The booked line of an account that had this id while it was pending. */
export async function bookedAs(ctx: Context, accountId: string, id: string): Promise<Transaction | undefined> {
  const entryId = id.endsWith(FEE) ? id.slice(0, -FEE.length) : id
  const where = { worldId_id: { worldId: ctx.world.id, id: entryId } }
  const entry = await ctx.db.paymentEntry.findUnique({ where })
  if (entry === null) return undefined
  const kept = await keptIds(ctx, accountId, [entry])
  const lines = await linesOf(ctx, accountId, [entry.paymentId])
  return lines.find(line => kept.get(line.id) === id)
}

function linesOf({ db, world }: Context, accountId: string, payments: string[]): Promise<Transaction[]> {
  return db.transaction.findMany({
    where: { worldId: world.id, accountId, paymentId: { in: payments } },
    orderBy: { id: 'asc' },
  })
}

function entriesOf({ db, world }: Context, accountId: string, payments: string[]): Promise<BookedEntry[]> {
  return db.paymentEntry.findMany({
    where: {
      worldId: world.id,
      paymentId: { in: payments },
      status: 'EXECUTED',
      payment: { debtorAccountId: accountId, service: { not: 'PERIODIC' } },
    },
    orderBy: { position: 'asc' },
  })
}

function byPayment<Row extends Line>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const all = new Map<string, Row[]>()
  for (const row of rows) {
    const { paymentId } = row
    if (paymentId == null) continue
    const own = all.get(paymentId)
    if (own === undefined) all.set(paymentId, [row])
    else own.push(row)
  }
  return all
}
