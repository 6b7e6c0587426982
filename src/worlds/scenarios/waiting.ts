import type { Deps } from '../../context.ts'
import { type Scenario, waitOf } from '../../domain/scenarios.ts'
import { pause } from '../../store/turns.ts'

/** How many calls may wait for a scenario at once; one more goes on at once. */
const MOST_WAITING = 500
let waiting = 0

/** Waits as long as a scenario says. Who waits holds nothing but its connection, and waits no longer than its caller and the server do. */
export async function waitFor(
  scenario: Scenario,
  { stopping, newId }: Deps,
  hungUp: () => AbortSignal | undefined,
): Promise<void> {
  // The last digits of a new id are as good as drawn.
  const ms = waitOf(scenario, Number.parseInt(newId().slice(-6), 16) / 0xff_ff_ff)
  if (ms === 0 || waiting >= MOST_WAITING) return
  waiting += 1
  try {
    await pause(ms, hungUp(), stopping)
  } finally {
    waiting -= 1
  }
}
