import { setImmediate as soon } from 'node:timers/promises'

/**
 * Ends this turn of the event loop, for long work. When a socket was just read, `setImmediate` alone runs in the same turn: only the second one lets
 * other work run.
 */
export async function endTurn(): Promise<void> {
  await soon()
  await soon()
}
