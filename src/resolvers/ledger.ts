import type { Context } from '../context.ts'
import { type BookingReason, movementAgainstClearing } from '../domain/ledger.ts'
import { deleteOfParent } from '../store/bulk-writes.ts'

type Booked = { readonly id: string; readonly currency: string; readonly bookedMinor: bigint }

/** Books a signed change of an account against clearing. The caller sets the account's `bookedMinor` in the same transaction. */
export async function bookAgainstClearing(
  tx: Context,
  account: Pick<Booked, 'id' | 'currency'>,
  changeMinor: bigint,
  reason: BookingReason,
): Promise<void> {
  if (changeMinor === 0n) return
  const movement = movementAgainstClearing(account.id, changeMinor)
  await tx.db.booking.create({
    data: { worldId: tx.world.id, id: tx.newId(), ...movement, currency: account.currency, reason, bookedAt: tx.now },
  })
}

/** Moves what is left on accounts that are about to be deleted to clearing, so that no money vanishes with them, and deletes their statements. */
export async function closeAccounts(tx: Context, accounts: readonly Booked[]): Promise<void> {
  for (const account of accounts) {
    await bookAgainstClearing(tx, account, -account.bookedMinor, 'ACCOUNT_CLOSED')
    await deleteOfParent(tx.db, 'Transaction', tx.world.id, { column: 'accountId', id: account.id })
  }
}

/** The same for card accounts. */
export async function closeCardAccounts(tx: Context, accounts: readonly Booked[]): Promise<void> {
  for (const account of accounts) {
    await bookAgainstClearing(tx, account, -account.bookedMinor, 'ACCOUNT_CLOSED')
    await deleteOfParent(tx.db, 'CardTransaction', tx.world.id, { column: 'cardAccountId', id: account.id })
  }
}
