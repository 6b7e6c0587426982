import { setImmediate as soon } from 'node:timers/promises'

/**
 * Ends this turn of the event loop, for work that is long in itself. `setImmediate` alone comes in the same turn when a socket was just read: only the
 * second one has let others in.
 */
export async function endTurn(): Promise<void> {
  await soon()
  await soon()
}
