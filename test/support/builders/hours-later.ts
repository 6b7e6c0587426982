import type { Store } from '../../../src/platform/store/db.ts'
import { systemDeps } from '../../../src/sandbox/hooks.ts'
import { expireWorlds, sweepWorlds } from '../../../src/sandbox/worlds/end.ts'

const LATER_MS = 2 * 3_600_000

/** What the bank does by itself, hours later by the machine's clock: what has expired goes, and then its rows. */
export async function hoursLater(store: Store): Promise<void> {
  for (const ms of [LATER_MS, 2 * LATER_MS]) {
    const machineNow = () => new Date(Date.now() + ms)
    const deps = { ...systemDeps, store, running: new Set<string>(), machineNow }
    await expireWorlds(deps)
    await sweepWorlds(deps)
  }
}
