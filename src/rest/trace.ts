import type { DomainError } from '../domain/errors.ts'
import type { Scenario } from '../domain/scenarios.ts'
import { DEFAULT_WORLD } from '../domain/worlds.ts'
import type { Step } from '../journal/calls.ts'
import type { Warning } from '../security/warnings.ts'

/** What is noted of a call while it is served: for its journal (D95), and the warnings that its answer carries (D73). */
export type Trace = {
  /** Each step as it begins: when the call is refused, by the last of them. */
  readonly steps: Step[]
  readonly warnings: Warning[]
  world: string
  operation: string | undefined
  tppId: string | undefined
  body: Uint8Array | undefined
  refusal: DomainError | undefined
  /** What acted on the call (D88). */
  scenario: Scenario | undefined
}

/** A call of which nothing is known yet. */
export function newTrace(): Trace {
  return {
    steps: ['ROUTE'],
    warnings: [],
    world: DEFAULT_WORLD,
    operation: undefined,
    tppId: undefined,
    body: undefined,
    refusal: undefined,
    scenario: undefined,
  }
}
