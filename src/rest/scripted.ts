import {
  assertCanAct,
  formatScenario,
  losesAnswer,
  marksAnswer,
  type PlayedCall,
  type Scenario,
} from '../domain/scenarios.ts'
import { scenario as grammar } from '../worlds/scenarios/inputs.ts'
import type { Trace } from './call.ts'
import type { Answer } from './problem.ts'
import type { Route } from './serve.ts'

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
export function answerTo(played: PlayedCall<Answer>, trace: Trace): Answer {
  if (played.scenario !== undefined) {
    trace.steps.push('SCENARIO')
    trace.scenario = played.scenario
  }
  if (played.done) return played.result
  if (played.refusal !== undefined) throw played.refusal
  return NO_ANSWER
}

/** The answer that says which scenario made it, so that it is kept with it (D15). */
export function marked(answer: Answer, scenario: Scenario | undefined): Answer {
  return scenario === undefined || !marksAnswer(scenario) ? answer : withMark(answer, scenario)
}

/** The answer as a scenario lets it out: with its name, or not at all. */
export function ended(answer: Answer, scenario: Scenario): Answer {
  return { ...withMark(answer, scenario), ...(losesAnswer(scenario) ? { lost: true } : {}) }
}

function withMark(answer: Answer, scenario: Scenario): Answer {
  return { ...answer, headers: { ...answer.headers, [HEADER]: formatScenario(scenario) } }
}
