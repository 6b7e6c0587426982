import { hash } from 'node:crypto'
import type { Context } from '../context.ts'
import { DomainError } from '../domain/errors.ts'
import { ACTING_FOR, writeFingerprint } from '../domain/fingerprints.ts'
import {
  assertCanAct,
  formatScenario,
  losesAnswer,
  marksAnswer,
  type PlayedCall,
  type Scenario,
} from '../domain/scenarios.ts'
import { runOnce, type StoredAnswer } from '../resolvers/replays.ts'
import { ERRORS } from '../wire/errors.ts'
import { scenario as grammar } from '../worlds/scenarios/inputs.ts'
import { type Answer, refuse } from './answers.ts'
import type { SeenCall, Trace } from './call.ts'
import type { Route } from './serve.ts'

/** What is left to run of a call once it is checked. */
export type Run = (at: Context) => Promise<PlayedCall<Answer>>

/** What is left to run; or throws the refusal. */
export function unlessRefused(run: Run | DomainError): Run {
  if (run instanceof DomainError) throw run
  return run
}

/** Runs a checked call, unless it was answered before: then it has that answer (D15). */
export async function once(ctx: Context, call: SeenCall, trace: Trace, run: Run | DomainError): Promise<Answer> {
  const key = {
    tppId: trace.tppId ?? '',
    requestId: call.header('X-Request-ID') ?? '',
    fingerprint: fingerprintOf(call),
  }
  const store = (error: DomainError) => {
    trace.refusal = error
    return isStored(error) ? refuse(error) : undefined
  }
  let isNew = false
  let played: PlayedCall<Answer> | undefined
  try {
    const { answer, replayed } = await runOnce(
      ctx,
      key,
      async tx => {
        isNew = true
        // It may run twice, and the second time be refused.
        played = undefined
        const refusal = run instanceof DomainError ? store(run) : undefined
        if (refusal !== undefined) return refusal
        played = await unlessRefused(run)(tx)
        return storedAnswerOf(played)
      },
      store,
    )
    if (replayed) {
      isNew = false
      return { ...answer, headers: { ...answer.headers, 'Sandbank-Replayed': 'true' } }
    }
    return played === undefined ? answer : answerTo(played, trace)
  } finally {
    // Whatever was checked meanwhile, a call that is not new ends at its replay.
    if (!isNew) trace.steps.length = trace.steps.indexOf('REPLAY') + 1
  }
}

// What a scenario answers in place of the operation is stored as a refusal of the operation is (D15).
function storedAnswerOf(played: PlayedCall<Answer>): StoredAnswer {
  if (played.done) return marked(played.result, played.scenario)
  const { refusal, scenario } = played
  if (refusal === undefined) return { ...NO_ANSWER, notStored: true }
  return { ...marked(refuse(refusal), scenario), notStored: !isStored(refusal) }
}

// D15: 401, 403, 429 and 5xx are not stored, since the same call may rightly succeed later.
function isStored(error: DomainError): boolean {
  const { status } = ERRORS[error.code]
  return status < 500 && ![401, 403, 429].includes(status)
}

function fingerprintOf({ method, target, body, header }: SeenCall): string {
  const acting = ACTING_FOR.map(name => header(name) ?? null)
  const head = JSON.stringify([method, target, ...acting])
  const whole = hash('sha256', Buffer.concat([Buffer.from(`${head}\n`), body]), 'base64')
  return writeFingerprint(whole, { method, target, acting, body })
}

const HEADER = 'Sandbank-Scenario'

/** What a call requests in its header, whose form is already checked. FORMAT_ERROR when it has nothing to act on in this operation. */
export function scenarioOf(header: (name: string) => string | undefined, { runs }: Route): Scenario | undefined {
  const text = header(HEADER)
  if (text === undefined) return undefined
  const requested = grammar.parse(text)
  assertCanAct(requested, runs, HEADER)
  return requested
}

/** Nothing: what takes the place of an answer that never comes. */
const NO_ANSWER: Answer = { status: 0, headers: {}, body: '' }

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

/** The answer with the name of the scenario that made it, which is stored with it (D15). */
function marked(answer: Answer, scenario: Scenario | undefined): Answer {
  return scenario === undefined || !marksAnswer(scenario) ? answer : withMark(answer, scenario)
}

/** The answer as a scenario lets it out: with its name, or not at all. */
export function ended(answer: Answer, scenario: Scenario): Answer {
  return { ...withMark(answer, scenario), ...(losesAnswer(scenario) ? { lost: true } : {}) }
}

function withMark(answer: Answer, scenario: Scenario): Answer {
  return { ...answer, headers: { ...answer.headers, [HEADER]: formatScenario(scenario) } }
}
