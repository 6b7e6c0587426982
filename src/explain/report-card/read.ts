import type { Context } from '../../context.ts'
import { nameOf } from '../../domain/worlds.ts'
import { readyJournal } from '../../journal/read.ts'
import { findTpp } from '../../resolvers/tpp-register.ts'
import { letOthersIn } from '../../store/turns.ts'
import { gradeCalls, type ReportCard, type ReportedOperation } from './card.ts'

/**
 * The report card of a TPP in this world, by the calls that the journal has: as many as 10,000, looked at in slices, so that others are
 * answered meanwhile (D74). RESOURCE_UNKNOWN for a TPP that the bank does not know.
 */
export async function reportCard(
  ctx: Context,
  tpp: string,
  operations: readonly ReportedOperation[],
): Promise<ReportCard> {
  const { id } = await findTpp(ctx, tpp, 'tpp')
  const world = nameOf(ctx.world)
  const report = gradeCalls(id, world, operations)
  for await (const calls of (await readyJournal(ctx)).each(world, { tppId: id, door: 'REST' })) {
    for (const call of calls) {
      report.add(call)
      await letOthersIn()
    }
    await letOthersIn()
  }
  return report.card()
}
