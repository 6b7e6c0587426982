import type { ExplainedRow } from '../../api/graphql/workbench.ts'
import type { Context } from '../../bank/context.ts'
import { codeOf, ERRORS } from '../../bank/wire/errors.ts'
import {
  causeOf,
  type HeaderLine,
  headerText,
  type JournaledCall,
  type Step,
  type Verdict,
} from '../../domain/calls.ts'
import { type ErrorCode, type Fault, wantsAct } from '../../domain/errors.ts'
import { given } from '../../domain/given.ts'
import type { ExplainSignature } from '../../domain/tpps.ts'
import { worldBasePath, worldNow } from '../../domain/worlds.ts'
import type { Scenario } from '../../generated/client.ts'
import { type GraphqlDocument, headerOf, type Place, type RefusedCall, withoutBraces } from './commands.ts'
import { type CallInstant, rowsBehind, rowsNamed } from './explained-rows.ts'
import { type CallRemedy, type Rehearse, row, type UntriedExplanation } from './explanation.ts'
import { findRemedy, REMEDIES, withoutScenario } from './remedies.ts'
import { signerOf } from './signers.ts'

/** The document of a GraphQL call, corrected if it could not be run, with the faulty values in variables; undefined for other calls. */
export type CorrectDocument = (
  call: JournaledCall,
  faults: readonly Fault[],
) => GraphqlDocument | undefined | Promise<GraphqlDocument | undefined>

/** Facts of a call that only the doors know. */
export type DoorReading = {
  readonly correctDocument: CorrectDocument
  readonly rehearse: Rehearse
  /** Absent where no call is explained. */
  readonly explainSignature?: ExplainSignature
  /** The origin by which the reader has reached the bank. */
  readonly reached: string | undefined
}

/** Explains a call of the journal: the rule that refused it, the things that its ids name, and a call that would succeed. */
export async function explainCall(
  ctx: Context,
  call: JournaledCall,
  door: DoorReading,
  place: Place,
): Promise<UntriedExplanation> {
  const code = call.code === undefined ? undefined : codeOf(call.code, call.status)
  const failed = call.verdicts.find(({ passed }) => !passed)
  const faults = await faultsOf(call, failed, door)
  const header = (name: string) => headerOf(call.request, name)
  const [psuId, identity] = [header('psu-id'), header('x-psu-identity')]
  const named = given({ psuId: psuId?.toLowerCase(), customerNumber: psuId === undefined ? identity : undefined })
  const psu =
    psuId === undefined && identity === undefined
      ? null
      : await ctx.db.customer.findFirst({ where: { worldId: ctx.world.id, ...named } })
  const base = { subject: `call ${call.id}`, since: call.at, waitsFor: undefined, until: undefined, advice: undefined }
  const ids = await rowsNamed(ctx, call)
  const rows =
    psu === null ? ids : [row('Customer', psu.id, { customerNumber: psu.customerNumber, psuId: psu.psuId }), ...ids]
  if (code === undefined) {
    const text = `It was not refused: ${call.method} ${call.target} was answered ${call.status}.`
    return { ...base, state: String(call.status), text, rule: 'D95', rows, change: undefined }
  }
  const [first, ...others] = faults
  // The cause comes first, even when the answer has said it already (D97).
  const found = [
    first && causeOf(first),
    ...others.map(fault => wordsOf(fault, failed)),
    first && foundIn(first, failed),
  ]
  const basePath = worldBasePath(ctx.world)
  const isForcedCall = failed?.step === 'SCENARIO' || wantsAct(faults, 'LEAVE_SCENARIO')
  const cause = isForcedCall ? 'A scenario answered in place of the bank.' : ERRORS[code].meaning
  const all = first === undefined || isForcedCall ? [...found, cause] : found
  const words = all.flatMap(one => (one ? [one] : [])).join(' ')
  const proves = failed?.step === 'CERTIFICATE'
  const path = call.target.startsWith(`${basePath}/`) ? call.target.slice(basePath.length) : call.target
  const refused: RefusedCall = {
    // The journal records a call that was refused before its door as one of REST (D95).
    door: failed?.step === 'FRAMING' && OPERATOR_PATH.test(path) ? 'GRAPHQL' : call.door,
    place,
    method: call.method,
    path: withoutBraces(path),
    body: call.request.body,
    graphql: await door.correctDocument(call, faults),
    psu: psu?.customerNumber,
    headers: headersThatCount(call, psu !== null),
    tppId: call.tppId,
    signer: await signerOf(ctx, proves ? undefined : call.tppId),
    faults,
  }
  const forcing = isForcedCall && header('sandbank-scenario') === undefined ? await scenariosBehind(ctx, call) : []
  const remedy: CallRemedy = isForcedCall
    ? { advice: undefined, change: withoutScenario(refused, forcing) }
    : await findRemedy(ctx, code, refused)
  return {
    ...base,
    state: code,
    text: `${words}${failed === undefined ? '' : ` Refused at the step ${failed.step} (D12).`}`.trim(),
    rule: isForcedCall ? 'D88' : (faults.find(({ rule }) => rule !== undefined)?.rule ?? ruleOf(code, failed)),
    rows: distinct([
      ...rows,
      ...forcing.map(({ id, scenario }) => row('Scenario', id, { scenario })),
      ...(isForcedCall ? [] : await rowsBehind(ctx, code, refused, psu, instantOf(ctx, call))),
    ]),
    ...remedy,
  }
}

