import { osloDay } from '../../../domain/calendar.ts'
import { UNATTENDED_CALLS } from '../../../domain/consents.ts'
import { byRule, DomainError } from '../../../domain/errors.ts'
import type { PageArgs } from '../../../domain/paging.ts'
import type { AccessCount } from '../../../generated/client.ts'
import { type Context, tppOf } from '../../context.ts'
import type { OfCustomer } from '../../inputs/filters.ts'
import { command } from '../command.ts'
import type { ConsentedAccess } from '../consents/grant.ts'
import { equal, idOfCustomer, idOfTpp, type Listing, listWorld } from '../lists.ts'

/** The calls that have a count of their own (D41). */
export const COUNTED_APART = ['balances', 'transactions', 'transactionDetails'] as const
export type CountedOperation = (typeof COUNTED_APART)[number]

/**
 * Counts a call without the PSU present: at most 4 a day for each TPP, PSU, account and operation, by Oslo's calendar
 * ([I] Limits, D41). The fifth is refused with ACCESS_EXCEEDED. The count is stored, so that it holds for calls at the
 * same moment and across restarts. A call that reads several accounts counts for each, or is refused and counts for none.
 */
export async function countAccess(
  ctx: Context,
  { customer, access }: ConsentedAccess,
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
    byRule(
      '[I] Limits',
      'Send PSU-IP-Address when the PSU is there, or wait until tomorrow in Oslo.',
    )`Without PSU-IP-Address this can be read ${UNATTENDED_CALLS} times a day, and was on ${day}.`,
    'PSU-IP-Address',
  )
}

/** Which counts to list; all given conditions must hold. */
export type AccessFilter = OfCustomer & {
  readonly tpp?: string | null | undefined
  readonly accountId?: string | null | undefined
  readonly day?: string | null | undefined
}

/** The counts of calls without the PSU (D41), by day, earliest first. */
export async function pageOfAccessCounts(
  ctx: Context,
  args: PageArgs,
  filter: AccessFilter | null | undefined,
): Promise<Listing<AccessCount & { readonly id: string }>> {
  const conditions = [
    ...equal('tppId', await idOfTpp(ctx, filter?.tpp ?? undefined)),
    ...equal('customerId', await idOfCustomer(ctx, filter)),
    ...equal('accountId', filter?.accountId ?? undefined),
    ...equal('day', filter?.day ?? undefined),
  ]
  return listWorld(ctx, 'AccessOfDay', args, conditions, async ids => {
    const rows = await ctx.db.accessCount.findMany({ where: { worldId: ctx.world.id, OR: ids.map(keyOf) } })
    return rows.map(row => ({ ...row, id: idOf(row) }))
  })
}

// The key of a count, as the store writes it.
function idOf({ day, tppId, customerId, accountId, operation }: AccessCount): string {
  return [day, tppId, customerId, accountId, operation].join(SEPARATOR)
}

function keyOf(id: string) {
  const [day = '', tppId = '', customerId = '', accountId = '', operation = ''] = id.split(SEPARATOR)
  return { day, tppId, customerId, accountId, operation }
}

const SEPARATOR = '\u001f'
