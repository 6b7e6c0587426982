import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../context.ts'
import { sweepFixtureParts } from '../fixtures/parts.ts'
import { catchUpAll } from './catch-up.ts'
import { expireWorlds, sweepWorlds } from './end.ts'

/** The longest pause: another process may have noted something in the store. */
const LONGEST_PAUSE_MS = 1_000
const SHORTEST_PAUSE_MS = 10

/**
 * Does what happens by itself, until the signal: what falls due where nobody looks (D40), at its instant, and the deleting of what worlds left behind.
 * When nothing is to do, a look is one row of an index, however many worlds there are.
 */
export async function keepTicking(deps: Deps, stopping: AbortSignal, report: (error: unknown) => void): Promise<void> {
  while (!stopping.aborted) {
    const next = await tick(deps).catch(report)
    const ms = next instanceof Date ? next.getTime() - deps.machineNow().getTime() : LONGEST_PAUSE_MS
    const pause = Math.max(SHORTEST_PAUSE_MS, Math.min(ms, LONGEST_PAUSE_MS))
    await sleep(pause, undefined, { signal: stopping, ref: false }).catch(() => undefined)
  }
}

async function tick(deps: Deps): Promise<Date | undefined> {
  await expireWorlds(deps)
  await sweepWorlds(deps)
  await sweepFixtureParts(deps)
  return catchUpAll(deps)
}
