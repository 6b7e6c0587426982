import { v7 } from 'uuid'
import { type Context, createContext } from '../../../src/bank/context.ts'
import type { Store } from '../../../src/platform/store/db.ts'
import { sandbox } from '../../../src/sandbox/hooks.ts'
import { getClock } from '../../../src/sandbox/worlds/clock.ts'
import { openTestStore } from '../harness/stores.ts'
import { addWorld } from './world-rows.ts'

export const START = '2030-05-15T10:00:00.000Z'
export const MINUTE = 60_000

/** A world on a machine whose clock the test sets. */
export async function addClockedWorld(machineAt = START) {
  const store = await openTestStore()
  await store.transaction(tx => addWorld(tx, 'w'))
  const machine = { now: new Date(machineAt) }
  const depsOn = (at: Store) => ({
    store: at,
    running: new Set<string>(),
    sandbox,
    machineNow: () => machine.now,
    newId: () => v7(),
  })
  const on = async (at: Store): Promise<Context> =>
    createContext(depsOn(at), await at.reader.world.findUniqueOrThrow({ where: { id: 'w' } }), { kind: 'operator' })
  const operator = () => on(store)
  const wait = (ms: number) => {
    machine.now = new Date(machine.now.getTime() + ms)
  }
  const now = async () => (await getClock(await operator())).now.toISOString()
  return { store, deps: depsOn(store), on, operator, wait, now }
}
