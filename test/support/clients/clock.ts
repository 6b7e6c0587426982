import { type Context, createContext } from '../../../src/bank/context.ts'
import { systemDeps } from '../../../src/sandbox/hooks.ts'
import { type Advance, advanceClock, type Clock, freezeClock } from '../../../src/sandbox/worlds/clock.ts'
import { getWorld } from '../../../src/sandbox/worlds/doors.ts'
import type { Bank, World } from './bank.ts'

/** The operator's view of a world, as of now. */
export async function operatorOf(bank: Bank, world: World): Promise<Context> {
  const deps = { store: bank.store, running: new Set<string>(), ...systemDeps }
  return createContext(deps, await getWorld(deps, world.name), { kind: 'operator' })
}

/** Stops a world's clock at an instant, so that the test knows what time it is. */
export async function stopClock(bank: Bank, world: World, at: string): Promise<Clock> {
  const operator = await operatorOf(bank, world)
  await freezeClock(operator)
  return advanceClock(operator, { to: new Date(at) })
}

/** Moves a world's clock forward. */
export async function moveClock(bank: Bank, world: World, advance: Advance): Promise<Clock> {
  return advanceClock(await operatorOf(bank, world), advance)
}
