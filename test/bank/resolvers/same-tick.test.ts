import { expect, it } from 'vitest'
import { createContext } from '../../../src/bank/context.ts'
import { systemDeps } from '../../../src/sandbox/hooks.ts'
import { getClock } from '../../../src/sandbox/worlds/clock.ts'
import { getWorld } from '../../../src/sandbox/worlds/doors.ts'
import { startBank } from '../../support/clients/bank.ts'

const bank = await startBank()

it('asking for the clock and entering the world at the same moment both succeed', async () => {
  const { name } = await bank.world()
  const deps = { store: bank.store, running: new Set<string>(), ...systemDeps }
  const ctx = createContext(deps, await getWorld(deps, name), { kind: 'operator' })
  const answers = await Promise.allSettled([getClock(ctx), getWorld(deps, name), getClock(ctx), getWorld(deps, name)])
  expect(answers.map(answer => answer.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'])
})
