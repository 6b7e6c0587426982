import { type Context, follow } from '../../bank/context.ts'
import { assertClock, wakesAt } from '../../domain/worlds.ts'

/** Sets a world's clock. FORMAT_ERROR for an instant that no clock can show (D74). */
export async function writeClock(tx: Context, now: Date, frozen: boolean): Promise<void> {
  assertClock(now, 'clock.now')
  const offset = BigInt(now.getTime() - tx.deps.machineNow().getTime())
  const data = frozen ? { frozenAt: now } : { frozenAt: null, clockOffsetMs: offset }
  const world = await tx.db.world.update({ where: { id: tx.world.id }, data })
  follow(tx, await tx.db.world.update({ where: { id: world.id }, data: { wakesAt: wakesAt(world) } }))
}