/** The scenarios of the world that force the answer of such a call: it has their text (D88). */
async function scenariosBehind(ctx: Context, { answer, tppId, operation }: JournaledCall): Promise<Scenario[]> {
  const scenario = headerOf(answer, 'sandbank-scenario')
  const rules = await ctx.db.scenario.findMany({ where: { worldId: ctx.world.id, ...given({ scenario }) } })
  return rules.filter(rule => [null, tppId].includes(rule.tppId) && [null, operation].includes(rule.operation))
}

/** The instant of a call: it was judged by the rows of that instant, not by those of today. */
function instantOf(ctx: Context, { clock, at, durationMs, id }: JournaledCall): CallInstant {
  if (clock === undefined) return { at: ctx.now, before: undefined }
  return { at: worldNow(clock, new Date(at.getTime() + Math.ceil(durationMs))), before: id }
}

/** Of rows with the same id the last counts, which has more values. */
function distinct(rows: readonly ExplainedRow[]): ExplainedRow[] {
  return [...new Map(rows.map(one => [one.id, one])).values()]
}

/** Another fault of the answer: with the value that was found, or in the words of a later finding. */
function wordsOf(fault: Fault, failed: Verdict | undefined): string | undefined {
  return failed?.faults.some(one => one === fault) === true ? foundIn(fault, failed) : causeOf(fault)
}

function foundIn(fault: Fault, failed: Verdict | undefined): string | undefined {
  const judged = failed?.faults.find(one => one === fault)
  if (failed === undefined || !OF_VALUES.has(failed.step) || [undefined, 'nothing'].includes(judged?.found))
    return undefined
  return `${fault.path ?? 'The call'}: found ${judged?.found}.`
}

/** The rule of a refusal that names none: that of the step that refused, else of its code. */
function ruleOf(code: ErrorCode, failed: Verdict | undefined): string {
  return (failed && RULES_OF_STEPS[failed.step]) ?? REMEDIES[code].rule
}

const RULES_OF_STEPS: Readonly<Partial<Record<Step, string>>> = {
  HEADER_FORMATS: 'D11',
  REQUIRED_HEADERS: 'D10',
  MEDIA_TYPE: 'D12',
  BODY: '[I] Endpoints',
  DOCUMENT: 'D71',
  REPLAY: 'D15',
  ROLES: 'D14',
}

const OF_VALUES: ReadonlySet<string> = new Set(['BODY', 'DOCUMENT', 'HEADER_FORMATS'])

/** Why a step refused a call. A signature that was not examined at the time, since too many were refused at once, is examined now (D96). */
async function faultsOf(
  call: JournaledCall,
  failed: Verdict | undefined,
  { explainSignature }: DoorReading,
): Promise<readonly Fault[]> {
  const reported = failed?.faults ?? []
  if (explainSignature === undefined || !wantsAct(reported, 'EXAMINE_SIGNATURE')) return reported
  const { method, target, request } = call
  // When the journal has only a part of the body, or has hidden its secrets, the digest differs.
  if (failed?.step === 'DIGEST' && Buffer.byteLength(request.body ?? '') !== request.bytes) return reported
  const lines = request.headers.map(([name, value]) => `${name}: ${headerText(value)}`)
  const { steps } = await explainSignature(
    [`${method} ${target} HTTP/1.1`, ...lines, '', request.body ?? ''].join('\r\n'),
    request.body ?? '',
  )
  const found = steps.find(({ name, passed }) => !passed && name === failed?.step.toLowerCase())
  return found?.texts.map(text => ({ ...reported[0], text })) ?? reported
}

const OPERATOR_PATH = /^(?:\/worlds\/[^/?]+)?\/graphql(?:\?|$)/

// Without secrets, which the journal hides, and without headers that each signed call has anew.
const COUNTING =
  /^(?:psu-.+|tpp-(?!signature-).+|x-psu-identity|x-accept-fix|accept-language|sandbank-scenario|sandbank-habit)$/i

/** A scenario that leaves no effect (D88): a command with it would not succeed. */
const FORCED = /^\s*(?:error|hang)\s*(?:;|$)/

/** The headers that a repeated call needs unchanged (D11). */
function headersThatCount({ request }: JournaledCall, isPsuKnown: boolean): HeaderLine[] {
  return request.headers
    .filter(([name, value]) => COUNTING.test(name) && value !== '' && !value.includes('[hidden]'))
    .filter(([name]) => !(isPsuKnown && /^psu-id$/i.test(name)))
    .filter(([name, value]) => !(/^sandbank-scenario$/i.test(name) && FORCED.test(value)))
    .map(([name, value]) => [name, headerText(value)])
}
