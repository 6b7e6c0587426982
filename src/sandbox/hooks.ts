import { type SandboxHooks, systemClockAndIds } from '../bank/context.ts'
import { takePlace, withReplacement } from './worlds/copies.ts'
import { habitsOf } from './worlds/habits/rules.ts'
import { isBeingCopied, isOriginal, storeOriginal } from './worlds/leases.ts'
import { initialize } from './worlds/reset.ts'

export const sandbox: SandboxHooks = {
  isBeingReplaced: isBeingCopied,
  beforeCommand: (ctx, world) => (isOriginal(world) ? storeOriginal(ctx, world) : world),
  withReplacement,
  takePlace,
  initialize,
  habitsOf,
}

/** A test bank on the machine's own clock and ids. */
export const systemDeps = { ...systemClockAndIds, sandbox }
