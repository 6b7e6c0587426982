import type { Context } from '../context.ts'
import { dayChanges, type Holder } from '../store/curves.ts'

/** The balance of an account or card account at the end of a day. */
export type BalanceDay = { readonly day: string; readonly balanceMinor: bigint }

/** The booked balance over the days of the latest lines, oldest first: counted backwards from what it is now. */
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
