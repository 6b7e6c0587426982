import { z } from '@hono/zod-openapi'
import type { Context } from '../../bank/context.ts'
import { parseInput } from '../../bank/inputs/parse.ts'
import type { OperationFacts } from '../../bank/operations/operation.ts'
import type { Access } from '../../bank/resolvers/psus.ts'
import { byRule, DomainError } from '../../domain/errors.ts'
import { given } from '../../domain/given.ts'
import { habitsIn, noStatement, readsStatement } from '../../domain/habits.ts'
import { assertCanAct, creditorsOf, ENDED, forcedRefusal, formatScenario, losesAnswer } from '../../domain/scenarios.ts'
import { habitText } from '../../sandbox/worlds/habits/inputs.ts'
import { scenario } from '../../sandbox/worlds/scenarios/inputs.ts'
import { play, waitFor } from '../../sandbox/worlds/scenarios/play.ts'
import type { Script } from './builder.ts'

const HEADER = 'Sandbank-Scenario'
const HABIT = 'Sandbank-Habit'
const headers = z.strictObject({ [HEADER]: scenario.optional(), [HABIT]: habitText.transform(habitsIn).optional() })

/** What the headers of a GraphQL call request for each field that runs an operation (D88, D133). FORMAT_ERROR as in REST. */
export function readScript(header: (name: string) => string | undefined): Script {
  const [outcome, habits] = [header(HEADER), header(HABIT)]
  if (outcome === undefined && habits === undefined) return { requested: undefined, habits: undefined, acted: [] }
  const read = parseInput(headers, given({ [HEADER]: outcome, [HABIT]: habits }))
  return { requested: read[HEADER], habits: read[HABIT], acted: [] }
}

/** Scenarios and habits act only on operations of the bank: FORMAT_ERROR for a document that runs none for them (D102). */
export function scriptFault(
  { requested, habits }: Script,
  runsOperation: (isMeant: (name: string) => boolean) => boolean,
): DomainError | undefined {
  if (habits !== undefined && !runsOperation(readsStatement)) return noStatement('this document', HABIT)
  if (requested === undefined || runsOperation(() => true)) return undefined
  return new DomainError(
    'FORMAT_ERROR',
    byRule.D102`A scenario acts on the operations of the bank that TPPs call (the enum OperationName), as mutations or below \`asTpp\`; this document runs none.`,
    HEADER,
  )
}

/** Runs the operation of a field as its scenario says. */
export async function runScripted<Result>(
  ctx: Context,
  { requested, acted }: Script,
  {
    operation,
    access,
    input,
  }: { readonly operation: OperationFacts; readonly access: Access; readonly input?: unknown },
  run: (at: Context) => Promise<Result>,
): Promise<Result> {
  if (requested !== undefined) assertCanAct(requested, operation, HEADER)
  const played = await play(
    ctx,
    { operation, claim: () => access, creditors: () => creditorsOf(input), requested },
    run,
  )
  const { scenario: outcome } = played
  if (outcome !== undefined) {
    acted.push(outcome)
    await waitFor(outcome, ctx.deps, () => ctx.hungUp)
  }
  if (played.done) return played.result
  throw played.refusal ?? forcedRefusal('UNAVAILABLE', ENDED)
}

/** The header of an answer for the outcomes forced on its fields, and whether the answer is sent at all. */
export function describeOutcomes({ acted }: Script): { readonly header: string | undefined; readonly lost: boolean } {
  const names = new Set(acted.map(formatScenario))
  return { header: names.size === 0 ? undefined : [...names].join(', '), lost: acted.some(losesAnswer) }
}
