import type { Context } from '../context.ts'
import { type Played, type Scenario, type ScenarioOperation, undoes } from '../domain/scenarios.ts'
import { takeBack } from '../store/take-back.ts'
import { command } from './command.ts'
import type { PsuClaim } from './psus.ts'

/** A call that a scenario may act on. */
export type ScriptedCall = {
  readonly operation: ScenarioOperation
  /** How it names its PSU. */
  readonly claim: () => PsuClaim
  /** What the call itself asks for. */
  readonly said: Scenario | undefined
}

/**
 * Runs a call, and lets a scenario act on it: the one that the call asks for, else one that the world has for such calls (D88). It acts only on what
 * succeeds, so that it never lets through what would be refused; what it answers itself has no effect. A rule is used up in the same transaction.
 */
export async function play<Result>(
  ctx: Context,
  call: ScriptedCall,
  run: (at: Context) => Promise<Result>,
): Promise<Played<Result>> {
  const { said } = call
  if (said === undefined) return { result: await run(ctx), scenario: undefined }
  return command(ctx, tx => act(tx, said, run))
}

async function act<Result>(
  tx: Context,
  scenario: Scenario,
  run: (at: Context) => Promise<Result>,
): Promise<Played<Result>> {
  if (!undoes(scenario)) return { result: await run(tx), scenario }
  // In a context of its own, since what it makes of the world is taken back too.
  await takeBack(tx.db, () => run({ ...tx }))
  tx.load.clearAll()
  return { result: undefined, scenario }
}
