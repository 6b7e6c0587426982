import { type Context, tppOf } from '../../context.ts'
import { osloDay } from '../../domain/calendar.ts'
import { UNATTENDED_CALLS } from '../../domain/consents.ts'
import { DomainError } from '../../domain/errors.ts'
import { command } from '../command.ts'
import type { Consented } from '../consents/grant.ts'

/** What is counted apart (D41). */
export type CountedOperation = 'balances' | 'transactions' | 'transactionDetails'

/**
 * Counts a call without the PSU present: at most 4 a day for each TPP, PSU, account and operation, by Oslo's calendar
 * ([I] Limits, D41). The fifth is refused with ACCESS_EXCEEDED. The count is stored, so that it holds for calls at the
 * same moment and across restarts. A call that reads several accounts counts for each, or is refused and counts for none.
 */
export async function countAccess(
  ctx: Context,
  { customer, access }: Consented,
  accountIds: readonly string[],
  operation: CountedOperation,
): Promise<void> {
  if (access.psuPresent) return
  await command(ctx, async tx => {
    const caller = { worldId: tx.world.id, tppId: tppOf(tx).tppId, customerId: customer.id }
    for (const accountId of accountIds) {
      const key = { ...caller, accountId, operation, day: osloDay(tx.now) }
      const count = await tx.db.accessCount.upsert({
        where: { worldId_tppId_customerId_accountId_operation_day: key },
        create: { ...key, calls: 1 },
        update: { calls: { increment: 1 } },
      })
      if (count.calls > UNATTENDED_CALLS) throw exceeded(key.day)
    }
  })
}

function exceeded(day: string): DomainError {
  return new DomainError(
    'ACCESS_EXCEEDED',
    `Without PSU-IP-Address this can be read ${UNATTENDED_CALLS} times a day, and was on ${day} ([I] Limits). Send PSU-IP-Address when the PSU is there, or wait until tomorrow in Oslo.`,
    'PSU-IP-Address',
  )
}
