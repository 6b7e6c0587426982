import type { Deps } from '../../context.ts'
import { type Scenario, waitOf } from '../../domain/scenarios.ts'
import { pause } from '../../store/turns.ts'

/** How many calls may wait for a scenario at once; one more goes on at once. */
const MOST_WAITING = 500
let waiting = 0

/** Waits as long as a scenario says. Who waits holds nothing but its connection, and waits no longer than its caller and the server do. */
export async function waitFor(
  scenario: Scenario,
  { stopping }: Deps,
  hungUp: () => AbortSignal | undefined,
): Promise<void> {
  const ms = waitOf(scenario)
  if (ms === 0 || waiting >= MOST_WAITING) return
  waiting += 1
  try {
    await pause(ms, hungUp(), stopping)
  } finally {
    waiting -= 1
  }
}
