import type { Authorisation } from '../../../generated/client.ts'
import type { Context } from '../../context.ts'
import { command } from '../command.ts'

/** Who enters customer numbers (D75): the address of its browser, and the PSU that the TPP named, if it named one. */
export type NumberCaller = Partial<Pick<Authorisation, 'customerId'>> & { readonly address: string }

/** For how long wrong numbers count, by the machine's clock. */
const COUNTED_MS = 60_000

/** How many wrong numbers this caller has entered within a minute, at all servers together (D121). */
export async function countWrongNumbers(ctx: Context, of: NumberCaller): Promise<number> {
  const known = await ctx.db.wrongNumber.findUnique({ where: { caller: nameOf(ctx, of) } })
  return known === null || known.until <= ctx.deps.machineNow() ? 0 : known.entered
}

/**
 * Counts one more wrong number of this caller. Returns how many there are. Those whose minute is over go when a new minute begins, so that guesses fill
 * no table. Another server may delete a row at any time, also this one: its clock may be ahead.
 */
export function addWrongNumber(ctx: Context, of: NumberCaller): Promise<number> {
  return command(ctx, async tx => {
    const { wrongNumber } = tx.db
    const [caller, now] = [nameOf(tx, of), tx.deps.machineNow()]
    const counted = await wrongNumber.updateMany({
      where: { caller, until: { gt: now } },
      data: { entered: { increment: 1 } },
    })
    if (counted.count > 0) return countWrongNumbers(tx, of)
    await wrongNumber.deleteMany({ where: { until: { lte: now } } })
    await wrongNumber.create({ data: { caller, entered: 1, until: new Date(now.getTime() + COUNTED_MS) } })
    return 1
  })
}

function nameOf({ world }: Context, { customerId, address }: NumberCaller): string {
  return [world.id, customerId ?? '', address].join(' ')
}
