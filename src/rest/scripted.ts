import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../context.ts'
import {
  assertCanAct,
  forcedRefusal,
  formatScenario,
  marksAnswer,
  type Played,
  type Scenario,
} from '../domain/scenarios.ts'
import { scenario as grammar } from '../inputs/scenarios.ts'
import type { Incoming } from './call.ts'
import type { Answer } from './problem.ts'
import type { Route } from './serve.ts'
import type { Trace } from './trace.ts'

const HEADER = 'Sandbank-Scenario'

/** What a call asks for in its header, whose form is already checked. FORMAT_ERROR when it has nothing to act on in this operation. */
export function scenarioOf(header: (name: string) => string | undefined, { runs }: Route): Scenario | undefined {
  const text = header(HEADER)
  if (text === undefined) return undefined
  const said = grammar.parse(text)
  assertCanAct(said, runs, HEADER)
  return said
}

/** Nothing: what takes the place of an answer that never comes. */
export const NO_ANSWER: Answer = { status: 0, headers: {}, body: '' }

/** The answer that a played call has: its own, or what the scenario forces. A forced refusal is thrown. */
export function answerTo({ result, scenario }: Played<Answer>, trace: Trace): Answer {
  if (scenario !== undefined) {
    trace.steps.push('SCENARIO')
    trace.scenario = scenario
  }
  if (result !== undefined) return result
  if (scenario.name === 'hang') return NO_ANSWER
  throw forcedRefusal(scenario)
}

/** An answer that says which scenario made it, so that it is kept with it (D15). */
export function marked(answer: Answer, scenario: Scenario | undefined): Answer {
  if (scenario === undefined || !marksAnswer(scenario)) return answer
  return { ...answer, headers: { ...answer.headers, [HEADER]: formatScenario(scenario) } }
}

/** How many calls may wait for a scenario at once; one more is answered at once. */
const MOST_WAITING = 500
let waiting = 0

/**
 * Ends a call as its scenario has it: late, or without an answer. Whoever waits holds nothing but its connection, and waits no longer than that and the
 * server last.
 */
export async function endAs(
  scenario: Scenario | undefined,
  answer: Answer,
  { hungUp }: Incoming,
  { stopping }: Deps,
): Promise<Answer> {
  if (scenario === undefined) return answer
  if (scenario.name === 'delay' || scenario.name === 'hang') {
    const ms = scenario.name === 'delay' ? scenario.ms : scenario.s * 1_000
    if (waiting < MOST_WAITING) await wait(ms, [hungUp(), ...(stopping === undefined ? [] : [stopping])])
  }
  const said = { ...answer, headers: { ...answer.headers, [HEADER]: formatScenario(scenario) } }
  return scenario.name === 'hang' || scenario.name === 'lose-answer' ? { ...said, lost: true } : said
}

async function wait(ms: number, ends: readonly AbortSignal[]): Promise<void> {
  waiting += 1
  try {
    await sleep(ms, undefined, { signal: AbortSignal.any([...ends]) })
  } catch {
    // Nobody waits for it any more.
  } finally {
    waiting -= 1
  }
}
