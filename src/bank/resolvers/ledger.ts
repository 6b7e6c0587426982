import { type BookingReason, movementAgainstClearing } from '../../domain/ledger.ts'
import { deleteOfParent } from '../../platform/store/bulk-writes.ts'
import { countLines } from '../../platform/store/counts.ts'
import type { Holders } from '../../platform/store/world-copies.ts'
import type { Context } from '../context.ts'
import { TooMuch } from './work.ts'

type BookedBalance = { readonly id: string; readonly currency: string; readonly bookedMinor: bigint }

/** Books a signed change of an account against clearing. The caller sets the account's `bookedMinor` in the same transaction. */
export async function bookAgainstClearing(
  tx: Context,
  account: Pick<BookedBalance, 'id' | 'currency'>,
  changeMinor: bigint,
  reason: BookingReason,
): Promise<void> {
  if (changeMinor !== 0n) await tx.db.booking.create({ data: bookingAgainstClearing(tx, account, changeMinor, reason) })
}

/** The row of such a booking. */
export function bookingAgainstClearing(
  { world, newId, now }: Context,
  { id, currency }: Pick<BookedBalance, 'id' | 'currency'>,
  changeMinor: bigint,
  reason: BookingReason,
) {
  const movement = movementAgainstClearing(id, changeMinor)
  return { worldId: world.id, id: newId(), ...movement, currency, reason, bookedAt: now }
}

/**
 * Deletes the lines of accounts' statements. Too many do not fit into one transaction (D74): the command then runs again with a copy of the world
 * that does not have them. Must be the first write of the command. Returns how many lines there were.
 */
export async function deleteLines(tx: Context, holders: Holders): Promise<number> {
  const { db, world, made } = tx
  if (made !== undefined) {
    await tx.deps.sandbox.takePlace(tx, made)
    return made.lines
  }
  if ((await countLines(db, world.id, holders)) > LINES_AT_ONCE)
    throw new TooMuch((ctx, finish) => ctx.deps.sandbox.withReplacement(ctx, { without: holders }, finish))
  const { accounts, cardAccounts } = holders
  const deleted = await Promise.all([
    ...accounts.map(id => deleteOfParent(db, 'Transaction', world.id, { column: 'accountId', id })),
    ...cardAccounts.map(id => deleteOfParent(db, 'CardTransaction', world.id, { column: 'cardAccountId', id })),
  ])
  return deleted.reduce((all, some) => all + some, 0)
}

/** How many lines one transaction deletes (D74). */
const LINES_AT_ONCE = 2_500

/** Deletes the statements of accounts that are about to be deleted, and moves their balances to clearing, so that no money vanishes with them. */
export async function closeHoldings(
  tx: Context,
  {
    accounts = [],
    cardAccounts = [],
  }: { accounts?: readonly BookedBalance[]; cardAccounts?: readonly BookedBalance[] },
): Promise<void> {
  await deleteLines(tx, { accounts: accounts.map(one => one.id), cardAccounts: cardAccounts.map(one => one.id) })
  for (const holder of [...accounts, ...cardAccounts])
    await bookAgainstClearing(tx, holder, -holder.bookedMinor, 'ACCOUNT_CLOSED')
}
